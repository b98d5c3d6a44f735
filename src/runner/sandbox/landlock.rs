//! Landlock: which files the program may reach, and, where the kernel has it, no TCP, no signals and no abstract sockets to
//! the outside.

use super::{
    cell::{CellProgram, SandboxCell},
    error::{During, Result, SandboxError},
    sabotage::SandboxSabotage,
};
use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset, RulesetAttr,
    RulesetCreatedAttr, RulesetError, RulesetStatus, Scope,
};
use std::path::Path;

/// Versions that added something to enforce, the newest first.
const VERSIONS: [i32; 7] = [9, 6, 5, 4, 3, 2, 1];
const RANDOM: [&str; 2] = ["/dev/urandom", "/dev/random"];
const INPUT: &str = "/proc/self/fd/0";
/// Files that runtimes read of their own process. Not the folder: `net`, also that of a thread, has the connections of the whole
/// machine where there is no network namespace.
const OWN_PROCESS: [&str; 6] = ["cmdline", "fd", "maps", "stat", "statm", "status"];

/// A ruleset that handles everything that `abi` knows. Fails if the kernel does not enforce all of it.
fn ruleset(abi: ABI) -> std::result::Result<Ruleset, RulesetError> {
    let mut set =
        Ruleset::default().set_compatibility(CompatLevel::HardRequirement).handle_access(AccessFs::from_all(abi))?;
    if abi >= ABI::V4 {
        set = set.handle_access(AccessNet::from_all(abi))?;
    }
    if abi >= ABI::V6 {
        set = set.scope(Scope::from_all(abi))?;
    }
    Ok(set)
}

/// Version of the newest ABI of which the kernel enforces everything; 0 without Landlock.
pub fn newest_abi() -> i32 {
    let holds = |version: &i32| ruleset(ABI::from(*version)).is_ok_and(|set| set.create().is_ok());
    VERSIONS.into_iter().find(holds).unwrap_or(0)
}

pub fn apply(cell: &SandboxCell) -> Result<()> {
    if cell.lacks(SandboxSabotage::Landlock) {
        return nix::sys::prctl::set_no_new_privs().during("no_new_privs");
    }
    if cell.landlock_abi < 1 {
        return Err(SandboxError::new("this kernel has no Landlock"));
    }
    let abi = ABI::from(cell.landlock_abi);
    let rules = rules(cell, abi)?;
    let set = ruleset(abi).and_then(Ruleset::create).during("landlock")?;
    let set = set.add_rules(rules.into_iter().map(Ok::<_, RulesetError>)).during("landlock")?;
    let status = set.restrict_self().during("landlock")?;
    if status.ruleset != RulesetStatus::FullyEnforced || !status.no_new_privs {
        return Err(SandboxError::new(format!("landlock is only {:?}", status.ruleset)));
    }
    Ok(())
}

fn rules(cell: &SandboxCell, abi: ABI) -> Result<Vec<PathBeneath<PathFd>>> {
    let read = AccessFs::from_read(abi);
    let of_file = AccessFs::from_file(abi);
    let only_read = BitFlags::from(AccessFs::ReadFile);
    let write = writable(abi);
    let mut rules = Vec::new();
    // Paths that this machine lacks are left out.
    let mut add = |path: &Path, access: BitFlags<AccessFs>| {
        let access = if path.is_dir() { access } else { access & of_file };
        rules.extend(PathFd::new(path).ok().map(|fd| PathBeneath::new(fd, access)));
    };
    // A link would stand for what it leads to.
    for path in cell.read.iter().filter(|path| !path.is_symlink()) {
        add(path, read);
    }
    // Its number outlives `exec`.
    let own = Path::new("/proc").join(std::process::id().to_string());
    for name in OWN_PROCESS {
        add(&own.join(name), only_read | AccessFs::ReadDir);
    }
    // `/dev/stdin` opens the input again, whose path is out of reach otherwise. Pipes, such as the outputs, need no rule.
    for path in RANDOM.into_iter().chain([INPUT].into_iter().filter(|input| Path::new(input).is_file())) {
        add(Path::new(path), only_read);
    }
    if !matches!(cell.program, CellProgram::Command(_)) {
        add(Path::new("/proc/self/exe"), read);
    }
    // These must exist.
    let must = |path: &Path, access| {
        Ok(PathBeneath::new(PathFd::new(path).during(&format!("landlock: {}", path.display()))?, access))
    };
    rules.push(must(Path::new("/dev/null"), only_read | AccessFs::WriteFile)?);
    rules.push(must(&cell.build(), if cell.is_compile { write } else { read })?);
    if cell.has_namespaces {
        rules.push(must(Path::new("/tmp"), write & !AccessFs::Execute)?);
    }
    Ok(rules)
}

/// Everything but device nodes, sockets and device ioctls.
fn writable(abi: ABI) -> BitFlags<AccessFs> {
    let devices = AccessFs::MakeChar | AccessFs::MakeBlock | AccessFs::IoctlDev;
    AccessFs::from_all(abi) & !(devices | AccessFs::MakeSock | AccessFs::ResolveUnix)
}
