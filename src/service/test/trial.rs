//! Trials: an author takes the own test as a candidate would (`docs/behaviour/tests.md#trials`).

use super::{
    authoring, pictures,
    sections::prepare::{PreparedTest, prepare_any, require_reach},
};
use crate::{
    app::App,
    domain::{
        Error, ErrorCode, Instant, InviteId, Result, TestId, UserId,
        accommodation::Accommodation,
        attempt::Attempt,
        bank::{
            plan::{DrawnPaper, Outline},
            sections::{Section, SectionDraft, SectionItem, TestSections},
        },
        invite::{Invite, InviteStatus, Reminders, ScheduleMode, StartWindow},
        passage::Passage,
        submission::Submission,
        test::{Test, TestDraft},
        time::SignedDuration,
        user::User,
    },
    secrets::token,
    service::{
        actor::{Actor, Author, ResultReader},
        attempt::finish,
        query::{self, plans},
        scoring::judging::worker,
        settings::company,
        work::By,
    },
    state::trials::{NewTrial, RETENTION},
    store::{Backing, Read, Store, StoreOptions, records},
};
use std::ops::Range;
use tokio_util::sync::CancellationToken;

/// Cache of a store in memory, which needs none.
const CACHE_BYTES: usize = 1 << 20;
/// Writes of one trial that may wait.
const QUEUE: usize = 64;

/// A trial that was opened.
#[derive(Clone, Debug)]
pub struct OpenedTrial {
    pub id: InviteId,
    pub token: String,
    pub ends_at: Instant,
}

/// Opens a trial of a stored test.
///
/// # Errors
/// 404; 409 `pool_too_small`.
pub async fn of_test(app: &App, by: &Author, id: TestId) -> Result<OpenedTrial> {
    let test = authoring::get(app, &by.into(), id)?;
    let drawn = plans::paper(app, &app.store.read()?, id, &token::random_bytes())?;
    open(app, by, of_paper(test, drawn)).await
}

/// Opens a trial of a test that is not stored.
///
/// # Errors
/// 409 `pool_too_small`; 422 as for a test that is created.
pub async fn of_draft(
    app: &App,
    by: &Author,
    (draft, sections): (TestDraft, Vec<SectionDraft>),
) -> Result<OpenedTrial> {
    let id = app.new_id();
    let trial = {
        let read = app.store.read()?;
        require_reach(&read, by, &sections)?;
        let PreparedTest { checked, sections } = prepare_any(&read, id, draft, sections)?;
        let test = checked.into_test(id, app.now(), by.id());
        let mut shown = test.pictures();
        shown.extend(sections.as_ref().map(TestSections::pictures).unwrap_or_default());
        pictures::of_test(&read, &shown)?;
        match sections {
            Some(sections) => {
                let drawn = plans::paper_of_draft(&read, &test, &sections, &token::random_bytes())?;
                of_paper(test, drawn)
            }
            None => (test, None),
        }
    };
    open(app, by, trial).await
}

/// The test with the questions of one paper in its sections: a trial draws no second one.
fn of_paper(test: Test, drawn: DrawnPaper) -> (Test, Option<TestSections>) {
    let is_divided =
        |section: &Outline| !section.title.is_empty() || !section.rules.are_none() || section.instructions.is_some();
    let has_passages = !drawn.paper.passages.is_empty();
    let mut start = 0;
    let mut fixed = |section: Outline| {
        let places = start..start + section.questions;
        start = places.end;
        Section {
            title: section.title,
            shuffle_questions: false,
            shuffle_options: false,
            items: vec![SectionItem::Question { pin: None }; section.questions],
            rules: section.rules,
            instructions: section.instructions,
            passages: within(&drawn.paper.passages, &places),
        }
    };
    let is_needed = has_passages || drawn.sections.iter().any(is_divided);
    let sections = is_needed
        .then(|| TestSections { test_id: test.id, sections: drawn.sections.into_iter().map(&mut fixed).collect() });
    (Test { questions: drawn.paper.questions, ..test }, sections)
}

/// The passages of these questions of a paper, by place in their section.
fn within(passages: &[Passage], questions: &Range<usize>) -> Vec<Passage> {
    let own = |place: &u32| {
        let place = *place as usize;
        questions.contains(&place).then(|| u32::try_from(place - questions.start).ok()).flatten()
    };
    let passages = passages.iter().map(|passage| passage.at(passage.places.iter().filter_map(own).collect()));
    passages.filter(|passage| !passage.places.is_empty()).collect()
}

/// Writes to the store of the trial alone.
async fn open(app: &App, by: &Author, (test, sections): (Test, Option<TestSections>)) -> Result<OpenedTrial> {
    let now = app.now();
    let (company, author) = {
        let read = app.store.read()?;
        (company::of(&read)?, by.id().map(|id| read.get::<User>(id)).transpose()?.flatten())
    };
    let trial = app.blocking(|app| Ok(app.for_trial(store()?))).await?;
    let token = token::new_of_trial();
    let (name, email) = author.map(|author| (author.full_name, author.email)).unwrap_or_default();
    let invite = candidate(&trial, &token, &test, (name, email), (now, now.plus(RETENTION)));
    let (id, ends_at) = (invite.id, invite.link_expires_at);
    trial
        .write_at(now, By::Server, move |w| {
            w.put(&company)?;
            w.put(&test)?;
            if let Some(sections) = &sections {
                w.put(sections)?;
            }
            w.put(&invite)?;
            Ok(())
        })
        .await?;
    let stop = CancellationToken::new();
    tokio::spawn(worker::work(trial.clone(), stop.clone()));
    let new = NewTrial { id, link: token::hash(&token), author: by.id(), opened_at: now, app: trial, stop };
    for ended in app.jobs.trials.add(new) {
        end(&ended).await;
    }
    Ok(OpenedTrial { id, token, ends_at })
}

fn store() -> Result<Store> {
    let options = StoreOptions { cache_bytes: CACHE_BYTES, queue: QUEUE, ..StoreOptions::new(Backing::Memory) };
    Ok(Store::open(options, records::KINDS, records::MIGRATIONS)?)
}

/// Someone who takes a test in an application apart: the author, or a played candidate.
pub(crate) fn candidate(
    trial: &App,
    token: &str,
    test: &Test,
    (name, email): (String, String),
    (now, until): (Instant, Instant),
) -> Invite {
    Invite {
        id: trial.new_id(),
        test_id: test.id,
        test_title: test.title.clone(),
        duration_minutes: test.duration_minutes,
        applicant_id: trial.new_id::<UserId>(),
        // No name is asked for here.
        applicant_name: if name == email { email.split('@').next().unwrap_or_default().to_owned() } else { name },
        applicant_email: email,
        mode: ScheduleMode::NoSchedule,
        scheduled_at: None,
        time_zone: None,
        state: InviteStatus::Sent,
        created_at: now,
        link_expires_at: until,
        late_start: SignedDuration::ZERO,
        revoked_at: None,
        token_hash: token::hash(token),
        token_sealed: Vec::new(),
        email_sent_at: None,
        email_error: None,
        attempt_id: None,
        started_at: None,
        accommodation: Accommodation::default(),
        window: StartWindow::default(),
        reminders: Reminders::default(),
        language: None,
    }
}

/// The application of a trial and its submission, once it has ended; with the permission to read it, because this
/// application holds nothing else.
///
/// # Errors
/// 404, also for a trial that is over; 409 `not_finished`.
pub async fn submitted(app: &App, by: &Author, id: InviteId) -> Result<(App, ResultReader, Submission)> {
    let is_shown = by.scope().tests().is_none() || app.jobs.trials.is_of(id, by.id());
    let trial = app.jobs.trials.get(id).filter(|_| is_shown).ok_or_else(|| Error::not_found("trial"))?;
    let attempt = attempt(&trial, id)?;
    if let Some(attempt) = &attempt
        && query::attempt::is_overdue(&trial, attempt, trial.now())
    {
        finish::end_due(&trial, attempt.id, trial.now()).await?;
    }
    let submission = attempt.map(|attempt| trial.store.read()?.get::<Submission>(attempt.id)).transpose()?.flatten();
    let running = || Error::conflict(ErrorCode::NotFinished, "This trial has not been submitted yet.");
    Ok((trial, Actor::Operator.require()?, submission.ok_or_else(running)?))
}

fn attempt(trial: &App, id: InviteId) -> Result<Option<Attempt>> {
    let read = trial.store.read()?;
    let invite: Option<Invite> = read.get(id)?;
    Ok(invite.and_then(|invite| invite.attempt_id).map(|id| read.get(id)).transpose()?.flatten())
}

/// Ends the trials whose time is over, or that need too much memory.
pub async fn sweep(app: &App) {
    for ended in app.jobs.trials.end_some(app.now(), |trial| trial.store.memory()) {
        end(&ended).await;
    }
}

/// Frees what a trial or a rehearsal has that is no longer listed.
pub(crate) async fn end(trial: &App) {
    for run in trial.code.runs.forget_all() {
        trial.code.runner.cancel(run.0);
    }
    for job in trial.code.judging.forget_all() {
        trial.code.runner.cancel(job);
    }
    trial.hub.close();
    trial.store.close().await;
}
