//! Fault injection: invariants that must hold when everything around the product fails. Each harness has a control with
//! a deliberately broken product or environment, which it must detect. `make prove` runs them long; the suite runs each
//! briefly.

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
mod states;
mod torn_disk;

/// Number of rounds of a harness: the environment variable `name`, or the short default of the suite.
fn times(name: &str, short: usize) -> usize {
    std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(short)
}
