//! Injected faults, so that the attack suite can prove that it would detect a layer that does not hold. Debug builds only,
//! and only those that `INVIGIL_SANDBOX_SABOTAGE` names, separated by commas; release builds ignore all of this.

use serde::{Deserialize, Serialize};

/// A fault to inject: a layer that is not applied, or a duty that is not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SandboxSabotage {
    Rlimits,
    Landlock,
    Seccomp,
    /// Calls that are answered are made: locks, advice.
    Answers,
    /// The watch measures, but never ends a program.
    Watch,
    /// The self-check reports that everything holds.
    SelfCheck,
    /// Behaves as on a machine without user namespaces.
    Namespaces,
    /// Behaves as on a machine without a delegated cgroup.
    Cgroup,
    /// Processes that outlive the program are not ended.
    Cleanup,
    /// The death of the runner is not noticed.
    Lifeline,
    /// The program inherits open descriptors, one of them on the job's folder.
    Descriptors,
    /// The program inherits the environment.
    Environment,
}

/// The faults that the environment selects.
#[cfg(debug_assertions)]
pub fn selected() -> Vec<SandboxSabotage> {
    let names = std::env::var("INVIGIL_SANDBOX_SABOTAGE").unwrap_or_default();
    let parse = |name: &str| serde_json::from_value(serde_json::Value::from(name)).ok();
    let selected: Vec<_> = names.split(',').filter_map(parse).collect();
    if !selected.is_empty() {
        tracing::error!("INVIGIL_SANDBOX_SABOTAGE is set: the sandbox does not hold, on purpose");
    }
    selected
}

#[cfg(not(debug_assertions))]
pub const fn selected() -> Vec<SandboxSabotage> {
    Vec::new()
}

/// Whether `fault` is among the `selected` ones; never in a release build.
pub fn has(selected: &[SandboxSabotage], fault: SandboxSabotage) -> bool {
    cfg!(debug_assertions) && selected.contains(&fault)
}
