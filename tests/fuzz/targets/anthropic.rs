#![no_main]
backscroll_fuzz::target!("anthropic");
