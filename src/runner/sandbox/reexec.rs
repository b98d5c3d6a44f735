//! Command lines by which this binary executes itself.

use std::{os::unix::process::CommandExt, process::Command};

/// This binary, whatever its path is by now.
pub const OWN_BINARY: &str = "/proc/self/exe";
/// The command whose hidden arguments the stages are.
pub const COMMAND: &str = "runner";
pub const JAIL: &str = "__jail";
pub const WARDEN: &str = "__warden";
pub const PROGRAM: &str = "__program";
pub const SELF_CHECK: &str = "__self-check";
/// The half of a runner that serves (`cli/runner/serving.rs`).
pub const SERVE: &str = "__serve";
pub const BUSY_LOOP: &str = "__busy-loop";

/// A stage, with an empty environment.
pub fn stage(args: &[&str]) -> Command {
    let mut command = Command::new(OWN_BINARY);
    command.arg(COMMAND).args(args).env_clear();
    command
}

/// The half of a runner that serves; `passed` is the descriptor of the findings. The command line that started this process
/// follows, for those who look at the list of processes.
pub fn serving(passed: i32) -> Command {
    let mut command = Command::new(OWN_BINARY);
    command.arg0("invigil").args([COMMAND, SERVE, &passed.to_string()]).args(std::env::args_os().skip(1));
    command
}

/// The command line of this process, again.
pub fn this_command() -> Command {
    let mut command = Command::new(OWN_BINARY);
    command.args(std::env::args_os().skip(1));
    command
}
