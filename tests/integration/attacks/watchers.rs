//! Replies and events for those who watch and intervene: never the link of a candidate, with which the test could be taken.

use super::{
    bodies::{query, with_body},
    world::World,
};
use crate::support::{
    call::Reply,
    calls::described,
    journey::{key, text},
};
use http::Method;
use invigil::domain::time::{HOUR, MINUTE};
use serde_json::json;

/// The calls whose capability is one of these, with what ends the attempt last.
fn calls_of(capabilities: &[&str]) -> Vec<String> {
    let document = serde_json::to_value(invigil::http::openapi()).unwrap();
    let named = |call: &String| {
        let (method, path) = call.split_once(' ').unwrap();
        let name = document["paths"][path][method.to_lowercase()]["x-capability"].as_str();
        name.is_some_and(|name| capabilities.contains(&name))
    };
    let mut calls: Vec<String> = described().into_iter().filter(named).collect();
    calls.sort_by_key(|call| call.ends_with("/end"));
    calls
}

async fn reply(w: &World, call: &str, admin: &str) -> Reply {
    let path = format!("{}{}", w.path(call, "no-token"), query(w, call));
    let method = Method::from_bytes(call.split_once(' ').unwrap().0.as_bytes()).unwrap();
    with_body(w, call, w.t.call(method, path).bearer(admin)).send().await
}

/// Where one of the texts has a link of the site.
fn leaks(w: &World, texts: &[(String, String)]) -> Vec<String> {
    let tokens = [&w.invite, &w.other_invite, &w.spare_invite].map(|invite| text(&invite["token"]).to_owned());
    let has_link = |shown: &str| tokens.iter().any(|token| shown.contains(token)) || shown.contains("/take-test/");
    texts.iter().filter(|(_, shown)| has_link(shown)).map(|(place, _)| place.clone()).collect()
}

#[tokio::test]
async fn no_reply_or_event_for_who_watches_has_a_link() {
    let w = World::new().await;
    let mut heard = w.t.get("/api/events").bearer(&w.ada).stream().await;
    let mut shown = Vec::new();
    let mut done = Vec::new();
    for call in calls_of(&["watch", "intervene", "link_or_watch"]) {
        let reply = reply(&w, &call, &w.ada).await;
        if reply.status < 300 {
            done.push(call.clone());
        }
        shown.push((call, format!("{:?} {}", reply.headers, reply.text)));
    }
    for action in ["release", "add-time", "end"] {
        assert!(done.contains(&format!("POST /api/attempts/{{id}}/{action}")), "{action}: {done:?}");
    }
    assert!(done.contains(&"GET /api/admin/monitoring".to_owned()), "{done:?}");

    // The last event: that of an invite which is made now.
    let last = w.t.invite(&w.ada, &w.test, "last@example.org").await;
    loop {
        let event = heard.next().await.unwrap();
        let is_last = event.name == "invite.changed" && event.data["invite_id"] == last["id"];
        shown.push((format!("event {}", event.name), event.data.to_string()));
        if is_last {
            break;
        }
    }
    assert!(shown.iter().any(|(place, _)| place == "event attempt.changed"));
    assert_eq!(leaks(&w, &shown), Vec::<String>::new());
}

/// Carl's attempt ends by time alone, and goes on.
#[tokio::test]
async fn the_reply_to_a_reopening_has_no_link() {
    let w = World::new().await;
    w.t.save(&w.other_invite["token"], &key(2), &[("q2", "words", 1)]).await;
    w.t.clock.advance(3 * HOUR);
    w.t.sweep().await;
    let admin = w.t.sign_in("ada@example.org").await;
    let attempt = w.t.invite_row(&admin, &w.other_invite["id"]).await["attempt_id"].clone();
    let path = format!("/api/attempts/{}/reopen", text(&attempt));
    let body = json!({"minutes": 5, "reason": "because"});
    let reply = w.t.post(path).bearer(&admin).json(body).send().await;
    let invite = &reply.json["invite"];
    assert_eq!((reply.status, &invite["attempt_id"], &invite["status"]), (200, &attempt, &json!("in_progress")));
    assert_eq!(text(&invite["deadline"]), w.t.now().plus(5 * MINUTE).to_string());
    assert_eq!(leaks(&w, &[("reopen".to_owned(), reply.text)]), Vec::<String>::new());
}

/// The control: those who invite see links.
#[tokio::test]
async fn a_link_in_a_reply_is_found() {
    let w = World::new().await;
    let shown = reply(&w, "GET /api/invites", &w.ada).await.text;
    assert_eq!(leaks(&w, &[("invites".to_owned(), shown)]), ["invites"]);
}
