//! One sandboxed command: what it may do, and the report on it.

use super::sabotage::{self, SandboxSabotage};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// Describes one sandboxed command; the argument of the stages.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "independent permissions of one command")]
pub struct SandboxCell {
    /// The job's folder. The command sees nothing of it but `build`.
    pub dir: PathBuf,
    pub program: CellProgram,
    pub env: Vec<(String, String)>,
    /// Files and folders that it may read and execute, and links to them.
    pub read: Vec<PathBuf>,
    /// Whether `build` is writable.
    pub is_compile: bool,
    /// Whether it may start other processes.
    pub may_fork: bool,
    pub cpu_ms: u64,
    pub wall_ms: u64,
    /// The program's limit and the need of its runtime together.
    pub memory_mb: u64,
    /// Whether the runtime works with `RLIMIT_AS`; those that reserve address space do not.
    pub limits_address_space: bool,
    pub threads: u64,
    /// Largest file, including the captured output.
    pub file_mb: u64,
    pub scratch_mb: u64,
    pub scratch_files: u64,
    pub has_namespaces: bool,
    pub landlock_abi: i32,
    pub cgroup: Option<PathBuf>,
    /// Whether it yields the processors to all else.
    pub is_idle: bool,
    /// Whether the program yields by niceness alone, because the runtime does not bear the policy.
    pub only_nice: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sabotage: Vec<SandboxSabotage>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CellProgram {
    Command(Vec<String>),
    /// This binary, which tries from inside what must fail.
    SelfCheck,
    /// This binary, which uses the CPU until it is stopped.
    BusyLoop,
}

impl SandboxCell {
    /// Folder that the program starts in, as it sees it.
    pub fn build(&self) -> PathBuf {
        if self.has_namespaces { "/work".into() } else { self.dir.join("build") }
    }

    pub const fn memory_bytes(&self) -> u64 {
        self.memory_mb << 20
    }

    pub fn lacks(&self, fault: SandboxSabotage) -> bool {
        sabotage::has(&self.sabotage, fault)
    }
}

/// Begins what the last stage says where the kernel does not execute a program that a compiler made.
pub const NOT_EXECUTED: &str = "not executed: ";

/// Why the warden ended a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Killed {
    Cpu,
    Wall,
    Memory,
    /// The program hardly ever got a processor.
    Starved,
}

/// The warden's report on a command that it saw to its end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CellReport {
    /// Why it was not run as required.
    pub error: Option<String>,
    /// Why the kernel does not execute what a compiler made of the source code.
    #[serde(default)]
    pub not_executed: Option<String>,
    pub exit: Option<i32>,
    pub signal: Option<i32>,
    pub killed: Option<Killed>,
    pub cpu_ms: u64,
    pub wall_ms: u64,
    pub memory_kb: u64,
}

impl CellReport {
    pub fn failed(error: impl std::fmt::Display) -> Self {
        let error = error.to_string();
        match error.strip_prefix(NOT_EXECUTED) {
            Some(why) => Self { not_executed: Some(why.to_owned()), ..Self::default() },
            None => Self { error: Some(error), ..Self::default() },
        }
    }

    pub fn is_success(&self) -> bool {
        self.error.is_none() && self.not_executed.is_none() && self.killed.is_none() && self.exit == Some(0)
    }
}
