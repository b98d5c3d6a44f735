//! The daily sweep of what is over is killed in the middle of a person: it goes on at the next start, and leaves nothing.

use super::{
    rounds,
    site::{Call, Site, Who, now},
};
use crate::support::{
    app::TestApp,
    binary::Place,
    journey::{small_test, text},
};
use invigil::{
    app::Config,
    domain::{
        retention::RetentionLook,
        time::{DAY, HOUR},
    },
};
use serde_json::{Value, json};
use std::{
    path::Path,
    time::{Duration, Instant as Moment},
};
use tokio::time::sleep;

/// Some batches of the sweep.
const INVITES: u64 = 300;
const FIRST: &str = "first@example.org";
const OLD: &str = "canary-mail@example.org";
const YOUNG: &str = "young@example.org";
/// Makes each durable write take so long, in milliseconds, that a sweep has a middle.
const SLOW: [(&str, &str); 1] = [("INVIGIL_SLOW_SYNC_MS", "80")];

/// Reached by a defect alone.
const LIMIT: Duration = Duration::from_secs(20);

/// Two people who were invited forty days ago, the second often, end by the rules; one was invited today. The sweep is due.
/// Returns the administrator's session.
async fn make_due(data: &Path) -> Who {
    let t = TestApp::restarted(data, now().plus(-40 * DAY), Config::default());
    let ada = t.sign_in("ada@example.org").await;
    let test = t.create_test(&ada, small_test("Rust")).await;
    t.invite(&ada, &test, FIRST).await;
    for _ in 0..INVITES {
        t.invite(&ada, &test, OLD).await;
    }
    t.put("/api/admin/retention").bearer(&ada).json(json!({"site": {"people": 10}})).send().await.ok();
    t.clock.advance(40 * DAY);
    while t.sweep().await.expired > 0 {}
    let ada = t.sign_in("ada@example.org").await;
    t.invite(&ada, &test, YOUNG).await;
    let look = RetentionLook { at: now().plus(-25 * HOUR), has_swept: true };
    t.app.store.write(move |tx| tx.put(&look)).await.unwrap();
    t.app.store.close().await;
    Who::Account(ada)
}

/// Whether a backup of the data has this word.
fn is_kept(place: &Place, word: &str) -> bool {
    place.run(["backup", "now.backup", "--force"]).done();
    let bytes = std::fs::read(place.path().join("now.backup")).unwrap();
    bytes.windows(word.len()).any(|window| window == word.as_bytes())
}

/// The notes of an action in the audit log.
fn logged(site: &Site, action: &str) -> Vec<String> {
    let entries = site.audit_log();
    let entries = entries.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    entries.filter(|entry| entry["action"] == action).map(|entry| text(&entry["note"]).to_owned()).collect()
}

/// Invites that are left.
async fn left(site: &Site, ada: &Who) -> u64 {
    site.ok(&Call::get("/api/invites/counts", ada)).await["all"].as_u64().unwrap()
}

async fn killed_in_the_middle() {
    let mut site = Site::new(false, &[]).await;
    site.kill();
    let ada = make_due(site.place.data()).await;
    for kill in 1..=2 {
        site.start_with(&SLOW);
        let (begun, before) = (Moment::now(), left(&site, &ada).await);
        let mut now = before;
        while now == before {
            assert!(begun.elapsed() < LIMIT, "the sweep does not go on: {now} invites are left");
            sleep(Duration::from_millis(2)).await;
            now = left(&site, &ada).await;
        }
        site.kill();
        assert!(now > 1, "the sweep was over before kill {kill}: {before} invites were left");
        // The control: what is to go can be found.
        assert!(is_kept(&site.place, OLD) && is_kept(&site.place, YOUNG));
    }
    site.start();
    let begun = Moment::now();
    while logged(&site, "retention.sweep").is_empty() {
        assert!(begun.elapsed() < LIMIT, "{} invites are left", left(&site, &ada).await);
        sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(left(&site, &ada).await, 1);
    // Also what was deleted before the kills.
    let mut erased = logged(&site, "applicant.erase");
    erased.sort_unstable();
    assert_eq!(erased, ["1 invites".to_owned(), format!("{INVITES} invites")]);
    assert_eq!(logged(&site, "retention.sweep"), ["people 2"]);
    site.check();
    let place = site.stop();
    assert_eq!((is_kept(&place, OLD), is_kept(&place, YOUNG)), (false, true));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_sweep_that_is_killed_goes_on_and_leaves_nothing() {
    for _ in 0..rounds() {
        killed_in_the_middle().await;
    }
}
