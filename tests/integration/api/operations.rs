//! The pages of an operator: backups, the mail queue, the audit log (docs/behaviour/data.md#audit-log).

use crate::support::{
    app::TestApp,
    journey::{column, list, small_test},
};
use invigil::store::Backup;
use serde_json::{Value, json};

#[tokio::test]
async fn the_mail_queue_shows_what_waits() {
    let (t, ada) = TestApp::with_admin().await;
    let test = t.create_test(&ada, small_test("T")).await;
    // Without a mail server, nothing is sent.
    t.invite(&ada, &test, "ann@example.org").await;
    let queue = t.get("/api/admin/mail-queue").bearer(&ada).send().await.ok();
    for mail in list(&queue) {
        assert_eq!((&mail["to"], &mail["test_title"]), (&json!("ann@example.org"), &test["title"]), "{queue}");
    }
}

#[tokio::test]
async fn the_audit_log_is_read_newest_first_and_in_pages() {
    let (t, ada) = TestApp::with_admin().await;
    for _ in 0..4 {
        t.create_test(&ada, small_test("T")).await;
    }
    let page = async |query: &str| t.get(format!("/api/admin/audit-log?{query}")).bearer(&ada).send().await.ok();
    let first = page("limit=2").await;
    assert_eq!(column(&first["entries"], "action"), ["test.create", "test.create"]);
    assert_eq!(first["entries"][0]["actor"], "Ada Admin");
    let numbers =
        |page: &Value| list(&page["entries"]).iter().map(|e| e["number"].as_u64().unwrap()).collect::<Vec<_>>();
    let all = numbers(&page("limit=200").await);
    assert!(all.is_sorted_by(|a, b| *a == b + 1) && all.last() == Some(&1), "{all:?}");
    let second = page(&format!("limit=2&before={}", first["next"])).await;
    assert_eq!([numbers(&first), numbers(&second)].concat(), all[..4]);
    let found = page("search=TEST.create&limit=200").await;
    assert_eq!((list(&found["entries"]).len(), &found["next"]), (4, &Value::Null));
    assert_eq!(list(&page("before=1").await["entries"]).len(), 0);
    assert_eq!(list(&page("before=0").await["entries"]).len(), 0);
    t.get("/api/admin/audit-log?before=x").bearer(&ada).send().await.invalid("before");
}

#[tokio::test]
async fn the_audit_log_names_its_objects_and_filters_by_person_and_time() {
    let (t, ada) = TestApp::with_admin().await;
    let test = t.create_test(&ada, small_test("Rust basics")).await;
    t.invite(&ada, &test, "ann@example.org").await;
    let page = async |query: &str| t.get(format!("/api/admin/audit-log?{query}")).bearer(&ada).send().await.ok();
    let all = page("limit=200").await;
    let of = |action: &str| list(&all["entries"]).iter().find(|e| e["action"] == action).unwrap()["subject"].clone();
    assert_eq!(of("test.create"), json!({ "kind": "test", "name": "Rust basics" }));
    assert_eq!(of("invite.create")["kind"], "person");
    let me = t.get("/api/auth/me").bearer(&ada).send().await.ok();
    let by_ada = page(&format!("limit=200&actor={}", me["id"].as_str().unwrap())).await;
    assert!(column(&by_ada["entries"], "actor").iter().all(|by| *by == "Ada Admin"), "{by_ada}");
    let unnamed = page("limit=200&actor=none").await;
    assert_eq!(list(&by_ada["entries"]).len() + list(&unnamed["entries"]).len(), list(&all["entries"]).len());
    let at = all["entries"][0]["at"].as_str().unwrap();
    assert_eq!(list(&page(&format!("until={at}&search=invite")).await["entries"]).len(), 0);
    assert_eq!(list(&page(&format!("from={at}&search=invite.create")).await["entries"]).len(), 1);
    t.get("/api/admin/audit-log?actor=x").bearer(&ada).send().await.invalid("actor");
    // A test that hides names hides them here as well.
    let hide = t.put(format!("/api/tests/{}/anonymous", test["id"].as_str().unwrap()));
    hide.bearer(&ada).json(json!({ "anonymous": true })).send().await.ok();
    assert_eq!(page("search=invite.create").await["entries"][0]["subject"], Value::Null);
}

#[tokio::test]
async fn a_backup_needs_a_folder() {
    let (t, ada) = TestApp::with_admin().await;
    let refused = t.post("/api/admin/backups").bearer(&ada).send().await.refused(409, "no_backup_folder");
    assert!(refused["detail"].as_str().unwrap().contains("--backup-dir"), "{refused}");
}

#[tokio::test]
async fn a_backup_is_downloaded_and_counts() {
    let (t, ada) = TestApp::with_admin().await;
    t.create_test(&ada, small_test("T")).await;
    let backup = async || {
        let found = t.get("/api/admin/doctor/storage").bearer(&ada).send().await.ok();
        let finding = list(&found["findings"]).iter().find(|one| one["topic"] == "backup").cloned();
        finding.unwrap()["said"].as_str().unwrap().to_owned()
    };
    assert_eq!(backup().await, "No backup yet.");
    let reply = t.get("/api/admin/backups/file").bearer(&ada).send().await;
    assert_eq!(reply.status, 200);
    let manifest = Backup::open(reply.bytes.as_slice()).and_then(Backup::verify).unwrap();
    assert!(manifest.records > 0 && manifest.sealed_key.is_none());
    assert!(backup().await.starts_with("The last backup was made less than an hour ago"), "{}", backup().await);
    let log = t.get("/api/admin/audit-log?search=backup").bearer(&ada).send().await.ok();
    assert_eq!(column(&log["entries"], "action"), ["data.backup", "data.download_backup"]);
}
