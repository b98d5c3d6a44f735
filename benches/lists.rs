//! What lists cost as they grow: each page and each filter of the administrators' lists at 1,000 and at 100,000 rows,
//! through the application's own router.
//!
//! `cargo bench --bench lists`. One real test, invite and submission are made through the API and then copied under new
//! ids into the store, spread over time at the same density, so that a day holds as many rows in both sizes.
//! `INVIGIL_BENCH_ROWS=1000,10000` measures other sizes.

use axum::{Router, body::Body};
use http::{Request, StatusCode, header};
use http_body_util::BodyExt;
use invigil::{
    ai::HttpProvider,
    app::{App, Config, Parts, SteadyClock, ThisMachine},
    domain::{
        AttemptId, Instant as Moment,
        attempt::{Answer, Attempt, TimeSpent},
        invite::{Invite, Status},
        paper::Paper,
        submission::{Grade, ScoringStatus, Submission},
        test::Test,
        user::{Role, User},
    },
    mail::SmtpMailer,
    secrets::{MasterKey, Passwords, token},
    service::{actor::Actor, admins, invites},
    store::{Backing, Read, Store, StoreOptions, records},
};
use serde_json::{Value, json};
use std::{
    fmt::Write,
    sync::Arc,
    time::{Duration, Instant},
};
use tower::ServiceExt;
use uuid::{Builder, Uuid};

type AnyError = Box<dyn std::error::Error + Send + Sync>;

/// Milliseconds between two rows: about 200 a day.
const APART: i64 = 7 * 60_000;
const BATCH: usize = 500;
const WARM: usize = 3;
const RUNS: usize = 40;
const MOST: Duration = Duration::from_millis(2_500);
const PASSWORD: &str = "correct horse";

struct Site {
    app: App,
    router: Router,
    token: String,
    _folder: tempfile::TempDir,
}

impl Site {
    async fn new() -> Result<Self, AnyError> {
        let place = std::env::var_os("INVIGIL_BENCH_DIR");
        let folder = tempfile::tempdir_in(place.unwrap_or_else(|| env!("CARGO_TARGET_TMPDIR").into()))?;
        let options = StoreOptions::new(Backing::File(folder.path().join("lists.redb")));
        let app = App::new(Parts {
            store: Store::open(options, records::KINDS, records::MIGRATIONS)?,
            clock: Arc::new(SteadyClock::new(ThisMachine)),
            master: MasterKey::generate(),
            passwords: Passwords::for_tests(),
            mailer: Arc::new(SmtpMailer::new()),
            ai: Arc::new(HttpProvider::new()),
            config: Config { public_url: Some("https://tests.example.org".into()), ..Config::default() },
        });
        let operator = Actor::Operator.require_superadmin()?;
        admins::create(&app, &operator, "ada@example.org", PASSWORD.into(), "Ada Admin").await?;
        let router = invigil::http::router(app.clone(), None);
        let mut site = Self { app, router, token: String::new(), _folder: folder };
        let (reply, _) =
            site.call("POST", "/auth/login", json!({"email": "ada@example.org", "password": PASSWORD})).await?;
        reply["access_token"].as_str().ok_or("no token")?.clone_into(&mut site.token);
        Ok(site)
    }

    /// The reply, and the cursor of its next page.
    async fn call(&self, method: &str, path: &str, body: Value) -> Result<(Value, Option<String>), AnyError> {
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

    async fn get(&self, path: &str) -> Result<(Value, Option<String>), AnyError> {
        self.call("GET", path, Value::Null).await
    }

    /// Median milliseconds, and the rows of one reply.
    async fn measure(&self, path: &str) -> Result<(f64, usize), AnyError> {
        let mut rows = 0;
        for _ in 0..WARM {
            let (reply, _) = self.get(path).await?;
            let list = ["results", "submissions", "recent_invites"].iter().find_map(|name| reply.get(*name));
            rows = list.unwrap_or(&reply).as_array().map_or(0, Vec::len);
        }
        let (mut took, began) = (Vec::new(), Instant::now());
        while took.len() < RUNS && (took.len() < 5 || began.elapsed() < MOST) {
            let at = Instant::now();
            self.get(path).await?;
            took.push(at.elapsed());
        }
        took.sort_unstable();
        Ok((took.get(took.len() / 2).map_or(0.0, |t| t.as_secs_f64() * 1e3), rows))
    }
}

fn id<T: From<Uuid>>(at: Moment, n: usize) -> T {
    let mut tail = [0; 10];
    tail[2..].copy_from_slice(&(n as u64).to_be_bytes());
    T::from(Builder::from_unix_timestamp_millis(u64::try_from(at.0).unwrap_or_default(), &tail).into_uuid())
}

/// What every row is a copy of.
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
    let test: Test = read.records(&[])?.into_iter().next().ok_or("no test")?;
    let now = site.app.now();
    let tests = (0..rows.div_ceil(50).max(200)).map(|n| {
        let at = now.plus(-(i64::try_from(n).unwrap_or_default() + 1) * APART);
        Test { id: id(at, n), title: format!("Test number {n}"), created_at: at, ..test.clone() }
    });
    let tests: Vec<Test> = tests.collect();
    let paper: Paper = read.records(&[])?.into_iter().next().ok_or("no paper")?;
    Ok(Models {
        paper: Paper { test_id: tests[0].id, ..paper },
        tests,
        invite: read.records(&[])?.into_iter().next().ok_or("no invite")?,
        attempt: read.records(&[])?.into_iter().next().ok_or("no attempt")?,
        submission: read.records(&[])?.into_iter().next().ok_or("no submission")?,
        grades: read.records(&[])?,
        answers: read.records(&[])?,
        person: read.records::<User>(&[])?.into_iter().find(|u| u.role == Role::Applicant).ok_or("no person")?,
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

fn small(n: usize, below: usize) -> u32 {
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

/// Row `n` of a list: every state of an invite in turn, a submission for each, one person per row.
fn row(app: &App, models: &Models, n: usize, at: Moment) -> Row {
    // Spread all over the alphabet, as people's names are.
    let spread = (n as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let (email, name) = (format!("{spread:016x}@example.org"), format!("Person {spread:x}"));
    let test = &models.tests[n % 20];
    let person =
        User { id: id(at, n), email: email.clone(), full_name: name.clone(), created_at: at, ..models.person.clone() };
    let states = [Status::Completed, Status::Completed, Status::Completed, Status::Sent, Status::Expired];
    let state = match n {
        _ if n.is_multiple_of(97) => Status::InProgress,
        _ if n.is_multiple_of(89) => Status::Scheduled,
        _ => states[n % states.len()],
    };
    let secret = token::new();
    let invite_id = id(at, n);
    let attempt_id: AttemptId = id(at, n);
    let has_attempt = matches!(state, Status::Completed | Status::InProgress);
    let invite = Invite {
        id: invite_id,
        test_id: test.id,
        test_title: test.title.clone(),
        applicant_id: person.id,
        applicant_name: name.clone(),
        applicant_email: email.clone(),
        state,
        created_at: at,
        // Far ahead, so that what is sent has not run out meanwhile.
        link_expires_at: app.now().plus(1_000_000_000),
        scheduled_at: (state == Status::Scheduled).then(|| app.now().plus(100_000_000)),
        token_hash: token::hash(&secret),
        token_sealed: app.vault.seal("invites", &invites::row(invite_id), 1, secret.as_bytes()),
        attempt_id: has_attempt.then_some(attempt_id),
        ..models.invite.clone()
    };
    let attempt = has_attempt.then(|| Attempt {
        id: attempt_id,
        invite_id,
        test_id: test.id,
        applicant_id: person.id,
        ended: models.attempt.ended.filter(|_| state == Status::Completed),
        started_at: if state == Status::InProgress { app.now() } else { at },
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

async fn fill(site: &Site, rows: usize) -> Result<String, AnyError> {
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
            .map(|n| row(&site.app, &models, n, now.plus(-i64::try_from(rows - n).unwrap_or_default() * APART)))
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

/// What is measured: a name for people, and the call.
async fn calls(site: &Site, rows: usize, test: &str) -> Result<Vec<(&'static str, String)>, AnyError> {
    let middle = site.app.now().plus(-i64::try_from(rows / 2).unwrap_or_default() * APART).to_string();
    let day = middle.get(..10).unwrap_or_default();
    let deep = deep(site, "/invites?limit=1000", rows / 2).await?;
    let person = format!("{:016x}@example.org", (rows as u64 / 2).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    Ok(vec![
        ("overview", "/admin/overview".into()),
        ("results, page 1", "/results?limit=20".into()),
        ("results, page in the middle", format!("/results?limit=20&page={}", rows / 40)),
        ("results, last page", format!("/results?limit=20&page={}", rows / 20)),
        ("results of one test", format!("/results?limit=20&test_id={test}")),
        ("results of one test, last page", format!("/results?limit=20&page={}&test_id={test}", rows / 20 / 20)),
        ("results of one day", format!("/results?limit=20&start_date={day}&end_date={day}")),
        ("results of one day and test", format!("/results?limit=20&start_date={day}&end_date={day}&test_id={test}")),
        ("results since a day in the middle, page 3", format!("/results?limit=20&page=3&start_date={day}")),
        ("invites, first 50", "/invites?limit=50".into()),
        ("invites, 50 in the middle", format!("/invites?limit=50&after={deep}")),
        ("invites of one day", format!("/invites?limit=50&date_filter={day}")),
        ("invites, active", "/invites?limit=50&status_filter=active".into()),
        ("invites, sent", "/invites?limit=50&status_filter=sent".into()),
        ("invites, scheduled", "/invites?limit=10&status_filter=scheduled".into()),
        ("invites, in progress", "/invites?limit=10&status_filter=in_progress".into()),
        ("invites, completed", "/invites?limit=50&status_filter=completed".into()),
        ("invites, expired", "/invites?limit=50&status_filter=expired".into()),
        ("invites, monitorable", "/invites?limit=10&status_filter=monitorable".into()),
        ("invites by e-mail, one person", format!("/invites?limit=50&email_search={person}")),
        ("invites by e-mail, a common part", "/invites?limit=50&email_search=example.org".into()),
        ("invites by e-mail, nobody", "/invites?limit=50&email_search=nobody-like-this".into()),
        ("invites by e-mail and status", format!("/invites?limit=50&status_filter=completed&email_search={person}")),
        ("statistics of one test, looked at again", format!("/tests/{test}/statistics")),
        ("tests, first 50", "/tests?limit=50".into()),
        ("applicants, first 50", "/admin/applicants?limit=50".into()),
        ("applicants, one person", format!("/admin/applicants?limit=50&search={person}")),
        ("applicants, a common part", "/admin/applicants?limit=50&search=example".into()),
        ("applicants, nobody", "/admin/applicants?limit=50&search=nobody-like-this".into()),
        ("scoring queue, first 50", "/admin/scoring-queue?limit=50".into()),
    ])
}

/// The cursor behind the first `rows` rows of a list.
async fn deep(site: &Site, path: &str, rows: usize) -> Result<String, AnyError> {
    let mut cursor = String::new();
    for _ in 0..rows.div_ceil(1000).max(1) {
        let limit = if rows < 1000 { path.replace("1000", &rows.to_string()) } else { path.to_owned() };
        cursor = site.get(&format!("{limit}&after={cursor}")).await?.1.ok_or("the list ends early")?;
    }
    Ok(cursor)
}

fn main() -> Result<(), AnyError> {
    let sizes = std::env::var("INVIGIL_BENCH_ROWS").unwrap_or_else(|_| "1000,100000".into());
    let sizes: Vec<usize> = sizes.split(',').map(|n| n.trim().parse()).collect::<Result<_, _>>()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let mut table: Vec<(&str, Vec<(f64, usize)>)> = Vec::new();
        let mut firsts = Vec::new();
        for rows in &sizes {
            let site = Site::new().await?;
            let began = Instant::now();
            let test = fill(&site, *rows).await?;
            eprintln!("{rows} rows of each kind in {:.1} s", began.elapsed().as_secs_f64());
            let began = Instant::now();
            let (statistics, _) = site.get(&format!("/tests/{test}/statistics")).await?;
            firsts.push((statistics["submissions"].to_string(), began.elapsed().as_secs_f64() * 1e3));
            for (place, (name, path)) in calls(&site, *rows, &test).await?.into_iter().enumerate() {
                let found = site.measure(&path).await.map_err(|e| format!("{name}: {e}"))?;
                if table.len() <= place {
                    table.push((name, Vec::new()));
                }
                table[place].1.push(found);
            }
            site.app.store.close().await;
        }
        let mut head = format!("{:44}", "median ms (rows in the reply)");
        for rows in &sizes {
            write!(head, "{rows:>18}")?;
        }
        println!("{head}   ratio");
        for (name, found) in table {
            let mut line = format!("{name:44}");
            for (ms, rows) in &found {
                write!(line, "{:>18}", format!("{ms:.2} ({rows})"))?;
            }
            let (first, last) = (found.first().map_or(0.0, |f| f.0), found.last().map_or(0.0, |f| f.0));
            println!("{line}   {:.1}", last / first);
        }
        for (results, ms) in firsts {
            println!("statistics of {results} results, after one of them has changed: {ms:.0} ms");
        }
        Ok(())
    })
}
