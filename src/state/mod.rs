//! Volatile state of the process: caches, rate limits and what is in flight. Plain types below [`crate::app`]; none of them outlives a restart, and none knows a use-case.

pub mod account_limits;
pub mod awaited_jobs;
pub mod comparisons;
pub mod concurrency_limit;
pub mod contacts;
pub mod disk_gate;
pub(crate) mod export_slots;
pub mod fair_use;
pub mod id_source;
pub mod judging;
pub mod login_rate_limit;
pub mod mail_in_flight;
pub mod paper_cache;
pub mod picture_store;
pub mod plans;
pub mod presence;
pub mod progress;
pub mod rankings;
pub mod repair_bell;
pub mod runs;
pub mod seen;
pub(crate) mod signal_kinds;
pub mod staging;
pub mod statistics_cache;
pub mod still_frames;
pub mod write_pacing;
