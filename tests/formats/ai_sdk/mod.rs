//! Messages of the Vercel AI SDK.

mod desk;
mod round_trips;
