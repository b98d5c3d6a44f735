//! Programs that run when nothing else wants the processor, so that the server beside them does not wait for them.
//!
//! Niceness does not suffice: a program that computes delays what the server does by what is left of its time slice, unless it
//! has the policy `SCHED_IDLE` (sched(7)). `chrt` of util-linux sets it, for only `unsafe` code could do so from within.

use super::error::{During, Result, SandboxError};
use std::process::{Command, Stdio};

/// Tries what [`run_when_idle`] needs.
///
/// # Errors
/// If `chrt` is missing or fails.
pub fn probe() -> Result<()> {
    chrt(&["-i", "0", "true"])
}

/// Makes this process, and those that it starts from now on, run when nothing else does.
pub fn run_when_idle() -> Result<()> {
    chrt(&["-i", "-p", "0", &std::process::id().to_string()])
}

fn chrt(args: &[&str]) -> Result<()> {
    let output = Command::new("chrt").args(args).stdin(Stdio::null()).output().during("chrt")?;
    if output.status.success() {
        return Ok(());
    }
    Err(SandboxError::new(format!("chrt: {}", String::from_utf8_lossy(&output.stderr).trim())))
}
