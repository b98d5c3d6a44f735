//! Cost of the code runner's sandbox, and fairness of its queue, on the real binary.
//!
//! `cargo bench --bench runner`; `INVIGIL_BENCH_REPEATS` (100) sets how often each verdict is repeated under load. Compare only
//! ratios, and times of programs that are limited by CPU time.

use invigil::runner::{
    checker::Checker,
    job::{Job, JobTest, Limits, Outcome, Verdict},
    wire::{Hello, MAX_FRAME, RunnerReply, RunnerRequest, read_frame, write_frame},
};
use std::{
    collections::HashMap,
    error::Error,
    fs,
    os::unix::{fs::PermissionsExt, net::UnixStream},
    path::Path,
    process::{Child, Command, Stdio},
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::{Duration, Instant},
};
use tempfile::TempDir;
use uuid::Uuid;

type AnyError = Box<dyn Error>;

const SLOTS: &str = "2";
const START_TIMEOUT: Duration = Duration::from_mins(2);
/// Runs of a small program, and of one that is compiled.
const SMALL: usize = 60;
const COMPILED: usize = 10;
/// Uses one second of CPU time.
const SECOND: &str = "import time\nwhile time.process_time() < 1.0: pass\nprint(1)";
const HELLO: &str = "print('hello')";
const CPP: &str = "#include <iostream>\n#include <vector>\n#include <algorithm>\nint main() { std::vector<int> v(20000000);
for (unsigned i = 0; i < v.size(); i++) v[i] = i * 2654435761u; std::sort(v.begin(), v.end()); std::cout << v[7] << '\\n'; }";
const JAVA: &str =
    "import java.util.*; public class Main { public static void main(String[] a) { int[] v = new int[20000000];
for (int i = 0; i < v.length; i++) v[i] = (int) (i * 2654435761L); Arrays.sort(v); System.out.println(v[7]); } }";

struct Runner {
    child: Child,
    stream: UnixStream,
    _folder: TempDir,
}

impl Runner {
    fn start() -> Result<Self, AnyError> {
        let folder = tempfile::tempdir_in("/var/tmp")?;
        // Started by root, the runner becomes another user.
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o777))?;
        let socket = folder.path().join("runner.sock");
        let mut command = Command::new(env!("CARGO_BIN_EXE_invigil"));
        command.args(["runner", "--slots", SLOTS, "--socket"]).arg(&socket).stdin(Stdio::null()).stderr(Stdio::null());
        let child = command.env("CACHE_DIRECTORY", folder.path()).spawn()?;
        let began = Instant::now();
        let mut stream = loop {
            match UnixStream::connect(&socket) {
                Ok(stream) => break stream,
                Err(error) if began.elapsed() > START_TIMEOUT => return Err(error.into()),
                Err(_) => std::thread::sleep(Duration::from_millis(20)),
            }
        };
        write_frame(&mut stream, &Hello::own())?;
        match read_frame(&mut stream, MAX_FRAME)? {
            Some(RunnerReply::Welcome(welcome)) => println!("layers: {}", welcome.layers.join(", ")),
            other => return Err(format!("{other:?}").into()),
        }
        Ok(Self { child, stream, _folder: folder })
    }

    fn send(&mut self, job: Job) -> Result<(), AnyError> {
        Ok(write_frame(&mut self.stream, &RunnerRequest::Run { job: Box::new(job) })?)
    }

    /// The next outcome.
    fn outcome(&mut self) -> Result<(Uuid, Outcome), AnyError> {
        loop {
            match read_frame(&mut self.stream, MAX_FRAME)? {
                Some(RunnerReply::Done { id, outcome }) => return Ok((id, outcome)),
                Some(RunnerReply::Refused { reason, .. }) => return Err(reason.into()),
                Some(_) => {}
                None => return Err("the runner has ended".into()),
            }
        }
    }

    fn run(&mut self, job: Job) -> Result<Outcome, AnyError> {
        self.send(job)?;
        Ok(self.outcome()?.1)
    }

    /// Resident memory in MB.
    fn memory(&self) -> Result<f64, AnyError> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("no memory")?;
        let kib: f64 = line.split_whitespace().next().ok_or("no memory")?.parse()?;
        Ok(kib / 1024.0)
    }
}

impl Drop for Runner {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Number of the next job.
static NEXT: AtomicU64 = AtomicU64::new(1);

fn job(candidate: &str, language: &str, source: &str, expected: Option<&str>) -> Job {
    Job {
        id: Uuid::from_u128(NEXT.fetch_add(1, Relaxed).into()),
        candidate: candidate.into(),
        language: language.into(),
        source: source.into(),
        tests: vec![JobTest { input: String::new(), expected: expected.map(Into::into), report_output: true }],
        checker: Checker::Tokens,
        limits: Limits { cpu_ms: 10_000, memory_mb: 512, ..Limits::default() },
        stops_at_failure: false,
    }
}

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort_unstable();
    times.get(times.len() / 2).map_or(0.0, |time| time.as_secs_f64() * 1e3)
}

fn timed(what: impl FnOnce() -> Result<(), AnyError>) -> Result<Duration, AnyError> {
    let began = Instant::now();
    what()?;
    Ok(began.elapsed())
}

fn shell(folder: &Path, script: &str) -> Result<(), AnyError> {
    let status = Command::new("/bin/sh").args(["-c", script]).current_dir(folder).stdout(Stdio::null()).status()?;
    if status.success() { Ok(()) } else { Err(format!("{script}: {status}").into()) }
}

/// A program bare and in the sandbox, in turns.
fn beside(
    runner: &mut Runner,
    name: &str,
    (language, file, source): (&str, &str, &str),
    script: &str,
    runs: usize,
) -> Result<(), AnyError> {
    let folder = tempfile::tempdir_in("/var/tmp")?;
    fs::write(folder.path().join(file), source)?;
    let (mut bare, mut boxed) = (Vec::new(), Vec::new());
    for _ in 0..runs {
        bare.push(timed(|| shell(folder.path(), script))?);
        boxed.push(timed(|| {
            let outcome = runner.run(job("one", language, source, None))?;
            if outcome.verdict == Verdict::Ac { Ok(()) } else { Err(format!("{outcome:?}").into()) }
        })?);
    }
    let (bare, boxed) = (median(bare), median(boxed));
    println!("{name}: bare {bare:.1} ms, sandbox {boxed:.1} ms: {:+.1} ms, {:.2} times", boxed - bare, boxed / bare);
    Ok(())
}

/// Many jobs at once: how long until all are done, and the last of each candidate.
fn crowd(runner: &mut Runner, jobs: &[&str]) -> Result<(Duration, HashMap<String, Duration>), AnyError> {
    let began = Instant::now();
    let mut of = HashMap::new();
    for candidate in jobs {
        let job = job(candidate, "python", SECOND, Some("1"));
        of.insert(job.id, (*candidate).to_owned());
        runner.send(job)?;
    }
    let mut last = HashMap::new();
    for _ in jobs {
        let (id, outcome) = runner.outcome()?;
        if outcome.verdict != Verdict::Ac {
            return Err(format!("{outcome:?}").into());
        }
        last.insert(of.get(&id).cloned().unwrap_or_default(), began.elapsed());
    }
    Ok((began.elapsed(), last))
}

/// Runs a job `repeats` times, one in each slot at a time; returns how often the verdict is another one.
fn deviations(runner: &mut Runner, repeats: usize, wanted: Verdict, next: impl Fn() -> Job) -> Result<usize, AnyError> {
    let slots = SLOTS.parse::<usize>()?.min(repeats);
    for _ in 0..slots {
        runner.send(next())?;
    }
    let mut others = 0;
    for ended in 1..=repeats {
        let (_, outcome) = runner.outcome()?;
        if outcome.verdict != wanted {
            others += 1;
            println!("{outcome:?} instead of {wanted:?}");
        }
        if ended + slots <= repeats {
            runner.send(next())?;
        }
    }
    Ok(others)
}

/// Programs near their limits while both cores are busy: each verdict must be the same every time.
fn under_load(runner: &mut Runner, repeats: usize) -> Result<(), AnyError> {
    let limits = Limits { cpu_ms: 400, memory_mb: 64, ..Limits::default() };
    let programs = [
        ("AC", Verdict::Ac, "import time\nwhile time.process_time() < 0.3: pass\nprint(1)"),
        ("WA", Verdict::Wa, "print(2)"),
        ("TLE", Verdict::Tle, "while True: pass"),
        ("MLE", Verdict::Mle, "x = []\nwhile True: x.append(bytes(1 << 20))"),
        ("OLE", Verdict::Ole, "while True: print('x' * 65536)"),
        ("RTE", Verdict::Rte, "print(1 / 0)"),
        ("CE", Verdict::Ce, "int main() { return }"),
    ];
    let mut busy = Vec::new();
    for _ in 0..std::thread::available_parallelism()?.get() {
        busy.push(Command::new("/bin/sh").args(["-c", "while :; do :; done"]).spawn()?);
    }
    let mut found = Ok(());
    for (name, wanted, source) in programs {
        let language = if wanted == Verdict::Ce { "c++" } else { "python" };
        let next = || Job { limits: limits.clone(), ..job("one", language, source, Some("1")) };
        match deviations(runner, repeats, wanted, next) {
            Ok(others) => println!("{name} with all cores busy: {others} of {repeats} deviate"),
            Err(error) => found = Err(error),
        }
    }
    for mut process in busy {
        let _ = process.kill();
        let _ = process.wait();
    }
    found
}

fn main() -> Result<(), AnyError> {
    let mut runner = Runner::start()?;
    println!("idle: {:.1} MB", runner.memory()?);
    beside(
        &mut runner,
        "hello world in Python",
        ("python", "main.py", HELLO),
        "exec /usr/bin/python3 -I -B main.py",
        SMALL,
    )?;
    let cpp = "/usr/bin/g++ -O2 -std=c++17 -pipe -o main main.cpp && ./main";
    beside(&mut runner, "C++, compiled and run", ("c++", "main.cpp", CPP), cpp, COMPILED)?;
    if Path::new("/usr/bin/javac").exists() {
        let javac = "-J-Xmx256m -J-XX:+UseSerialGC -J-XX:TieredStopAtLevel=1 -J-XX:-UsePerfData";
        let java =
            format!("/usr/bin/javac {javac} Main.java && /usr/bin/java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 Main");
        beside(&mut runner, "Java, compiled and run", ("java", "Main.java", JAVA), &java, COMPILED)?;
    }
    let (all, _) = crowd(&mut runner, &["one"; 60])?;
    println!("60 runs of one second on {SLOTS} slots: {:.1} s", all.as_secs_f64());
    let names: Vec<String> = (0..19).map(|n| format!("calm {n}")).collect();
    let jobs: Vec<&str> = std::iter::repeat_n("greedy", 181).chain(names.iter().map(String::as_str)).collect();
    let (all, last) = crowd(&mut runner, &jobs)?;
    let slowest = last.iter().filter(|(name, _)| *name != "greedy").map(|(_, at)| *at).max().unwrap_or_default();
    println!(
        "200 runs, of which one candidate has 181: {:.1} s; the others {:.1} s at most",
        all.as_secs_f64(),
        slowest.as_secs_f64()
    );
    println!("after them: {:.1} MB", runner.memory()?);
    let repeats = std::env::var("INVIGIL_BENCH_REPEATS").ok().and_then(|n| n.parse().ok()).unwrap_or(100);
    under_load(&mut runner, repeats)
}
