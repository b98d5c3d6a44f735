//! A delegated cgroup: exact limits of memory and processes for all of a job together. `make prove-vm` runs these where the
//! machine has none.

use crate::{
    client::job,
    site::{Layers, Site, has_cgroup},
};
use invigil::runner::job::{Limits, Verdict};
use std::{fs, path::PathBuf, thread, time::Duration};

const LIMIT_MB: u32 = 64;
/// What a job may take beyond its limit, and pages of shared libraries, which are counted here and charged to no one twice.
const BEYOND_MB: u64 = 16 + 2;
/// Takes memory, page by page, until it ends.
const GROWS: &str =
    "#include <cstdlib>\n#include <cstring>\nint main() { for (;;) { char *p = (char *) malloc(1 << 20);
if (!p) return 3; memset(p, 1, 1 << 20); } }";
/// Starts children that stay; prints how many there are when the next one fails.
const FORKS: &str = "import os, time
n = 0
try:
    while n < 500:
        if os.fork() == 0:
            time.sleep(60)
        n += 1
except OSError:
    pass
print(n)";

fn limited(language: &str, source: &str) -> invigil::runner::job::Job {
    let mut job = job(language, source, "", None);
    job.limits = Limits { memory_mb: LIMIT_MB.into(), ..Limits::default() };
    job
}

#[test]
fn memory_max_ends_what_nothing_else_ends() {
    if !has_cgroup() {
        return;
    }
    // The limits of the process and the watch are left out.
    let mut site = Site::sabotaged(Layers::All, "self-check,rlimits,watch");
    let mut client = site.start();
    let outcome = client.run(limited("c++", GROWS));
    assert_eq!(outcome.verdict, Verdict::Mle, "{outcome:?}");
    let peak = outcome.tests[0].memory_kb;
    assert!(peak <= (u64::from(LIMIT_MB) + BEYOND_MB) * 1024, "{peak} kB");
}

#[test]
fn a_program_within_its_limit_is_not_ended() {
    if !has_cgroup() {
        return;
    }
    let mut site = Site::new(Layers::All);
    let mut client = site.start();
    let most =
        "#include <cstdlib>\n#include <cstring>\nint main() { memset(malloc(50 << 20), 1, 50 << 20); return 0; }";
    let outcome = client.run(limited("c++", most));
    assert_eq!(outcome.verdict, Verdict::Ac, "{outcome:?}");
}

#[test]
fn pids_max_holds_children_that_no_other_limit_counts() {
    if !has_cgroup() {
        return;
    }
    let mut site = Site::sabotaged(Layers::All, "self-check,rlimits");
    let mut client = site.start();
    let outcome = client.run(job("python-fork", FORKS, "", None));
    let printed = outcome.tests[0].output.as_ref().map(|output| output.stdout.trim().to_owned());
    let children: u32 = printed.as_deref().and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("{outcome:?}"));
    assert!(children < 200, "{children} children");
}

/// Cgroups of jobs are gone after each, and those of a killed runner at its next start.
#[test]
fn no_cgroup_is_left() {
    if !has_cgroup() {
        return;
    }
    let mut site = Site::new(Layers::All);
    let group = PathBuf::from(format!("/sys/fs/cgroup/invigil-{}", site.uid));
    let jobs = || {
        let entries = fs::read_dir(&group).unwrap().flatten();
        entries.filter(|entry| entry.file_name().to_string_lossy().starts_with("job-")).count()
    };
    let mut client = site.start();
    assert_eq!(client.run(limited("c++", GROWS)).verdict, Verdict::Mle);
    assert_eq!(jobs(), 0);
    client.send(limited("python", "while True: pass"));
    while jobs() == 0 {
        thread::sleep(Duration::from_millis(5));
    }
    site.kill_runner();
    drop(client);
    site.start();
    assert_eq!(jobs(), 0);
}
