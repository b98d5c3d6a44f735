//! Demo data: a company at work, with ten tests and some 120 candidates in every state (`docs/operations.md`).

mod agreeing;
mod answers;
mod assigning;
mod bank;
mod deciding;
mod drawing;
mod graduates;
mod hall;
mod outage;
mod panel;
mod people;
pub mod receiver;
mod repairing;
mod roles;
mod rubrics;
mod simulation;
mod stage;
mod story;
mod typist;
mod verdicts;

use crate::{
    app::{App, DemoAccount},
    domain::{
        AttemptId, Error, ErrorCode, Instant, PictureHash, Result, TestId,
        attempt::Attempt,
        audit::AuditEntry,
        consent::{ConsentDraft, TranslationDraft},
        history,
        invite::Invite,
        language::Language,
        permission::Rights,
        rich_text::RichTextFormat,
        test::TestDraft,
        test_translation::TestTexts,
        time::SignedDuration,
        user::{Role, Session, StaffRole, User},
    },
    secrets::token,
    service::{
        account::{admins, registration},
        actor::Actor,
        import,
        invite::invites,
        query::page::Slice,
        settings::{self, company},
        test::{authoring, pictures},
        work::By,
    },
    store::{Read, records::counter},
};
use answers::WrittenAnswers;
use std::{collections::BTreeMap, sync::Arc, time::Duration};
use tokio_util::sync::CancellationToken;

/// Actions of the first and the last entry that seeding writes to the audit log.
const SEEDING: &str = "demo.seed_begin";
const SEEDED: &str = "demo.seed";
/// A demo that is not older is kept.
const FRESH: SignedDuration = SignedDuration::from_hours(6);
/// Entries of the audit log that are looked through: a demo with more has been used.
const MAX_ENTRIES: u64 = 2_000;

/// A reviewer and the other administrator, with random passwords.
const SECOND_MARKER: (&str, &str) = ("noor.haddad@demo.invigil", "Noor Haddad");
const COLLEAGUE: (&str, &str) = ("mira.holm@demo.invigil", "Mira Holm");

/// The accounts that a demo's sign-in screen shows.
#[must_use]
pub fn accounts() -> Vec<DemoAccount> {
    let account =
        |role, email: &str, password: &str| DemoAccount { role, email: email.into(), password: password.into() };
    vec![
        account(Role::Admin, "admin@demo.invigil", "demo-admin"),
        account(Role::Applicant, "applicant@demo.invigil", "demo-applicant"),
        account(Role::Reviewer, "reviewer@demo.invigil", "demo-reviewer"),
        account(Role::Staff, roles::PROCTOR.0, "demo-proctor"),
        account(Role::Staff, roles::HIRING_MANAGER.0, "demo-hiring"),
    ]
}

/// Seeds an empty database; keeps an existing demo unchanged.
///
/// # Errors
/// 409 `not_a_demo` if the folder holds other data.
pub async fn seed(app: &App) -> Result<()> {
    let [admin, applicant, reviewer, proctor, hiring_manager] =
        <[DemoAccount; 5]>::try_from(accounts()).map_err(|_| Error::internal("five demo accounts"))?;
    if app.store.read()?.count(&counter::admins())? > 0 {
        let ours = admins::all(app, &Actor::Operator.require()?)?.iter().any(|a| a.email == admin.email);
        return if ours { Ok(()) } else { Err(foreign()) };
    }
    // Tests may have been imported before the first admin was created.
    if !authoring::list(app, &Actor::Operator.require()?, false, &Slice { limit: 1, after: None })?.items.is_empty() {
        return Err(foreign());
    }
    fill(app, admin, applicant, reviewer, [proctor, hiring_manager]).await
}

async fn fill(
    app: &App,
    admin: DemoAccount,
    applicant: DemoAccount,
    reviewer: DemoAccount,
    staff: [DemoAccount; 2],
) -> Result<()> {
    app.write(By::Operator, |w| w.audit(SEEDING, "demo", "")).await?;
    let superadmin = Actor::Operator.require()?;
    let first = admins::create(app, &superadmin, &admin.email, admin.password, "Demo Admin").await?;
    let colleague = admins::create(app, &superadmin, COLLEAGUE.0, token::new(), COLLEAGUE.1).await?;
    let DemoAccount { email, password, .. } = reviewer;
    let reviewer = admins::create_as(app, &superadmin, StaffRole::Reviewer, &email, password, "Demo Reviewer").await?;
    let role = StaffRole::Reviewer;
    let second = admins::create_as(app, &superadmin, role, SECOND_MARKER.0, token::new(), SECOND_MARKER.1).await?;
    let markers = [acting(app, reviewer.clone()).require()?, acting(app, second).require()?];
    let (first, colleague) = (acting(app, first), acting(app, colleague));
    let user = registration::register(app, &applicant.email, applicant.password, "Demo Applicant", None).await?;
    prove(app, user).await?;
    set_mail(app, &first, "127.0.0.1").await?;
    let company = company::CompanyChange {
        name: Some("Northwind".into()),
        contact: Some("hiring@demo.invigil".into()),
        ..company::CompanyChange::default()
    };
    company::set(app, &first.require()?, company).await?;
    let chart = pictures::keep(app, &first.require()?, drawing::chart()?).await?;
    let story = story::DemoStory::new(app, [&first, &colleague], drafts(chart.hash)?, written()?)?;
    let played = story.play().await?;
    let [tests @ .., divided, _] = played.as_slice() else { return Err(Error::internal("the demo has no tests")) };
    repairing::play(app, &colleague, tests).await?;
    rubrics::play(app, &first, tests).await?;
    deciding::play(&stage::DemoStage::of(app), [&first, &colleague], tests).await?;
    set_mail(app, &first, "").await?;
    if let Some(test) = tests.first() {
        agreeing::play(app, *test).await?;
    }
    assigning::play(app, &first, reviewer.id, tests).await?;
    panel::play(app, [&first, &colleague], markers.each_ref(), *divided).await?;
    outage::play(app).await?;
    let lead = roles::play(app, staff, tests).await?;
    hall::play(app, [&first, &colleague], lead).await?;
    if let Some(test) = tests.first() {
        invite(app, &first, *test, &applicant.email).await?;
        // Those of the story have started without it.
        ask_consent(app, &first, *test).await?;
    }
    app.write(By::Operator, |w| w.audit(SEEDED, "demo", "")).await
}

/// Lets candidates work until `stop`, with this time between two steps.
pub async fn play(app: App, stop: CancellationToken, pause: Duration) {
    match written().and_then(|written| Ok((Arc::new(written), seeded_at(&app)?.unwrap_or(Instant::MIN)))) {
        Ok(story) => simulation::work(app, story, stop, pause).await,
        Err(error) => tracing::error!(%error, "the demo cannot be read"),
    }
}

/// Time between two steps of [`play`].
pub const STEP: Duration = Duration::from_secs(4);

/// Whether this is a demo of an earlier time that was only looked at since, or one whose seeding did not end.
///
/// # Errors
/// Storage only.
pub fn is_stale(app: &App) -> Result<bool> {
    let read = app.store.read()?;
    let Some(last) = read.last::<AuditEntry>()? else { return Ok(false) };
    let entries: Vec<AuditEntry> = read.records_after(last.number.checked_sub(MAX_ENTRIES), usize::MAX)?;
    let is_mark = |entry: &AuditEntry| [SEEDING, SEEDED].contains(&entry.action.as_str());
    let Some(place) = entries.iter().rposition(is_mark) else { return Ok(false) };
    let (mark, since) = (&entries[place], &entries[place + 1..]);
    if mark.action == SEEDING {
        return Ok(true);
    }
    let is_old = app.now().since(mark.at) >= FRESH;
    Ok(is_old && !since.iter().any(|entry| is_of_a_person(&read, entry)))
}

/// Returns the time at which the seeding of this demo ended; `None` where nothing was seeded.
fn seeded_at(app: &App) -> Result<Option<Instant>> {
    let entries: Vec<AuditEntry> =
        app.store.read()?.records_after(None, usize::try_from(MAX_ENTRIES).unwrap_or(usize::MAX))?;
    Ok(entries.iter().find(|entry| entry.action == SEEDED).map(|entry| entry.at))
}

/// Whether an entry of the audit log shows that the demo was used.
fn is_of_a_person(read: &impl Read, entry: &AuditEntry) -> bool {
    match entry.action.as_str() {
        // The webhook of the demo is made when it is first served.
        "session.start" | "session.end" | "attempt.end" => false,
        "webhook.create" | "exam_session.check_in" => entry.actor.is_some(),
        "attempt.start" => !started_by_itself(read, &entry.target).unwrap_or(false),
        _ => true,
    }
}

fn started_by_itself(read: &impl Read, attempt: &str) -> Option<bool> {
    let attempt: Attempt = read.get(attempt.parse::<AttemptId>().ok()?).ok()??;
    let invite: Invite = read.get(attempt.invite_id).ok()??;
    Some(people::is_of_story(&invite.applicant_email))
}

fn written() -> Result<WrittenAnswers> {
    serde_saphyr::from_str(include_str!("answers.yaml")).map_err(Error::internal)
}

/// An account that has not signed in, as one that has.
fn acting(app: &App, user: User) -> Actor {
    let (id, now) = (app.new_id(), app.now());
    let session = Session {
        id,
        user_id: user.id,
        token_version: user.token_version,
        created_at: now,
        last_seen_at: now,
        origin: None,
        provided: None,
        tokens_sealed: None,
    };
    let rights = Rights::of(&user, Vec::new());
    Actor::Account { user, session, rights }
}

/// Mails of the story are accepted while a server is set up; afterwards there is none, so that a demo sends no mail.
async fn set_mail(app: &App, actor: &Actor, host: &str) -> Result<()> {
    let change = settings::EmailChange {
        host: Some(host.into()),
        port: Some(25),
        from_email: Some("hiring@demo.invigil".into()),
        from_name: Some("Northwind Hiring".into()),
        ..settings::EmailChange::default()
    };
    settings::set_email(app, &actor.require()?, change).await.map(drop)
}

fn foreign() -> Error {
    Error::conflict(ErrorCode::NotADemo, "This data folder holds other data: a demo needs its own folder.")
}

async fn prove(app: &App, mut user: User) -> Result<()> {
    debug_assert_eq!(user.role, Role::Applicant);
    user.mailbox_proven = true;
    app.store.write(move |tx| tx.put(&user).map_err(Error::from)).await
}

async fn invite(app: &App, actor: &Actor, test_id: TestId, email: &str) -> Result<()> {
    let new = invites::NewInvite::without_schedule(test_id, email.to_owned(), "Demo Applicant".into());
    invites::create(app, &actor.require()?, new, None).await.map(drop)
}

const CONSENT: &str =
    "Northwind keeps your answers and, if you allow the camera, its pictures, **until the position is filled**. \
People of the hiring team see them.

You can ask for their erasure at any time: on the page whose link you get at the end, or at hiring@demo.invigil.";

const CONSENT_IN_GERMAN: &str = "Northwind bewahrt Ihre Antworten und, wenn Sie die Kamera erlauben, deren Bilder auf, **bis die Stelle besetzt ist**. \
Das Einstellungsteam kann sie einsehen.

Sie können jederzeit ihre Löschung verlangen: auf der Seite, deren Link Sie am Ende erhalten, oder unter hiring@demo.invigil.";

/// Candidates accept it before they start.
async fn ask_consent(app: &App, actor: &Actor, test: TestId) -> Result<()> {
    let german = TranslationDraft { language: Language::German, text: CONSENT_IN_GERMAN.into(), of: None };
    let draft =
        ConsentDraft { text: CONSENT.into(), format: RichTextFormat::Markdown, translations: Some(vec![german]) };
    settings::consent::set_test(app, &actor.require()?, test, draft, None).await.map(drop)
}

/// The tests of the company; the first one has a question of every kind.
fn drafts(chart: PictureHash) -> Result<Vec<TestDraft>> {
    let plan = import::read(include_bytes!("tests.yaml"), Some("tests.yaml"), None);
    if let Some(fault) = plan.findings.first() {
        return Err(Error::internal(format!("line {:?} of the demo's tests: {}", fault.place, fault.message)));
    }
    let mut drafts: Vec<TestDraft> =
        std::iter::once(sample(chart)?).chain(plan.tests.into_iter().map(|test| test.draft)).collect();
    for question in drafts.iter_mut().flat_map(|draft| &mut draft.questions) {
        if question.text.contains('`') {
            question.format = RichTextFormat::Markdown;
        }
    }
    Ok(drafts)
}

fn sample(chart: PictureHash) -> Result<TestDraft> {
    let questions = include_str!("backend.json").replace("{chart}", &chart.to_string());
    Ok(TestDraft {
        title: "Backend engineer: first conversation".into(),
        description:
            "Short questions of every kind about the way you work with services and data. There is no trick in \
                      any of them."
                .into(),
        description_format: RichTextFormat::Plain,
        require_fullscreen: false,
        history: history::HistoryMode::Keystrokes,
        language: Some(Language::English),
        translations: BTreeMap::from([("de".into(), german())]),
        duration_minutes: 30,
        questions: serde_json::from_str(&questions).map_err(Error::internal)?,
    })
}

/// German texts of all but one question.
fn german() -> TestTexts {
    TestTexts {
        title: "Backend-Entwicklung: erstes Gespräch".into(),
        description:
            "Kurze Fragen aller Arten dazu, wie Sie mit Diensten und Daten arbeiten. Keine hat einen doppelten Boden."
                .into(),
        ..TestTexts::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::test::QuestionKind;

    #[test]
    fn the_sample_is_valid_and_has_every_kind() {
        let test = sample(PictureHash([7; 32])).unwrap().check().unwrap();
        let has = |kind: &QuestionKind| test.questions.iter().any(|question| question.kind() == *kind);
        assert_eq!(QuestionKind::ALL.iter().find(|kind| !has(kind)), None);
        let rich = test.questions.iter().find_map(|question| question.trees.as_ref()).unwrap();
        let pictures =
            test.questions.iter().filter_map(|question| question.trees.as_ref()).flat_map(|t| t.text.pictures());
        assert_eq!(pictures.collect::<Vec<_>>(), [PictureHash([7; 32])]);
        for part in [r#"{"code":["Python""#, r#"{"table":"#, r#"{"math":"#] {
            assert!(rich.text.json().contains(part), "{part}: {}", rich.text.json());
        }
    }
}
