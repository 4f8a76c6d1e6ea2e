#![no_main]
backscroll_fuzz::target!("openai-chat");
