//! Lists that have grown: what is read through counters and index keys alone must be what the records say.

use crate::support::{app::TestApp, journey::column};
use http::StatusCode;
use invigil::{
    domain::{
        Instant,
        list::Scope,
        submission::Submission,
        time::{DAY, MINUTE},
        user::{Role, User},
    },
    store::{
        Backing, Key, Read, Record, Store, StoreError, StoreOptions, Table,
        records::{
            self,
            counter::{self, CountPeriod},
        },
    },
};
use serde_json::Value;

/// A result at each of these minutes before the first one, under ids of their own; answers all ids, newest first.
async fn spread(t: &TestApp, admin: &str, minutes: &[i32]) -> Vec<String> {
    let test = t.test_with_all_types(admin).await;
    t.take(admin, &test, "model@example.org", &[("q1", "B")]).await;
    let model: Submission = t.app.store.read().unwrap().records().unwrap().remove(0);
    let mut made = vec![(model.submitted_at, model.id.to_string())];
    let copies: Vec<Submission> = minutes
        .iter()
        .map(|m| Submission { id: t.app.new_id(), submitted_at: model.submitted_at.plus(-m * MINUTE), ..model.clone() })
        .collect();
    made.extend(copies.iter().map(|s| (s.submitted_at, s.id.to_string())));
    t.app.store.write(move |tx| copies.iter().try_for_each(|s| tx.put(s))).await.unwrap();
    made.sort();
    made.reverse();
    made.into_iter().map(|(_, id)| id).collect()
}

async fn pages(t: &TestApp, admin: &str, query: &str) -> (u64, Vec<String>) {
    let (mut found, mut total) = (Vec::new(), 0);
    for page in 1.. {
        let reply = t.get(format!("/api/results?limit=7&page={page}&{query}")).bearer(admin).send().await.ok();
        total = reply["pagination"]["total"].as_u64().unwrap();
        let rows = column(&reply["results"], "submission_id");
        if rows.is_empty() {
            break;
        }
        found.extend(rows.into_iter().map(str::to_owned));
    }
    (total, found)
}

/// Uneven steps of minutes to days: quarters and days with none, one and many results.
fn uneven() -> Vec<i32> {
    let mut at = 0;
    (0..150)
        .map(|n| {
            at += [3, 14, 1, 400, 2, 1_500, 7, 90, 4_000][usize::try_from(n % 9).unwrap()] + n % 5;
            at
        })
        .collect()
}

#[tokio::test]
async fn every_page_of_results_follows_the_one_before() {
    let (t, admin) = TestApp::with_admin().await;
    let all = spread(&t, &admin, &uneven()).await;
    let (total, found) = pages(&t, &admin, "").await;
    assert_eq!((total, &found), (151, &all));

    let now = t.now();
    let model: Vec<Submission> = t.app.store.read().unwrap().records().unwrap();
    for (zone, shift) in [("UTC", 0), ("Asia/Kathmandu", 345), ("America/Los_Angeles", -480)] {
        for (from, to) in [(30, 2), (12, 12), (90, 0), (5, 4)] {
            let day = |back: i32| now.plus(-back * DAY).to_string()[..10].to_owned();
            let (first, last) = (day(from), day(to));
            // Neither zone changes its clocks in these weeks of winter.
            let start = |day: &str, days: i32| {
                Instant::parse(&format!("{day}T00:00:00Z")).unwrap().plus(days * DAY - shift * MINUTE)
            };
            let mut wanted: Vec<_> = model
                .iter()
                .filter(|s| s.submitted_at >= start(&first, 0) && s.submitted_at < start(&last, 1))
                .map(|s| (s.submitted_at, s.id.to_string()))
                .collect();
            wanted.sort();
            wanted.reverse();
            let wanted: Vec<String> = wanted.into_iter().map(|(_, id)| id).collect();
            let (total, found) = pages(&t, &admin, &format!("start_date={first}&end_date={last}&tz={zone}")).await;
            assert_eq!((total, &found), (wanted.len() as u64, &wanted), "{zone} {first} {last}");
        }
    }
    t.assert_sound();
}

/// A whole class submits within minutes, or at one instant: such a page is reached from the nearer end of its quarter.
#[tokio::test]
async fn pages_within_a_quarter_hour_follow_the_one_before() {
    let (t, admin) = TestApp::with_admin().await;
    let minutes: Vec<i32> = (0..90).map(|n| [0, 0, 0, 1, 2][n % 5] + i32::from(n > 60) * 30).collect();
    let all = spread(&t, &admin, &minutes).await;
    let day = t.now().to_string()[..10].to_owned();
    for query in [String::new(), format!("start_date={day}&end_date={day}")] {
        assert_eq!(pages(&t, &admin, &query).await, (91, all.clone()), "{query}");
    }
}

/// Beyond some thousands at one instant, the results in memory have the page: walking to it would take ever longer.
#[tokio::test]
async fn pages_deep_within_an_instant_are_those_of_the_whole_list() {
    let (t, admin) = TestApp::with_admin().await;
    let all = spread(&t, &admin, &vec![0; 4_500]).await;
    let day = t.now().to_string()[..10].to_owned();
    for query in [String::new(), format!("&start_date={day}&end_date={day}")] {
        for page in [1, 40, 45, 46, 60, 91, 92] {
            let path = format!("/api/results?limit=50&page={page}{query}");
            let reply = t.get(path).bearer(&admin).send().await.ok();
            let expected: Vec<&str> = all.iter().skip((page - 1) * 50).take(50).map(String::as_str).collect();
            assert_eq!(column(&reply["results"], "submission_id"), expected, "page {page}{query}");
            assert_eq!(reply["pagination"]["total"], 4_501);
        }
    }
}

#[tokio::test]
async fn people_and_invites_are_found_by_any_part() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.test_with_all_types(&admin).await;
    for email in ["anna.lind@example.org", "ben@lindau.example", "carl@example.com"] {
        t.invite(&admin, &test, email).await;
    }
    let search = async |path: &str| {
        let rows: Value = t.get(format!("/api{path}")).bearer(&admin).send().await.ok();
        let field = if path.starts_with("/invites") { "applicant_email" } else { "email" };
        column(&rows, field).into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(search("/invites?email_search=LIND").await, ["ben@lindau.example", "anna.lind@example.org"]);
    assert_eq!(search("/invites?email_search=lind&status_filter=completed").await, [""; 0]);
    assert_eq!(search("/invites?email_search=.org%0A").await, ["anna.lind@example.org"]);
    assert_eq!(search("/admin/applicants?search=lindau").await, ["ben@lindau.example"]);
    assert_eq!(search("/admin/applicants?search=cora%20c").await.len(), 3);
    assert_eq!(search("/admin/applicants?search=nobody").await, [""; 0]);
    let one = t.get("/api/invites?email_search=lind&limit=1").bearer(&admin).send().await;
    assert_eq!(one.status, StatusCode::OK.as_u16());
    let next = one.headers["link"].to_str().unwrap().split(['<', '>']).nth(1).unwrap().to_owned();
    let rest = t.get(next).bearer(&admin).send().await;
    assert_eq!(column(&rest.json, "applicant_email"), ["anna.lind@example.org"]);
    assert!(!rest.headers.contains_key("link"));
}

#[tokio::test]
async fn a_file_of_the_first_schema_gets_what_lists_read_now() {
    let (t, admin) = TestApp::with_admin().await;
    spread(&t, &admin, &[5, 2_000]).await;
    let read = t.app.store.read().unwrap();
    let (people, results): (Vec<User>, Vec<Submission>) = (read.records().unwrap(), read.records().unwrap());
    drop(read);

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("old.redb");
    let options = || StoreOptions::new(Backing::File(file.clone()));
    let old = Store::open(options(), records::KINDS, &[]).unwrap();
    old.write(move |tx| {
        people.iter().try_for_each(|p| tx.put(p))?;
        results.iter().try_for_each(|s| tx.put(s))?;
        for person in &people {
            // The first schema's key: the role and the instant alone.
            let (table, primary) = (Table("users_by_role"), User::key_of(person.id));
            let first = Key::new().u8(u8::from(person.role == Role::Applicant)).i64(person.created_at.as_millis());
            let text = format!("{}\n{}", person.email, person.full_name.to_lowercase());
            let present = tx.raw_delete(table, &[first.clone().text(&text).build(), primary.clone()].concat())?;
            assert!(present, "{}", person.email);
            tx.raw_put(table, &[first.build(), primary.clone()].concat(), &primary)?;
        }
        for at in results.iter().map(|s| s.submitted_at) {
            tx.raw_delete(Table("counters"), &counter::submitted(CountPeriod::Day, Scope::All, at))?;
        }
        Ok::<_, StoreError>(())
    })
    .await
    .unwrap();
    assert_ne!(old.check().unwrap().problems, Vec::<String>::new());
    old.close().await;

    let new = Store::open(options(), records::KINDS, records::MIGRATIONS).unwrap();
    assert_eq!(new.check().unwrap().problems, Vec::<String>::new());
    assert!(folder.path().join("old.redb.before-v2").exists());
    new.close().await;
}
