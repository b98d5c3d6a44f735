//! The command line: the real binary, with nothing on standard error unless a test expects it.

mod admin;
mod backup;
mod both_ways;
mod damage;
mod doctor;
mod export_memory;
mod folder;
mod grammar;
mod import;
mod log;
mod people;
mod results;
pub mod serve;
mod service_manager;
mod shown;
mod smtp;
mod socket;
mod tls;
