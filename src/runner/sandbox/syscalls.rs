//! System calls by what they are for: the lists of the filter.

#[allow(clippy::wildcard_imports, reason = "some 200 constants")]
use nix::libc::*;

pub const FCNTLS: [i32; 7] = [F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC, F_GETPIPE_SZ];
/// Answered, not made.
pub const LOCKS: [i32; 4] = [F_SETLK, F_SETLKW, F_OFD_SETLK, F_OFD_SETLKW];
pub const PRCTLS: [i32; 6] =
    [PR_SET_NAME, PR_GET_NAME, PR_GET_DUMPABLE, PR_CAPBSET_READ, PR_GET_NO_NEW_PRIVS, PR_SET_VMA];

/// Advice on memory that concerns the program alone.
#[rustfmt::skip]
pub const ADVICE: [i32; 15] = [
    MADV_NORMAL, MADV_RANDOM, MADV_SEQUENTIAL, MADV_WILLNEED, MADV_DONTNEED, MADV_FREE, MADV_DONTFORK, MADV_DOFORK,
    MADV_HUGEPAGE, MADV_NOHUGEPAGE, MADV_DONTDUMP, MADV_DODUMP, MADV_WIPEONFORK, MADV_KEEPONFORK, MADV_POPULATE_WRITE,
];
/// System calls whose first argument is a process. They would say of any other process at least whether it exists.
pub const OF_ANY_PROCESS: [i64; 3] = [SYS_getpgid, SYS_getsid, SYS_sched_getaffinity];

#[rustfmt::skip]
pub const COMMON: &[i64] = &[
    // Files that are open, or that Landlock lets it open.
    SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_pread64, SYS_pwrite64, SYS_preadv, SYS_pwritev, SYS_lseek,
    SYS_openat, SYS_close, SYS_close_range, SYS_dup, SYS_dup3, SYS_pipe2, SYS_fstat, SYS_newfstatat, SYS_statx,
    SYS_faccessat, SYS_faccessat2, SYS_getdents64, SYS_readlinkat, SYS_getcwd, SYS_chdir,
    SYS_fchdir, SYS_mkdirat, SYS_renameat2, SYS_linkat, SYS_unlinkat, SYS_symlinkat, SYS_ftruncate, SYS_fallocate,
    SYS_fadvise64, SYS_fsync, SYS_fdatasync, SYS_flock, SYS_umask, SYS_sendfile, SYS_copy_file_range,
    // Memory.
    SYS_brk, SYS_munmap, SYS_mprotect, SYS_mremap, SYS_msync,
    // Waiting.
    SYS_pselect6, SYS_ppoll, SYS_epoll_create1, SYS_epoll_ctl, SYS_epoll_pwait, SYS_eventfd2, SYS_timerfd_create,
    SYS_timerfd_settime, SYS_timerfd_gettime, SYS_nanosleep, SYS_sched_yield,
    // Signals and timers of its own.
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_rt_sigpending, SYS_rt_sigtimedwait, SYS_rt_sigsuspend,
    SYS_sigaltstack, SYS_getitimer, SYS_setitimer, SYS_timer_settime, SYS_timer_gettime,
    SYS_timer_getoverrun, SYS_timer_delete, SYS_restart_syscall,
    // Its own process and threads.
    SYS_execve, SYS_exit, SYS_exit_group, SYS_wait4, SYS_waitid, SYS_set_tid_address, SYS_set_robust_list, SYS_rseq,
    SYS_membarrier, SYS_getpid, SYS_getppid, SYS_gettid, SYS_getuid, SYS_geteuid, SYS_getgid,
    SYS_getegid, SYS_getgroups, SYS_getresuid, SYS_getresgid, SYS_getcpu,
    SYS_sched_getparam, SYS_sched_getscheduler, SYS_sched_get_priority_max,
    SYS_sched_get_priority_min, SYS_getrlimit, SYS_getrusage, SYS_times,
    // The clock and the machine.
    SYS_gettimeofday, SYS_getrandom, SYS_uname, SYS_sysinfo,
];

#[cfg(target_arch = "x86_64")]
#[rustfmt::skip]
pub const ARCH_SYSCALLS: &[i64] = &[
    SYS_open, SYS_creat, SYS_stat, SYS_lstat, SYS_access, SYS_readlink, SYS_getdents, SYS_rename, SYS_renameat, SYS_mkdir,
    SYS_rmdir, SYS_link, SYS_unlink, SYS_symlink, SYS_pipe, SYS_dup2, SYS_poll, SYS_select, SYS_epoll_create,
    SYS_epoll_wait, SYS_eventfd, SYS_pause, SYS_alarm, SYS_getpgrp, SYS_arch_prctl, SYS_time,
];
#[cfg(target_arch = "x86_64")]
pub const OLD_ATTRIBUTES: &[i64] = &[SYS_chmod, SYS_utime, SYS_utimes];
#[cfg(target_arch = "x86_64")]
pub const FORKS: &[i64] = &[SYS_fork, SYS_vfork];
#[cfg(not(target_arch = "x86_64"))]
pub const ARCH_SYSCALLS: &[i64] = &[];
#[cfg(not(target_arch = "x86_64"))]
pub const OLD_ATTRIBUTES: &[i64] = &[];
#[cfg(not(target_arch = "x86_64"))]
pub const FORKS: &[i64] = &[];
