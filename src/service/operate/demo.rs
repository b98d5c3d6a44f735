//! Demo data: two accounts, and a test with each question type and an invite that can be taken immediately.

use crate::{
    app::{App, DemoAccount},
    domain::{
        Error, Result,
        accommodation::Accommodation,
        invite::Mode,
        test::{Draft, DraftQuestion, QuestionKind},
        user::{Role, User},
    },
    service::{
        account::{admins, registration},
        actor::{Actor, Admin},
        invite::invites,
        query::page::Slice,
        test::authoring,
    },
    store::{Read, records::counter},
};

/// The accounts that a demo's sign-in screen shows.
#[must_use]
pub fn accounts() -> Vec<DemoAccount> {
    let account =
        |admin, email: &str, password: &str| DemoAccount { admin, email: email.into(), password: password.into() };
    vec![account(true, "admin@demo.invigil", "demo-admin"), account(false, "applicant@demo.invigil", "demo-applicant")]
}

/// Seeds an empty database; keeps an existing demo unchanged.
///
/// # Errors
/// 409 `not_a_demo` if the folder holds other data.
pub async fn seed(app: &App) -> Result<()> {
    let [admin, applicant] =
        <[DemoAccount; 2]>::try_from(accounts()).map_err(|_| Error::internal("two demo accounts"))?;
    let permission = Actor::Operator.require_admin()?;
    if app.store.read()?.count(&counter::admins())? > 0 {
        let ours = admins::all(app, &permission)?.iter().any(|a| a.email == admin.email);
        return if ours { Ok(()) } else { Err(foreign()) };
    }
    // Tests may have been imported before the first admin was created.
    if !authoring::list(app, &permission, &Slice { limit: 1, after: None })?.items.is_empty() {
        return Err(foreign());
    }
    let superadmin = Actor::Operator.require_superadmin()?;
    admins::create(app, &superadmin, &admin.email, admin.password, "Demo Admin").await?;
    let user = registration::register(app, &applicant.email, applicant.password, "Demo Applicant", None).await?;
    prove(app, user).await?;
    let test = authoring::create(app, &permission, sample()).await?;
    invite(app, &permission, &test, &applicant.email).await
}

fn foreign() -> Error {
    Error::conflict("not_a_demo", "This data folder holds other data: a demo needs its own folder.")
}

async fn prove(app: &App, mut user: User) -> Result<()> {
    debug_assert_eq!(user.role, Role::Applicant);
    user.mailbox_proven = true;
    app.store.write(move |tx| tx.put(&user).map_err(Error::from)).await
}

async fn invite(app: &App, admin: &Admin, test: &crate::domain::test::Test, email: &str) -> Result<()> {
    let new = invites::NewInvite {
        accommodation: Accommodation::None,
        test_id: test.id,
        applicant_email: email.to_owned(),
        applicant_name: "Demo Applicant".into(),
        mode: Mode::NoSchedule,
        scheduled_at: None,
        time_zone: None,
    };
    invites::create(app, admin, new).await.map(drop)
}

fn sample() -> Draft {
    let question = |kind, text: &str, points| DraftQuestion {
        id: None,
        kind,
        text: text.into(),
        points,
        options: Vec::new(),
        correct_answer: None,
        expected_language: None,
    };
    let choice = |text: &str, options: [&str; 4], right: usize| DraftQuestion {
        options: options.iter().map(|o| (*o).to_owned()).collect(),
        correct_answer: options.get(right).map(|o| (*o).to_owned()),
        ..question(QuestionKind::MultipleChoice, text, 2)
    };
    Draft {
        title: "Backend engineer: first conversation".into(),
        description:
            "Four short questions about the way you work with services and data. There is no trick in any of them."
                .into(),
        require_fullscreen: false,
        duration_minutes: 30,
        questions: vec![
            choice(
                "Which HTTP status tells a client that it may repeat the request later?",
                ["204 No Content", "301 Moved Permanently", "404 Not Found", "503 Service Unavailable"],
                3,
            ),
            choice(
                "What does an index on a column of a table cost?",
                ["Nothing", "Extra work on every write", "Extra work on every read", "The order of the rows"],
                1,
            ),
            question(
                QuestionKind::Essay,
                "Tell us about a fault in production that you found. How did you find it, and what did you change afterwards?",
                5,
            ),
            DraftQuestion {
                expected_language: Some("Python".into()),
                ..question(
                    QuestionKind::Coding,
                    "Write a function that returns the first character of a string that does not repeat, or nothing if all do.",
                    5,
                )
            },
        ],
    }
}
