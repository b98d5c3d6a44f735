//! Whether candidates can run code, in which languages, and what holds their programs.

use super::finding::DoctorFinding;
use crate::{
    app::{App, RunnerSource},
    domain::sentence::Sentence,
    runner::{
        client::RunnerStatus,
        language::probe::Probe,
        wire::{LanguageOffer, Welcome},
    },
    sentence,
    service::scoring::judging::queue::{self, Stuck},
    state::runners::RemoteRunner,
};

const TOPIC: &str = "code_runner";
const REMOTE: &str = "remote_runner";
const JUDGING: &str = "judging";

fn look() -> Sentence {
    sentence!("lookAtRunner": "Run 'invigil runner doctor' as the user of the runner: it says what is missing and what to do.")
}

pub fn runner(app: &App) -> DoctorFinding {
    let source = app.config.host.runner.as_ref().unwrap_or(&RunnerSource::Child);
    match (app.code.runner.own_status(), source) {
        (RunnerStatus::Ready(welcome), _) => ready(&welcome),
        (RunnerStatus::Starting, _) => {
            let said = sentence!("runnerStarts": "The code runner is starting: code can be run in a moment.");
            DoctorFinding::note(TOPIC, said)
        }
        (RunnerStatus::Down(why), _) => DoctorFinding::warning(
            TOPIC,
            sentence!("runnerDown": "Candidates cannot run code: {why}", why),
            advice(source),
        ),
        (RunnerStatus::Off, RunnerSource::Off) => {
            let said = sentence!("runnerOff": "The code runner is off: candidates can write code, but not run it.");
            let hint = sentence!("runnerOffHint": "Serve without '--runner off' to enable it.");
            DoctorFinding::note(TOPIC, said).with_hint(hint)
        }
        (RunnerStatus::Off, RunnerSource::Remote) if app.code.runner.remotes().is_empty() => {
            let said = sentence!(
                "noRemoteRunner": "Candidates cannot run code: no code runner of another machine is registered."
            );
            let fix = sentence!(
                "noRemoteRunnerFix": "Start one: invigil runner --server URL --token-file FILE; 'invigil runner token create' creates the token."
            );
            DoctorFinding::warning(TOPIC, said, fix)
        }
        (RunnerStatus::Off, RunnerSource::Remote) => {
            DoctorFinding::ok(TOPIC, sentence!("onlyRemote": "Code runs only on other machines."))
        }
        // Not in the process of the server.
        (RunnerStatus::Off, RunnerSource::Child | RunnerSource::Socket(_)) => {
            let said = sentence!("runnerLater": "The code runner is used once the server runs.");
            DoctorFinding::note(TOPIC, said).with_hint(look())
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
    let (slots, layers) = (welcome.slots.to_string(), welcome.layers.join(", "));
    let (running, reported) = (running.to_string(), reported.to_string());
    let said = if languages.is_empty() {
        sentence!(
            "remoteWithoutLanguage": "{name} runs code, {slots} at a time, in no language. Jobs now: {running}; reported: {reported}. Layers of its \
             sandbox: {layers}.",
            name, slots, running, reported, layers
        )
    } else {
        sentence!(
            "remoteRuns": "{name} runs code, {slots} at a time, in {languages}. Jobs now: {running}; reported: {reported}. Layers of its \
             sandbox: {layers}.",
            name, slots, languages, running, reported, layers
        )
    };
    let line = DoctorFinding::ok(REMOTE, said);
    match welcome.warnings.join("; ") {
        missing if missing.is_empty() => line,
        missing => line.with_hint(sentence!("notUsedThere": "Not used there: {missing}.", missing)),
    }
}

/// Whether submitted code waits, or could not be judged.
pub fn judging(app: &App) -> Option<DoctorFinding> {
    let (waiting, failed) = queue::counts(app).ok()?;
    if failed > 0 {
        let said = sentence!(
            "judgingFailed": "The code runner failed three times. Submitted answers without points: {failed}.",
            failed
        );
        let fix = sentence!(
            "judgingFailedFix": "Open these results and judge them again, or score them by hand; the log of the runner says why."
        );
        return Some(DoctorFinding::warning(JUDGING, said, fix));
    }
    if waiting == 0 {
        return None;
    }
    let Stuck { answers, held, .. } = queue::stuck(app, &app.store.read().ok()?).ok()?;
    if answers > 0 {
        let said = sentence!(
            "judgingWaits": "Submitted answers that wait for a code runner and have no points yet: {answers}. None is connected, none \
             offers their language, or they have waited for 10 minutes.",
            answers
        );
        let by_hand = sentence!("scoredByHand": "Answers can also be scored by hand.");
        return Some(DoctorFinding::warning(JUDGING, said, look().then(by_hand)));
    }
    (held > 0).then(|| {
        let said = sentence!(
            "judgingHeld": "Submitted answers that are judged once no attempt of their test runs any more: {held}.",
            held
        );
        let hint = sentence!("judgingHeldHint": "The server was started with '--judge-after-attempts'.");
        DoctorFinding::note(JUDGING, said).with_hint(hint)
    })
}

fn advice(source: &RunnerSource) -> Sentence {
    match source {
        RunnerSource::Socket(path) => {
            let start = sentence!(
                "startRunner": "Start what listens on {path}: systemctl enable --now invigil-runner.socket.",
                path = path.display().to_string(),
            );
            start.then(look())
        }
        RunnerSource::Child | RunnerSource::Off | RunnerSource::Remote => look(),
    }
}

fn ready(welcome: &Welcome) -> DoctorFinding {
    let layers = welcome.layers.join(", ");
    let missing = welcome.warnings.join("; ");
    if welcome.languages.is_empty() && !welcome.survey.pending.is_empty() {
        let said = sentence!(
            "runnerSurveys": "The code runner is starting, and finds out which languages it can offer. Layers: {layers}.",
            layers
        );
        return DoctorFinding::note(TOPIC, said);
    }
    if welcome.languages.is_empty() {
        let said = sentence!(
            "runnerWithoutLanguage": "The code runner works, but this machine has no language that it can offer. Layers: {layers}.",
            layers
        );
        let install = sentence!("installCompilers": "Install compilers or interpreters, such as python3 and g++.");
        return DoctorFinding::warning(TOPIC, said, install.then(look()));
    }
    let languages = welcome.languages.iter().map(language).collect::<Vec<_>>().join(", ");
    let pending = welcome.survey.pending.join(", ");
    let slots = welcome.slots.to_string();
    let mut said =
        sentence!("runnerRuns": "Candidates can run code, {slots} at a time, in {languages}.", slots, languages);
    if !pending.is_empty() {
        said = said.then(sentence!("runnerTries": "Being tried: {pending}.", pending));
    }
    let said = said.then(sentence!("runnerLayers": "Layers of the sandbox: {layers}.", layers));
    // A tool that is installed and fails; those that are not installed are no fault.
    let fails = |probe: &&Probe| !probe.works && !probe.version.is_empty();
    let broken = welcome.survey.probes.iter().filter(fails);
    let broken =
        broken.map(|p| format!("{}: {}", p.name, p.problem.as_deref().unwrap_or_default())).collect::<Vec<_>>();
    if !broken.is_empty() {
        return DoctorFinding::warning(
            TOPIC,
            said.then(sentence!(
                "runnerBroken": "Installed, and not offered: {broken}.",
                broken = broken.join("; ")
            )),
            look(),
        );
    }
    let line = DoctorFinding::ok(TOPIC, said);
    if missing.is_empty() {
        line
    } else {
        line.with_hint(sentence!("notUsedHere": "Not used here: {missing}.", missing))
    }
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
            found.said.english.contains("python (Python 3.11.2)") && found.said.english.contains("landlock, seccomp"),
            "{}",
            found.said
        );
        assert!(found.fix.unwrap().english.contains("cgroup"));
        assert_eq!(ready(&welcome(Vec::new())).state, Severity::Warning);
    }

    #[test]
    fn what_is_being_tried_and_what_is_broken_is_said() {
        let mut starting = welcome(Vec::new());
        starting.survey.pending = vec!["ruby".into()];
        let found = ready(&starting);
        assert_eq!((found.state, found.said.english.contains("is starting")), (Severity::Note, true));
        starting.languages = vec![LanguageOffer { name: "python".into(), toolchain: "Python 3".into(), factor: 5 }];
        assert!(ready(&starting).said.english.contains("Being tried: ruby."));
        starting.survey.probes = vec![Probe::failed("php", "/usr/bin/php does not exist")];
        assert_eq!(ready(&starting).state, Severity::Ok);
        starting.survey.probes.push(Probe { version: "Mono 6".into(), ..Probe::failed("c#", "the probe got Wa") });
        let found = ready(&starting);
        assert_eq!(found.state, Severity::Warning);
        assert!(found.said.english.contains("Installed, and not offered: c#: the probe got Wa."), "{}", found.said);
    }
}
