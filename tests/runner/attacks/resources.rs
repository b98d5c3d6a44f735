//! Processes, memory, disk, output and time.

use super::attack::{
    Attack,
    Control::{Endless, Flood, LeavesProcess, Signal},
    call, cpp, in_language, python, reaches,
};
use invigil::runner::job::Verdict::{Ac, Mle, Ole, Rte, Tle};

const FORKS: &str =
    "n = 0\nwhile n < 100:\n  if os.fork() == 0: time.sleep(3); os._exit(0)\n  n += 1\nprint('GOT', n, flush=True)";

pub fn attacks() -> Vec<Attack> {
    [processes(), memory(), storage(), time()].into_iter().flatten().collect()
}

fn processes() -> Vec<Attack> {
    vec![
        python("fork bomb", FORKS),
        python("fork bomb where processes are allowed", FORKS).language("python-fork"),
        cpp(
            "exponential fork bomb",
            "int main() { int p[2], n = 0; pipe(p); pid_t me = getpid(); for (int i = 0; i < 7; i++) fork();
             write(p[1], \"x\", 1); sleep(1); if (getpid() == me) { char b[200]; n = read(p[0], b, 200); puts(n > 100 ? \"GOT\" : \"no\"); } }",
        )
        .language("c++-fork"),
        cpp(
            "many threads",
            "void* rest(void*) { sleep(1); return 0; } int main() { pthread_t t; for (int i = 0; i < 100; i++)
             if (pthread_create(&t, 0, rest, 0)) { puts(\"no\"); return 0; } puts(\"GOT\"); fflush(stdout); sleep(1); }",
        ),
        python("busy in two processes", "os.fork()\nwhile True: pass").language("python-fork").control(Endless).gets(&[Tle]),
        python("child that outlives the program", "if os.fork() == 0: time.sleep(6); os._exit(0)")
            .language("python-fork")
            .control(LeavesProcess)
            .gets(&[Ac]),
        python(
            "daemon that outlives the program",
            "if os.fork() == 0:\n  os.setsid()\n  if os.fork() == 0:\n    signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(6); os._exit(0)\n  os._exit(0)\ntime.sleep(.2)",
        )
        .language("python-fork")
        .control(LeavesProcess)
        .gets(&[Ac, Rte]),
    ]
}

fn memory() -> Vec<Attack> {
    let node = "const a = []; for (let i = 0; i < 900; i++) a.push(Buffer.alloc(1 << 20, 1)); console.log('GOT')";
    let java = "import java.util.*; public class Main { public static void main(String[] x) { List<byte[]> a = new ArrayList<>();
        for (int i = 0; i < 900; i++) a.add(new byte[1 << 20]); System.out.println(\"GOT\"); } }";
    let go = "package main\nimport \"fmt\"\nfunc main() { a := [][]byte{}; for i := 0; i < 900; i++ { b := make([]byte, 1<<20)
        for j := range b { b[j] = 1 }; a = append(a, b) }; fmt.Println(\"GOT\", len(a)) }";
    vec![
        python("memory", "b = [bytearray(1 << 20) for _ in range(600)]; print('GOT')").gets(&[Mle]),
        cpp("memory of C++", "int main() { for (int i = 0; i < 600; i++) memset(malloc(1 << 20), 1, 1 << 20); puts(\"GOT\"); }"),
        in_language("javascript", "memory of Node", node.into()).gets(&[Mle]),
        in_language("java", "memory of Java", java.into()).gets(&[Mle]),
        in_language("go", "memory of Go", go.into()).gets(&[Mle]),
        cpp(
            "memory past RLIMIT_DATA by mprotect",
            "int main() { for (int i = 0; i < 300; i++) { char* b = (char*)mmap(0, 4 << 20, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
             if (b == MAP_FAILED) { puts(\"no\"); return 0; } for (int j = 0; j < 4 << 20; j += 4096) b[j] = 1; mprotect(b, 4 << 20, 1); } puts(\"GOT\"); }",
        )
        .language("c++-wide")
        .gets(&[Mle]),
        cpp(
            "memory in page tables",
            "int main() { for (int k = 0; k < 3; k++) { volatile char* b = (char*)mmap(0, 64l << 30, 1, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
             if (b == MAP_FAILED) { puts(\"no\"); return 0; } madvise((void*)b, 64l << 30, 15);
             for (long j = 0; j < 64l << 30; j += 2 << 20) if (b[j]) return 0; } puts(\"GOT\"); }",
        )
        .language("c++-wide")
        .gets(&[Mle]),
        python("memory shared and anonymous", "m = mmap.mmap(-1, 600 << 20)\nfor i in range(0, 600 << 20, 4096): m[i] = 1\nprint('GOT')"),
        python("memory in a memfd", "f = os.memfd_create('x')\nfor _ in range(600): os.write(f, b'x' * (1 << 20))\nprint('GOT')"),
        python(
            "memory in /dev/shm",
            "f = open('/dev/shm/x%d' % os.getpid(), 'wb'); os.unlink(f.name)\nfor _ in range(300): f.write(b'x' * (1 << 20))\nprint('GOT')",
        ),
        python("memory of System V", "i = C.shmget(0, 64 << 20, 0o1600)\nprint('GOT' if i >= 0 else 'no'); C.shmctl(i, 0, 0)"),
        python(
            "memory in pipes",
            "import fcntl\nn = 0\nfor i in range(120):\n  r, w = os.pipe(); n += fcntl.fcntl(w, 1031, 1 << 18); os.set_blocking(w, False); os.write(w, b'x' * (1 << 18))\nprint('GOT', n)",
        ),
        cpp(
            "endless recursion",
            "int f(volatile int x) { volatile char b[4096]; b[0] = x; return f(x + 1) + b[0]; } int main() { puts(\"begun\"); fflush(stdout); return f(1); }",
        )
        .control(Signal)
        .gets(&[Rte]),
    ]
}

fn storage() -> Vec<Attack> {
    let flood = |name, stream| {
        python(name, &format!("while True: sys.{stream}.write('x' * 65536)")).control(Flood).gets(&[Ole])
    };
    vec![
        python(
            "one large file",
            "f = open(work + '/x', 'wb'); n = 0\nfor _ in range(100): n += f.write(b'x' * (1 << 20)); f.flush()\nprint('GOT', n)",
        ),
        python(
            "many files",
            "for i in range(100): open(work + '/x%d' % i, 'wb').write(b'x' * (1 << 20))\nprint('GOT')",
        ),
        python("a sparse file", "f = open(work + '/x', 'wb'); f.truncate(1 << 30); print('GOT')"),
        python("inodes", "for i in range(5000): open(work + '/%d' % i, 'w').close()\nprint('GOT')"),
        flood("endless output", "stdout"),
        flood("endless errors", "stderr"),
        reaches("its own input, opened to be written", "open('/dev/stdin', 'r+') and 1")
            .without_control("outside, the input is no file of the program's user"),
        python("input that is not read", "")
            .input("x".repeat(8 << 20))
            .without_control("it is no attack: nothing may hang")
            .gets(&[Ac, Rte]),
    ]
}

fn time() -> Vec<Attack> {
    vec![
        python("sleep", "time.sleep(1000)").control(Endless).gets(&[Tle]),
        python("stops itself", "os.kill(os.getpid(), signal.SIGSTOP)").control(Endless).gets(&[Tle]),
        python("busy", "while True: pass").control(Endless).gets(&[Tle]),
        cpp(
            "busy and deaf to signals",
            "int main() { for (int i = 1; i < 65; i++) signal(i, SIG_IGN); for (volatile int i = 0;; ) i = i + 1; }",
        )
        .control(Endless)
        .gets(&[Tle]),
        cpp(
            "busy in an endless chain of exec",
            "int main(int, char** v) { execv(\"/proc/self/exe\", v); execv(v[0], v); for (;;); }",
        )
        .control(Endless)
        .gets(&[Tle]),
        call("real-time priority", "144, 0, 1, struct.pack('i', 1)")
            .without_control("an unprivileged user may not either"),
        python(
            "huge arguments",
            "os.execv('/usr/bin/python3', ['python3', '-c', \"print('GOT')\"] + ['x' * 131000] * 15)",
        )
        .permitted()
        .gets(&[Ac, Rte, Mle]),
    ]
}
