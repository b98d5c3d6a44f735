//! Running an installation: backup, integrity check, doctor, audit log, housekeeping, the demo.

pub mod activity;
pub mod audit_log;
pub mod audit_shipping;
pub mod background_jobs;
pub mod backup;
pub mod clock;
mod clock_step;
pub mod daily;
pub mod demo;
pub mod doctor;
mod history_check;
pub mod history_packing;
pub mod integrity_check;
pub mod lifecycle;
pub mod overview;
pub mod recent_audit;
pub mod retention;
pub mod runners;
pub mod seeding;
pub mod sweeper;
mod twin_watch;
