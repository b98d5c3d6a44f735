//! `GET /admin/doctor`, and the check of what records say about each other.

use crate::support::{
    app::TestApp,
    journey::{key, text},
    mailer::Mood,
};
use invigil::{
    domain::{AttemptId, attempt::Attempt, audit::AuditEntry, submission::Submission, time::HOUR},
    service::{actor::Actor, operate::integrity_check},
    store::{Read, Record, Table},
};
use serde_json::Value;

fn finding<'a>(report: &'a Value, topic: &str) -> &'a Value {
    report["findings"].as_array().unwrap().iter().find(|f| f["topic"] == topic).unwrap()
}

#[tokio::test]
async fn the_report_says_what_is_wrong_and_how_to_mend_it() {
    let (t, admin) = TestApp::with_admin().await;
    let report = t.get("/api/admin/doctor").bearer(&admin).send().await.ok();
    assert_eq!(report["checked_at"], "2026-03-02T08:00:00.000Z");
    assert_eq!(finding(&report, "secure_context")["state"], "ok");
    assert_eq!(finding(&report, "backup")["state"], "warning");
    assert!(finding(&report, "mail")["said"].as_str().unwrap().contains("No mail server"));

    t.set_up_mail(&admin).await;
    let report = t.get("/api/admin/doctor").bearer(&admin).send().await.ok();
    assert_eq!(finding(&report, "mail")["state"], "ok");
    assert!(t.mailer.sent().is_empty(), "nothing is sent");
    t.mailer.set(Mood::Refuses { words: "535 no".into(), retry: true });
    let report = t.get("/api/admin/doctor").bearer(&admin).send().await.ok();
    let mail = finding(&report, "mail");
    assert_eq!((&mail["state"], &mail["fix"]), (&"problem".into(), &"Ask the postmaster.".into()));
    assert!(mail["said"].as_str().unwrap().contains("535 no"));
    assert!(!report.to_string().contains("hunter2"));

    // A clock that goes back is reported by the audit log.
    t.clock.advance(-HOUR);
    let report = t.get("/api/admin/doctor").bearer(&admin).send().await.ok();
    assert_eq!(finding(&report, "clock")["state"], "problem");
}

#[tokio::test]
async fn what_records_say_about_each_other_is_checked() {
    let t = TestApp::new();
    let (admin, invite) = t.started().await;
    t.save(&invite["token"], &key(1), &[("q2", "words", 1)]).await.ok();
    let permit = Actor::Operator.require().unwrap();
    let problems = || integrity_check::check(&t.app, &permit).unwrap().problems;
    assert_eq!(problems(), Vec::<String>::new(), "while it runs");
    t.submit(&invite["token"], &key(1), &[]).await.ok();
    assert_eq!(problems(), Vec::<String>::new(), "once it has ended");

    let id: AttemptId = text(&t.invite_row(&admin, &invite["id"]).await["attempt_id"]).parse().unwrap();
    let row = Attempt::key_of(id);
    let damage = |table: Table, row: Vec<u8>| {
        let store = t.app.store.clone();
        async move {
            let kept = store.read().unwrap().raw_get(table, &row).unwrap().unwrap();
            let gone = row.clone();
            store.write(move |tx| tx.raw_delete(table, &gone)).await.unwrap();
            (store, table, row, kept)
        }
    };
    for (table, says) in [
        (Submission::TABLE, "has ended without a submission"),
        (Attempt::TABLE, "its attempt is missing"),
        (Table("papers"), "its paper is missing"),
    ] {
        let row = match table {
            Table("papers") => {
                let mut found = Vec::new();
                let read = t.app.store.read().unwrap();
                read.raw_scan(table, invigil::store::KeyRange::all(), false, &mut |key, _| {
                    found = key.to_vec();
                    Ok(std::ops::ControlFlow::Break(()))
                })
                .unwrap();
                found
            }
            _ => row.clone(),
        };
        let (store, table, row, kept) = damage(table, row).await;
        let found = problems().join("\n");
        assert!(found.contains(says), "{table:?}: {found}");
        store.write(move |tx| tx.raw_put(table, &row, &kept)).await.unwrap();
    }
    // Another sum than that of the grades.
    t.app
        .store
        .write(move |tx| {
            let mut submission: Submission = tx.get(id)?.unwrap();
            submission.auto_earned += 1.0;
            tx.put(&submission)
        })
        .await
        .unwrap();
    assert!(problems().join("\n").contains("do not match its grades"));
    // An audit entry that was changed.
    t.app.store.write(|tx| tx.raw_delete(Table("audit"), &AuditEntry::key_of(2))).await.unwrap();
    assert!(problems().join("\n").contains("entry 2 is missing"));
}
