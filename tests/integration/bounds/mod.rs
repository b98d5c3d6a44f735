//! What one client may send, keep and open, met at its bound: the table is `docs/limits.md`.

mod candidates;
mod connections;
mod numbers;
