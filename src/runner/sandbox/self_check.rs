//! The self-check: a program in the sandbox that tries what must fail. A layer that is thought to hold, and does not, is
//! found before the first job.

use super::{
    cell::SandboxCell,
    error::{During, Result},
    reexec::OWN_BINARY,
    rlimits,
};
use nix::{
    sched::{CloneFlags, unshare},
    sys::{resource::getrlimit, signal::kill},
    unistd::getppid,
};
use std::{
    fs::{self, File},
    hint,
    io::Write,
    net::UdpSocket,
    path::Path,
    process::Command,
};

/// Connections of the whole machine, where there is no network namespace.
const NETWORK: [&str; 4] = ["self/net/dev", "self/net/tcp", "self/net/unix", "thread-self/net/dev"];
const MACHINE: [&str; 5] = ["stat", "meminfo", "loadavg", "locks", "self/mountinfo"];

/// Runs as the program. Writes the names of what does not hold to standard output, one per line.
pub fn inside(cell: &SandboxCell) -> Result<()> {
    let status = fs::read_to_string("/proc/self/status").during("status")?;
    let has = |line: &str| status.lines().any(|own| own.split_whitespace().eq(line.split_whitespace()));
    let holds = [
        ("seccomp is active", has("Seccomp: 2")),
        ("new privileges are refused", has("NoNewPrivs: 1")),
        ("no capabilities", has("CapEff: 0000000000000000")),
        ("system files are hidden", fs::read("/etc/passwd").is_err() && fs::read_dir("/").is_err()),
        ("other programs are hidden", fs::read_dir("/usr/bin").is_err()),
        ("the network is hidden", NETWORK.iter().all(is_hidden)),
        ("the machine is hidden", MACHINE.iter().all(is_hidden)),
        ("no locks on files", is_unlocked()),
        ("its folder is read-only", File::create("self-check").is_err()),
        ("no sockets", UdpSocket::bind("127.0.0.1:0").is_err()),
        ("no processes", Command::new("/bin/true").status().is_err()),
        ("no namespaces", unshare(CloneFlags::CLONE_NEWUSER).is_err()),
        ("no signals to others", kill(getppid(), None).is_err()),
        ("resource limits", has_rlimits(cell)),
        ("memory is limited", is_memory_limited(cell)),
        ("processes of others are hidden", !cell.has_namespaces || !fs::exists("/proc/3").unwrap_or(false)),
    ];
    let missing = holds.iter().filter(|(_, holds)| !holds).map(|(name, _)| format!("{name}\n"));
    std::io::stdout().write_all(missing.collect::<String>().as_bytes()).during("output")
}

fn is_hidden(name: &&str) -> bool {
    fs::read(Path::new("/proc").join(name)).is_err()
}

/// A second lock would be refused if the first one had been made.
fn is_unlocked() -> bool {
    let locked = || File::open(OWN_BINARY).is_ok_and(|file| file.try_lock().map(|()| std::mem::forget(file)).is_ok());
    locked() && locked()
}

fn has_rlimits(cell: &SandboxCell) -> bool {
    // Those of other processes of the user cannot be counted from here.
    let cell = SandboxCell { has_namespaces: true, ..cell.clone() };
    let expected = rlimits::of(&cell);
    expected.into_iter().all(|(which, soft, hard)| match which {
        nix::sys::resource::Resource::RLIMIT_NPROC => getrlimit(which).is_ok_and(|(_, set)| set < 1 << 20),
        _ => getrlimit(which) == Ok((soft, hard)),
    })
}

fn is_memory_limited(cell: &SandboxCell) -> bool {
    let too_much = usize::try_from(cell.memory_bytes()).unwrap_or(usize::MAX);
    Vec::<u8>::new().try_reserve_exact(too_much).is_err()
}

/// Runs as the program, until the watch ends it.
pub fn busy_loop() -> bool {
    loop {
        hint::spin_loop();
    }
}
