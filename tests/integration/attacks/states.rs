//! The access matrix for objects in other states: revoked invites, finished attempts, deactivated and erased
//! applicants. Callers without access get the same refusals as before; this file defines the refusals of the others.

use super::{
    matrix::{
        Caller::{self, Ada, Bob, Carl, Cora, Malformed, Swapped},
        NO_KEY, NO_SESSION, Refusal, Secret, refusals, secrets, violations,
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
    /// An invite of Cora's that was revoked before its start.
    Revoked,
    /// Cora has submitted.
    Finished,
    /// Cora's account was deactivated during her attempt, which continues.
    Deactivated,
    /// The link belongs to a person who was deactivated before the start.
    Barred,
    /// Cora was erased during her attempt, and Frank with his result.
    Erased,
}
use State::{Barred, Deactivated, Erased, Finished, Revoked};

/// Kind of object that a call acts on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Subject {
    Link,
    Invite,
    /// Live video of an invite.
    Video,
    /// A video session of it.
    Session,
    Attempt,
    Person,
    Submission,
    Notification,
}

fn subject(call: &str) -> Option<Subject> {
    let path = call.split_once(' ').unwrap().1;
    Some(match path {
        // The link of a result is none of a candidate's.
        _ if path.contains("/shares/") || path.contains("/receipt/") => return None,
        _ if path.contains("{token}") => Subject::Link,
        _ if path.starts_with("/api/invites/{id}") => Subject::Invite,
        "/api/webrtc/offer" | "/api/webrtc/answer" | "/api/webrtc/ice-candidate" => Subject::Video,
        // A picture that the waiting room has compared stays while its person takes the test.
        "/api/sessions/{id}/people/{invite_id}/identity/{kind}" => Subject::Attempt,
        _ if path.starts_with("/api/sessions/") => return None,
        _ if path.contains("{invite_id}") => Subject::Video,
        _ if path.contains("/sessions/{session_id}") => Subject::Session,
        _ if path.starts_with("/api/attempts/{id}") => Subject::Attempt,
        _ if path.starts_with("/api/admin/applicants/{id}") => Subject::Person,
        _ if path.contains("{submission_id}") => Subject::Submission,
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

/// Waits until the video session is closed: the engine learns of an end through a queue.
async fn until_session_closed(w: &World) {
    let path = format!("/api/webrtc/sessions/{}/proctor", w.session);
    let off = json!({"audio": false, "video": false});
    let deadline = Instant::now() + Duration::from_secs(20);
    while w.t.put(&path).bearer(&w.ada).json(&off).send().await.status != 404 {
        assert!(Instant::now() < deadline, "the session is still open");
        tokio::task::yield_now().await;
    }
}

impl State {
    /// A world whose objects are in this state.
    async fn world(self) -> World {
        let mut w = World::new().await;
        match self {
            Revoked => {
                // A started invite cannot be revoked.
                w.invite = w.t.invite(&w.ada, &w.test, "canary-cora@example.org").await;
                let path = format!("/api/invites/{}/revoke", text(&w.invite["id"]));
                w.t.post(path).bearer(&w.ada).send().await.ok();
            }
            Finished => {
                w.t.submit(&w.invite["token"], &key(1), &[]).await.ok();
                until_session_closed(&w).await;
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
                until_session_closed(&w).await;
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
                ["canary-cora", "canary-frank", "canary-note", "canary-comment", "canary-late", "canary-declined"];
            let pictures = [
                "canary-message",
                "canary-shot",
                "canary-clip",
                "canary-still",
                "canary-face",
                text(&w.invite["token"]),
            ];
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
                return NO_SESSION;
            }
            if !base.is_empty() {
                return base;
            }
        }
        let Some(subject) = subject(call).filter(|subject| self.is_about(*subject)) else { return base };
        // Callers with another link or none.
        let elsewhere = matches!(caller, Carl | Swapped) || base == [(404, "unknown_link")];
        if subject == Subject::Link && elsewhere {
            return base;
        }
        match self {
            // The attempt is running.
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

/// Not found for every caller.
fn erased(call: &str, subject: Subject) -> &'static [Refusal] {
    match subject {
        Subject::Link => &[(404, "unknown_link")],
        Subject::Session => &[(404, "unknown_session")],
        _ if call == "POST /api/webrtc/answer" => &[(404, "unknown_session")],
        _ => &[(404, "not_found")],
    }
}

/// The holder of the key may still send late answers, which are reported as late; administrators may read and annotate.
fn finished(call: &str, subject: Subject, caller: Caller, base: &'static [Refusal]) -> &'static [Refusal] {
    const OVER: &[Refusal] = &[(410, "finished")];
    const CLOSED: &[Refusal] = &[(409, "finished")];
    let has_key = base.is_empty();
    let takes_late = ["/answers", "/signals", "/media"].iter().any(|tail| call.ends_with(tail));
    let is_of_room = call.contains("}/session")
        || call.contains("}/identity/")
        || call.ends_with("/check-in")
        || call.ends_with("/exam.seb");
    match subject {
        Subject::Link if is_of_room => OVER,
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
        // Sessions were closed with the attempt.
        Subject::Session => &[(404, "unknown_session")],
        Subject::Video if has_key && (call.ends_with("answer") || call.ends_with("ice-candidate")) => {
            &[(404, "unknown_session")]
        }
        Subject::Attempt if call.ends_with("/reopen") => &[(409, "not_by_time")],
        Subject::Attempt
            if ["/release", "/add-time", "/pause", "/resume", "/end", "/seen"]
                .iter()
                .any(|tail| call.ends_with(tail)) =>
        {
            CLOSED
        }
        Subject::Attempt if call == "POST /api/attempts/{id}/messages" => CLOSED,
        Subject::Attempt if call.ends_with("/still") => &[(404, "no_still")],
        _ => base,
    }
}

fn revoked(call: &str, caller: Caller) -> &'static [Refusal] {
    match call {
        // The video configuration discloses nothing about the test.
        _ if call.ends_with("/media") => &[],
        _ if caller == Malformed => &[(410, "revoked"), (422, "invalid")],
        _ => &[(410, "revoked")],
    }
}

/// Like any link before its start, except that it cannot be started.
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
    /// Calls on objects in this state; for an erased person also all lists.
    fn calls(self) -> impl Iterator<Item = String> {
        let is_asked = move |call: &String| {
            subject(call).is_some_and(|subject| self.is_about(subject)) || self == Erased && call.starts_with("GET ")
        };
        described().into_iter().filter(is_asked)
    }

    /// Violations in a world that should be in this state.
    async fn violations(self, calls: impl Iterator<Item = String>, world: impl AsyncFn() -> World) -> Vec<String> {
        violations(calls, world, |w| self.secrets(w), |call, caller| self.refusals(call, caller)).await
    }

    async fn holds(self) {
        assert_eq!(self.violations(self.calls(), async || self.world().await).await, Vec::<String>::new());
    }
}

#[tokio::test]
async fn a_revoked_invite_grants_no_access() {
    Revoked.holds().await;
}

#[tokio::test]
async fn a_finished_attempt_accepts_nothing_that_counts() {
    Finished.holds().await;
}

#[tokio::test]
async fn a_deactivated_candidate_can_only_continue_the_running_test() {
    Deactivated.holds().await;
}

#[tokio::test]
async fn a_deactivated_person_cannot_start_a_test() {
    Barred.holds().await;
}

#[tokio::test]
async fn no_call_discloses_an_erased_person() {
    Erased.holds().await;
}

/// The control: an unchanged world is detected in each state by the first call that the state affects.
#[tokio::test]
async fn a_world_in_the_wrong_state_is_detected() {
    for (state, call) in [
        (Revoked, "GET /api/invites/token/{token}"),
        (Finished, "POST /api/attempts/{id}/messages"),
        (Deactivated, "GET /api/my-invites"),
        (Barred, "POST /api/start-test/{token}"),
        (Erased, "GET /api/results"),
    ] {
        let found = state.violations(std::iter::once(call.to_owned()), async || World::new().await).await;
        assert!(!found.is_empty(), "{state:?}");
    }
}
