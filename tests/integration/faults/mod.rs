//! What must hold when everything around the product fails. Each harness has a control that breaks the product, or the
//! promise it rests on, and must see it. `make prove` runs them long; the suite keeps a short run of each.

mod clock;
mod crash;
mod disk;
mod greedy;
mod hangs;
mod load;
mod neighbours;
mod oracle;
mod outside;
mod power;
mod torn_disk;

/// How long a harness runs: `name` in the environment, or what the suite keeps.
fn times(name: &str, short: usize) -> usize {
    std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(short)
}
