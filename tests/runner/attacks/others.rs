//! Other processes, the kernel, and the compiler.

use super::attack::{Attack, Control::Compiles, call, cpp, in_language, python, reaches};
use invigil::runner::job::Verdict::{Ce, Rte};

/// Replaced by the path of the data folder.
pub const DATA: &str = "{data}";

pub fn attacks() -> Vec<Attack> {
    [processes(), signals(), kernel(), compiler()].into_iter().flatten().collect()
}

fn processes() -> Vec<Attack> {
    vec![
        reaches("memory of another process", "open('/proc/%d/mem' % p['pid'], 'r+b') and 1"),
        python("ptrace", "r = C.ptrace(16, p['pid'], 0, 0); print('GOT' if r == 0 else 'no'); C.ptrace(17, p['pid'], 0, 0)"),
        python(
            "process_vm_readv",
            "b = ctypes.create_string_buffer(8); a = int(open('/proc/%d/maps' % p['pid']).readline().split('-')[0], 16)
r = C.process_vm_readv(p['pid'], struct.pack('QQ', ctypes.addressof(b), 8), 1, struct.pack('QQ', a, 8), 1, 0); print('GOT' if r > 0 else 'no')",
        ),
        python(
            "process_vm_readv of a guessed process",
            "b = ctypes.create_string_buffer(8)
r = C.syscall(310, p['pid'], struct.pack('QQ', ctypes.addressof(b), 8), 1, struct.pack('QQ', id(b), 8), 1, 0)
print('GOT' if ctypes.get_errno() not in (1, 3, 38) else ctypes.get_errno())",
        ),
        python("descriptor of another process", "f = C.syscall(434, p['pid'], 0); r = C.syscall(438, f, 1, 0); print('GOT' if r >= 0 else 'no')"),
        python(
            "limits of another process",
            "try: resource.prlimit(p['pid'], resource.RLIMIT_CORE, (0, 0)); print('GOT')\nexcept (OSError, ValueError) as e: print(e)",
        ),
        reaches("priority of another process", "os.setpriority(os.PRIO_PROCESS, p['pid'], 1) or 1"),
        reaches("processors of another process", "os.sched_setaffinity(p['pid'], range(64)) or 1"),
        reaches("processor time of another process", "time.clock_gettime(~p['pid'] << 3 | 2)"),
        reaches("clock of another process", "time.clock_getres(~p['pid'] << 3 | 2)"),
        reaches(
            "asks whether a process exists",
            "[f() for f in (lambda: os.getpgid(p['pid']), lambda: os.getsid(p['pid']), lambda: os.getpriority(os.PRIO_PROCESS, p['pid']),
  lambda: os.getpriority(os.PRIO_PGRP, os.getpgid(p['pid'])), lambda: os.getpriority(os.PRIO_USER, os.getuid()),
  lambda: os.sched_getaffinity(p['pid']), lambda: os.kill(p['pid'], 0) or 1) if works(f)] or os.stat('/nonexistent')",
        ),
    ]
}

fn signals() -> Vec<Attack> {
    vec![
        reaches("signal", "os.kill(p['pid'], signal.SIGUSR1) or 1"),
        python("signal to all", "r = C.kill(-1, 0); print('GOT' if r == 0 and os.getppid() > 2 else 'no')"),
        call("signal by tgkill", "234, p['pid'], p['pid'], signal.SIGUSR1"),
        call("signal by tkill", "200, p['pid'], signal.SIGUSR1"),
        python("signal by sigqueue", "r = C.sigqueue(p['pid'], signal.SIGUSR1, 0); print('GOT' if r == 0 else 'no')"),
        reaches("signal by pidfd", "signal.pidfd_send_signal(os.pidfd_open(p['pid']), signal.SIGUSR1) or 1"),
        python(
            "signal by SIGIO",
            "import fcntl
a, b = socket.socketpair()
fcntl.fcntl(a, 8, p['pid']); fcntl.fcntl(a, 10, signal.SIGUSR1); fcntl.fcntl(a, 4, fcntl.fcntl(a, 3) | 0o20000); b.send(b'x')
for _ in range(500 if 'LEAK' in os.environ else 50):
  if not os.path.exists(p['data'] + '/signalled'): time.sleep(.1)
print('GOT' if os.path.exists(p['data'] + '/signalled') else 'no')",
        ),
    ]
}

fn kernel() -> Vec<Attack> {
    vec![
        call("new user namespace", "272, 0x10000000"),
        python(
            "new user namespace by clone",
            "r = C.syscall(56, 0x10000000 | 17, 0, 0, 0, 0)\nif r == 0: os._exit(0)\nprint('GOT' if r > 0 else 'no')",
        ),
        python(
            "new user namespace by clone3",
            "a = (ctypes.c_ulong * 11)(0x10000000, 0, 0, 0, 17)\nr = C.syscall(435, a, 88)\nif r == 0: os._exit(0)\nprint('GOT' if r > 0 else 'no')",
        ),
        call("io_uring", "425, 1, ctypes.create_string_buffer(120)"),
        call("adds a key", "248, b'user', b'x', b'y', 1, -2"),
        call("keyctl", "250, 0, -3, 1"),
        call("userfaultfd", "323, 1"),
        call("bpf", "321, 0, ctypes.create_string_buffer(120), 72").without_control("an unprivileged user may not either"),
        call("perf events", "298, struct.pack('IIQ', 1, 64, 0) + bytes(48), 0, -1, -1, 0")
            .without_control("depends on kernel.perf_event_paranoid"),
        call("seccomp with a listener", "317, 2, 0, ctypes.byref(ctypes.c_int(0x7ffc0000))"),
        python(
            "lets others trace it",
            "print('GOT' if C.prctl(0x59616d61, -1, 0, 0, 0) == 0 or C.prctl(4, 0, 0, 0, 0) == 0 else 'no')",
        ),
        cpp("calls of i386", "int main() { long r; asm volatile(\"int $0x80\" : \"=a\"(r) : \"a\"(20)); puts(r > 0 ? \"GOT\" : \"no\"); }"),
        cpp("calls of x32", "int main() { long r = syscall(0x40000000 | 41, 2, 1, 0); puts(r >= 0 ? \"GOT\" : \"no\"); }")
            .without_control("most kernels are built without x32"),
        cpp(
            "core dump",
            "int main() { rlimit l; getrlimit(RLIMIT_CORE, &l); puts(l.rlim_max ? \"GOT\" : \"no\"); fflush(stdout); abort(); }",
        )
        .gets(&[Rte]),
    ]
}

fn compiler() -> Vec<Attack> {
    let plain = |name, source: &str| in_language("c++", name, source.to_owned());
    vec![
        plain("includes the data", &format!("#include \"{DATA}/invigil.redb\"\nint main() {{}}")).at_compiler(),
        plain(
            "assembles the data into the program",
            &format!("asm(\".incbin \\\"{DATA}/invigil.redb\\\"\"); asm(\".global d; d:\"); int main() {{}}"),
        )
        .at_compiler()
        .control(Compiles)
        .gets(&[Ce]),
        in_language("rust", "takes the data by include_str", format!("fn main() {{ print!(\"{{}}\", include_str!(\"{DATA}/invigil.redb\")); }}"))
            .at_compiler(),
        plain("includes without end", "#include \"/dev/zero\"\nint main() {}")
            .without_control("it would fill the machine's memory")
            .gets(&[Ce]),
        plain(
            "templates without end",
            "template<int N> struct A { typedef typename A<N-1>::t a; typedef typename A<N-2>::t t; static constexpr int v = A<N-1>::v * 3 + A<N-2>::v; };
template<> struct A<0> { typedef int t; static constexpr int v = 1; }; template<> struct A<1> { typedef int t; static constexpr int v = 1; };
template<int D, int W> struct B { B<D-1, W*2> a; B<D-1, W*2+1> b; }; template<int W> struct B<0, W> { char c; };
B<22, 1> x; int main() { return A<600>::v + sizeof x; }",
        )
        .without_control("it would take the machine's memory")
        .gets(&[Ce])
        .slow(),
        plain("a program of a gigabyte", "char a[1 << 30] = {1}; int main() {}")
            .without_control("it would take a gigabyte of disk")
            .gets(&[Ce]),
    ]
}
