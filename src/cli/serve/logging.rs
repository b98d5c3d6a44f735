//! The server's log, on standard error. Nothing that happens to it may end or stop the server.

use super::log_queue::{LOG_FLUSH, LogQueue};
use crate::cli::failure::Failure;
use clap::ValueEnum;
use std::{
    any::Any,
    panic::{self, PanicHookInfo},
    thread,
};
use tracing_subscriber::EnvFilter;

/// # Errors
/// For a level that is none.
pub fn check(level: &str) -> Result<(), Failure> {
    match level {
        "error" | "warn" | "info" | "debug" | "trace" => Ok(()),
        _ => Err(Failure::refused(format!("'{level}' is no log level: use error, warn, info, debug or trace"))),
    }
}

/// Kept until the process ends: what was logged by then is written, as far as that goes quickly.
#[must_use]
pub struct Log(LogQueue);

impl Drop for Log {
    fn drop(&mut self) {
        self.0.flush(LOG_FLUSH);
    }
}

/// Starts the log at a level that was checked.
///
/// # Errors
/// Where there is a log already.
pub fn start(format: LogFormat, level: &str) -> Result<Log, Failure> {
    // What browsers offer and the media plane does not need is no warning to whoever runs the server.
    let quiet = if ["debug", "trace"].contains(&level) { "" } else { ",str0m=error,quinn_udp=error" };
    let filter = EnvFilter::new(format!("{level}{quiet}"));
    let queue = LogQueue::to_stderr().map_err(|e| Failure::refused(format!("the log cannot be started: {e}")))?;
    // A failure of the log must not be told on standard error, where it would panic.
    let log = tracing_subscriber::fmt().with_env_filter(filter).log_internal_errors(false).with_writer(queue.clone());
    let started = match format {
        LogFormat::Text => log.with_ansi(false).try_init(),
        LogFormat::Json => log.json().try_init(),
    };
    started.map_err(|e| Failure::refused(format!("the log cannot be started: {e}")))?;
    // The standard library's hook writes to standard error, where a full pipe would hold the thread up.
    panic::set_hook(Box::new(log_panic));
    Ok(Log(queue))
}

fn log_panic(info: &PanicHookInfo<'_>) {
    let at = info.location().map(ToString::to_string).unwrap_or_default();
    let current = thread::current();
    tracing::error!(thread = current.name().unwrap_or_default(), at, "panicked: {}", words(info.payload()));
}

fn words(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("(no words)")
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum LogFormat {
    Text,
    Json,
}
