//! Limits per client on calls, memory and connections (`docs/limits.md`), each reached exactly.

mod accounts;
mod candidates;
mod connections;
mod drawn_papers;
mod numbers;
