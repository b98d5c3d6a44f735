//! Programs beside the server that started their runner have the lowest priority: the policy `SCHED_IDLE`, and with namespaces
//! they stay in the server's session, between which Linux divides processor time first (autogroup, sched(7)).

use crate::{
    client::job,
    site::{Layers, Site, one_at_a_time},
};
use invigil::runner::job::{Job, Limits, Verdict};
use std::{
    fs,
    process::{Child, Command},
    thread,
    time::{Duration, Instant},
};

/// The policy is the 41st field of `/proc/PID/stat`, the 39th after the name.
const POLICY: usize = 38;
const SCHED_IDLE: &str = "5";
const AUTOGROUP: &str = "autogroup";
/// For a busy machine to start a program that yields: after one that starved, such as a probe of a language, none does for 30 s.
const BEGUN: Duration = Duration::from_secs(90);
/// How long no program yields after one that starved.
const UNYIELDING: Duration = Duration::from_secs(30);
/// Time after which another one is sent: the one before may have been started at the usual priority.
const AGAIN: Duration = Duration::from_secs(5);

/// On a busy machine a program may be started again at the usual priority, so it is watched from outside.
#[test]
fn programs_of_a_child_run_when_nothing_else_does() {
    let _one = one_at_a_time();
    for layers in [Layers::All, Layers::Base] {
        let mut site = Site::new(layers);
        let mut client = site.start_as_child();
        // Short, so that one that was started at the usual priority keeps others waiting no longer than need be.
        let limits = Limits { cpu_ms: 500, ..Limits::default() };
        let began = Instant::now();
        let mut sent: Option<Instant> = None;
        while !site.processes().into_iter().any(|pid| is_idle(pid) && runs(pid, "main.py")) {
            if sent.is_none_or(|at| at.elapsed() > AGAIN) {
                client.send(Job { limits: limits.clone(), ..job("python", "while True: pass", "", None) });
                sent = Some(Instant::now());
            }
            assert!(began.elapsed() < BEGUN, "{layers:?}: no program has the policy\n{}", site.log());
            thread::sleep(Duration::from_millis(2));
        }
    }
}

fn is_idle(pid: i32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.rsplit_once(") ").and_then(|(_, fields)| fields.split(' ').nth(POLICY)) == Some(SCHED_IDLE)
}

fn runs(pid: i32, file: &str) -> bool {
    let line = fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    line.trim_end_matches('\0').ends_with(file)
}

#[test]
fn programs_stay_in_the_group_of_the_scheduler_that_the_server_is_in() {
    let Some(own) = group("self") else {
        eprintln!("not run: groups of the scheduler by session, which this kernel does not have");
        return;
    };
    let _one = one_at_a_time();
    let mut site = Site::new(Layers::All);
    let mut client = site.start_as_child();
    client.send(job("python", "import time; time.sleep(60)", "", None));
    let began = Instant::now();
    loop {
        let program = site.processes().into_iter().find(|pid| runs(*pid, "main.py"));
        if let Some(of_program) = program.and_then(|pid| group(&pid.to_string())) {
            assert_eq!(of_program, own);
            return;
        }
        assert!(began.elapsed() < BEGUN, "no program runs\n{}", site.log());
        thread::sleep(Duration::from_millis(2));
    }
}

/// Empty for processes that have had no session of their own since the machine started, such as those of a container.
fn group(process: &str) -> Option<String> {
    let text = fs::read_to_string(format!("/proc/{process}/{AUTOGROUP}")).ok()?;
    Some(text.split(' ').next().unwrap_or_default().to_owned())
}

/// Uses the processors as long as it lives, at the usual priority.
struct Busy(Vec<Child>);

impl Busy {
    fn everywhere() -> Self {
        let of_each = 0..thread::available_parallelism().map_or(1, usize::from);
        let busy = || Command::new("sh").args(["-c", "while :; do :; done"]).spawn().unwrap();
        Self(of_each.map(|_| busy()).collect())
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        for busy in &mut self.0 {
            busy.kill().unwrap();
            busy.wait().unwrap();
        }
    }
}

#[test]
fn a_starved_program_is_judged_as_on_a_calm_machine() {
    let _one = one_at_a_time();
    let mut site = Site::new(Layers::All);
    let mut client = site.start_as_child();
    let starved = || site.log().matches("a program that yields got no processor").count();
    let _busy = Busy::everywhere();
    let (before, began) = (starved(), Instant::now());
    let limits = Limits { cpu_ms: 100, ..Limits::default() };
    let (short, endless) = (("print(1)", Verdict::Ac), ("while True: pass", Verdict::Tle));
    for (program, expected) in [short, endless, short, short, short] {
        let outcome = client.run(Job { limits: limits.clone(), ..job("python", program, "", Some("1")) });
        assert_eq!(outcome.verdict, expected, "{outcome:?}\n{}", site.log());
    }
    assert!(starved() > 0, "no program starved\n{}", site.log());
    // Those that follow do not wait in vain again, however long each takes on this machine.
    let allowed = 1 + began.elapsed().as_secs() / UNYIELDING.as_secs();
    assert!((starved() - before) as u64 <= allowed, "of {allowed} allowed\n{}", site.log());
}

/// Each of its threads ends before it has waited long, so that no thread that is left shows how long the program waited.
const CHAIN: &str = "\
import threading, time
threading.stack_size(1 << 18)
done = threading.Event()
def begin(left):
    try:
        threading.Thread(target=link, args=(left,)).start()
    except RuntimeError:  # Those that end have not been let do so yet.
        time.sleep(0.001)
        begin(left)
def link(left):
    sum(range(10_000))
    begin(left - 1) if left else done.set()
begin(300)
done.wait()
print(1)";

#[test]
fn a_program_of_short_threads_is_not_late_on_a_busy_machine() {
    let _one = one_at_a_time();
    let mut site = Site::new(Layers::All);
    let mut client = site.start_as_child();
    let limits = Limits { cpu_ms: 600, ..Limits::default() };
    let calm = client.run(Job { limits: limits.clone(), ..job("python", CHAIN, "", Some("1")) });
    assert_eq!(calm.verdict, Verdict::Ac, "{calm:?}\n{}", site.log());
    let _busy = Busy::everywhere();
    for _ in 0..3 {
        let outcome = client.run(Job { limits: limits.clone(), ..job("python", CHAIN, "", Some("1")) });
        assert_eq!(outcome.verdict, Verdict::Ac, "{outcome:?}\n{}", site.log());
    }
}
