//! The list of allowed system calls. Everything else does not exist for the program (`ENOSYS`), including what a later
//! kernel adds: runtimes then fall back as they do on old kernels. Some calls are answered without being made: what they
//! do to a file is seen by every other program that has the file open.

use super::{
    cell::SandboxCell,
    error::{During, Result},
    sabotage::SandboxSabotage,
    syscalls::{ADVICE, ARCH_SYSCALLS, COMMON, FCNTLS, FORKS, LOCKS, OF_ANY_PROCESS, OLD_ATTRIBUTES, PRCTLS},
};
#[allow(clippy::wildcard_imports, reason = "some 100 constants")]
use nix::libc::*;
use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule,
};
use std::collections::BTreeMap;

type SeccompConditions = Vec<std::result::Result<SeccompCondition, BackendError>>;

const CLONE_NEWTIME: u64 = 0x80;

pub fn apply(cell: &SandboxCell) -> Result<()> {
    if cell.lacks(SandboxSabotage::Seccomp) {
        return Ok(());
    }
    let of_call = if cell.lacks(SandboxSabotage::Answers) { Vec::new() } else { answered(cell) };
    for (errno, calls) in of_call {
        // An answer has precedence over "allowed", whichever filter is first.
        let program = filter(calls, SeccompAction::Allow, SeccompAction::Errno(errno)).during("seccomp")?;
        seccompiler::apply_filter(&program).during("seccomp")?;
    }
    let allowed = unconditional(cell).into_iter().map(|call| (call, vec![])).chain(conditional(cell)).collect();
    let refuse = SeccompAction::Errno(ENOSYS.unsigned_abs());
    let program = filter(allowed, refuse, SeccompAction::Allow).during("seccomp")?;
    seccompiler::apply_filter(&program).during("seccomp")
}

fn filter(calls: Vec<SeccompCall>, others: SeccompAction, matched: SeccompAction) -> Result2<BpfProgram> {
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> = BTreeMap::new();
    for (call, alternatives) in calls {
        let rule = |conditions: SeccompConditions| SeccompRule::new(conditions.into_iter().collect::<Result2<_>>()?);
        let alternatives = alternatives.into_iter().map(rule).collect::<Result2<_>>()?;
        // A call that is named without conditions stays so.
        rules.entry(call).or_insert(alternatives);
    }
    SeccompFilter::new(rules, others, matched, std::env::consts::ARCH.try_into()?)?.try_into()
}

type Result2<T> = std::result::Result<T, BackendError>;
/// A call with any of the alternatives, each of which is met by all its conditions; none: whatever its arguments.
type SeccompCall = (i64, Vec<SeccompConditions>);

fn unconditional(cell: &SandboxCell) -> Vec<i64> {
    let mut calls = COMMON.to_vec();
    calls.extend(ARCH_SYSCALLS);
    if cell.is_compile {
        // A program would read from the free space of a disk what others write there.
        calls.extend([SYS_statfs, SYS_fstatfs]);
        calls.extend([SYS_fchmod, SYS_fchmodat, SYS_fchown, SYS_utimensat, SYS_truncate]);
        calls.extend(OLD_ATTRIBUTES);
    }
    if cell.may_fork {
        calls.extend(FORKS);
        // Their arguments may be other processes of its own.
        calls.extend([SYS_kill, SYS_tgkill, SYS_getpriority, SYS_futex]);
        calls.extend(OF_ANY_PROCESS);
        calls.extend(CLOCKS);
        if cell.has_namespaces {
            // Elsewhere the process group must not be left: it is what gets killed.
            calls.extend([SYS_setsid, SYS_setpgid]);
        }
    }
    calls
}

fn is(argument: u8, value: u64) -> Result2<SeccompCondition> {
    SeccompCondition::new(argument, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, value)
}

fn is_not(argument: u8, value: u64) -> Result2<SeccompCondition> {
    SeccompCondition::new(argument, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, value)
}

fn masked(argument: u8, mask: u64, value: u64) -> Result2<SeccompCondition> {
    SeccompCondition::new(argument, SeccompCmpArgLen::Qword, SeccompCmpOp::MaskedEq(mask), value)
}

fn any_of(argument: u8, values: &[u64]) -> Vec<SeccompConditions> {
    values.iter().map(|value| vec![is(argument, *value)]).collect()
}

/// Calls that depend on their arguments.
fn conditional(cell: &SandboxCell) -> Vec<SeccompCall> {
    let own = u64::from(std::process::id());
    let thread = if cell.may_fork { 0 } else { flag(CLONE_THREAD) };
    let own_clock = u64::from(!std::process::id() << 3);
    let of_itself = OF_ANY_PROCESS.iter().map(|call| (*call, any_of(0, &[0, own])));
    // A clock is that of the machine, of a thread of its own, or of any process.
    let clocks = CLOCKS.iter().map(|call| {
        (
            *call,
            vec![vec![masked(0, 1 << 31, 0)], vec![masked(0, 1 << 2, 1 << 2)], vec![masked(0, 0xffff_fff8, own_clock)]],
        )
    });
    let calls = vec![
        // Threads, and processes only where allowed; never a namespace. `clone3` hides its flags: refused.
        (SYS_clone, vec![vec![masked(0, namespaces() | thread, thread)]]),
        // Memory that is shared and belongs to no file is not counted by RLIMIT_DATA.
        (SYS_mmap, vec![vec![masked(3, flag(MAP_SHARED), 0)], vec![masked(3, flag(MAP_ANONYMOUS), 0)]]),
        // Without what changes how the memory of a file is held for all programs, or merges what is equal.
        (SYS_madvise, any_of(2, &ADVICE.map(flag))),
        // Waits on a page of a file are woken by all who have the file. pthread_join waits so; only the kernel has to wake it.
        (
            SYS_futex,
            vec![
                vec![masked(1, flag(FUTEX_PRIVATE_FLAG), flag(FUTEX_PRIVATE_FLAG))],
                vec![masked(1, FUTEX_COMMANDS, flag(FUTEX_WAIT))],
                vec![masked(1, FUTEX_COMMANDS, flag(FUTEX_WAIT_BITSET))],
            ],
        ),
        // Only itself: other processes of the same user would otherwise be within reach.
        (SYS_kill, any_of(0, &[own])),
        (SYS_tgkill, any_of(0, &[own])),
        (SYS_prlimit64, any_of(0, &[0, own])),
        (SYS_getpriority, vec![vec![is(0, 0), is(1, 0)], vec![is(0, 0), is(1, own)]]),
        (SYS_socketpair, any_of(0, &[flag(AF_UNIX)])),
        // Mono asks for the policy that every process has. It is answered.
        (SYS_sched_setscheduler, any_of(1, &[flag(SCHED_OTHER)])),
        // Without F_SETOWN, which sends signals to others. Locks are answered.
        (SYS_fcntl, any_of(1, &[&FCNTLS[..], &LOCKS].concat().into_iter().map(flag).collect::<Vec<_>>())),
        (SYS_ioctl, any_of(1, &[TCGETS, FIONREAD, FIONBIO, FIOCLEX, FIONCLEX, TIOCGWINSZ])),
        (SYS_prctl, any_of(0, &PRCTLS.map(flag))),
    ];
    calls.into_iter().chain(of_itself).chain(clocks).collect()
}

/// Calls that are not made, with the number that they return: 0 for success. A lock always succeeds where no other program
/// has the file; advice need not be taken; and the scheduling that a program may ask for is the usual one.
fn answered(cell: &SandboxCell) -> Vec<(u32, Vec<SeccompCall>)> {
    let own = u64::from(std::process::id());
    let of_others = vec![vec![is_not(0, 0), is_not(0, own)]];
    let unbuffered = |argument| masked(argument, flag(O_DIRECT), flag(O_DIRECT));
    let mut done = vec![
        (SYS_flock, vec![]),
        (SYS_fcntl, any_of(1, &LOCKS.map(flag))),
        (SYS_fadvise64, vec![]),
        (SYS_sched_getscheduler, vec![]),
        (SYS_sched_setscheduler, any_of(1, &[flag(SCHED_OTHER)])),
    ];
    if !cell.may_fork {
        // Numbers of its threads cannot be distinguished from those of other processes.
        done.push((SYS_sched_getparam, of_others));
    }
    let refused = vec![
        (SYS_openat, vec![vec![unbuffered(2)]]),
        #[cfg(target_arch = "x86_64")]
        (SYS_open, vec![vec![unbuffered(1)]]),
        (SYS_fcntl, vec![vec![is(1, flag(F_SETFL)), unbuffered(2)]]),
    ];
    vec![(0, done), (EINVAL.unsigned_abs(), refused)]
}

const CLOCKS: [i64; 4] = [SYS_clock_gettime, SYS_clock_getres, SYS_clock_nanosleep, SYS_timer_create];
/// The command of `futex`, with the flag of private memory.
const FUTEX_COMMANDS: u64 = 0xff;

fn flag(value: i32) -> u64 {
    u64::from(value.cast_unsigned())
}

fn namespaces() -> u64 {
    let all = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;
    flag(all) | CLONE_NEWTIME
}
