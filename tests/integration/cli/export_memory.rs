//! An export takes no more memory for many results than for few.

use super::results::{submission, with};
use crate::support::binary::Place;
use std::{fs, io::Read, process::Stdio};

/// Peak memory of an export's process in KiB, and the bytes that it writes.
fn peak(place: &Place, args: &[&str]) -> (u64, u64) {
    let mut child = place.command(["results", "export"].iter().chain(args)).stdout(Stdio::piped()).spawn().unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut out = child.stdout.take().unwrap();
    let (mut peak, mut bytes) = (0, 0);
    let mut part = vec![0; 1 << 16];
    loop {
        // The process mostly waits for its reader, so its high-water mark is read before it ends.
        let text = fs::read_to_string(&status).unwrap_or_default();
        let mark = text.lines().find_map(|line| line.strip_prefix("VmHWM:")?.split_whitespace().next()?.parse().ok());
        peak = peak.max(mark.unwrap_or(0));
        match out.read(&mut part).unwrap() {
            0 => break,
            n => bytes += n as u64,
        }
    }
    assert!(child.wait().unwrap().success());
    (peak, bytes)
}

/// Peak memory with few and with many results, as (format, few, many) in KiB.
fn peaks(few: u128, many: u128) -> Vec<(&'static str, u64, u64)> {
    let data = |n: u128| with((1..=n).map(|n| submission(n, "Ada Lovelace")).collect());
    let (small, large) = (data(few), data(many));
    let mut found = Vec::new();
    for format in ["csv", "jsonl", "xlsx"] {
        let args = ["--format", format];
        let ((a, _), (b, bytes)) = (peak(&small, &args), peak(&large, &args));
        println!("{format}: {few} results {a} KiB, {many} results {b} KiB, {bytes} bytes written");
        found.push((format, a, b));
    }
    found
}

#[test]
fn memory_stays_flat() {
    for (format, few, many) in peaks(100, 5_000) {
        assert!(few > 0 && many < few + (16 << 10), "{format}: {few} KiB, then {many} KiB");
    }
}

/// `cargo nextest run --run-ignored only --no-capture export_memory` prints the figures.
#[test]
#[ignore = "takes a minute; the small variant always runs"]
fn memory_stays_flat_at_a_hundred_thousand() {
    for (format, few, many) in peaks(1_000, 100_000) {
        // Includes the database's bounded cache, which fills while the rows are read.
        assert!(few > 0 && many < few + (160 << 10), "{format}: {few} KiB, then {many} KiB");
    }
}
