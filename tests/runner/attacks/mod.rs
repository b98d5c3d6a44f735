//! Attacks of programs and of source code on the sandbox. Each is shown to work outside of it first.

mod attack;
mod control;
mod files;
mod others;
mod resources;

use crate::{
    client::{Client, job},
    site::{Layers, SECRET, Site, one_at_a_time},
};
use attack::{Attack, Control};
use invigil::runner::job::{Limits, Outcome, Verdict};
use serde_json::Value;
use std::{
    collections::BTreeSet,
    fs,
    path::Path,
    thread,
    time::{Duration, Instant},
};

/// At least as many as there were when the sandbox was designed.
const LEAST: usize = 99;
/// Limit of attacks that use CPU time until they are ended.
const CPU_MS: u64 = 400;
/// Limit of attacks that must meet another limit first, however slow the machine is.
const OTHER_CPU_MS: u64 = 10_000;

pub fn all() -> Vec<Attack> {
    [resources::attacks(), files::attacks(), others::attacks()].into_iter().flatten().collect()
}

/// Variable that selects the full suite: slow attacks, and every language that is installed.
fn is_full() -> bool {
    std::env::var_os("INVIGIL_ATTACKS").is_some_and(|value| value == "full")
}

#[test]
fn every_attack_is_listed_once_and_has_a_control_or_a_reason() {
    let attacks = all();
    let names: BTreeSet<&str> = attacks.iter().map(|attack| attack.name).collect();
    assert_eq!(names.len(), attacks.len());
    assert!(attacks.len() >= LEAST, "{}", attacks.len());
    let without = attacks.iter().filter(|attack| matches!(attack.control, Control::None(_))).count();
    assert!(without * 6 < attacks.len(), "{without} attacks have no control");
}

#[test]
fn no_attack_works_with_namespaces() {
    // Controls run outside of the sandbox: those of the other test are the same.
    expect_all_held(Layers::All, false);
}

#[test]
fn no_attack_works_with_the_base_alone() {
    expect_all_held(Layers::Base, true);
}

fn expect_all_held(layers: Layers, with_controls: bool) {
    let _one = one_at_a_time();
    let mut arena = Arena::new(layers, "");
    let mut failed = Vec::new();
    for attack in all() {
        failed.extend(arena.attack(&attack, with_controls).err().map(|why| format!("{}: {why}", attack.name)));
    }
    assert!(failed.is_empty(), "{}\n{failed:#?}", arena.site.log());
}

/// A site with a victim, a connected runner, and the bookkeeping of attacks.
pub struct Arena {
    pub site: Site,
    client: Client,
    params: Value,
}

impl Arena {
    pub fn new(layers: Layers, sabotage: &'static str) -> Self {
        let mut site = Site::sabotaged(layers, sabotage);
        let others: &[&str] = if is_full() { &["javascript", "java", "go", "rust"] } else { &[] };
        site.write_languages(&[&["python", "c++"], others].concat());
        setuid_program(&site);
        let params = site.victim();
        let client = site.start();
        for language in ["python", "c++"] {
            assert!(client.welcome.languages.iter().any(|offer| offer.name == language), "{}", site.log());
        }
        Self { site, client, params }
    }

    /// Runs the control and the attack. Fails if the attack works, or its control does not.
    pub fn attack(&mut self, attack: &Attack, with_control: bool) -> Result<(), String> {
        let is_offered = self.client.welcome.languages.iter().any(|offer| offer.name == attack.language);
        if !is_offered || attack.is_slow && !is_full() || attack.trophy == "euid=0" && !nix::unistd::getuid().is_root()
        {
            // Those of Python and C++ are offered, or the arena would not have started.
            eprintln!("not run: {} ({})", attack.name, attack.language);
            return Ok(());
        }
        let source = attack.source.replace(others::DATA, &self.site.data().display().to_string());
        let input = attack.input.clone().unwrap_or_else(|| self.params.to_string());
        if with_control && !matches!(attack.control, Control::None(_)) {
            let before = self.site.entries();
            control::run(&self.site, attack, &source, &input)
                .map_err(|why| format!("its control does not work: {why}"))?;
            if attack.name.starts_with("signal") && attack.name != "signal to all" {
                self.until_signalled();
            }
            self.until_gone(&before);
            self.tidy();
        }
        let known = self.site.processes();
        let mut job = job(attack.language, &source, &input, None);
        let has_other_limit = !attack.verdicts.is_empty() && !attack.verdicts.contains(&Verdict::Tle);
        job.limits = Limits { cpu_ms: if has_other_limit { OTHER_CPU_MS } else { CPU_MS }, ..Limits::default() };
        let outcome = self.client.run(job);
        let left = self.site.others(&known);
        let wrong = self.wrong(attack, &outcome, &left);
        self.tidy();
        if wrong.is_empty() { Ok(()) } else { Err(format!("{wrong:?} {outcome:?}")) }
    }

    /// Waits for the victim's handler, which a busy machine runs late: it must not be taken for the attack's.
    fn until_signalled(&self) {
        let until = Instant::now() + Duration::from_secs(20);
        while !fs::exists(self.site.data().join("signalled")).unwrap() && Instant::now() < until {
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until the processes of a control are gone, also those that wait to be reaped: with the base alone, a program
    /// has room for as many more as others of its user end while it runs.
    fn until_gone(&self, before: &[i32]) {
        let until = Instant::now() + Duration::from_secs(4);
        while self.site.entries().iter().any(|pid| !before.contains(pid)) && Instant::now() < until {
            thread::sleep(Duration::from_millis(20));
        }
    }

    fn wrong(&self, attack: &Attack, outcome: &Outcome, left: &[i32]) -> Vec<&'static str> {
        let tested = outcome.tests.first();
        let output =
            tested.and_then(|test| test.output.as_ref()).map(|output| output.stdout.as_str()).unwrap_or_default();
        let compiler = if attack.is_at_compiler { outcome.compiler.as_str() } else { "" };
        let has_trophy = [output, compiler].iter().any(|text| text.contains(attack.trophy));
        let was_compiled = attack.control == Control::Compiles && outcome.verdict != Verdict::Ce;
        let is_expected = attack.verdicts.is_empty() || attack.verdicts.contains(&outcome.verdict);
        let checks = [
            ((has_trophy && !attack.is_permitted) || was_compiled, "it works"),
            (!is_expected, "another verdict"),
            (outcome.verdict == Verdict::Ie, "an internal error"),
            (fs::exists(self.site.data().join("signalled")).unwrap(), "the victim got a signal"),
            (!left.is_empty(), "processes are left"),
            (names(&self.site.data()) != ["invigil.redb", "invigil.sock"], "files are left in the data"),
            (fs::read_to_string(self.site.data().join("invigil.redb")).unwrap() != SECRET, "the data is changed"),
            (self.site.folders() != 1, "folders are left"),
        ];
        checks.into_iter().filter(|(is_wrong, _)| *is_wrong).map(|(_, what)| what).collect()
    }

    /// Undoes what a control has done to the victim and its data.
    fn tidy(&self) {
        self.site.wake_victim();
        for name in ["new", "link", "signalled"] {
            let _ = fs::remove_file(self.site.data().join(name));
        }
        fs::write(self.site.data().join("invigil.redb"), SECRET).unwrap();
    }
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// A copy of `id` that belongs to root and runs as root, where this test may make one.
fn setuid_program(site: &Site) {
    use std::os::unix::fs::PermissionsExt;
    let folder = site.path().join("setuid");
    fs::create_dir(&folder).unwrap();
    fs::copy("/usr/bin/id", folder.join("id")).unwrap();
    fs::set_permissions(folder.join("id"), fs::Permissions::from_mode(0o4755)).unwrap();
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
}
