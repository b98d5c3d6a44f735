//! Programs that run when nothing else wants the processor, so that the server beside them does not wait for them.
//!
//! Niceness alone does not suffice: a program that computes delays what the server does by what is left of its time slice,
//! unless it has the policy `SCHED_IDLE` (sched(7)). `chrt` of util-linux sets it, for only `unsafe` code could do so from
//! within.

use super::error::{During, Result, SandboxError};
use rustix::process::setpriority_process;
use std::process::{Command, Stdio};

/// Niceness of a runtime that does not bear the policy, such as Mono, which writes about it to standard output.
const LEAST: i32 = 19;

/// Tries what [`yield_processors`] needs.
///
/// # Errors
/// If `chrt` is missing or fails.
pub fn probe() -> Result<()> {
    chrt(&["-i", "0", "true"])
}

/// Makes this process, and those that it starts from now on, run when nothing else does; with `only_nice` they keep the usual
/// policy and get the smallest share.
pub fn yield_processors(only_nice: bool) -> Result<()> {
    if only_nice {
        return setpriority_process(None, LEAST).during("setpriority");
    }
    chrt(&["-i", "-p", "0", &std::process::id().to_string()])
}

fn chrt(args: &[&str]) -> Result<()> {
    let output = Command::new("chrt").args(args).stdin(Stdio::null()).output().during("chrt")?;
    if output.status.success() {
        return Ok(());
    }
    Err(SandboxError::new(format!("chrt: {}", String::from_utf8_lossy(&output.stderr).trim())))
}
