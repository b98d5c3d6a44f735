#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| invigil_fuzz::calendars(data));
