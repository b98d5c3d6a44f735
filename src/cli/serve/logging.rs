//! The server's log, on standard error. No failure of the log may end or block the server.

use super::log_queue::{LOG_FLUSH_TIMEOUT, LogQueue};
use crate::cli::failure::Failure;
use clap::ValueEnum;
use std::{
    any::Any,
    panic::{self, PanicHookInfo},
    thread,
};
use tracing_subscriber::EnvFilter;

/// # Errors
/// If `level` is not a log level.
pub fn check(level: &str) -> Result<(), Failure> {
    match level {
        "error" | "warn" | "info" | "debug" | "trace" => Ok(()),
        _ => Err(Failure::refused(format!("'{level}' is not a log level: use error, warn, info, debug or trace"))),
    }
}

/// Guard for the life of the process; on drop it flushes the queue, for at most [`LOG_FLUSH_TIMEOUT`].
#[must_use]
pub struct Log(LogQueue);

impl Drop for Log {
    fn drop(&mut self) {
        self.0.flush(LOG_FLUSH_TIMEOUT);
    }
}

/// Starts the log at a level that [`check`] accepts.
///
/// # Errors
/// If a log is running already.
pub fn start(format: LogFormat, level: &str) -> Result<Log, Failure> {
    // Offers of browsers that the media plane does not use are not worth a warning to the operator.
    let quiet = if ["debug", "trace"].contains(&level) { "" } else { ",str0m=error,quinn_udp=error" };
    let filter = EnvFilter::new(format!("{level}{quiet}"));
    let queue = LogQueue::to_stderr().map_err(|e| Failure::refused(format!("cannot start the log: {e}")))?;
    // Internal errors of the log must not be printed to standard error, which could panic.
    let log = tracing_subscriber::fmt().with_env_filter(filter).log_internal_errors(false).with_writer(queue.clone());
    let started = match format {
        LogFormat::Text => log.with_ansi(false).try_init(),
        LogFormat::Json => log.json().try_init(),
    };
    started.map_err(|e| Failure::refused(format!("cannot start the log: {e}")))?;
    // The standard library's hook writes to standard error, where a full pipe would block the thread.
    panic::set_hook(Box::new(log_panic));
    Ok(Log(queue))
}

fn log_panic(info: &PanicHookInfo<'_>) {
    let at = info.location().map(ToString::to_string).unwrap_or_default();
    let current = thread::current();
    tracing::error!(thread = current.name().unwrap_or_default(), at, "panicked: {}", message(info.payload()));
}

fn message(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("(no message)")
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum LogFormat {
    Text,
    Json,
}
