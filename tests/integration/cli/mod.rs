//! Command-line tests of the real binary; standard error must be empty unless a test expects output.

mod admin;
mod api_examples;
mod applicants;
mod backup;
mod both_ways;
mod corruption;
mod doctor;
mod export_memory;
mod folder;
mod import;
mod judging;
mod languages;
mod log;
mod panel_calendar;
mod people;
mod rehearse;
mod remote_runner;
mod result_changes;
mod results;
mod runner;
pub mod serve;
mod service_manager;
mod shown;
mod smtp;
mod socket;
mod tls;
mod usage;
