//! Steps of a twin as its leader takes them (docs/twin.md).

use crate::support::app::TestApp;
use invigil::{
    domain::ErrorCode,
    service::{
        mail::deliver,
        operate::{lifecycle, seeding},
    },
    store::{BatchHead, ChangeSet, CommitLog, LogMember, LogStanding, Replica, Shipped},
};
use serde_json::Value;
use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, Ordering::SeqCst},
    },
};

/// A log that takes everything, and its standing.
struct Log(Box<dyn Fn() -> LogStanding + Send + Sync>);

impl Log {
    fn of(standing: LogStanding) -> Self {
        Self(Box::new(move || standing.clone()))
    }
}

impl CommitLog for Log {
    fn ship(&self, _: &ChangeSet) -> Shipped {
        Shipped::In
    }

    fn committed(&self, _: &BatchHead) {}

    fn flushed(&self) {}

    fn outlives_a_machine(&self) -> bool {
        false
    }

    fn fell_behind(&self) {}

    fn leads(&self) -> bool {
        true
    }

    fn is_paused(&self) -> bool {
        false
    }

    fn epoch(&self) -> u64 {
        (self.0)().epoch
    }

    fn standing(&self) -> LogStanding {
        (self.0)()
    }
}

/// The server of a member that has taken the lease from `led_before`; empty for its own.
fn leader(folder: &Path, name: &str, led_before: &str, epoch: u64) -> TestApp {
    let standing = LogStanding {
        name: name.into(),
        state: "leading",
        epoch,
        led_before: led_before.into(),
        is_synchronous: true,
        ..LogStanding::default()
    };
    TestApp::on_disk_with(folder, Some(Replica::new(Log::of(standing))))
}

async fn notices(t: &TestApp, ada: &str) -> Vec<String> {
    let listed = t.get("/api/admin/notifications").bearer(ada).send().await.ok();
    let of_twin = |one: &&Value| one["type"] == "twin";
    let listed = listed["notifications"].as_array().unwrap().iter().filter(of_twin);
    listed.map(|one| one["message"].as_str().unwrap().to_owned()).collect()
}

async fn mails(t: &TestApp) -> Vec<String> {
    deliver::run_once(&t.app).await.unwrap();
    t.mailer.sent().into_iter().map(|mail| mail.content.subject).collect()
}

#[tokio::test]
async fn a_take_over_is_reported_by_the_next_start_after_a_crash() {
    let dir = tempfile::tempdir().unwrap();
    let t = leader(dir.path(), "a", "", 1);
    let ada = t.admin().await;
    t.set_up_mail(&ada).await;
    lifecycle::recover(&t.app).await.unwrap();
    assert!(notices(&t, &ada).await.is_empty() && mails(&t).await.is_empty(), "the first leader takes over from none");
    t.app.store.close().await;
    drop(t);

    // It has taken the lease and died before this start, which finds the lease in its own name.
    let t = leader(dir.path(), "b", "", 3);
    lifecycle::recover(&t.app).await.unwrap();
    let said = "b has taken over from a (epoch 3).";
    assert_eq!(notices(&t, &ada).await, [said]);
    assert_eq!(mails(&t).await, ["b has taken over from a (epoch 3)"]);
    let audited = t.get("/api/admin/audit-log?limit=50").bearer(&ada).send().await.ok().to_string();
    assert!(audited.contains("data.take_over") && audited.contains("from a, epoch 3"), "{audited}");
    // Once.
    lifecycle::recover(&t.app).await.unwrap();
    assert_eq!(notices(&t, &ada).await.len(), 1);
    t.app.store.close().await;
    drop(t);

    let t = leader(dir.path(), "a", "b", 4);
    lifecycle::recover(&t.app).await.unwrap();
    assert_eq!(notices(&t, &ada).await, ["a has taken over from b (epoch 4).", said]);
    t.assert_sound();
    t.app.store.close().await;
    drop(t);

    // Alone, and then with a twin of its own.
    let t = TestApp::on_disk(dir.path());
    lifecycle::recover(&t.app).await.unwrap();
    t.app.store.close().await;
    drop(t);
    let t = leader(dir.path(), "c", "", 6);
    lifecycle::recover(&t.app).await.unwrap();
    assert_eq!(notices(&t, &ada).await.len(), 2);
    t.assert_sound();
    t.app.store.close().await;
    drop(t);

    // A new log, begun at once after the end of the twin before.
    let standing = LogStanding { name: "d".into(), state: "leading", is_first: true, ..LogStanding::default() };
    let t = TestApp::on_disk_with(dir.path(), Some(Replica::new(Log::of(LogStanding { epoch: 7, ..standing }))));
    lifecycle::recover(&t.app).await.unwrap();
    lifecycle::recover(&t.app).await.unwrap();
    assert_eq!(notices(&t, &ada).await.len(), 2);
    t.assert_sound();
}

fn member(name: &str, state: &str) -> LogMember {
    LogMember {
        name: name.into(),
        state: state.into(),
        number: 1,
        behind: 0,
        lag_ms: 0,
        seen_ms_ago: 0,
        is_away: false,
        version: String::new(),
        clock_ahead_ms: 0,
    }
}

/// The reply advises another name, for which the token must still be valid.
#[tokio::test]
async fn a_join_token_is_not_bound_to_a_name_that_is_taken() {
    let dir = tempfile::tempdir().unwrap();
    let members = vec![member("a", "leading"), member("b", "following"), member("c", "joining")];
    let standing = LogStanding { name: "a".into(), state: "leading", members, ..LogStanding::default() };
    let t = TestApp::on_disk_with(dir.path(), Some(Replica::new(Log::of(standing))));
    let (token, _) = seeding::issue(dir.path(), t.now()).unwrap();
    let code = |name: &str| seeding::accept(&t.app, &token, name).map(drop).map_err(|error| error.code);
    for taken in ["a", "b"] {
        assert_eq!(code(taken), Err(ErrorCode::NameTaken), "{taken}");
    }
    assert_eq!(code("c"), Ok(()), "a join that was cut");
    assert_eq!(code("d"), Err(ErrorCode::Unauthorized), "it is bound now");
}

/// The leader reads the members every two seconds: one that has left since then is still among them.
#[tokio::test]
async fn a_member_that_has_left_joins_again_at_once() {
    let dir = tempfile::tempdir().unwrap();
    let (a, b) = (member("a", "leading"), member("b", "following"));
    let before = LogStanding { name: "a".into(), state: "leading", answered_ms_ago: 1_500, ..LogStanding::default() };
    let after = LogStanding { members: vec![a.clone()], answered_ms_ago: 0, ..before.clone() };
    let before = LogStanding { members: vec![a, b], ..before };
    let (looks, is_asked) = (Arc::new(AtomicU32::new(0)), Arc::new(AtomicBool::new(false)));
    let (counted, asked) = (looks.clone(), is_asked.clone());
    // The age of the first look, and its members; then a newer one.
    let log = Log(Box::new(move || {
        let is_old = !asked.load(SeqCst) || counted.fetch_add(1, SeqCst) < 2;
        if is_old { before.clone() } else { after.clone() }
    }));
    let t = TestApp::on_disk_with(dir.path(), Some(Replica::new(log)));
    let (token, _) = seeding::issue(dir.path(), t.now()).unwrap();
    std::fs::write(dir.path().join(seeding::SETTINGS_FILE), "{}").unwrap();
    is_asked.store(true, SeqCst);
    let reply = t.get("/twin/seed").bearer(&token).header("x-twin-member", "b").send().await;
    assert_eq!(reply.status, 200, "{}", reply.text);
    assert!(looks.load(SeqCst) > 2, "it was among the members at first");
}
