//! The list of allowed system calls. Everything else does not exist for the program (`ENOSYS`), including what a later
//! kernel adds: runtimes then fall back as they do on old kernels.

use super::{
    cell::SandboxCell,
    error::{During, Result},
    sabotage::SandboxSabotage,
};
#[allow(clippy::wildcard_imports, reason = "some 200 constants")]
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
    let program = program(cell).during("seccomp")?;
    seccompiler::apply_filter(&program).during("seccomp")
}

fn program(cell: &SandboxCell) -> std::result::Result<BpfProgram, BackendError> {
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> = unconditional(cell).into_iter().map(|n| (n, vec![])).collect();
    for (call, alternatives) in conditional(cell) {
        let rule = |conditions: SeccompConditions| SeccompRule::new(conditions.into_iter().collect::<Result2<_>>()?);
        let alternatives = alternatives.into_iter().map(rule).collect::<Result2<_>>()?;
        // A call that is allowed without conditions stays so.
        rules.entry(call).or_insert(alternatives);
    }
    let refuse = SeccompAction::Errno(ENOSYS.unsigned_abs());
    SeccompFilter::new(rules, refuse, SeccompAction::Allow, std::env::consts::ARCH.try_into()?)?.try_into()
}

type Result2<T> = std::result::Result<T, BackendError>;

fn unconditional(cell: &SandboxCell) -> Vec<i64> {
    let mut calls = COMMON.to_vec();
    calls.extend(ARCH_SYSCALLS);
    if cell.is_compile {
        calls.extend([SYS_fchmod, SYS_fchmodat, SYS_fchown, SYS_utimensat, SYS_truncate]);
        calls.extend(OLD_ATTRIBUTES);
    }
    if cell.may_fork {
        calls.extend(FORKS);
        calls.extend([SYS_kill, SYS_tgkill]);
        if cell.has_namespaces {
            // Elsewhere the process group must not be left: it is what gets killed.
            calls.extend([SYS_setsid, SYS_setpgid]);
        }
    }
    calls
}

/// Calls that depend on their arguments: any of the alternatives, each of which is met by all its conditions.
fn conditional(cell: &SandboxCell) -> Vec<(i64, Vec<SeccompConditions>)> {
    let is = |argument, value: u64| SeccompCondition::new(argument, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, value);
    let masked = |argument, mask: u64, value: u64| {
        SeccompCondition::new(argument, SeccompCmpArgLen::Qword, SeccompCmpOp::MaskedEq(mask), value)
    };
    let any_of = |argument, values: &[u64]| values.iter().map(|value| vec![is(argument, *value)]).collect::<Vec<_>>();
    let own = u64::from(std::process::id());
    let thread = if cell.may_fork { 0 } else { flag(CLONE_THREAD) };
    vec![
        // Threads, and processes only where allowed; never a namespace. `clone3` hides its flags: refused.
        (SYS_clone, vec![vec![masked(0, namespaces() | thread, thread)]]),
        // Memory that is shared and belongs to no file is not counted by RLIMIT_DATA.
        (SYS_mmap, vec![vec![masked(3, flag(MAP_SHARED), 0)], vec![masked(3, flag(MAP_ANONYMOUS), 0)]]),
        // Only itself: other processes of the same user would otherwise be within reach.
        (SYS_kill, any_of(0, &[own])),
        (SYS_tgkill, any_of(0, &[own])),
        (SYS_prlimit64, any_of(0, &[0, own])),
        (SYS_socketpair, any_of(0, &[flag(AF_UNIX)])),
        // Mono asks for the policy that every process has.
        (SYS_sched_setscheduler, any_of(1, &[flag(SCHED_OTHER)])),
        // Without F_SETOWN, which sends signals to others.
        (SYS_fcntl, any_of(1, &FCNTLS.map(flag))),
        (SYS_ioctl, any_of(1, &[TCGETS, FIONREAD, FIONBIO, FIOCLEX, FIONCLEX, TIOCGWINSZ])),
        (SYS_prctl, any_of(0, &PRCTLS.map(flag))),
    ]
}

fn flag(value: i32) -> u64 {
    u64::from(value.cast_unsigned())
}

fn namespaces() -> u64 {
    let all = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;
    flag(all) | CLONE_NEWTIME
}

const FCNTLS: [i32; 10] =
    [F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_GETLK, F_SETLK, F_SETLKW, F_DUPFD_CLOEXEC, F_GETPIPE_SZ];
const PRCTLS: [i32; 6] = [PR_SET_NAME, PR_GET_NAME, PR_GET_DUMPABLE, PR_CAPBSET_READ, PR_GET_NO_NEW_PRIVS, PR_SET_VMA];

#[rustfmt::skip]
const COMMON: &[i64] = &[
    // Files that are open, or that Landlock lets it open.
    SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_pread64, SYS_pwrite64, SYS_preadv, SYS_pwritev, SYS_lseek,
    SYS_openat, SYS_close, SYS_close_range, SYS_dup, SYS_dup3, SYS_pipe2, SYS_fstat, SYS_newfstatat, SYS_statx,
    SYS_statfs, SYS_fstatfs, SYS_faccessat, SYS_faccessat2, SYS_getdents64, SYS_readlinkat, SYS_getcwd, SYS_chdir,
    SYS_fchdir, SYS_mkdirat, SYS_renameat2, SYS_linkat, SYS_unlinkat, SYS_symlinkat, SYS_ftruncate, SYS_fallocate,
    SYS_fadvise64, SYS_fsync, SYS_fdatasync, SYS_flock, SYS_umask, SYS_sendfile, SYS_copy_file_range,
    // Memory.
    SYS_brk, SYS_munmap, SYS_mprotect, SYS_mremap, SYS_madvise, SYS_msync, SYS_mincore,
    // Waiting.
    SYS_pselect6, SYS_ppoll, SYS_epoll_create1, SYS_epoll_ctl, SYS_epoll_pwait, SYS_eventfd2, SYS_timerfd_create,
    SYS_timerfd_settime, SYS_timerfd_gettime, SYS_nanosleep, SYS_clock_nanosleep, SYS_futex, SYS_sched_yield,
    // Signals and timers of its own.
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_rt_sigpending, SYS_rt_sigtimedwait, SYS_rt_sigsuspend,
    SYS_sigaltstack, SYS_getitimer, SYS_setitimer, SYS_timer_create, SYS_timer_settime, SYS_timer_gettime,
    SYS_timer_getoverrun, SYS_timer_delete, SYS_restart_syscall,
    // Its own process and threads.
    SYS_execve, SYS_exit, SYS_exit_group, SYS_wait4, SYS_waitid, SYS_set_tid_address, SYS_set_robust_list, SYS_rseq,
    SYS_membarrier, SYS_getpid, SYS_getppid, SYS_gettid, SYS_getpgid, SYS_getsid, SYS_getuid, SYS_geteuid, SYS_getgid,
    SYS_getegid, SYS_getgroups, SYS_getresuid, SYS_getresgid, SYS_capget, SYS_getpriority, SYS_getcpu,
    SYS_sched_getaffinity, SYS_sched_getparam, SYS_sched_getscheduler, SYS_sched_get_priority_max,
    SYS_sched_get_priority_min, SYS_getrlimit, SYS_getrusage, SYS_times,
    // The clock and the machine.
    SYS_clock_gettime, SYS_clock_getres, SYS_gettimeofday, SYS_getrandom, SYS_uname, SYS_sysinfo,
];

#[cfg(target_arch = "x86_64")]
#[rustfmt::skip]
const ARCH_SYSCALLS: &[i64] = &[
    SYS_open, SYS_creat, SYS_stat, SYS_lstat, SYS_access, SYS_readlink, SYS_getdents, SYS_rename, SYS_renameat, SYS_mkdir,
    SYS_rmdir, SYS_link, SYS_unlink, SYS_symlink, SYS_pipe, SYS_dup2, SYS_poll, SYS_select, SYS_epoll_create,
    SYS_epoll_wait, SYS_eventfd, SYS_pause, SYS_alarm, SYS_getpgrp, SYS_arch_prctl, SYS_time,
];
#[cfg(target_arch = "x86_64")]
const OLD_ATTRIBUTES: &[i64] = &[SYS_chmod, SYS_utime, SYS_utimes];
#[cfg(target_arch = "x86_64")]
const FORKS: &[i64] = &[SYS_fork, SYS_vfork];
#[cfg(not(target_arch = "x86_64"))]
const ARCH_SYSCALLS: &[i64] = &[];
#[cfg(not(target_arch = "x86_64"))]
const OLD_ATTRIBUTES: &[i64] = &[];
#[cfg(not(target_arch = "x86_64"))]
const FORKS: &[i64] = &[];
