//! Demo data: two accounts, and a test with each question type and an invite that can be taken immediately.

use crate::{
    app::{App, DemoAccount},
    domain::{
        Error, Result,
        accommodation::Accommodation,
        invite::Mode,
        rich_text::Format,
        test::Draft,
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
    let test = authoring::create(app, &permission, sample()?).await?;
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

fn sample() -> Result<Draft> {
    Ok(Draft {
        title: "Backend engineer: first conversation".into(),
        description:
            "Short questions of every kind about the way you work with services and data. There is no trick in \
                      any of them."
                .into(),
        description_format: Format::Plain,
        require_fullscreen: false,
        duration_minutes: 30,
        questions: serde_json::from_str(include_str!("demo.json")).map_err(Error::internal)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::test::QuestionKind;

    #[test]
    fn the_sample_is_valid_and_has_every_kind() {
        let test = sample().unwrap().check().unwrap();
        let has = |kind: &QuestionKind| test.questions.iter().any(|question| question.kind() == *kind);
        assert_eq!(QuestionKind::ALL.iter().find(|kind| !has(kind)), None);
        let rich = test.questions.iter().find_map(|question| question.trees.as_ref()).unwrap();
        for part in [r#"{"code":["Python""#, r#"{"table":"#, r#"{"math":"#] {
            assert!(rich.text.json().contains(part), "{part}: {}", rich.text.json());
        }
    }
}
