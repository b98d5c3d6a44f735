//! While names are hidden, what a result shows has no value that was seen beside the name while the attempt ran, and no finer
//! one: neither times and lengths nor the order of rows (docs/behaviour/results.md#anonymous).

use super::anonymous::Site;
use crate::support::journey::{column, key, list, text};
use invigil::domain::{
    Instant,
    time::{MILLISECOND, SECOND},
};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// When the attempt of the test ran; administrators act on other days.
const DAY: &str = "2026-03-04";
const START: &str = "2026-03-04T09:21:34.567Z";
const LATER: &str = "2026-03-06T00:00:00Z";

/// Each value with the name of its field.
fn walk<'v>(name: &'v str, value: &'v Value, each: &mut dyn FnMut(&'v str, &'v Value)) {
    match value {
        Value::Array(all) => all.iter().for_each(|one| walk(name, one, each)),
        Value::Object(fields) => fields.iter().for_each(|(name, value)| walk(name, value, each)),
        leaf => each(name, leaf),
    }
}

/// The instants of the day of the attempt.
fn instants(page: &Value) -> BTreeSet<&str> {
    let mut found = BTreeSet::new();
    walk("", page, &mut |_, value| {
        found.extend(value.as_str().filter(|text| text.starts_with(DAY) && Instant::parse(text).is_some()));
    });
    found
}

/// Faults of a page that shows the result: times finer than a minute, and lengths finer than they may be.
fn faults(page: &Value) -> Vec<String> {
    let mut found = Vec::new();
    walk("", page, &mut |name, value| {
        let step = match name {
            "time_used_seconds" => 60,
            "seconds" => 10,
            "at_ms" => 60_000,
            _ => 1,
        };
        if value.as_u64().is_some_and(|number| number >= 10 && number % step != 0) {
            found.push(format!("{name}: {value}"));
        }
        let at = value.as_str().filter(|text| text.starts_with(DAY) && text.contains('T'));
        found.extend(at.filter(|at| !at.ends_with(":00.000Z")).map(|at| format!("{name}: {at}")));
    });
    found
}

/// The times of the day, as any page writes them.
fn clocks(named: &[Value]) -> BTreeSet<String> {
    let all = named.iter().flat_map(instants).map(|at| at[11..19].to_owned());
    all.filter(|clock| !clock.ends_with(":00")).collect()
}

impl Site {
    /// A third candidate takes the test, and is watched. Returns the attempt's own id, and what was seen beside the name.
    async fn watched(&self) -> (String, Vec<Value>) {
        self.t.clock.set("2026-03-03T07:06:05.432Z");
        let admin = self.t.sign_in("ada@example.org").await;
        let invite = self.invite_as(&admin, "canary-nils-7").await;
        self.t.clock.set(START);
        let admin = self.t.sign_in("ada@example.org").await;
        let token = &invite["token"];
        self.t.start(token, &key(3)).await.ok();
        self.t.clock.advance(61 * SECOND + 234 * MILLISECOND);
        let entry = json!({"question_id": "q1", "answer": "B", "seq": 1});
        let spent = json!([{"question_id": "q1", "seconds": 47}]);
        let path = format!("/api/take-test/{}/answers", text(token));
        self.t.put(path).key(&key(3)).json(json!({"answers": [entry], "time_spent": spent})).send().await.ok();
        self.t.clock.advance(17 * SECOND + 111 * MILLISECOND);
        let own = self.t.get("/api/admin/monitoring").bearer(&admin).send().await.ok();
        let own = list(&own).iter().find(|row| row["invite_id"] == invite["id"]).unwrap_or_else(|| panic!("{own}"));
        let own = text(&own["attempt_id"]).to_owned();
        let message = json!({"text": "Please look into the camera."});
        self.t.post(format!("/api/attempts/{own}/messages")).bearer(&admin).json(message).send().await.expect(201);
        self.t.clock.advance(23 * SECOND + 7 * MILLISECOND);
        let mut named = Vec::new();
        for path in [
            "/api/admin/monitoring".to_owned(),
            "/api/invites".into(),
            format!("/api/attempts/{own}/timeline"),
            format!("/api/attempts/{own}/messages"),
        ] {
            named.push(self.t.get(path).bearer(&admin).send().await.ok());
        }
        self.t.submit(token, &key(3), &[("q1", "B"), ("q2", "Because of the queue.")]).await.ok();
        named.push(self.t.get("/api/admin/notifications").bearer(&admin).send().await.ok());
        named.push(self.t.get("/api/admin/audit-log").bearer(&admin).send().await.ok());
        (own, named)
    }
}

#[tokio::test]
async fn no_value_beside_an_alias_was_seen_beside_the_name() {
    let mut s = Site::new().await.used().await;
    s.hide().await;
    let (own, named) = s.watched().await;
    s.t.clock.set(LATER);
    s.admin = s.t.sign_in("ada@example.org").await;
    s.submissions.push(own.clone());
    let shown = s.shown();
    let alias = shown.last().unwrap();
    assert_ne!(*alias, own);
    // Its invite has no place in any page beside it.
    s.invites.push(s.invites[0].clone());
    let clocks = clocks(&named);
    assert!(clocks.len() >= 4, "start, save, message and end were seen: {clocks:?}");
    let carrying = |pages: Vec<(String, String)>, id: &str| {
        pages.into_iter().filter(|(_, page)| page.contains(id)).collect::<Vec<_>>()
    };
    let pages = carrying(s.pages().await, alias);
    let calls: BTreeSet<&str> = pages.iter().map(|(call, _)| call.as_str()).collect();
    assert!(calls.len() >= 12, "{calls:?}");
    for (call, page) in &pages {
        for clock in &clocks {
            assert!(!page.contains(clock.as_str()), "{call}: {clock} in {page}");
        }
        if let Ok(page) = serde_json::from_str(page) {
            assert_eq!(faults(&page), Vec::<String>::new(), "{call}: {page}");
        }
    }
    let history = s.get(&format!("/api/results/{alias}/history")).await.ok();
    let steps = list(&history["questions"]).iter().flat_map(|question| list(&question["steps"]));
    let moments: Vec<u64> = steps.map(|step| step[0].as_u64().unwrap()).collect();
    assert!(!moments.is_empty() && moments.iter().all(|moment| moment % 1_000 == 0), "{history}");
    // The control: the same calls show the same values once the names are revealed.
    s.reveal("done").await.ok();
    let after = carrying(s.pages().await, &own);
    let known = after.iter().filter(|(_, page)| clocks.iter().any(|clock| page.contains(clock.as_str())));
    let known: BTreeSet<&str> = known.map(|(call, _)| call.as_str()).collect();
    assert!(known.len() >= 6, "{known:?}");
    let detail = s.get(&format!("/api/results/{own}")).await.ok();
    assert!(!faults(&detail).is_empty(), "{detail}");
}

/// Six candidates of one score and one length, as far as it is shown: the order of their aliases is the only one.
#[tokio::test]
async fn rows_of_a_day_stand_in_the_order_of_their_aliases() {
    let mut s = Site::new().await;
    s.hide().await;
    for name in ["canary-nils-3", "canary-nils-4", "canary-nils-5", "canary-nils-6"] {
        s.take(name).await;
    }
    let mut aliases = s.shown();
    aliases.sort_unstable();
    let backwards: Vec<String> = aliases.iter().rev().cloned().collect();
    for (path, rows, expected) in [
        (s.path("ranking?sort=date&order=asc"), "rows", &aliases),
        (s.path("ranking?sort=time&order=asc"), "rows", &aliases),
        (s.path("ranking?sort=score&order=desc"), "rows", &backwards),
        (s.path("ranking?sort=flags&order=desc"), "rows", &backwards),
        ("/api/results".into(), "results", &backwards),
        ("/api/results?sort=date&order=asc".into(), "results", &aliases),
        ("/api/results?sort=score".into(), "results", &backwards),
        // In Kathmandu the second of March ends at 18:15 UTC, and in New York it begins at 05:00: the true times are 08:13.
        ("/api/results?end_date=2026-03-01&tz=America/New_York".into(), "results", &backwards),
    ] {
        let page = s.get(&path).await.ok();
        assert_eq!(column(&page[rows], "submission_id"), *expected, "{path}");
    }
    for query in ["format=json", "format=json&end_date=2026-03-01&tz=America/New_York"] {
        let rows: Value = serde_json::from_str(&s.get(&format!("/api/results/export?{query}")).await.text).unwrap();
        assert_eq!(column(&rows, "submission_id"), aliases, "{query}");
    }
    let none = s.get("/api/results?start_date=2026-03-02&tz=America/New_York").await.ok();
    assert_eq!(none["results"], json!([]), "the true times are in it");
    s.t.assert_sound();
}

/// An event at the moment of a submit, or right after it, does not name the result.
#[tokio::test]
async fn no_event_names_a_result_that_appears() {
    let mut s = Site::new().await;
    s.hide().await;
    let mut heard = s.t.get("/api/events").bearer(&s.admin).stream().await;
    s.take("canary-nils-3").await;
    let alias = s.shown().pop().unwrap();
    let review = format!("/api/admin/scoring/{alias}/answer/q2");
    s.t.post(review).bearer(&s.admin).json(json!({"score_status": "correct"})).send().await.ok();
    let mut names = BTreeSet::new();
    loop {
        let event = heard.next().await.unwrap();
        assert!(!event.data.to_string().contains(&alias), "{}: {}", event.name, event.data);
        names.insert(event.name.clone());
        if event.name == "submission.scored" {
            assert_eq!(event.data["test_id"], s.test["id"]);
            break;
        }
    }
    assert!(names.contains("attempt.changed"), "{names:?}");
}

#[tokio::test]
async fn a_running_attempt_has_a_name_for_those_who_watch_it() {
    let s = Site::new().await;
    s.hide().await;
    let invite = s.invite_as(&s.admin, "canary-nora-2").await;
    s.t.start(&invite["token"], &key(2)).await.ok();
    assert!(s.get("/api/admin/monitoring").await.text.contains("canary-nora"));
    s.t.submit(&invite["token"], &key(2), &[]).await.ok();
    assert!(!s.get("/api/admin/notifications").await.text.contains("canary-nora"));
}

/// A note on a result reaches other administrators without the invite and the times that were seen beside the name.
#[tokio::test]
async fn a_note_on_a_result_names_no_attempt() {
    let s = Site::new().await;
    s.hide().await;
    let mut heard = s.t.get("/api/events").bearer(&s.admin).stream().await;
    let flag = |id: String| {
        let path = format!("/api/attempts/{id}/flags");
        s.t.post(path).bearer(&s.admin).json(json!({"note": "Look here."})).send()
    };
    flag(s.submissions[0].clone()).await.refused(404, "not_found");
    flag(s.shown().remove(0)).await.expect(201);
    let event = heard.next().await.unwrap();
    assert_eq!((event.name.as_str(), &event.data), ("submission.scored", &json!({"test_id": s.test["id"]})));
    s.t.assert_sound();
}
