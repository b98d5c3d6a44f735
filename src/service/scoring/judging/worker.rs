//! Sends what is due to the runner.

use super::{
    held::HeldAnswers,
    job::{self, SubmittedProgram},
    outcome, rejudge_job,
};
use crate::{
    app::App,
    domain::{
        AttemptId, Error, Instant, Result,
        attempt::{Answer, Attempt},
        judging::Judging,
        question::Question,
        time::{MILLISECOND, SignedDuration},
    },
    runner::{
        client::RunnerStatus,
        job::{Job, Outcome, Verdict},
        wire::Welcome,
    },
    service::work::By,
    state::judging::{MAX_IN_FLIGHT, MIN_IN_FLIGHT, Ticket},
    store::{
        Read, Snapshot,
        records::{self, counter},
    },
};
use std::{ops::ControlFlow, time::Duration};
use tokio_util::sync::CancellationToken;

/// Interval between two checks of a queue that is not empty: a runner may have come.
const INTERVAL: Duration = Duration::from_secs(2);
const IDLE_INTERVAL: Duration = Duration::from_mins(1);
/// Wait until an answer is tried again whose language the runner lacks.
const LANGUAGE_PAUSE: SignedDuration = SignedDuration::from_mins(5);
/// Answers made due in one writer batch, when a runner offers another language.
const RESUME_BATCH: usize = 50;
/// All answers that are judged take one turn of the runner's queue: no candidate's own run waits behind many.
const QUEUE_KEY: &str = "judging";
/// The key by which trials queue: they take another turn, and each has few answers.
const TRIALS_QUEUE_KEY: &str = "trials";
const MAX_OF_TRIAL: usize = 2;

/// Judges until `stop`.
pub async fn work(app: App, stop: CancellationToken) {
    loop {
        let pause = match pass(&app).await {
            Ok(true) => INTERVAL,
            Ok(false) => IDLE_INTERVAL,
            Err(error) => {
                tracing::warn!(%error, "the judging queue cannot be read");
                INTERVAL
            }
        };
        tokio::select! {
            () = stop.cancelled() => return,
            () = app.code.judging.rung() => {}
            () = tokio::time::sleep(pause) => {}
        }
    }
}

/// Counts the verdicts that came for jobs, and sends what is due. Returns whether anything waits.
///
/// # Errors
/// Storage only.
pub async fn pass(app: &App) -> Result<bool> {
    rejudge_job::settle(app).await?;
    for overdue in app.code.judging.overdue(app.clock.continuous()) {
        outcome::time_out(app, overdue).await;
    }
    let waits = app.store.read()?.count(&counter::judgings_waiting())? > 0;
    let RunnerStatus::Ready(welcome) = app.code.runner.status() else { return Ok(waits) };
    let offered = welcome.languages.iter().map(|offer| offer.name.clone()).collect();
    if app.code.judging.offer(offered) && waits {
        resume_postponed(app).await?;
    }
    let due = if waits { due(app, &app.store.read()?, &welcome)? } else { Vec::new() };
    for judging in due {
        let prepared = prepare(app, &welcome, &judging)?;
        let sent = match prepared {
            PreparedJob::Ready(job, ticket) => send(app, *job, ticket),
            PreparedJob::NoLanguage(language) => postpone(app, judging, language).await.map(|()| true)?,
            PreparedJob::Refused(outcome) => outcome::store_known(app, &judging, *outcome).await.map(|()| true)?,
            // Erased since it was read.
            PreparedJob::Gone => true,
        };
        if !sent {
            break;
        }
    }
    Ok(waits)
}

/// The oldest ones that are due and not sent yet, as many as runners are to have.
fn due(app: &App, read: &Snapshot, welcome: &Welcome) -> Result<Vec<Judging>> {
    let for_slots = (2 * welcome.slots).clamp(MIN_IN_FLIGHT, MAX_IN_FLIGHT);
    let max = if app.trial_of.is_some() { MAX_OF_TRIAL } else { for_slots };
    let free = max.saturating_sub(app.code.judging.count());
    let (mut due, mut held) = (Vec::new(), HeldAnswers::new(app, read));
    if free == 0 {
        return Ok(due);
    }
    let until = app.now().plus(MILLISECOND);
    read.scan(records::JUDGINGS_DUE.between(Instant::MIN, until), false, &mut |row| {
        let judging: Judging = read.record_of(&row)?;
        if !app.code.judging.has(judging.attempt_id, &judging.question_id, judging.round) && !held.has(&judging)? {
            due.push(judging);
        }
        Ok(if due.len() < free { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    })?;
    app.code.judging.hold(held.tests(), app.now());
    Ok(due)
}

enum PreparedJob {
    Ready(Box<Job>, Ticket),
    /// The runner does not offer the language of the answer.
    NoLanguage(String),
    /// The question does not permit the language of the answer: a verdict that needs no runner.
    Refused(Box<Outcome>),
    Gone,
}

fn prepare(app: &App, welcome: &Welcome, judging: &Judging) -> Result<PreparedJob> {
    let read = app.store.read()?;
    let Some(attempt) = read.get::<Attempt>(judging.attempt_id)? else { return Ok(PreparedJob::Gone) };
    let paper = app.caches.papers.get(&read, attempt.test_id, &attempt.paper)?;
    let question = paper.question(&judging.question_id).map(|(_, question)| question);
    let Some(coding) = question.and_then(Question::coding) else { return Ok(PreparedJob::Gone) };
    let answer = read.get::<Answer>((judging.attempt_id, &judging.question_id))?;
    let text = answer.map(|answer| answer.text).unwrap_or_default();
    let code = coding.read(&text);
    if let Some(language) = code.refused {
        let permitted = coding.offered().join(", ");
        let compiler = format!("The answer names the language '{language}'. This question permits: {permitted}.");
        return Ok(PreparedJob::Refused(Box::new(Outcome { compiler, ..Outcome::untested(Verdict::Ce, "") })));
    }
    let language = code.language.unwrap_or_default();
    let Some(offer) = job::offer(welcome, language) else { return Ok(PreparedJob::NoLanguage(language.to_owned())) };
    let program = SubmittedProgram {
        id: app.new_id(),
        candidate: if app.trial_of.is_some() { TRIALS_QUEUE_KEY } else { QUEUE_KEY }.to_owned(),
        language: offer.name.clone(),
        source: code.source.into_owned(),
    };
    let ticket = Ticket {
        attempt: judging.attempt_id,
        question: judging.question_id.clone(),
        round: judging.round,
        timeout: job::timeout(coding, offer),
        started_at: None,
    };
    Ok(PreparedJob::Ready(Box::new(job::job(program, coding, coding.tests.iter())), ticket))
}

/// Returns `false` if the runner takes no more.
fn send(app: &App, job: Job, ticket: Ticket) -> bool {
    let id = job.id;
    // Before it is sent: its outcome may come at once.
    app.code.judging.begin(id, ticket);
    let is_sent = app.code.runner.submit(job).is_ok();
    if !is_sent {
        app.code.judging.drop_unsent(id);
    }
    is_sent
}

/// Makes the answers due that wait for a language: a runner offers another one.
async fn resume_postponed(app: &App) -> Result<()> {
    let postponed = app.blocking(postponed).await?;
    for batch in postponed.chunks(RESUME_BATCH) {
        let batch = batch.to_vec();
        app.write(By::Server, move |w| {
            for (attempt, question) in &batch {
                let stored = w.get::<Judging>((*attempt, question.as_str()))?;
                let Some(mut stored) = stored.filter(Judging::is_postponed) else { continue };
                stored.postpone(String::new(), w.now);
                w.put(&stored)?;
            }
            Ok::<_, Error>(())
        })
        .await?;
    }
    Ok(())
}

fn postponed(app: &App) -> Result<Vec<(AttemptId, String)>> {
    let (read, mut found) = (app.store.read()?, Vec::new());
    read.scan(records::JUDGINGS_DUE.between(app.now(), Instant::MAX), false, &mut |row| {
        let judging: Judging = read.record_of(&row)?;
        if judging.is_postponed() {
            found.push((judging.attempt_id, judging.question_id));
        }
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(found)
}

async fn postpone(app: &App, judging: Judging, language: String) -> Result<()> {
    app.write(By::Server, move |w| {
        let id = (judging.attempt_id, judging.question_id.as_str());
        let Some(mut stored) = w.get::<Judging>(id)?.filter(|stored| *stored == judging) else { return Ok(()) };
        let until = w.now.plus(LANGUAGE_PAUSE);
        stored.postpone(format!("No code runner offers {language}."), until);
        w.put(&stored)?;
        Ok(())
    })
    .await
}
