//! Given roles: which calls each of them makes, for its own tests and for others, from the description of the API; and
//! planted words that a role must not read (docs/behaviour/accounts.md#given-roles).

use super::{
    bodies::{query, with_body},
    world::World,
};
use crate::support::{
    call::Reply,
    calls::{CALLS, Who, described},
    journey::{PASSWORD, key, small_test, text},
};
use http::Method;
use invigil::{
    domain::{grants::GrantedRole, permission::Capability, user::StaffRole},
    service::{account::admins, actor::Actor},
};
use serde_json::{Value, json};
use std::io::{Cursor, Read};

const SAM: &str = "sam@staff.example";

/// What a call answers to who may make it, but for another test: calls that keep to the tests of the permission, or show
/// nothing of any test. A new one fails until it has a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kept {
    /// A list, a count or a file without anything of other tests.
    Filtered,
    /// Refused for what the body or the query names.
    Refused,
    /// Each row says that there is no such record.
    RowsRefused,
    /// About no test.
    Neutral,
}

const WITHIN: [(&str, Kept); 48] = [
    ("GET /api/tests", Kept::Filtered),
    ("GET /api/tests/funnels", Kept::Filtered),
    ("GET /api/tests/languages", Kept::Neutral),
    ("POST /api/tests/content", Kept::Neutral),
    ("POST /api/tests/check-solutions", Kept::Neutral),
    ("POST /api/tests/auto-generate", Kept::Neutral),
    ("POST /api/trials", Kept::Neutral),
    ("GET /api/trials/{id}/result", Kept::Refused),
    ("POST /api/pictures", Kept::Neutral),
    // Its name is its hash, which stands in the tests that show it.
    ("GET /api/pictures/{hash}", Kept::Neutral),
    ("GET /api/invites", Kept::Filtered),
    ("GET /api/invites/counts", Kept::Filtered),
    ("GET /api/invites/agreed", Kept::Filtered),
    ("POST /api/invites", Kept::Refused),
    ("POST /api/invites/bulk", Kept::Refused),
    ("GET /api/orders", Kept::Filtered),
    ("POST /api/orders", Kept::Refused),
    ("GET /api/greenhouse/list_tests", Kept::Filtered),
    ("POST /api/greenhouse/send_test", Kept::Refused),
    ("GET /api/greenhouse/test_status", Kept::Refused),
    ("POST /api/greenhouse/response_error", Kept::Neutral),
    ("POST /api/ashby/assessment.list", Kept::Filtered),
    ("POST /api/ashby/assessment.start", Kept::Refused),
    ("POST /api/ashby/assessment.cancel", Kept::Refused),
    ("POST /api/invites/bulk/preview", Kept::Filtered),
    ("POST /api/invites/actions", Kept::RowsRefused),
    ("GET /api/results", Kept::Filtered),
    ("GET /api/results/export", Kept::Filtered),
    ("GET /api/results/changes", Kept::Filtered),
    ("GET /api/results/compare", Kept::Refused),
    ("GET /api/evidence-keys", Kept::Neutral),
    ("POST /api/decisions", Kept::RowsRefused),
    ("POST /api/decisions/send", Kept::RowsRefused),
    ("POST /api/shares", Kept::Refused),
    ("GET /api/shares", Kept::Refused),
    ("DELETE /api/shares/{token}", Kept::Refused),
    ("GET /api/admin/monitoring", Kept::Filtered),
    ("GET /api/sessions", Kept::Filtered),
    ("POST /api/sessions", Kept::Neutral),
    ("GET /api/sessions/choices", Kept::Filtered),
    ("GET /api/sessions/{id}/people/{invite_id}/identity/{kind}", Kept::Refused),
    ("POST /api/sessions/{id}/people/{invite_id}/identity", Kept::Refused),
    ("POST /api/announcements", Kept::Refused),
    ("GET /api/questions-asked", Kept::Filtered),
    ("POST /api/questions-asked/{id}/claim", Kept::Refused),
    ("POST /api/questions-asked/{id}/answer", Kept::Refused),
    ("GET /api/admin/outages", Kept::Filtered),
    ("GET /api/attempts/{id}/timeline", Kept::Refused),
];

/// More calls of those who watch: their use cases find the test by two kinds of ids.
const WATCHED: [(&str, Kept); 6] = [
    ("GET /api/attempts/{id}/messages", Kept::Refused),
    ("GET /api/attempts/{id}/still", Kept::Refused),
    ("GET /api/attempts/{id}/screenshots/{shot}", Kept::Refused),
    ("GET /api/attempts/{id}/clips/{clip}", Kept::Refused),
    ("POST /api/webrtc/walls", Kept::Neutral),
    ("POST /api/webrtc/answer", Kept::Refused),
];

fn kept(call: &str) -> Option<Kept> {
    WITHIN.iter().chain(&WATCHED).find(|(name, _)| *name == call).map(|(_, kept)| *kept)
}

/// Calls of staff with their capability and what a permission for some tests reaches by them.
fn staff_calls() -> Vec<(String, Capability, String)> {
    let document = serde_json::to_value(invigil::http::openapi()).unwrap();
    let row = |call: String| {
        let (method, path) = call.split_once(' ')?;
        let operation = &document["paths"][path][method.to_lowercase()];
        let name = operation["x-capability"].as_str()?;
        let capability = Capability::ALL.into_iter().find(|one| one.name() == name)?;
        Some((call.clone(), capability, text(&operation["x-reach"]).to_owned()))
    };
    let mut calls: Vec<_> = described().into_iter().filter_map(row).collect();
    // What deletes or ends things comes last.
    calls.sort_by_key(|(call, ..)| {
        let is_late = call.starts_with("DELETE") || call.ends_with("/end") || call.ends_with("/archive");
        (is_late, call.ends_with("/force"), !call.starts_with("GET"))
    });
    calls
}

async fn reply(w: &World, call: &str, who: &str) -> Reply {
    let path = format!("{}{}", w.path(call, "no-token"), query(w, call));
    let method = Method::from_bytes(call.split_once(' ').unwrap().0.as_bytes()).unwrap();
    with_body(w, call, w.t.call(method, path).bearer(who)).send().await
}

/// An account of staff without roles; its id and session.
async fn staff(w: &World) -> (String, String) {
    let operator = Actor::Operator.require().unwrap();
    let made = admins::create_as(&w.t.app, &operator, StaffRole::Staff, SAM, PASSWORD.into(), "Sam").await.unwrap();
    (made.id.to_string(), w.t.sign_in(SAM).await)
}

async fn give(w: &World, id: &str, role: GrantedRole, test: Option<&Value>) {
    let role = match test {
        Some(test) => json!({"role": role.name(), "tests": [test]}),
        None => json!({"role": role.name()}),
    };
    w.t.put(format!("/api/admin/roles/{id}")).bearer(&w.ada).json(json!({"roles": [role]})).send().await.ok();
}

/// Those with a role: the account of staff, to which it is given, and a program with a token of an administrator.
async fn with_role(w: &World, (id, sam): (&str, &str), role: GrantedRole, test: Option<&Value>) -> [String; 2] {
    give(w, id, role, test).await;
    let name = format!("{} {}", role.name(), test.unwrap_or(&Value::Null));
    let mut form = json!({"name": name, "role": role.name()});
    if let Some(test) = test {
        form["tests"] = json!([test]);
    }
    let made = w.t.post("/api/tokens").bearer(&w.bob).json(form).send().await.expect(201);
    [sam.to_owned(), text(&made["token"]).to_owned()]
}

fn code(reply: &Reply) -> &str {
    reply.json["code"].as_str().unwrap_or_default()
}

/// Words of the world's test, which who has a role for another one must not read.
fn planted(w: &World) -> Vec<String> {
    let tokens = [&w.invite, &w.other_invite, &w.spare_invite].map(|invite| text(&invite["token"]).to_owned());
    let ids = [&w.test["id"], &w.invite["id"], &w.other_invite["id"]].map(|id| text(id).to_owned());
    let words = ["canary-", "rita-may-read", "sam@example.org"].map(str::to_owned);
    tokens.into_iter().chain(ids).chain(words).chain([w.submission.clone(), w.attempt.clone()]).collect()
}

/// Its own words, which a reply repeats: ids that the call itself named.
fn leaks(w: &World, call: &str, reply: &Reply) -> Vec<String> {
    let shown = format!("{:?} {}", reply.headers, reply.text);
    let echoes = kept(call) == Some(Kept::RowsRefused);
    let is_echo = |word: &String| echoes && (*word == w.submission || w.invite["id"] == word.as_str());
    let found = planted(w).into_iter().filter(|word| shown.contains(word.as_str()) && !is_echo(word));
    found.map(|word| format!("{call} shows {word}")).collect()
}

#[test]
fn every_call_of_staff_says_what_a_role_for_some_tests_reaches() {
    let mut rows: Vec<&str> = WITHIN.iter().chain(&WATCHED).map(|(call, _)| *call).collect();
    let mut named = Vec::new();
    for (call, _, reach) in staff_calls() {
        match reach.as_str() {
            "site" | "test" => assert_eq!(kept(&call), None, "{call}"),
            "within" => named.push(call),
            other => panic!("{call}: {other}"),
        }
    }
    rows.sort_unstable();
    named.sort();
    assert_eq!(rows, named, "a call that keeps to some tests by itself needs a row");
}

#[tokio::test]
async fn without_a_role_staff_reach_nothing_and_with_one_only_what_it_grants() {
    let w = World::new().await;
    let (id, sam) = staff(&w).await;
    let mut found = Vec::new();
    for role in std::iter::once(None).chain(GrantedRole::ALL.map(Some)) {
        let callers = match role {
            Some(role) => with_role(&w, (&id, &sam), role, None).await.to_vec(),
            None => vec![sam.clone()],
        };
        let refused =
            staff_calls().into_iter().filter(|(_, capability, _)| role.is_none_or(|role| !role.grants(*capability)));
        for ((call, ..), who) in refused.flat_map(|row| callers.iter().map(move |who| (row.clone(), who))) {
            let reply = reply(&w, &call, who).await;
            if (reply.status, code(&reply)) != (403, "forbidden") {
                found.push(format!("{call} answers {role:?} {} {}", reply.status, code(&reply)));
            }
        }
    }
    assert_eq!(found, Vec::<String>::new());
}

/// A program is no session, and no superadmin, although its owner is.
#[tokio::test]
async fn a_token_reaches_nothing_of_an_account_a_reviewer_a_machine_or_the_superadmin() {
    let w = World::new().await;
    let form = json!({"name": "all", "role": "admin"});
    let made = w.t.post("/api/tokens").bearer(&w.ada).json(form).send().await.expect(201);
    let mut found = Vec::new();
    let closed = [Who::Account, Who::Applicant, Who::Reviewer, Who::Superadmin, Who::Machine];
    for (call, _) in CALLS.into_iter().filter(|(_, who)| closed.contains(who)) {
        let reply = reply(&w, call, text(&made["token"])).await;
        if !matches!(reply.status, 401 | 403) {
            found.push(format!("{call} answers {} {}", reply.status, code(&reply)));
        }
    }
    assert_eq!(found, Vec::<String>::new());
    reply(&w, "GET /api/tests", text(&made["token"])).await.ok();
}

#[tokio::test]
async fn a_role_for_another_test_reaches_nothing_of_this_one() {
    let w = World::new().await;
    let (id, sam) = staff(&w).await;
    let elsewhere = w.t.create_test(&w.ada, small_test("Elsewhere")).await;
    let mut found = Vec::new();
    for role in GrantedRole::ALL {
        let callers = with_role(&w, (&id, &sam), role, Some(&elsewhere["id"])).await;
        let granted = staff_calls().into_iter().filter(|(_, capability, _)| role.grants(*capability));
        for ((call, _, reach), who) in granted.flat_map(|row| callers.iter().map(move |who| (row.clone(), who))) {
            let reply = reply(&w, &call, who).await;
            let is_program = *who == callers[1];
            let as_expected = match (reach.as_str(), kept(&call)) {
                // Live video outlives its call, and a token ends at once.
                _ if code(&reply) == "accounts_only" => is_program && call.contains(" /api/webrtc/"),
                ("site", _) => (reply.status, code(&reply)) == (403, "whole_site_only"),
                ("test", _) => reply.status == 404,
                (_, Some(Kept::Refused)) => matches!(reply.status, 404 | 422),
                (_, Some(Kept::Filtered | Kept::RowsRefused)) => reply.status == 200,
                // A body that is not made for it, or a service that is not set up.
                (_, Some(Kept::Neutral)) => !matches!(reply.status, 401 | 403),
                (_, None) => false,
            };
            if !as_expected {
                found.push(format!("{call} answers {role:?} {} {}", reply.status, code(&reply)));
            }
            found.extend(leaks(&w, &call, &reply));
        }
    }
    assert_eq!(found, Vec::<String>::new());
    // Nothing has happened to the test either.
    let row = w.t.invite_row(&w.ada, &w.invite["id"]).await;
    assert_eq!((&row["status"], &row["revoked_at"]), (&json!("in_progress"), &Value::Null));
}

#[tokio::test]
async fn a_role_reaches_all_calls_that_it_grants_for_its_own_test() {
    let w = World::new().await;
    let (id, sam) = staff(&w).await;
    let mut found = Vec::new();
    for role in GrantedRole::ALL {
        let [_, token] = with_role(&w, (&id, &sam), role, Some(&w.test["id"])).await;
        let calls = staff_calls().into_iter().filter(|(call, capability, reach)| {
            role.grants(*capability) && reach != "site" && !call.ends_with("/force")
        });
        for (call, ..) in calls {
            // A call that ends something succeeds once.
            let who = if call.starts_with("GET") { &token } else { &sam };
            let reply = reply(&w, &call, who).await;
            // Media sessions of the world, and the test without invites, are Ada's.
            let is_adas = call.contains("{session_id}") || call == "DELETE /api/tests/{id}";
            let is_missing = call.starts_with("GET") && reply.status == 404 && !call.contains("/trials/");
            // So is the note of the world.
            let is_refused = matches!(reply.status, 401 | 403) && code(&reply) != "not_yours";
            if is_refused || (is_missing && !is_adas) {
                found.push(format!("{call} answers {role:?} {} {}", reply.status, code(&reply)));
            }
        }
    }
    found.retain(|one| !one.contains("/similarity/pair"));
    assert_eq!(found, Vec::<String>::new());
}

/// Words that a role must not read of its own test.
fn withheld(w: &World, role: GrantedRole) -> Vec<String> {
    let tokens = [&w.invite, &w.other_invite, &w.spare_invite].map(|invite| text(&invite["token"]).to_owned());
    let of = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    let answers = of(&["canary-frank-words", "rita-may-read", "canary-late"]);
    match role {
        GrantedRole::Proctor => {
            let key_and_score =
                of(&["correct_answer\":\"", "canary-hint", "earned_points", "final_score", "canary-private"]);
            [tokens.to_vec(), key_and_score].concat()
        }
        GrantedRole::Author => {
            let people = of(&["canary-cora", "canary-frank", "final_score", "canary-private"]);
            [tokens.to_vec(), answers, people].concat()
        }
        GrantedRole::Recruiter => Vec::new(),
        GrantedRole::HiringManager | GrantedRole::Viewer => tokens.to_vec(),
    }
}

/// Replies of all calls about this world to an account, and what its event stream gets.
async fn all_shown_to(w: &World, (id, sam): (&str, &str)) -> Vec<(String, String)> {
    let mut heard = w.t.get("/api/events").bearer(sam).stream().await;
    let mut shown = Vec::new();
    for (call, ..) in staff_calls().into_iter().filter(|(call, ..)| !call.ends_with("/force")) {
        let reply = reply(w, &call, sam).await;
        shown.push((call, format!("{:?} {}", reply.headers, reply.text)));
    }
    w.t.save(&w.other_invite["token"], &key(2), &[("q2", "canary-carl-words", 5)]).await.ok();
    // The last event: the roles end, and the stream with them.
    w.t.put(format!("/api/admin/roles/{id}")).bearer(&w.ada).json(json!({"roles": []})).send().await.ok();
    while let Some(event) = heard.next().await {
        shown.push((format!("event {}", event.name), event.data.to_string()));
    }
    assert_eq!(shown.last().unwrap().0, "event reload");
    shown
}

fn places_of(words: &[String], shown: &[(String, String)]) -> Vec<String> {
    let of = |(place, text): &(String, String)| {
        let found = words.iter().filter(|word| text.contains(word.as_str()));
        found.map(|word| format!("{place} shows {word}")).collect::<Vec<_>>()
    };
    shown.iter().flat_map(of).collect()
}

#[tokio::test]
async fn a_role_never_reads_what_is_withheld_from_it() {
    for (role, is_for_all) in GrantedRole::ALL.into_iter().flat_map(|role| [(role, false), (role, true)]) {
        let w = World::new().await;
        let (id, sam) = staff(&w).await;
        give(&w, &id, role, (!is_for_all).then_some(&w.test["id"])).await;
        let shown = all_shown_to(&w, (&id, &sam)).await;
        assert_eq!(places_of(&withheld(&w, role), &shown), Vec::<String>::new(), "{role:?}");
    }
}

/// Roles for another test add nothing to what a role reads of this one, in calls that ask for several capabilities either.
#[tokio::test]
async fn several_roles_read_of_each_test_what_its_own_role_reads() {
    for role in GrantedRole::ALL {
        let w = World::new().await;
        let (id, sam) = staff(&w).await;
        let elsewhere = w.t.create_test(&w.ada, small_test("Elsewhere")).await;
        let test_of = |one: GrantedRole| if one == role { &w.test["id"] } else { &elsewhere["id"] };
        let roles = GrantedRole::ALL.map(|one| json!({"role": one.name(), "tests": [test_of(one)]}));
        let path = format!("/api/admin/roles/{id}");
        w.t.put(path).bearer(&w.ada).json(json!({"roles": roles})).send().await.ok();
        let shown = all_shown_to(&w, (&id, &sam)).await;
        // Names of fields, which the other test has as well.
        let mut words = withheld(&w, role);
        words.retain(|word| !["correct_answer\":\"", "earned_points", "final_score"].contains(&word.as_str()));
        assert_eq!(places_of(&words, &shown), Vec::<String>::new(), "{role:?}");
        let has_read = |word: &str| shown.iter().any(|(_, text)| text.contains(word));
        assert!(has_read("Elsewhere") && has_read(text(&w.test["id"])), "{role:?}: the control");
    }
}

/// The control: administrators read all of these words, and a role for the test reads those of its own.
#[tokio::test]
async fn planted_words_are_found_where_they_may_be_read() {
    let w = World::new().await;
    let (id, sam) = staff(&w).await;
    let mut shown = String::new();
    for (call, ..) in staff_calls().into_iter().filter(|(call, ..)| call.starts_with("GET")) {
        shown += &reply(&w, &call, &w.ada).await.text;
    }
    for role in GrantedRole::ALL {
        for word in withheld(&w, role) {
            assert!(shown.contains(&word), "{word}");
        }
    }
    for word in planted(&w) {
        assert!(shown.contains(&word), "{word}");
    }
    give(&w, &id, GrantedRole::Recruiter, Some(&w.test["id"])).await;
    let call = "GET /api/invites";
    assert!(!leaks(&w, call, &reply(&w, call, &sam).await).is_empty());
}

/// A file as people read it: what is in an archive is compressed there.
fn unpacked(reply: &Reply) -> String {
    let mut shown = reply.text.clone();
    if let Ok(mut archive) = zip::ZipArchive::new(Cursor::new(&reply.bytes)) {
        for n in 0..archive.len() {
            let mut bytes = Vec::new();
            archive.by_index(n).unwrap().read_to_end(&mut bytes).unwrap();
            shown += &String::from_utf8_lossy(&bytes);
        }
    }
    shown
}

/// The files of each format that this person gets.
async fn files(w: &World, who: &str) -> Vec<(String, String)> {
    let of_test = |format: &str| format!("/api/tests/{}/export?format={format}", text(&w.test["id"]));
    let mut paths: Vec<String> =
        ["json", "yaml", "csv", "gift", "moodle_xml", "qti21", "qti30"].map(of_test).into_iter().collect();
    for (format, answers) in ["csv", "xlsx", "json", "jsonl"].into_iter().flat_map(|one| [(one, true), (one, false)]) {
        paths.push(format!("/api/results/export?format={format}&answers={answers}"));
    }
    let mut found = Vec::new();
    for path in paths {
        let reply = w.t.get(&path).bearer(who).send().await;
        if reply.status == 200 {
            found.push((path, unpacked(&reply)));
        }
    }
    found
}

#[tokio::test]
async fn a_file_of_any_format_holds_nothing_that_is_withheld() {
    let w = World::new().await;
    let (id, sam) = staff(&w).await;
    let elsewhere = w.t.create_test(&w.ada, small_test("Elsewhere")).await;
    // The control.
    let all = files(&w, &w.ada).await;
    assert!(all.len() > 10, "{}", all.len());
    for (path, shown) in all {
        assert_eq!(shown.contains("canary-frank"), path.contains("/results/"), "{path}");
    }
    for role in GrantedRole::ALL {
        for (test, words) in [(&w.test["id"], withheld(&w, role)), (&elsewhere["id"], planted(&w))] {
            give(&w, &id, role, Some(test)).await;
            for (path, shown) in files(&w, &sam).await {
                let found: Vec<_> = words.iter().filter(|word| shown.contains(word.as_str())).collect();
                assert!(found.is_empty(), "{role:?} reads {found:?} in {path}");
            }
        }
    }
}

/// Events of another test reach no stream of who has a role for one.
#[tokio::test]
async fn events_are_those_of_the_own_tests() {
    let w = World::new().await;
    let (id, sam) = staff(&w).await;
    let elsewhere = w.t.create_test(&w.ada, small_test("Elsewhere")).await;
    give(&w, &id, GrantedRole::Recruiter, Some(&elsewhere["id"])).await;
    let mut heard = w.t.get("/api/events").bearer(&sam).stream().await;
    w.t.invite(&w.ada, &w.test, "other@example.org").await;
    w.t.save(&w.other_invite["token"], &key(2), &[("q2", "canary-carl-words", 6)]).await.ok();
    let own = w.t.invite(&w.ada, &elsewhere, "own@example.org").await;
    let first = heard.next().await.unwrap();
    assert_eq!((first.name.as_str(), &first.data["invite_id"]), ("invite.changed", &own["id"]));
}
