//! The server's log, on standard error.

use super::options::LogFormat;
use crate::cli::failure::Failure;
use std::io;
use tracing_subscriber::EnvFilter;

/// # Errors
/// For a level that is none.
pub fn check(level: &str) -> Result<(), Failure> {
    match level {
        "error" | "warn" | "info" | "debug" | "trace" => Ok(()),
        _ => Err(Failure::refused(format!("'{level}' is no log level: use error, warn, info, debug or trace"))),
    }
}

/// Starts the log at a level that was checked.
///
/// # Errors
/// Where there is a log already.
pub fn start(format: LogFormat, level: &str) -> Result<(), Failure> {
    // What browsers offer and the media plane does not need is no warning to whoever runs the server.
    let quiet = if ["debug", "trace"].contains(&level) { "" } else { ",str0m=error,quinn_udp=error" };
    let filter = EnvFilter::new(format!("{level}{quiet}"));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr);
    let started = match format {
        LogFormat::Text => log.with_ansi(false).try_init(),
        LogFormat::Json => log.json().try_init(),
    };
    started.map_err(|e| Failure::refused(format!("the log cannot be started: {e}")))
}
