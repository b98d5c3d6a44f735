//! Whether candidates can run code, in which languages, and what holds their programs.

use super::finding::DoctorFinding;
use crate::{
    app::{App, RunnerSource},
    runner::{
        client::RunnerStatus,
        language::probe::Probe,
        wire::{LanguageOffer, Welcome},
    },
    service::scoring::judging::queue::{self, Stuck},
    state::runners::RemoteRunner,
};

const TOPIC: &str = "code_runner";
const REMOTE: &str = "remote_runner";
const JUDGING: &str = "judging";
const LOOK: &str = "Run 'invigil runner doctor' as the user of the runner: it says what is missing and what to do.";

pub fn runner(app: &App) -> DoctorFinding {
    let source = app.config.host.runner.as_ref().unwrap_or(&RunnerSource::Child);
    match (app.code.runner.own_status(), source) {
        (RunnerStatus::Ready(welcome), _) => ready(&welcome),
        (RunnerStatus::Starting, _) => {
            DoctorFinding::note(TOPIC, "The code runner is starting: code can be run in a moment.")
        }
        (RunnerStatus::Down(why), _) => {
            DoctorFinding::warning(TOPIC, format!("Candidates cannot run code: {why}"), advice(source))
        }
        (RunnerStatus::Off, RunnerSource::Off) => {
            let line = DoctorFinding::note(TOPIC, "The code runner is off: candidates can write code, but not run it.");
            line.with_hint("Serve without '--runner off' to enable it.")
        }
        (RunnerStatus::Off, RunnerSource::Remote) if app.code.runner.remotes().is_empty() => {
            let said = "Candidates cannot run code: no code runner of another machine is registered.";
            let fix = "Start one: invigil runner --server URL --token-file FILE; 'invigil runner token create' creates the token.";
            DoctorFinding::warning(TOPIC, said, fix)
        }
        (RunnerStatus::Off, RunnerSource::Remote) => DoctorFinding::ok(TOPIC, "Code runs only on other machines."),
        // Not in the process of the server.
        (RunnerStatus::Off, RunnerSource::Child | RunnerSource::Socket(_)) => {
            DoctorFinding::note(TOPIC, "The code runner is used once the server runs.").with_hint(LOOK)
        }
    }
}

/// A line for each code runner on another machine.
pub fn remotes(app: &App) -> Vec<DoctorFinding> {
    app.code.runner.remotes().iter().map(remote).collect()
}

fn remote(remote: &RemoteRunner) -> DoctorFinding {
    let RemoteRunner { name, welcome, running, reported, .. } = remote;
    let languages = welcome.languages.iter().map(language).collect::<Vec<_>>().join(", ");
    let said = format!(
        "{name} runs code, {} at a time, in {}. Jobs now: {running}; reported: {reported}. Layers of its \
         sandbox: {}.",
        welcome.slots,
        if languages.is_empty() { "no language" } else { &languages },
        welcome.layers.join(", ")
    );
    let line = DoctorFinding::ok(REMOTE, said);
    match welcome.warnings.join("; ") {
        missing if missing.is_empty() => line,
        missing => line.with_hint(format!("Not used there: {missing}.")),
    }
}

/// Whether submitted code waits, or could not be judged.
pub fn judging(app: &App) -> Option<DoctorFinding> {
    let (waiting, failed) = queue::counts(app).ok()?;
    if failed > 0 {
        let said = format!("The code runner failed three times. Submitted answers without points: {failed}.");
        let fix = "Open these results and judge them again, or score them by hand; the log of the runner says why.";
        return Some(DoctorFinding::warning(JUDGING, said, fix.to_owned()));
    }
    if waiting == 0 {
        return None;
    }
    let Stuck { answers, held, .. } = queue::stuck(app, &app.store.read().ok()?).ok()?;
    if answers > 0 {
        let said = format!(
            "Submitted answers that wait for a code runner and have no points yet: {answers}. None is connected, none offers \
             their language, or they have waited for 10 minutes."
        );
        return Some(DoctorFinding::warning(JUDGING, said, format!("{LOOK} Answers can also be scored by hand.")));
    }
    (held > 0).then(|| {
        let said = format!("Submitted answers that are judged once no attempt of their test runs any more: {held}.");
        DoctorFinding::note(JUDGING, said).with_hint("The server was started with '--judge-after-attempts'.")
    })
}

fn advice(source: &RunnerSource) -> String {
    match source {
        RunnerSource::Socket(path) => {
            format!("Start what listens on {}: systemctl enable --now invigil-runner.socket. {LOOK}", path.display())
        }
        RunnerSource::Child | RunnerSource::Off | RunnerSource::Remote => LOOK.to_owned(),
    }
}

fn ready(welcome: &Welcome) -> DoctorFinding {
    let layers = welcome.layers.join(", ");
    let missing = welcome.warnings.join("; ");
    if welcome.languages.is_empty() && !welcome.survey.pending.is_empty() {
        let said =
            format!("The code runner is starting, and finds out which languages it can offer. Layers: {layers}.");
        return DoctorFinding::note(TOPIC, said);
    }
    if welcome.languages.is_empty() {
        let said =
            format!("The code runner works, but this machine has no language that it can offer. Layers: {layers}.");
        return DoctorFinding::warning(
            TOPIC,
            said,
            format!("Install compilers or interpreters, such as python3 and g++. {LOOK}"),
        );
    }
    let languages = welcome.languages.iter().map(language).collect::<Vec<_>>().join(", ");
    let pending = welcome.survey.pending.join(", ");
    let pending = if pending.is_empty() { pending } else { format!(" Being tried: {pending}.") };
    let said = format!(
        "Candidates can run code, {} at a time, in {languages}.{pending} Layers of the sandbox: {layers}.",
        welcome.slots
    );
    // A tool that is installed and fails; those that are not installed are no fault.
    let fails = |probe: &&Probe| !probe.works && !probe.version.is_empty();
    let broken = welcome.survey.probes.iter().filter(fails);
    let broken =
        broken.map(|p| format!("{}: {}", p.name, p.problem.as_deref().unwrap_or_default())).collect::<Vec<_>>();
    if !broken.is_empty() {
        return DoctorFinding::warning(
            TOPIC,
            format!("{said} Installed, and not offered: {}.", broken.join("; ")),
            LOOK,
        );
    }
    let line = DoctorFinding::ok(TOPIC, said);
    if missing.is_empty() { line } else { line.with_hint(format!("Not used here: {missing}.")) }
}

fn language(offer: &LanguageOffer) -> String {
    format!("{} ({})", offer.name, offer.toolchain.trim())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::operate::doctor::finding::Severity;

    fn welcome(languages: Vec<LanguageOffer>) -> Welcome {
        Welcome {
            protocol: 1,
            version: "1".into(),
            slots: 2,
            layers: vec!["landlock".into(), "seccomp".into()],
            warnings: vec!["cgroup: none here (use systemd)".into()],
            languages,
            ..Welcome::default()
        }
    }

    #[test]
    fn languages_layers_and_what_is_missing_are_named() {
        let python = LanguageOffer { name: "python".into(), toolchain: "Python 3.11.2\n".into(), factor: 5 };
        let found = ready(&welcome(vec![python]));
        assert_eq!(found.state, Severity::Ok);
        assert!(
            found.said.contains("python (Python 3.11.2)") && found.said.contains("landlock, seccomp"),
            "{}",
            found.said
        );
        assert!(found.fix.unwrap().contains("cgroup"));
        assert_eq!(ready(&welcome(Vec::new())).state, Severity::Warning);
    }

    #[test]
    fn what_is_being_tried_and_what_is_broken_is_said() {
        let mut starting = welcome(Vec::new());
        starting.survey.pending = vec!["ruby".into()];
        let found = ready(&starting);
        assert_eq!((found.state, found.said.contains("is starting")), (Severity::Note, true));
        starting.languages = vec![LanguageOffer { name: "python".into(), toolchain: "Python 3".into(), factor: 5 }];
        assert!(ready(&starting).said.contains("Being tried: ruby."));
        starting.survey.probes = vec![Probe::failed("php", "/usr/bin/php does not exist")];
        assert_eq!(ready(&starting).state, Severity::Ok);
        starting.survey.probes.push(Probe { version: "Mono 6".into(), ..Probe::failed("c#", "the probe got Wa") });
        let found = ready(&starting);
        assert_eq!(found.state, Severity::Warning);
        assert!(found.said.contains("Installed, and not offered: c#: the probe got Wa."), "{}", found.said);
    }
}
