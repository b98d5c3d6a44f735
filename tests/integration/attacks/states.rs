//! The same calls by the same people about what is not in the middle of its life: withdrawn, over, of somebody who was
//! deactivated or erased. Who is stopped at the door is stopped there whatever lies behind it; the rest is judged here.

use super::{
    matrix::{
        Caller::{self, Ada, Bob, Carl, Cora, Malformed, Swapped},
        NO_KEY, NOBODY, Refusal, Secret, faults, refusals, secrets,
    },
    world::World,
};
use crate::support::{
    calls::{Who, described, who},
    journey::{key, list, text},
};
use serde_json::json;
use std::time::{Duration, Instant};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// An invite of Cora's that was withdrawn before its start.
    Revoked,
    /// Cora has submitted.
    Finished,
    /// Cora's account was deactivated in the middle of her test, which goes on.
    Deactivated,
    /// The link is that of a person who was deactivated before the start.
    Barred,
    /// Cora in the middle of her test, and Frank with his result.
    Erased,
}
use State::{Barred, Deactivated, Erased, Finished, Revoked};

/// What a call is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Subject {
    Link,
    Invite,
    /// Live video of an invite.
    Video,
    /// A connection that shows it.
    Session,
    Attempt,
    Person,
    Submission,
    Notification,
}

fn subject(call: &str) -> Option<Subject> {
    let path = call.split_once(' ').unwrap().1;
    Some(match path {
        _ if path.contains("{token}") => Subject::Link,
        _ if path.starts_with("/api/invites/{id}") => Subject::Invite,
        "/api/webrtc/offer" | "/api/webrtc/answer" | "/api/webrtc/ice-candidate" => Subject::Video,
        _ if path.contains("{invite_id}") => Subject::Video,
        _ if path.contains("/sessions/{session_id}") => Subject::Session,
        _ if path.starts_with("/api/attempts/{id}") => Subject::Attempt,
        _ if path.starts_with("/api/admin/applicants/{id}") => Subject::Person,
        _ if path.contains("{submission_id}") || path.contains("{question_id}") => Subject::Submission,
        _ if path.starts_with("/api/admin/notifications/{id}") => Subject::Notification,
        _ => return None,
    })
}

async fn person(w: &World, search: &str) -> String {
    let found = w.t.get(format!("/api/admin/applicants?search={search}")).bearer(&w.ada).send().await.ok();
    text(&list(&found)[0]["id"]).to_owned()
}

async fn deactivate(w: &World, id: &str) {
    let path = format!("/api/admin/applicants/{id}/status");
    w.t.put(path).bearer(&w.ada).json(json!({"status": "inactive"})).send().await.ok();
}

/// The engine of live video hears of an end from a queue.
async fn session_ends(w: &World) {
    let path = format!("/api/webrtc/sessions/{}/proctor", w.session);
    let off = json!({"audio": false, "video": false});
    let patience = Instant::now() + Duration::from_secs(20);
    while w.t.put(&path).bearer(&w.ada).json(&off).send().await.status != 404 {
        assert!(Instant::now() < patience, "the connection goes on");
        tokio::task::yield_now().await;
    }
}

impl State {
    /// What calls are about is in this state.
    async fn world(self) -> World {
        let mut w = World::new().await;
        match self {
            Revoked => {
                // What has begun cannot be withdrawn.
                w.invite = w.t.invite(&w.ada, &w.test, "canary-cora@example.org").await;
                let path = format!("/api/invites/{}/revoke", text(&w.invite["id"]));
                w.t.post(path).bearer(&w.ada).send().await.ok();
            }
            Finished => {
                w.t.submit(&w.invite["token"], &key(1), &[]).await.ok();
                session_ends(&w).await;
            }
            Deactivated => deactivate(&w, &w.applicant_id).await,
            Barred => {
                w.invite = w.spare_invite.clone();
                deactivate(&w, &person(&w, "sam@example.org").await).await;
            }
            Erased => {
                for id in [w.applicant_id.clone(), person(&w, "canary-frank").await] {
                    w.t.delete(format!("/api/admin/applicants/{id}")).bearer(&w.ada).send().await.ok();
                }
                session_ends(&w).await;
            }
        }
        w.spare_invite = w.invite.clone();
        w
    }

    fn is_about(self, subject: Subject) -> bool {
        match self {
            Revoked | Barred => matches!(subject, Subject::Link | Subject::Invite | Subject::Video),
            Finished => !matches!(subject, Subject::Person | Subject::Submission | Subject::Notification),
            Deactivated => !matches!(subject, Subject::Submission | Subject::Notification),
            Erased => true,
        }
    }

    fn secrets(self, w: &World) -> Vec<Secret> {
        let mut all = secrets(w);
        if self == Erased {
            let words =
                ["canary-cora", "canary-frank", "canary-note", "canary-comment", "canary-late", "canary-message"];
            let pictures = ["canary-shot", "canary-still", text(&w.invite["token"])];
            all.push(Secret { words: words.into_iter().chain(pictures).map(str::to_owned).collect(), readers: &[] });
        }
        all
    }

    /// How a call may refuse a caller; empty where it must let them in.
    fn refusals(self, call: &str, caller: Caller) -> &'static [Refusal] {
        let for_whom = who(call).unwrap();
        let base = refusals(call, caller);
        if !matches!(for_whom, Who::Public | Who::Link | Who::Key | Who::Peer) {
            if caller == Cora && matches!(self, Deactivated | Erased) {
                return NOBODY;
            }
            if !base.is_empty() {
                return base;
            }
        }
        let Some(subject) = subject(call).filter(|subject| self.is_about(*subject)) else { return base };
        // Whose link is another one, or none.
        let elsewhere = matches!(caller, Carl | Swapped) || base == [(404, "unknown_link")];
        if subject == Subject::Link && elsewhere {
            return base;
        }
        match self {
            // It runs.
            Deactivated if call.ends_with("/revoke") => &[(409, "already_started")],
            Deactivated => base,
            Erased => erased(call, subject),
            Finished => finished(call, subject, caller, base),
            Revoked if subject == Subject::Link => revoked(call, caller),
            Barred if subject == Subject::Link => barred(call, caller, for_whom == Who::Link, base),
            Revoked | Barred => not_started(call, caller, self),
        }
    }
}

/// Nothing is there, for nobody.
fn erased(call: &str, subject: Subject) -> &'static [Refusal] {
    match subject {
        Subject::Link => &[(404, "unknown_link")],
        Subject::Session => &[(404, "unknown_session")],
        _ if call == "POST /api/webrtc/answer" => &[(404, "unknown_session")],
        _ => &[(404, "not_found")],
    }
}

/// Whoever had the key may still hand in what is late, and be told so; an administrator looks and notes.
fn finished(call: &str, subject: Subject, caller: Caller, base: &'static [Refusal]) -> &'static [Refusal] {
    const OVER: &[Refusal] = &[(410, "finished")];
    const CLOSED: &[Refusal] = &[(409, "finished")];
    let has_key = base.is_empty();
    let takes_late = ["/answers", "/signals", "/media"].iter().any(|tail| call.ends_with(tail));
    match subject {
        Subject::Link if takes_late || call.contains("submit-test") => base,
        Subject::Link if call.contains("take-test/{token}/") && !call.ends_with("resume-request") => {
            if has_key {
                CLOSED
            } else {
                base
            }
        }
        Subject::Link if caller == Malformed => &[(410, "finished"), (422, "invalid")],
        Subject::Link => OVER,
        Subject::Invite if call.ends_with("retry-email") => OVER,
        Subject::Invite if call.ends_with("revoke") => CLOSED,
        Subject::Video if call.ends_with("offer") && has_key => OVER,
        Subject::Video if call.contains("start-session") => &[(409, "not_in_progress")],
        // What there was has ended with the test.
        Subject::Session => &[(404, "unknown_session")],
        Subject::Video if has_key && (call.ends_with("answer") || call.ends_with("ice-candidate")) => {
            &[(404, "unknown_session")]
        }
        Subject::Attempt if ["/release", "/add-time", "/end"].iter().any(|tail| call.ends_with(tail)) => CLOSED,
        Subject::Attempt if call == "POST /api/attempts/{id}/messages" => CLOSED,
        Subject::Attempt if call.ends_with("/still") => &[(404, "no_still")],
        _ => base,
    }
}

fn revoked(call: &str, caller: Caller) -> &'static [Refusal] {
    match call {
        // How live video would be reached says nothing of the test.
        _ if call.ends_with("/media") => &[],
        _ if caller == Malformed => &[(410, "revoked"), (422, "invalid")],
        _ => &[(410, "revoked")],
    }
}

/// As any link before its start, but that it does not start.
fn barred(call: &str, caller: Caller, is_public: bool, base: &'static [Refusal]) -> &'static [Refusal] {
    match call {
        _ if call.ends_with("resume-request") => &[(409, "not_started")],
        _ if is_public => base,
        _ if caller == Malformed => &[(409, "not_started"), (422, "invalid")],
        "POST /api/start-test/{token}" => &[(403, "account_inactive")],
        _ => &[(409, "not_started")],
    }
}

/// An invite without an attempt, by its id.
fn not_started(call: &str, caller: Caller, state: State) -> &'static [Refusal] {
    const IDLE: &[Refusal] = &[(409, "not_in_progress")];
    match call {
        "POST /api/invites/{id}/retry-email" if state == Revoked => &[(410, "revoked")],
        "POST /api/invites/{id}/retry-email" if state == Barred => &[(409, "account_inactive")],
        _ if call.contains("/api/invites/") => &[],
        "POST /api/webrtc/start-session/{invite_id}" => IDLE,
        "POST /api/webrtc/answer" => &[(404, "unknown_session")],
        _ if caller == Malformed => NO_KEY,
        "POST /api/webrtc/ice-candidate" if matches!(caller, Ada | Bob) => &[(404, "unknown_session")],
        "POST /api/webrtc/offer" => IDLE,
        _ if matches!(caller, Ada | Bob) => &[],
        _ => IDLE,
    }
}

impl State {
    /// Of whom is erased no list may tell anything either.
    fn calls(self) -> impl Iterator<Item = String> {
        let is_asked = move |call: &String| {
            subject(call).is_some_and(|subject| self.is_about(subject)) || self == Erased && call.starts_with("GET ")
        };
        described().into_iter().filter(is_asked)
    }

    /// What is wrong in a world, which ought to be in this state.
    async fn faults(self, calls: impl Iterator<Item = String>, world: impl AsyncFn() -> World) -> Vec<String> {
        faults(calls, world, |w| self.secrets(w), |call, caller| self.refusals(call, caller)).await
    }

    async fn holds(self) {
        assert_eq!(self.faults(self.calls(), async || self.world().await).await, Vec::<String>::new());
    }
}

#[tokio::test]
async fn a_withdrawn_invite_opens_nothing() {
    Revoked.holds().await;
}

#[tokio::test]
async fn a_finished_attempt_takes_nothing_that_counts() {
    Finished.holds().await;
}

#[tokio::test]
async fn a_deactivated_candidate_goes_on_with_the_running_test_alone() {
    Deactivated.holds().await;
}

#[tokio::test]
async fn a_deactivated_person_starts_nothing() {
    Barred.holds().await;
}

#[tokio::test]
async fn of_an_erased_person_nothing_is_left_for_anybody() {
    Erased.holds().await;
}

/// The control: a world in which nothing of that has happened is told from each state by the first call that it changes.
#[tokio::test]
async fn what_did_not_come_into_its_state_is_found() {
    for (state, call) in [
        (Revoked, "GET /api/invites/token/{token}"),
        (Finished, "POST /api/attempts/{id}/messages"),
        (Deactivated, "GET /api/my-invites"),
        (Barred, "POST /api/start-test/{token}"),
        (Erased, "GET /api/results"),
    ] {
        let found = state.faults(std::iter::once(call.to_owned()), async || World::new().await).await;
        assert!(!found.is_empty(), "{state:?}");
    }
}
