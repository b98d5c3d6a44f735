//! The audit log of a whole journey: complete, chained, and without a name in it (docs/behaviour/data.md#audit-log).

use crate::support::{
    app::TestApp,
    journey::{PASSWORD, key, text},
    room::Room,
};
use invigil::{
    domain::{audit::AuditEntry, time::DAY},
    service::{actor::Actor, operate::audit_log},
    store::Read,
};
use serde_json::json;

#[tokio::test]
async fn every_action_is_logged_once_chained_and_without_personal_data() {
    let (t, admin) = TestApp::with_mail().await;
    let test = t.test_with_all_types(&admin).await;
    let invite = t.invite(&admin, &test, "cora@example.org").await;
    t.applicant("cora@example.org").await;
    t.start(&invite["token"], &key(1)).await.ok();
    t.save(&invite["token"], &key(1), &[("q2", "essay words", 1)]).await.ok();
    let attempt = text(&t.invite_row(&admin, &invite["id"]).await["attempt_id"]).to_owned();
    let body = json!({"minutes": 5, "reason": "fire drill"});
    t.post(format!("/api/attempts/{attempt}/add-time")).bearer(&admin).json(body).send().await.ok();
    t.submit(&invite["token"], &key(1), &[]).await.ok();
    // What is refused leaves no entry.
    t.post("/api/tests").bearer(&admin).json(json!({"title": "", "questions": []})).send().await.invalid("title");
    t.delete(format!("/api/tests/{}/force", text(&test["id"]))).bearer(&admin).send().await.ok();
    t.post("/api/auth/logout").bearer(&admin).send().await.expect(204);

    let log: Vec<AuditEntry> = t.app.store.read().unwrap().records().unwrap();
    let actions: Vec<_> = log.iter().map(|entry| entry.action.as_str()).collect();
    let expected = [
        "admin.create",
        "session.start",
        "settings.email",
        "test.create",
        "invite.create",
        "account.register",
        "session.start",
        "attempt.start",
        "attempt.add_time",
        "attempt.end",
        "attempt.history",
        "test.force_delete",
        "session.end",
    ];
    assert_eq!(actions, expected);
    let mut previous = [0; 32];
    for (n, entry) in log.iter().enumerate() {
        assert_eq!(entry.number, n as u64 + 1);
        assert_eq!(entry.clone().chained(&previous), *entry, "the chain breaks at {n}");
        previous = entry.hash;
        let shown = format!("{entry:?}").to_lowercase();
        for word in
            ["cora", "ada admin", "example.org", "hunter2", PASSWORD, "essay words", "backend", text(&invite["token"])]
        {
            assert!(!shown.contains(&word.to_lowercase()), "{word}: {shown}");
        }
    }
    assert_eq!(log[8].note, "5 min: fire drill");
    assert_eq!(log[8].target, attempt);
    t.assert_sound();
}

/// A reason is the one text of people in it.
#[tokio::test]
async fn as_a_table_it_runs_nothing_and_moves_no_cursor() {
    let r = Room::open().await;
    let release = |reason: &str| r.t.post(r.of_admin("release")).bearer(&r.admin).json(json!({"reason": reason}));
    release("=1+1\u{1b}[2J\u{0}").send().await.invalid("reason");
    release("=1+1").send().await.ok();
    let operator = Actor::Operator.require().unwrap();
    let mut csv = Vec::new();
    audit_log::write(&r.t.app, &operator, (None, 0), audit_log::AuditLogFormat::Csv, &mut csv).unwrap();
    let csv = String::from_utf8(csv).unwrap();
    let line = csv.lines().find(|line| line.contains("attempt.release")).unwrap();
    assert!(line.contains(&format!("{},'=1+1,", r.attempt)), "{line:?}");
}

#[tokio::test]
async fn the_head_is_named_once_a_day() {
    let t = TestApp::new();
    let mut logged = None;
    assert!(audit_log::daily_head(&t.app, &mut logged).unwrap().is_none(), "the log is empty");
    let mut logged = None;
    t.admin().await;
    let operator = Actor::Operator.require().unwrap();
    let first = audit_log::daily_head(&t.app, &mut logged).unwrap().unwrap();
    assert_eq!(first.number, audit_log::head(&t.app, &operator).unwrap().number);
    assert!(audit_log::daily_head(&t.app, &mut logged).unwrap().is_none());
    t.clock.advance(DAY);
    assert_eq!(audit_log::daily_head(&t.app, &mut logged).unwrap(), Some(first));
}
