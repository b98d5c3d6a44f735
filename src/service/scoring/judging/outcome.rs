//! Stores the runner's outcome of a job, and the points that follow.

use crate::{
    app::App,
    domain::{
        Instant, Result, RunnerTokenId,
        attempt::{Answer, Attempt},
        invite::Invite,
        judging::{Judged, Judging, JudgingState, JudgingVerdict, TestVerdict},
        question::Coding,
        time::SignedDuration,
    },
    runner::{
        client::{JobNotice, JudgingOrigin, RunnerStatus},
        job::{Outcome, ProgramOutput, TestOutcome, Verdict as Reported},
        judge::NOT_COMPILED,
    },
    service::{
        notifications,
        scoring::scores,
        work::{By, Work},
    },
    state::judging::Ticket,
    store::Read,
};
use std::time::Duration;
use tokio::runtime::Handle;
use uuid::Uuid;

/// Tests that failed and whose output is kept.
const MAX_OUTPUTS: usize = 10;
/// Bytes of each output, and of each note.
const MAX_OUTPUT: usize = 2 << 10;
const MAX_COMPILER: usize = 16 << 10;
const MAX_RUNNER: usize = 200;
/// Pause before a job is sent again whose outcome could not be stored.
const STORE_PAUSE: Duration = Duration::from_secs(5);

/// How a try ended.
enum JudgingEnd {
    Outcome(Outcome, JudgingOrigin),
    /// The runner had no verdict, for this reason.
    Failed(String),
    /// The runner did not begin.
    Unbegun,
    /// There is no verdict, and no runner is to try again.
    SetAside(&'static str),
}

/// Takes a notice about a job of the queue; returns another one. Called on the runner client's thread, which must not
/// wait.
pub fn noted(app: &App, runtime: &Handle, notice: JobNotice) -> Option<JobNotice> {
    let id = notice.job();
    let Some(ticket) = app.code.judging.get(id) else { return Some(notice) };
    let end = match notice {
        JobNotice::Started(_) => {
            app.code.judging.started(id, app.clock.continuous());
            return None;
        }
        JobNotice::Returned(_) => {
            app.code.judging.returned(id);
            return None;
        }
        JobNotice::Done(_, outcome, _) if outcome.verdict == Reported::Ie => JudgingEnd::Failed(outcome.note),
        JobNotice::Done(_, outcome, origin) => JudgingEnd::Outcome(outcome, origin),
        JobNotice::SetAside(_) => JudgingEnd::SetAside("Three code runners were gone before they had a result."),
        JobNotice::Refused(_, why) => JudgingEnd::Failed(format!("The code runner did not take this code: {why}.")),
        // The server stops: the next start sends it again.
        JobNotice::Lost(_) if app.code.runner.status() == RunnerStatus::Off => return None,
        JobNotice::Lost(_) if ticket.started_at.is_none() => JudgingEnd::Unbegun,
        JobNotice::Lost(_) => JudgingEnd::Failed("The code runner ended while it ran this code.".to_owned()),
    };
    let app = app.clone();
    runtime.spawn(async move { settle(&app, id, ticket, end).await });
    None
}

/// Ends a job that takes too long.
pub(super) async fn time_out(app: &App, id: Uuid) {
    app.code.runner.cancel(id);
    if let Some(ticket) = app.code.judging.get(id) {
        settle(app, id, ticket, JudgingEnd::Failed("The code runner had no result in time.".to_owned())).await;
    }
}

async fn settle(app: &App, id: Uuid, ticket: Ticket, end: JudgingEnd) {
    if !matches!(end, JudgingEnd::Unbegun)
        && let Err(error) = store(app, ticket.clone(), end).await
    {
        tracing::warn!(attempt = %ticket.attempt, %error, "a verdict could not be stored; the code is judged again");
        tokio::time::sleep(STORE_PAUSE).await;
    }
    app.code.judging.end(id);
}

/// Stores an outcome that needs no runner: the demo's, and that of a language which the question does not permit.
///
/// # Errors
/// Storage only.
pub(in crate::service) async fn store_known(app: &App, judging: &Judging, outcome: Outcome) -> Result<()> {
    let ticket = Ticket {
        attempt: judging.attempt_id,
        question: judging.question_id.clone(),
        round: judging.round,
        timeout: SignedDuration::ZERO,
        started_at: None,
    };
    let origin = JudgingOrigin { shown: env!("CARGO_PKG_VERSION").to_owned(), machine: None };
    store(app, ticket, JudgingEnd::Outcome(outcome, origin)).await
}

async fn store(app: &App, ticket: Ticket, end: JudgingEnd) -> Result<()> {
    app.write(By::Server, move |w| {
        // It may have been erased, settled, or asked again meanwhile.
        let Some(mut judging) = w.get::<Judging>((ticket.attempt, &ticket.question))? else { return Ok(()) };
        if judging.round != ticket.round || judging.state != JudgingState::Waiting {
            return Ok(());
        }
        let now = w.now;
        match end {
            JudgingEnd::Outcome(outcome, origin) => return done(w, judging, outcome, origin),
            JudgingEnd::Failed(why) => {
                tracing::warn!(attempt = %ticket.attempt, tries = judging.tries + 1, why, "code was not judged");
                judging.failed(cut(why, MAX_OUTPUT), now);
            }
            JudgingEnd::SetAside(why) => {
                tracing::warn!(attempt = %ticket.attempt, why, "code was set aside");
                judging.set_aside(why.to_owned());
            }
            JudgingEnd::Unbegun => return Ok(()),
        }
        put(w, &judging)?;
        scores::judging_changed(w, ticket.attempt)
    })
    .await
}

/// Stores a judging, and notifies administrators of one that needs them.
fn put(w: &mut Work<'_, '_>, judging: &Judging) -> Result<()> {
    w.put(judging)?;
    if judging.state != JudgingState::Failed {
        return Ok(());
    }
    let attempt: Option<Attempt> = w.get(judging.attempt_id)?;
    let Some(invite) = attempt.map(|attempt| w.get::<Invite>(attempt.invite_id)).transpose()?.flatten() else {
        return Ok(());
    };
    notifications::code_not_judged(w, &invite, judging.attempt_id)
}

fn done(w: &mut Work<'_, '_>, mut judging: Judging, outcome: Outcome, origin: JudgingOrigin) -> Result<()> {
    let (id, question_id) = (judging.attempt_id, judging.question_id.clone());
    let answer = w.get::<Answer>((id, &question_id))?;
    let text = answer.map(|answer| answer.text).unwrap_or_default();
    scores::judge(w, id, &question_id, |w, coding| {
        let now = w.now;
        match judged(outcome, coding, coding.read(&text).language.unwrap_or_default(), now, origin) {
            Ok(judged) => judging.done(judged),
            Err(why) => judging.failed(why, now),
        }
        put(w, &judging)?;
        Ok(judging.judged.filter(|_| judging.state == JudgingState::Done).map(|judged| judged.share(coding)))
    })
}

/// # Errors
/// A sentence, for an outcome that fits no answer to this question.
fn judged(
    outcome: Outcome,
    coding: &Coding,
    language: &str,
    at: Instant,
    origin: JudgingOrigin,
) -> std::result::Result<Judged, String> {
    let verdict = verdict(outcome.verdict).ok_or("The code runner failed.")?;
    let has_tests = outcome.tests.len() == coding.tests.len();
    if !has_tests && verdict != JudgingVerdict::CompileError {
        return Err("The code runner did not run all tests.".to_owned());
    }
    let compiler = compiler(outcome.verdict, &outcome.note, outcome.compiler);
    let mut shown = MAX_OUTPUTS;
    let tests: Option<Vec<_>> = outcome.tests.into_iter().map(|test| test_verdict(test, &mut shown)).collect();
    Ok(Judged {
        at,
        verdict,
        language: language.to_owned(),
        compiler: cut(compiler, MAX_COMPILER),
        tests: tests.ok_or("The code runner failed on a test.")?,
        test_set: coding.test_set(),
        runner: cut(origin.shown, MAX_RUNNER),
        toolchain: cut(outcome.toolchain, 200),
        machine: origin.machine.map(RunnerTokenId),
    })
}

/// The compiler's messages, after what the runner says of them: a refusal or advice is stored nowhere else.
fn compiler(verdict: Reported, note: &str, messages: String) -> String {
    match note {
        "" => messages,
        NOT_COMPILED if !messages.is_empty() => messages,
        _ if verdict != Reported::Ce => messages,
        _ if messages.is_empty() => note.to_owned(),
        _ => format!("{note}\n\n{messages}"),
    }
}

fn test_verdict(test: TestOutcome, shown: &mut usize) -> Option<TestVerdict> {
    let TestOutcome { note, cpu_ms, memory_kb, output, .. } = test;
    let verdict = verdict(test.verdict)?;
    let output = output.filter(|_| verdict != JudgingVerdict::Accepted && *shown > 0);
    if output.is_some() {
        *shown -= 1;
    }
    let ProgramOutput { stdout, stderr, .. } = output.unwrap_or_default();
    let (note, stdout, stderr) = (cut(note, MAX_OUTPUT), cut(stdout, MAX_OUTPUT), cut(stderr, MAX_OUTPUT));
    Some(TestVerdict { verdict, note, cpu_ms, memory_kb, stdout, stderr })
}

/// `None`: the runner's own failure, which is no verdict.
const fn verdict(reported: Reported) -> Option<JudgingVerdict> {
    Some(match reported {
        Reported::Ac => JudgingVerdict::Accepted,
        Reported::Wa => JudgingVerdict::WrongAnswer,
        Reported::Tle => JudgingVerdict::TimeLimit,
        Reported::Mle => JudgingVerdict::MemoryLimit,
        Reported::Ole => JudgingVerdict::OutputLimit,
        Reported::Rte => JudgingVerdict::RuntimeError,
        Reported::Ce => JudgingVerdict::CompileError,
        Reported::Ie => return None,
    })
}

fn cut(mut text: String, max: usize) -> String {
    if text.len() > max {
        text.truncate(text.floor_char_boundary(max));
        text.shrink_to_fit();
    }
    text
}
