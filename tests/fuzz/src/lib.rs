//! What the targets share: the checks of `tests/bytes`, and its edits as mutations.

#[path = "../../bytes/edit.rs"]
mod edit;
#[path = "../../bytes/fuzzed.rs"]
mod fuzzed;
#[path = "../../bytes/mended.rs"]
mod mended;
#[path = "../../bytes/replays.rs"]
mod replays;
#[path = "../../bytes/seeds.rs"]
mod seeds;
#[path = "../../bytes/snapshots.rs"]
mod snapshots;
#[path = "../../bytes/views.rs"]
mod views;
#[path = "../../bytes/ways_in.rs"]
mod ways_in;

pub use libfuzzer_sys;

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// The folder of the crate that is tested.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Makes the program of a target.
#[macro_export]
macro_rules! target {
    ($name:literal) => {
        use $crate::libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};
        fuzz_target!(|text: &str| $crate::check($name, text));
        fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
            // libFuzzer's own mutations find the words that the code compares with.
            if seed % 8 == 0 {
                return fuzzer_mutate(data, size, max_size);
            }
            $crate::mutate(data, size, max_size, seed)
        });
    };
}

/// Panics with the first property that the text breaks.
pub fn check(name: &str, text: &str) {
    debug_assert!(fuzzed::NAMES.contains(&name), "`npm test` knows no target {name}");
    if let Err(fault) = fuzzed::check(name, text) {
        panic!("{fault}");
    }
}

/// Edits the text in place. Returns its new length.
pub fn mutate(data: &mut [u8], size: usize, max_size: usize, seed: u32) -> usize {
    let mut bytes = [7; 16];
    bytes[..4].copy_from_slice(&seed.to_le_bytes());
    let rng = TestRng::from_seed(RngAlgorithm::XorShift, &bytes);
    let mut runner = TestRunner::new_with_rng(Config { failure_persistence: None, ..Config::default() }, rng);
    let Ok(edits) = edit::edits().new_tree(&mut runner) else { return size };
    let made = edit::made_of(&data[..size], &edits.current());
    if made.len() > max_size {
        return size;
    }
    data[..made.len()].copy_from_slice(&made);
    made.len()
}
