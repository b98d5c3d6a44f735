//! Latencies of many calls.

use std::time::Duration;

#[derive(Default)]
pub struct Measured {
    latencies: Vec<Duration>,
    /// Calls rejected with a temporary error (503, 429).
    pub refused: usize,
    pub failed: usize,
}

impl Measured {
    pub fn add(&mut self, latency: Duration) {
        self.latencies.push(latency);
    }

    pub fn join(&mut self, other: Self) {
        self.latencies.extend(other.latencies);
        self.refused += other.refused;
        self.failed += other.failed;
    }

    pub fn count(&self) -> usize {
        self.latencies.len()
    }

    /// Returns a percentile in milliseconds.
    pub fn percentile(&mut self, p: usize) -> f64 {
        self.latencies.sort_unstable();
        let at = (self.latencies.len() * p / 100).min(self.latencies.len().saturating_sub(1));
        self.latencies.get(at).map_or(0.0, |l| l.as_secs_f64() * 1e3)
    }
}
