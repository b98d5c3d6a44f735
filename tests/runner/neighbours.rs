//! Programs of several jobs, at once and one after the other, try to pass a word to each other. The same programs do so outside
//! of the sandbox, by every channel, which is the control.

use crate::{
    client::{Client, job},
    site::{Layers, Site, has_namespaces, one_at_a_time},
};
use invigil::runner::{
    job::{Job, Outcome, Verdict},
    wire::RunnerReply,
};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    io::Write,
    process::{Child, Stdio},
    sync::atomic::{AtomicU32, Ordering::Relaxed},
    time::{SystemTime, UNIX_EPOCH},
};
use uuid::Uuid;

const PROGRAM: &str = include_str!("neighbours.py");
const MOMENTARY: [&str; 6] = ["inotify", "lock", "lock of a description", "flock", "futex", "abstract socket"];
const LASTING: [&str; 8] =
    ["shared memory", "semaphore", "message queue", "POSIX queue", "/dev/shm", "/tmp", "/var/tmp", "keyring"];
/// Each kept longer than the one before, for a busy machine to start all programs in time.
const HOLDS: [f64; 4] = [0.4, 1.5, 4.0, 7.0];

fn now() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs_f64()
}

/// Known to all programs of one try; `key` is a number that no other try uses.
fn known() -> Value {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = std::process::id() * 64 + NEXT.fetch_add(4, Relaxed);
    json!({ "token": format!("neighbours-{number}"), "key": number })
}

fn with(known: &Value, more: &Value) -> String {
    let mut all = known.as_object().unwrap().clone();
    all.extend(more.as_object().unwrap().clone());
    Value::Object(all).to_string()
}

/// The same program outside of the sandbox, as the same user.
fn outside(site: &Site, input: &str) -> Child {
    let mut command = site.command("/usr/bin/python3");
    let mut child = command
        .args(["-c", PROGRAM])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3 is installed");
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child
}

fn printed(child: Child) -> String {
    String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
}

/// The channels that carried.
fn carried(output: &str) -> BTreeSet<&str> {
    output.lines().filter_map(|line| line.strip_prefix("GOT ")).collect()
}

fn at(output: &str, name: &str) -> f64 {
    let said = output.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    said.unwrap_or_else(|| panic!("no '{name}' in {output}")).parse().unwrap()
}

fn neighbour(number: u128, input: &str) -> Job {
    Job { candidate: format!("candidate {number}"), ..job("python", PROGRAM, input, None) }
}

/// Runs jobs at once, and returns what they print.
fn run_all(client: &mut Client, jobs: Vec<Job>) -> Vec<String> {
    let ids: Vec<Uuid> = jobs.iter().map(|job| job.id).collect();
    for job in jobs {
        client.send(job);
    }
    let mut outcomes: BTreeMap<Uuid, Outcome> = BTreeMap::new();
    while outcomes.len() < ids.len() {
        if let RunnerReply::Done { id, outcome } = client.reply() {
            outcomes.insert(id, outcome);
        }
    }
    ids.iter().map(|id| output(&outcomes[id])).collect()
}

fn output(outcome: &Outcome) -> String {
    assert_eq!(outcome.verdict, Verdict::Ac, "{outcome:?}");
    outcome.tests[0].output.as_ref().unwrap().stdout.clone()
}

#[test]
fn three_programs_at_once_pass_nothing_to_each_other() {
    if !has_namespaces() {
        // Without namespaces there is one program at a time.
        return;
    }
    let _one = one_at_a_time();
    let mut site = Site::new(Layers::All);
    let mut client = site.start_with_slots(3);
    let (mut is_seen, mut is_shown) = (false, false);
    for hold in HOLDS {
        let at = now() + 1.0 + hold;
        let of_try = |tidies: bool| {
            let input = |known: &Value, more: Value| {
                let times = json!({ "at": at, "hold": hold, "numbers": [0, 1], "tidies": tidies });
                with(known, &serde_json::from_str(&with(&times, &more)).unwrap())
            };
            let known = known();
            [
                json!({ "is_sender": true, "number": 0 }),
                json!({ "is_sender": true, "number": 1 }),
                json!({ "is_sender": false }),
            ]
            .map(|role| input(&known, role))
        };
        let controls: Vec<Child> = of_try(true).iter().map(|input| outside(&site, input)).collect();
        let jobs = of_try(false).iter().zip(0..).map(|(input, number)| neighbour(number, input)).collect();
        let inside = run_all(&mut client, jobs);
        let controls: Vec<String> = controls.into_iter().map(printed).collect();
        assert_eq!(carried(&inside[2]), BTreeSet::new(), "{inside:?}");
        is_seen |= are_at_once(&inside, at, hold);
        if are_at_once(&controls, at, hold) {
            let all = MOMENTARY.iter().chain(&LASTING).copied().collect();
            assert_eq!(carried(&controls[2]), all, "a control does not work: {controls:?}");
            is_shown = true;
        }
        if is_seen && is_shown {
            return;
        }
    }
    panic!("this machine is too busy to run three programs at once");
}

/// Whether the receiver looked while both senders held what they have.
fn are_at_once(printed: &[String], opened: f64, hold: f64) -> bool {
    let [first, second, receiver] = printed else { panic!("{printed:?}") };
    let read = (at(receiver, "read"), at(receiver, "done"));
    let holds = |sender: &String| at(sender, "held") < read.0 && read.1 < at(sender, "until");
    holds(first) && holds(second) && at(receiver, "watched") < opened + hold / 2.0
}

#[test]
fn programs_leave_nothing_to_those_that_follow() {
    let _one = one_at_a_time();
    for layers in [Layers::All, Layers::Base] {
        let mut site = Site::new(layers);
        let mut client = site.start();
        let of_try = |tidies: bool| {
            let known = known();
            let input = |is_sender: bool| {
                with(&known, &json!({ "is_sender": is_sender, "numbers": [0], "tidies": tidies && !is_sender }))
            };
            [input(true), input(false)]
        };
        let [_, control] = of_try(true).map(|input| printed(outside(&site, &input)));
        assert_eq!(carried(&control), LASTING.into_iter().collect(), "a control does not work: {control}");
        let [_, received] = of_try(false).map(|input| output(&client.run(neighbour(1, &input))));
        assert_eq!(carried(&received), BTreeSet::new(), "{layers:?}: {received}");
        expect_cache_untouched(&site, &mut client);
    }
}

/// Advice by which a file leaves the page cache, where the next program sees by the time of reading that it did.
const EVICTS: &str = "\
import ctypes, json, mmap, os, sys
p = json.load(sys.stdin)
C = ctypes.CDLL(None, use_errno=True)
C.mmap.restype = ctypes.c_void_p
f = os.open(p['file'], os.O_RDONLY)
size = os.fstat(f).st_size
os.read(f, size)
if p['by'] == 'fadvise': os.posix_fadvise(f, 0, 0, os.POSIX_FADV_DONTNEED)
else:
    page = C.mmap(None, size, 1, 2, f, 0)
    sum(ctypes.string_at(page, size)[::4096])
    for advice in (20, 21): C.madvise(ctypes.c_void_p(page), size, advice)
print('advised')";

/// Prints how much of a file is in the page cache, in pages. Its owner may ask.
const RESIDENT: &str = "\
import ctypes, os, sys
C = ctypes.CDLL(None, use_errno=True)
C.mmap.restype = ctypes.c_void_p
f = os.open(sys.argv[1], os.O_RDONLY)
size = os.fstat(f).st_size
page = C.mmap(None, size, 1, 1, f, 0)
seen = (ctypes.c_ubyte * (size // 4096))()
C.mincore(ctypes.c_void_p(page), size, seen) == 0 or sys.exit('mincore')
print(sum(b & 1 for b in seen))";

const PAGES: usize = 64;

fn expect_cache_untouched(site: &Site, client: &mut Client) {
    // In the folder that the language of the setuid program may read.
    let folder = site.path().join("setuid");
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("shared");
    let mut written = fs::File::create(&file).unwrap();
    written.write_all(&vec![b'x'; PAGES << 12]).unwrap();
    written.sync_all().unwrap();
    site.give(&file);
    let pages = || {
        let output = site.command("/usr/bin/python3").args(["-c", RESIDENT]).arg(&file).output().unwrap();
        String::from_utf8_lossy(&output.stdout).trim().parse::<usize>().unwrap()
    };
    for by in ["fadvise", "madvise"] {
        let input = json!({ "file": file, "by": by }).to_string();
        fs::read(&file).unwrap();
        assert_eq!(output(&client.run(job("python-setuid", EVICTS, &input, None))), "advised\n");
        assert_eq!(pages(), PAGES, "{by} works");
        let mut control = site.command("/usr/bin/python3");
        let mut control = control.args(["-c", EVICTS]).stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
        control.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        assert!(control.wait().unwrap().success());
        if pages() == PAGES {
            // A file system without a disk has nothing to evict to.
            eprintln!("not shown: {by} has no effect on this file system");
        }
    }
}
