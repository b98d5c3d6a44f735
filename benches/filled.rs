//! Fills a store with years of data: a given number of rows of each kind.
//!
//! One real test, invite and submission are created through the API and then copied under new ids into the store,
//! spread over time at constant density, so that a day holds the same number of rows at every size.

use axum::{Router, body::Body};
use http::{Request, StatusCode, header};
use http_body_util::BodyExt;
use invigil::{
    ai::HttpProvider,
    app::{App, AppParts, Config, SteadyClock, ThisMachine},
    domain::{
        AttemptId, Instant as Moment,
        attempt::{Answer, Attempt, TimeSpent},
        invite::{Invite, InviteStatus},
        paper::Paper,
        submission::{Grade, ScoringStatus, Submission},
        test::Test,
        time::{DAY, SignedDuration},
        user::{Role, User},
    },
    mail::SmtpMailer,
    secrets::{MasterKey, Passwords, token},
    service::{account::admins, actor::Actor},
    store::{Backing, Read, Record, Store, StoreOptions, records},
};
use serde_json::{Value, json};
use std::{path::Path, sync::Arc};
use tower::ServiceExt;
use uuid::{Builder, Uuid};

pub type AnyError = Box<dyn std::error::Error + Send + Sync>;

/// Time between two rows: about 200 a day.
pub const ROW_INTERVAL: SignedDuration = SignedDuration::from_mins(7);
pub const BATCH: usize = 500;
const PASSWORD: &str = "correct horse";

pub struct Site {
    pub app: App,
    router: Router,
    token: String,
}

impl Site {
    /// Creates a data folder, on which the binary can be started afterwards.
    pub async fn new(folder: &Path) -> Result<Self, AnyError> {
        let master = MasterKey::generate();
        master.write_new(&folder.join("secret.key"))?;
        let options = StoreOptions::new(Backing::File(folder.join("invigil.redb")));
        let app = App::new(AppParts {
            store: Store::open(options, records::KINDS, records::MIGRATIONS)?,
            clock: Arc::new(SteadyClock::new(ThisMachine::default())),
            master,
            passwords: Passwords::for_tests(),
            mailer: Arc::new(SmtpMailer::new()),
            ai: Arc::new(HttpProvider::new()),
            config: Config { public_url: Some("https://tests.example.org".into()), ..Config::default() },
        });
        let operator = Actor::Operator.require()?;
        admins::create(&app, &operator, "ada@example.org", PASSWORD.into(), "Ada Admin").await?;
        let router = invigil::http::router(app.clone(), None);
        let mut site = Self { app, router, token: String::new() };
        let (reply, _) =
            site.call("POST", "/auth/login", json!({"email": "ada@example.org", "password": PASSWORD})).await?;
        reply["access_token"].as_str().ok_or("no token")?.clone_into(&mut site.token);
        Ok(site)
    }

    /// Returns the reply, and the cursor of its next page.
    pub async fn call(&self, method: &str, path: &str, body: Value) -> Result<(Value, Option<String>), AnyError> {
        let request = Request::builder()
            .method(method)
            .uri(format!("/api{path}"))
            .header(header::AUTHORIZATION, format!("Bearer {}", self.token))
            .header(header::CONTENT_TYPE, "application/json")
            .body(if body.is_null() { Body::empty() } else { Body::from(body.to_string()) })?;
        let reply = self.router.clone().oneshot(request).await?;
        let (status, link) = (reply.status(), reply.headers().get(header::LINK).cloned());
        let bytes = reply.into_body().collect().await?.to_bytes();
        if !matches!(status, StatusCode::OK | StatusCode::CREATED) {
            return Err(format!("{method} {path}: {status} {}", String::from_utf8_lossy(&bytes)).into());
        }
        let next = link.as_ref().and_then(|l| l.to_str().ok()).and_then(|l| l.split("after=").nth(1));
        let next = next.and_then(|l| l.split(['>', '&']).next()).map(str::to_owned);
        Ok((serde_json::from_slice(&bytes)?, next))
    }
}

pub fn id<T: From<Uuid>>(at: Moment, n: usize) -> T {
    let mut tail = [0; 10];
    tail[2..].copy_from_slice(&(n as u64).to_be_bytes());
    T::from(Builder::from_unix_timestamp_millis(u64::try_from(at.as_millis()).unwrap_or_default(), &tail).into_uuid())
}

/// The records that every row is a copy of.
struct Models {
    tests: Vec<Test>,
    /// Of the first test.
    paper: Paper,
    invite: Invite,
    attempt: Attempt,
    submission: Submission,
    grades: Vec<Grade>,
    answers: Vec<Answer>,
    person: User,
}

async fn models(site: &Site, rows: usize) -> Result<Models, AnyError> {
    let question = |n: usize| {
        json!({"id": n.to_string(), "type": if n == 0 { "essay" } else { "multiple_choice" },
        "question": "Which of these keeps its order?", "points": 2, "options": ["One", "Two", "Three"], "correct_answer": "Two"})
    };
    let test = json!({"title": "Backend engineer", "description": "Everyday work.", "duration_minutes": 60,
        "questions": (0..10).map(question).collect::<Vec<_>>()});
    let (test, _) = site.call("POST", "/tests", test).await?;
    let invite = json!({"test_id": test["id"], "applicant_email": "model@example.org", "applicant_name": "Mo Del",
        "no_schedule": true});
    let (invite, _) = site.call("POST", "/invites", invite).await?;
    let link = invite["token"].as_str().ok_or("no token")?;
    site.call("POST", &format!("/start-test/{link}"), Value::Null).await?;
    let answers =
        json!({"answers": [{"question_id": "0", "answer": "A B-tree."}, {"question_id": "1", "answer": "Two"}]});
    site.call("POST", &format!("/submit-test/{link}"), answers).await?;
    let read = site.app.store.read()?;
    let test: Test = read.records()?.into_iter().next().ok_or("no test")?;
    let now = site.app.now();
    let tests = (0..rows.div_ceil(50).max(200)).map(|n| {
        let at = now.plus(-(i32::try_from(n).unwrap_or_default() + 1) * ROW_INTERVAL);
        Test { id: id(at, n), title: format!("Test number {n}"), created_at: at, ..test.clone() }
    });
    let tests: Vec<Test> = tests.collect();
    let paper: Paper = read.records()?.into_iter().next().ok_or("no paper")?;
    Ok(Models {
        paper: Paper { test_id: tests[0].id, ..paper },
        tests,
        invite: read.records()?.into_iter().next().ok_or("no invite")?,
        attempt: read.records()?.into_iter().next().ok_or("no attempt")?,
        submission: read.records()?.into_iter().next().ok_or("no submission")?,
        grades: read.records()?,
        answers: read.records()?,
        person: read.records::<User>()?.into_iter().find(|u| u.role == Role::Applicant).ok_or("no person")?,
    })
}

struct Row {
    person: User,
    invite: Invite,
    attempt: Option<Attempt>,
    submission: Submission,
    /// Of one test only: its statistics read them, and no list does.
    details: Option<Details>,
}

struct Details {
    grades: Vec<Grade>,
    answers: Vec<Answer>,
    time_spent: Vec<TimeSpent>,
}

pub fn small(n: usize, below: usize) -> u32 {
    u32::try_from(n % below).unwrap_or_default()
}

impl Details {
    fn of(models: &Models, id: AttemptId, n: usize) -> Self {
        let grade = |g: &Grade| Grade {
            submission_id: id,
            test_id: models.tests[0].id,
            earned: f64::from(g.place.is_multiple_of(small(n, 7) + 1)) * 2.0,
            ..g.clone()
        };
        let spent =
            |g: &Grade| TimeSpent { attempt_id: id, question_id: g.question_id.clone(), seconds: small(n, 600) };
        Self {
            grades: models.grades.iter().map(grade).collect(),
            answers: models.answers.iter().map(|a| Answer { attempt_id: id, ..a.clone() }).collect(),
            time_spent: models.grades.iter().map(spent).collect(),
        }
    }
}

/// Row `n`: cycles through the states of an invite, with a submission and a distinct applicant for each.
fn row(app: &App, models: &Models, n: usize, at: Moment) -> Row {
    // Names are spread over the alphabet, as real ones are.
    let spread = (n as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let (email, name) = (format!("{spread:016x}@example.org"), format!("Person {spread:x}"));
    let test = &models.tests[n % 20];
    let person =
        User { id: id(at, n), email: email.clone(), full_name: name.clone(), created_at: at, ..models.person.clone() };
    let states = [
        InviteStatus::Completed,
        InviteStatus::Completed,
        InviteStatus::Completed,
        InviteStatus::Sent,
        InviteStatus::Expired,
    ];
    let state = match n {
        _ if n.is_multiple_of(97) => InviteStatus::InProgress,
        _ if n.is_multiple_of(89) => InviteStatus::Scheduled,
        _ => states[n % states.len()],
    };
    let secret = token::new();
    let invite_id = id(at, n);
    let attempt_id: AttemptId = id(at, n);
    let has_attempt = matches!(state, InviteStatus::Completed | InviteStatus::InProgress);
    let invite = Invite {
        id: invite_id,
        test_id: test.id,
        test_title: test.title.clone(),
        applicant_id: person.id,
        applicant_name: name.clone(),
        applicant_email: email.clone(),
        state,
        created_at: at,
        // Far in the future, so that sent invites do not expire meanwhile.
        link_expires_at: app.now().plus(11 * DAY),
        scheduled_at: (state == InviteStatus::Scheduled).then(|| app.now().plus(DAY)),
        token_hash: token::hash(&secret),
        token_sealed: app.secrets.vault.seal("invites", &Invite::key_of(invite_id), 1, secret.as_bytes()),
        attempt_id: has_attempt.then_some(attempt_id),
        ..models.invite.clone()
    };
    let attempt = has_attempt.then(|| Attempt {
        id: attempt_id,
        invite_id,
        test_id: test.id,
        applicant_id: person.id,
        ended: models.attempt.ended.filter(|_| state == InviteStatus::Completed),
        started_at: if state == InviteStatus::InProgress { app.now() } else { at },
        ..models.attempt.clone()
    });
    let waits = n.is_multiple_of(10);
    let submission = Submission {
        id: attempt_id,
        invite_id,
        test_id: test.id,
        applicant_id: person.id,
        applicant_name: name,
        applicant_email: email,
        test_title: test.title.clone(),
        started_at: at,
        submitted_at: at,
        status: if waits { ScoringStatus::NeedsReview } else { ScoringStatus::FullyReviewed },
        ..models.submission.clone()
    };
    let details = n.is_multiple_of(20).then(|| Details::of(models, attempt_id, n));
    Row { person, invite, attempt, submission, details }
}

/// Fills the store and returns the id of a test with results.
pub async fn fill(site: &Site, rows: usize) -> Result<String, AnyError> {
    let models = models(site, rows).await?;
    for part in models.tests.chunks(BATCH) {
        let part = part.to_vec();
        site.app.store.write(move |tx| part.iter().try_for_each(|test| tx.put(test))).await?;
    }
    let paper = models.paper.clone();
    site.app.store.write(move |tx| tx.put(&paper)).await?;
    let now = site.app.now();
    for from in (0..rows).step_by(BATCH) {
        let part: Vec<Row> = (from..rows.min(from + BATCH))
            .map(|n| row(&site.app, &models, n, now.plus(-i32::try_from(rows - n).unwrap_or_default() * ROW_INTERVAL)))
            .collect();
        let put = move |tx: &mut invigil::store::Tx<'_>| {
            for Row { person, invite, attempt, submission, details } in &part {
                if let Some(Details { grades, answers, time_spent }) = details {
                    grades.iter().try_for_each(|g| tx.put(g))?;
                    answers.iter().try_for_each(|a| tx.put(a))?;
                    time_spent.iter().try_for_each(|t| tx.put(t))?;
                }
                tx.put(person)?;
                tx.put(invite)?;
                tx.put(submission)?;
                attempt.iter().try_for_each(|a| tx.put(a))?;
            }
            Ok::<_, invigil::store::StoreError>(())
        };
        site.app.store.write(put).await?;
    }
    Ok(models.tests[0].id.to_string())
}
