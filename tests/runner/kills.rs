//! SIGKILL of the runner and of the sandbox's processes while a compiler or a program runs: after a second nothing is left,
//! and the next start removes the folders. `INVIGIL_RUNNER_KILLS` repeats it.

use crate::{
    client::{Client, job},
    site::{Layers, Site, one_at_a_time},
};
use invigil::runner::{
    job::{Limits, Verdict},
    wire::RunnerReply,
};
use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};
use std::{
    fs, thread,
    time::{Duration, Instant},
};

const ALL_GONE: Duration = Duration::from_secs(1);
/// For a busy machine to start a program.
const BEGUN: Duration = Duration::from_secs(30);

const BUSY: &str = "while True: pass";
const SLOW_TO_COMPILE: &str = "\
template<int D, int W> struct B { B<D-1, W*2> a; B<D-1, W*2+1> b; }; template<int W> struct B<0, W> { char c; };
B<17, 1> x; int main() { return sizeof x; }";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    Runner,
    Jail,
    Warden,
}

fn repeats() -> usize {
    std::env::var("INVIGIL_RUNNER_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(2)
}

#[test]
fn nothing_is_left_with_namespaces() {
    kill_all_targets(Layers::All, &[Target::Runner, Target::Jail, Target::Warden]);
}

#[test]
fn nothing_is_left_with_the_base_alone() {
    kill_all_targets(Layers::Base, &[Target::Runner, Target::Jail]);
}

/// The control: a sandbox that does not notice the death of the runner is found.
#[test]
fn a_sandbox_without_a_lifeline_is_found() {
    let _one = one_at_a_time();
    let mut site = Site::sabotaged(Layers::Base, "lifeline");
    let mut client = site.start();
    let left = killed(&mut site, &mut client, Target::Runner, "python", BUSY);
    for pid in &left {
        let _ = kill(Pid::from_raw(*pid), Signal::SIGKILL);
    }
    assert!(!left.is_empty(), "nothing was left, though nothing ends it");
}

fn kill_all_targets(layers: Layers, targets: &[Target]) {
    let _one = one_at_a_time();
    let mut site = Site::new(layers);
    let mut client = site.start();
    for _ in 0..repeats() {
        for (language, source) in [("python", BUSY), ("c++", SLOW_TO_COMPILE)] {
            for target in targets {
                let left = killed(&mut site, &mut client, *target, language, source);
                assert!(left.is_empty(), "{target:?} {language}: {left:?} are left\n{}", site.log());
                if *target == Target::Runner {
                    client = site.start();
                } else {
                    expect_internal_error(&mut client);
                }
                assert_eq!(site.folders(), 1, "that of the runner that runs");
                let outcome = client.run(job("python", "print(6 * 7)", "", Some("42")));
                assert_eq!(outcome.verdict, Verdict::Ac, "{outcome:?}");
            }
        }
    }
}

/// Kills the target while the job runs, and returns what is left of it after a second.
fn killed(site: &mut Site, client: &mut Client, target: Target, language: &str, source: &str) -> Vec<i32> {
    let known = site.processes();
    let mut job = job(language, source, "", None);
    job.limits = Limits { cpu_ms: 10_000, ..Limits::default() };
    client.send(job);
    let program = if language == "c++" { "cc1plus" } else { "main.py" };
    let begun = Instant::now();
    while find(site, &known, program).is_none() {
        assert!(begun.elapsed() < BEGUN, "{}", site.log());
        thread::sleep(Duration::from_millis(2));
    }
    match target {
        Target::Runner => site.kill_runner(),
        Target::Jail => kill(Pid::from_raw(find(site, &known, "__jail").unwrap()), Signal::SIGKILL).unwrap(),
        Target::Warden => kill(Pid::from_raw(find(site, &known, "__warden").unwrap()), Signal::SIGKILL).unwrap(),
    }
    let killed = Instant::now();
    while !site.others(&known).is_empty() && killed.elapsed() < ALL_GONE {
        thread::sleep(Duration::from_millis(2));
    }
    site.others(&known)
}

fn find(site: &Site, known: &[i32], text: &str) -> Option<i32> {
    let has = |pid: &i32| {
        fs::read(format!("/proc/{pid}/cmdline")).is_ok_and(|line| String::from_utf8_lossy(&line).contains(text))
    };
    // A stage's arguments name the program too: that of the program itself does not begin with this binary.
    let is_stage = |pid: &i32| {
        fs::read(format!("/proc/{pid}/cmdline")).is_ok_and(|line| {
            String::from_utf8_lossy(&line).contains("\0runner\0") || line.starts_with(b"/proc/self/exe")
        })
    };
    let wants_stage = text.starts_with("__");
    site.others(known).into_iter().find(|pid| has(pid) && is_stage(pid) == wants_stage)
}

fn expect_internal_error(client: &mut Client) {
    loop {
        match client.reply() {
            RunnerReply::Queued { .. } | RunnerReply::Started { .. } => {}
            RunnerReply::Done { outcome, .. } => {
                assert_eq!(outcome.verdict, Verdict::Ie, "{outcome:?}");
                return;
            }
            other => panic!("{other:?}"),
        }
    }
}
