//! Common setup steps of tests, through the API where possible.

use super::{app::TestApp, call::Reply};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use invigil::{
    domain::{Error, user::User},
    service::{
        account::admins,
        actor::Actor,
        operate::{integrity_check, sweeper},
    },
    store::{Read, records},
};
use serde_json::{Value, json};

pub const PASSWORD: &str = "correct horse";

/// The attempt key number `n`, in the format that browsers generate.
pub fn key(n: u8) -> String {
    BASE64_URL_SAFE_NO_PAD.encode([n; 32])
}

pub fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("not a string: {value}"))
}

pub fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("not an array: {value}"))
}

/// The values of one field of every row.
pub fn column<'a>(rows: &'a Value, field: &str) -> Vec<&'a str> {
    list(rows).iter().map(|row| text(&row[field])).collect()
}

/// One question of each type: 2, 3 and 5 points.
pub fn all_types() -> Value {
    json!({
        "title": "Backend engineer",
        "description": "Three questions",
        "duration_minutes": 60,
        "questions": [
            {"id": "q1", "type": "multiple_choice", "question": "Pick B", "points": 2, "options": ["A", "B", "C"], "correct_answer": "B"},
            {"id": "q2", "type": "essay", "question": "Tell us about B-trees", "points": 3},
            {"id": "q3", "type": "coding", "question": "Reverse a list", "points": 5, "expected_language": "Rust"},
        ],
    })
}

/// One multiple-choice question of one point.
pub fn small_test(title: &str) -> Value {
    json!({"title": title, "questions": [
        {"id": "q1", "type": "multiple_choice", "question": "Pick B", "options": ["A", "B"], "correct_answer": "B"},
    ]})
}

impl TestApp {
    /// Signs an account in.
    pub async fn sign_in(&self, email: &str) -> String {
        let reply = self.post("/api/auth/login").json(json!({"email": email, "password": PASSWORD})).send().await.ok();
        text(&reply["access_token"]).to_owned()
    }

    /// An administrator's token; the first one made is the superadmin.
    pub async fn admin(&self) -> String {
        let operator = Actor::Operator.require().unwrap();
        admins::create(&self.app, &operator, "ada@example.org", PASSWORD.into(), "Ada Admin").await.unwrap();
        self.sign_in("ada@example.org").await
    }

    /// A new application, and its administrator's token.
    pub async fn with_admin() -> (Self, String) {
        let t = Self::new();
        let admin = t.admin().await;
        (t, admin)
    }

    /// As [`TestApp::with_admin`], and invites are mailed.
    pub async fn with_mail() -> (Self, String) {
        let (t, admin) = Self::with_admin().await;
        t.set_up_mail(&admin).await;
        (t, admin)
    }

    /// A second administrator's token.
    pub async fn second_admin(&self) -> String {
        let operator = Actor::Operator.require().unwrap();
        admins::create(&self.app, &operator, "bob@example.org", PASSWORD.into(), "Bob Admin").await.unwrap();
        self.sign_in("bob@example.org").await
    }

    /// A registered applicant's token; the email address is not verified yet.
    pub async fn applicant(&self, email: &str) -> String {
        let form = json!({"email": email, "password": PASSWORD, "full_name": "Cora Candidate", "role": "applicant"});
        self.post("/api/auth/register").json(form).send().await.expect(201);
        self.sign_in(email).await
    }

    pub async fn create_test(&self, admin: &str, test: Value) -> Value {
        self.post("/api/tests").bearer(admin).json(test).send().await.expect(201)
    }

    pub async fn test_with_all_types(&self, admin: &str) -> Value {
        self.create_test(admin, all_types()).await
    }

    /// Creates an invite with extra fields.
    pub async fn invite_with(&self, admin: &str, test: &Value, email: &str, extra: Value) -> Reply {
        let mut body = json!({"test_id": test["id"], "applicant_email": email, "applicant_name": "Cora Candidate"});
        body.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        self.post("/api/invites").bearer(admin).json(body).send().await
    }

    /// Creates an invite that is open at once.
    pub async fn invite(&self, admin: &str, test: &Value, email: &str) -> Value {
        self.invite_with(admin, test, email, json!({"no_schedule": true})).await.expect(201)
    }

    /// An administrator, and an invite to a test with all types whose attempt is held by `key(1)`.
    pub async fn started(&self) -> (String, Value) {
        let admin = self.admin().await;
        let test = self.test_with_all_types(&admin).await;
        let invite = self.invite(&admin, &test, "cora@example.org").await;
        self.start(&invite["token"], &key(1)).await.ok();
        (admin, invite)
    }

    pub async fn invite_row(&self, admin: &str, id: &Value) -> Value {
        let rows = self.get("/api/invites?limit=1000").bearer(admin).send().await.ok();
        list(&rows).iter().find(|row| row["id"] == *id).unwrap_or_else(|| panic!("no invite {id}")).clone()
    }

    pub async fn start(&self, token: &Value, key: &str) -> Reply {
        self.post(format!("/api/start-test/{}", text(token))).key(key).send().await
    }

    pub async fn door(&self, token: &Value, key: Option<&str>) -> Reply {
        let call = self.get(format!("/api/take-test/{}", text(token)));
        match key {
            Some(key) => call.key(key).send().await,
            None => call.send().await,
        }
    }

    /// Saves (question, answer, seq) entries.
    pub async fn save(&self, token: &Value, key: &str, entries: &[(&str, &str, u64)]) -> Reply {
        let answers: Vec<Value> =
            entries.iter().map(|(q, a, s)| json!({"question_id": q, "answer": a, "seq": s})).collect();
        self.put(format!("/api/take-test/{}/answers", text(token)))
            .key(key)
            .json(json!({"answers": answers}))
            .send()
            .await
    }

    /// Submits (question, answer) pairs, without numbers.
    pub async fn submit(&self, token: &Value, key: &str, answers: &[(&str, &str)]) -> Reply {
        let answers: Vec<Value> = answers.iter().map(|(q, a)| json!({"question_id": q, "answer": a})).collect();
        self.post(format!("/api/submit-test/{}", text(token))).key(key).json(json!({"answers": answers})).send().await
    }

    /// Invites, starts and submits; returns the invite as it was created.
    pub async fn take(&self, admin: &str, test: &Value, email: &str, answers: &[(&str, &str)]) -> Value {
        let invite = self.invite(admin, test, email).await;
        self.start(&invite["token"], &key(1)).await.ok();
        self.submit(&invite["token"], &key(1), answers).await.ok();
        invite
    }

    /// Result of an invite.
    pub async fn result_of(&self, admin: &str, invite: &Value) -> Value {
        let row = self.invite_row(admin, &invite["id"]).await;
        self.get(format!("/api/results/{}", text(&row["submission_id"]))).bearer(admin).send().await.ok()
    }

    /// What an integrity check finds.
    pub fn problems(&self) -> Vec<String> {
        integrity_check::check(&self.app, &Actor::Operator.require().unwrap()).unwrap().problems
    }

    pub fn assert_intact(&self) {
        assert_eq!(self.problems(), Vec::<String>::new());
    }

    pub async fn overview(&self, admin: &str) -> Value {
        self.get("/api/admin/overview").bearer(admin).send().await.ok()
    }

    pub async fn sweep(&self) -> sweeper::Swept {
        sweeper::sweep(&self.app).await.unwrap()
    }

    /// Configures the mail server, so that invites are mailed.
    pub async fn set_up_mail(&self, admin: &str) {
        let settings = json!({"smtpHost": "mail.example.org", "smtpPort": 587, "smtpUser": "robot", "smtpPassword": "hunter2",
            "fromEmail": "jobs@example.org", "fromName": "Jobs"});
        self.put("/api/admin/email-settings").bearer(admin).json(settings).send().await.ok();
    }

    /// Changes an account's record, for states that no call can produce.
    pub async fn change_user(&self, email: &str, change: impl FnOnce(&mut User) + Send + 'static) {
        let email = email.to_owned();
        let written = self.app.store.write(move |tx| {
            let found = tx.find(records::USERS_BY_EMAIL, &email)?;
            let mut user = found.unwrap();
            change(&mut user);
            tx.put(&user)?;
            Ok::<_, Error>(())
        });
        written.await.unwrap();
    }
}
