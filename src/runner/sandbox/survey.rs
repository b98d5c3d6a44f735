//! Which layers of the sandbox hold on this machine, proved by the self-check, and what to do about those that do not.

use super::{
    Cancel, Sandbox,
    cell::{CellProgram, Killed, SandboxCell},
    cgroup,
    error::{During, Result, SandboxError},
    landlock, paths,
    sabotage::{self, SandboxSabotage},
    scratch::Scratch,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Whether namespaces are used where they exist, or demanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SandboxPolicy {
    Auto,
    Require,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SandboxLayer {
    pub name: String,
    /// Whether programs are refused without the layer.
    pub is_required: bool,
    pub holds: bool,
    /// A description of the layer, or the reason why it does not hold.
    pub detail: String,
    /// Remedy where it does not hold.
    pub fix: Option<String>,
}

#[derive(Debug)]
pub struct Survey {
    pub layers: Vec<SandboxLayer>,
    /// The sandbox to use; `None` if a required layer does not hold.
    pub sandbox: Option<Sandbox>,
}

const FIX_LANDLOCK: &str = "use a kernel of version 5.13 or later with Landlock; where it is built in but not active, add \
     landlock to the kernel parameter lsm=";
const FIX_NAMESPACES: &str = "allow unprivileged user namespaces: sysctl user.max_user_namespaces above 0, on Debian \
     kernel.unprivileged_userns_clone=1, on Ubuntu kernel.apparmor_restrict_unprivileged_userns=0, and no RestrictNamespaces= \
     in the unit";
const FIX_CGROUP: &str = "run it as a systemd service with Delegate=memory pids on a machine with cgroup v2, as \
     invigil-runner.service does";
const FIX_SELF_CHECK: &str = "see which check failed; nothing runs until all hold";

const MEMORY_MB: u64 = 256;
const CPU_MS: u64 = 2_000;
const WATCHED_CPU_MS: u64 = 50;

/// Tries every layer in a sandboxed process.
///
/// # Errors
/// If the scratch folder does not work.
pub fn survey(scratch: &Scratch, mode: SandboxPolicy) -> Result<Survey> {
    let faults = sabotage::selected();
    let cgroup = if sabotage::has(&faults, SandboxSabotage::Cgroup) {
        Err(SandboxError::new("not looked for"))
    } else {
        cgroup::delegated()
    };
    let base = Sandbox {
        has_namespaces: false,
        landlock_abi: landlock::newest_abi(),
        cgroup: cgroup.as_ref().ok().cloned(),
        yields: false,
        starved_at: Arc::default(),
        sabotage: faults,
    };
    let full = Sandbox { has_namespaces: true, ..base.clone() };
    let with_namespaces = if sabotage::has(&base.sabotage, SandboxSabotage::Namespaces) {
        Err(SandboxError::new("not looked for"))
    } else {
        self_check(&full, scratch)
    };
    let (sandbox, checked) = match &with_namespaces {
        Ok(()) => (full, Ok(())),
        Err(_) => (base.clone(), self_check(&base, scratch)),
    };
    let layers = layers(&sandbox, mode, checked.as_ref().err(), with_namespaces.err().as_ref(), cgroup.err().as_ref());
    let is_safe = layers.iter().all(|layer| layer.holds || !layer.is_required);
    Ok(Survey { layers, sandbox: is_safe.then_some(sandbox) })
}

fn layers(
    sandbox: &Sandbox,
    mode: SandboxPolicy,
    failed: Option<&SandboxError>,
    no_namespaces: Option<&SandboxError>,
    no_cgroup: Option<&SandboxError>,
) -> Vec<SandboxLayer> {
    let layer = |name: &str, is_required, failure: Option<String>, detail: &str, fix: &str| SandboxLayer {
        name: name.to_owned(),
        is_required,
        holds: failure.is_none(),
        fix: failure.is_some().then(|| fix.to_owned()),
        detail: failure.unwrap_or_else(|| detail.to_owned()),
    };
    let checked = || failed.map(ToString::to_string);
    let no_landlock = (sandbox.landlock_abi < 1).then(|| "this kernel has no Landlock".to_owned());
    let abi = format!("ABI {}", sandbox.landlock_abi);
    let must = mode == SandboxPolicy::Require;
    vec![
        layer("rlimits", true, checked(), "CPU, memory, files, threads", FIX_SELF_CHECK),
        layer("landlock", true, no_landlock.or_else(checked), &abi, FIX_LANDLOCK),
        layer("seccomp", true, checked(), "allow-list of system calls", FIX_SELF_CHECK),
        layer("watch", true, checked(), "memory, CPU and wall clock every 2 to 10 ms", FIX_SELF_CHECK),
        layer("self-check", true, checked(), "every attempt from inside failed", FIX_SELF_CHECK),
        layer(
            "namespaces",
            must,
            no_namespaces.map(ToString::to_string),
            "user, pid, mount, net, ipc, uts, cgroup",
            FIX_NAMESPACES,
        ),
        layer("cgroup", must, no_cgroup.map(ToString::to_string), "memory.max, pids.max, cgroup.kill", FIX_CGROUP),
    ]
}

/// # Errors
/// Fails with the layer that does not hold.
fn self_check(sandbox: &Sandbox, scratch: &Scratch) -> Result<()> {
    let job = scratch.job()?;
    let run = |program, cpu_ms| {
        let cell = sandbox.cell(SandboxCell {
            dir: job.path().to_owned(),
            program,
            env: Vec::new(),
            read: paths::resolved(paths::libraries()),
            is_compile: false,
            may_fork: false,
            cpu_ms,
            wall_ms: cpu_ms * 5 + 1_000,
            memory_mb: MEMORY_MB,
            limits_address_space: true,
            threads: 1,
            file_mb: 1,
            scratch_mb: 1,
            scratch_files: 10,
            has_namespaces: false,
            landlock_abi: 0,
            cgroup: None,
            is_idle: false,
            only_nice: false,
            sabotage: Vec::new(),
        });
        sandbox.run(&cell, &Cancel::default())
    };
    let mut report = run(CellProgram::SelfCheck, CPU_MS)?;
    if !report.is_success() {
        // It found nothing, and did not end: a moment without memory would cost this machine a layer until the next start.
        report = run(CellProgram::SelfCheck, CPU_MS)?;
    }
    if sabotage::has(&sandbox.sabotage, SandboxSabotage::SelfCheck) {
        return Ok(());
    }
    let text =
        |name| job.read(name, 4_096).map(|(bytes, _)| String::from_utf8_lossy(&bytes).trim().replace('\n', ", "));
    let missing = text("out")?;
    if !report.is_success() {
        let why = text("err")?;
        return Err(SandboxError::new(format!("the self-check did not finish ({report:?}): {why}")));
    }
    if !missing.is_empty() {
        return Err(SandboxError::new(format!("does not hold: {missing}")));
    }
    let is_watched = || Ok(run(CellProgram::BusyLoop, WATCHED_CPU_MS).during("watch")?.killed == Some(Killed::Cpu));
    // One measurement on a machine that stood still must not cost a layer either.
    if is_watched()? || is_watched()? { Ok(()) } else { Err(SandboxError::new("does not hold: CPU time is watched")) }
}
