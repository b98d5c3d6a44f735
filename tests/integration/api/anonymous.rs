//! Anonymous mode (docs/behaviour/results.md#anonymous): words are planted where a candidate is named, and every call of
//! administrators is searched for them.

use crate::support::{
    app::TestApp,
    call::Reply,
    calls::{CALLS, Who},
    journey::{PASSWORD, column, key, list, small_test, text},
    outage::lose_time,
};
use invigil::{
    domain::{
        anonymity::{Alias, Anonymity},
        time::MINUTE,
        user::StaffRole,
    },
    service::{account::admins, actor::Actor, result::similarity::job},
    store::Read,
};
use serde_json::{Value, json};
use std::{collections::BTreeSet, iter};

const NAMES: [&str; 3] = ["canary-nora", "canary-mail", "canary-nils"];
/// Shown to those who watch attempts, and to those who manage people.
const NAMED: [&str; 3] = ["GET /api/admin/monitoring", "GET /api/admin/applicants", "GET /api/events"];
const SHARED: &str = "a shared link";
const ESSAY: &str = "The queue grew because nobody looked at the consumer that had stopped on Friday evening. I would first \
    measure the lag of each partition, then restart the stuck reader, and only afterwards ask why the alarm stayed \
    silent for two whole days. A dashboard that shows zero errors is no proof that any work is being done at all.";
/// Times of start and end.
const INSTANTS: [&str; 2] = ["08:13:17", "08:14:17"];

pub(super) struct Site {
    pub(super) t: TestApp,
    pub(super) admin: String,
    pub(super) test: Value,
    pub(super) invites: Vec<Value>,
    pub(super) submissions: Vec<String>,
    reviewers: Vec<String>,
    /// The path of a shared link.
    shared: String,
}

impl Site {
    /// Two candidates have taken a test with an essay, and a third one is invited.
    pub(super) async fn new() -> Self {
        let t = TestApp::new();
        t.set_up_mail(&t.admin().await).await;
        t.clock.set("2026-03-02T08:13:17Z");
        let admin = t.sign_in("ada@example.org").await;
        let test = t.test_with_all_types(&admin).await;
        let (invites, submissions, reviewers, shared) = (Vec::new(), Vec::new(), Vec::new(), String::new());
        let mut s = Self { t, admin, test, invites, submissions, reviewers, shared };
        s.take("canary-nora").await;
        s.take("canary-nils").await;
        s.invite("canary-mail").await;
        s
    }

    /// The stored id of a submission, which is shown by an alias where names are hidden.
    fn own_id(&self, shown: &str) -> String {
        let alias: Option<Alias> = self.t.app.store.read().unwrap().get(shown.parse().unwrap()).unwrap();
        alias.map_or_else(|| shown.to_owned(), |alias| alias.submission_id.to_string())
    }

    /// The ids by which calls name the submissions now.
    pub(super) fn shown(&self) -> Vec<String> {
        let read = self.t.app.store.read().unwrap();
        let aliases: Vec<Alias> = read.records().unwrap();
        let hides = read.records::<Anonymity>().unwrap().iter().any(Anonymity::hides);
        let shown = |own: &String| {
            let alias = aliases.iter().find(|alias| hides && alias.submission_id.to_string() == *own);
            alias.map_or_else(|| own.clone(), |alias| alias.review_id.to_string())
        };
        self.submissions.iter().map(shown).collect()
    }

    async fn invite(&self, name: &str) -> Value {
        self.invite_as(&self.admin, name).await
    }

    pub(super) async fn invite_as(&self, admin: &str, name: &str) -> Value {
        let extra = json!({"applicant_name": name, "no_schedule": true});
        let email = format!("canary-mail-{name}@example.org");
        self.t.invite_with(admin, &self.test, &email, extra).await.expect(201)
    }

    pub(super) async fn take(&mut self, name: &str) {
        self.t.clock.set("2026-03-02T08:13:17Z");
        let invite = self.invite(name).await;
        self.t.start(&invite["token"], &key(1)).await.ok();
        self.t.clock.advance(MINUTE);
        self.t.submit(&invite["token"], &key(1), &[("q1", "B"), ("q2", ESSAY)]).await.ok();
        // The invite does not name it while names are hidden.
        let ranked = self.get(&self.path("ranking")).await.ok();
        let new = column(&ranked["rows"], "submission_id")
            .into_iter()
            .find(|id| !self.submissions.contains(&self.own_id(id)));
        let shown = new.unwrap().to_owned();
        let submission = self.own_id(&shown);
        lose_time(&self.t, &submission).await;
        self.submissions.push(submission);
        self.invites.push(invite);
    }

    /// Two reviewers differ on all essays, the answers were compared, and a link to a result was made.
    pub(super) async fn used(mut self) -> Self {
        let operator = Actor::Operator.require().unwrap();
        let mut items = Vec::new();
        for (name, second) in [("rita", false), ("sam", true)] {
            let email = format!("{name}@site.example");
            let made = admins::create_as(&self.t.app, &operator, StaffRole::Reviewer, &email, PASSWORD.into(), name);
            items.push(
                json!({"reviewer_id": made.await.unwrap().id.to_string(), "question_id": "q2", "second": second}),
            );
            self.reviewers.push(self.t.sign_in(&email).await);
        }
        let plan = json!({"items": items, "version": 0});
        self.t.put(self.path("assignments")).bearer(&self.admin).json(plan).send().await.ok();
        for (reviewer, points) in self.reviewers.iter().zip([3, 1]) {
            let waiting = self.t.get(self.marking("waiting")).bearer(reviewer).send().await.ok();
            assert_eq!(list(&waiting["answers"]).len(), 2);
            for answer in list(&waiting["answers"]) {
                let path = format!("/api/reviewing/answers/{}", text(&answer["marking_id"]));
                let score = json!({"score_status": "partial", "manual_score": points});
                self.t.post(path).bearer(reviewer).json(score).send().await.ok();
            }
        }
        self.t.post(self.path("similarity")).bearer(&self.admin).send().await.expect(202);
        job::pass(&self.t.app).await;
        let share = json!({"submission_ids": self.submissions, "answers": true, "scores": true, "history": true});
        let made = self.t.post("/api/shares").bearer(&self.admin).json(share).send().await.expect(201);
        self.shared = format!("/api/shares/{}", text(&made["link"]).rsplit('/').next().unwrap());
        self
    }

    fn marking(&self, status: &str) -> String {
        format!("/api/reviewing/answers?test_id={}&question_id=q2&status={status}", text(&self.test["id"]))
    }

    pub(super) fn path(&self, tail: &str) -> String {
        format!("/api/tests/{}/{tail}", text(&self.test["id"]))
    }

    pub(super) async fn get(&self, path: &str) -> Reply {
        self.t.get(path).bearer(&self.admin).send().await
    }

    async fn set(&self, body: Value) -> Reply {
        self.t.put(self.path("anonymous")).bearer(&self.admin).json(body).send().await
    }

    pub(super) async fn hide(&self) {
        self.set(json!({"anonymous": true})).await.ok();
    }

    pub(super) async fn reveal(&self, reason: &str) -> Reply {
        self.t.post(self.path("reveal-names")).bearer(&self.admin).json(json!({"reason": reason})).send().await
    }

    async fn queue(&self) -> Value {
        self.get("/api/admin/scoring-queue").await.ok()["submissions"].clone()
    }

    /// Everything that administrators can read of this test.
    pub(super) async fn pages(&self) -> Vec<(String, String)> {
        let (mut pages, shown) = (Vec::new(), self.shown());
        for (call, who) in CALLS {
            let reads = call.starts_with("GET ") && matches!(who, Who::Admin | Who::Superadmin);
            // A backup holds all that the site has, for its superadmin alone.
            let is_all = call == "GET /api/admin/backups/file";
            if !reads || is_all || NAMED.contains(&call) || call.contains("/webrtc/") {
                continue;
            }
            for (invite, submission) in self.invites.iter().zip(&shown) {
                let path = call.strip_prefix("GET ").unwrap();
                let id = match path {
                    _ if path.starts_with("/api/tests/") => text(&self.test["id"]),
                    _ if path.starts_with("/api/invites/") => text(&invite["id"]),
                    _ => submission.as_str(),
                };
                let path = [
                    ("{id}", id),
                    ("{submission_id}", submission.as_str()),
                    ("{test_id}", text(&self.test["id"])),
                    ("{question_id}", "q2"),
                    ("{invite_id}", text(&invite["id"])),
                    ("{seed}", "000102030405060708090a0b0c0d0e0f"),
                ]
                .into_iter()
                .fold(path.to_owned(), |path, (name, value)| path.replace(name, value))
                .replace(['{', '}'], "");
                let query = match call {
                    "GET /api/results/compare" => format!("?ids={}", shown.join(",")),
                    "GET /api/admin/scoring/by-question" | "GET /api/shares" => {
                        format!("?test_id={}", text(&self.test["id"]))
                    }
                    "GET /api/tests/{id}/similarity/pair" => {
                        format!("?question_id=q2&first={}&second={}", shown[0], shown[1])
                    }
                    _ => String::new(),
                };
                pages.push((call.to_owned(), self.get(&format!("{path}{query}")).await.text));
            }
        }
        for query in ["format=json", "format=jsonl&answers=true", "answers=true"] {
            pages.push((query.into(), self.get(&format!("/api/results/export?{query}")).await.text));
        }
        let sort = "ranking?sort=name&search=candidate";
        pages.push((sort.into(), self.get(&self.path(sort)).await.text));
        let sort = "/api/results?sort=name&search=candidate";
        pages.push((sort.into(), self.get(sort).await.text));
        for reviewer in &self.reviewers {
            for path in ["/api/reviewing".to_owned(), self.marking("done")] {
                pages.push((path.clone(), self.t.get(path).bearer(reviewer).send().await.text));
            }
        }
        if !self.shared.is_empty() {
            pages.push((SHARED.into(), self.t.get(&self.shared).send().await.text));
        }
        pages
    }

    /// The calls of a reviewer, with what they reply.
    async fn reviewing(&self) -> Vec<String> {
        let mut pages = vec![self.get("/api/admin/scoring-queue").await.text];
        let id = text(&self.test["id"]);
        pages.push(self.get(&format!("/api/admin/scoring/by-question/{id}/q2?status=all")).await.text);
        for row in list(&self.queue().await) {
            let path = format!("/api/admin/scoring/{}", text(&row["submission_id"]));
            pages.push(self.get(&path).await.text);
            let score = self.t.post(format!("{path}/answer/q2")).bearer(&self.admin);
            pages.push(score.json(json!({"score_status": "correct"})).send().await.text);
        }
        pages
    }
}

fn named(pages: &[(String, String)]) -> BTreeSet<&str> {
    let names = |page: &str| NAMES.iter().any(|name| page.contains(name));
    pages.iter().filter(|(_, page)| names(page)).map(|(call, _)| call.as_str()).collect()
}

#[tokio::test]
async fn no_call_names_a_candidate_until_the_names_are_revealed() {
    let s = Site::new().await.used().await;
    let before = s.pages().await.into_iter().filter(|(_, page)| NAMES.iter().any(|name| page.contains(name)));
    let mut before: BTreeSet<String> = before.map(|(call, _)| call).collect();
    assert!(before.len() >= 20, "the words are planted: {before:?}");
    let scores = async || {
        let ranked = s.get(&s.path("ranking?sort=date")).await.ok();
        list(&ranked["rows"]).iter().map(|row| row["score"].clone()).collect::<Vec<_>>()
    };
    let given = scores().await;
    s.hide().await;
    let hidden = s.pages().await;
    assert_eq!(named(&hidden), BTreeSet::new());
    for name in NAMES {
        for query in [format!("/api/invites?search={name}"), format!("/api/invites?email_search={name}")] {
            assert_eq!(s.get(&query).await.ok(), json!([]), "{query}");
        }
        assert_eq!(s.get(&s.path(&format!("ranking?search={name}"))).await.ok()["total"], 0);
        assert_eq!(s.get(&format!("/api/invites/counts?search={name}")).await.ok()["all"], 0);
    }
    s.reveal("").await.invalid("reason");
    s.set(json!({"anonymous": false})).await.refused(409, "reveal_first");
    let revealed = s.reveal("The shortlist is decided.").await.ok();
    assert_eq!((&revealed["names_hidden"], &revealed["anonymous"]), (&json!(false), &json!(true)));
    assert_eq!((&revealed["revealed_by"], &revealed["version"]), (&json!("Ada Admin"), &json!(2)));
    assert_eq!(s.reveal("again").await.ok(), revealed, "a second press changes nothing");
    assert!(given.len() == 2 && scores().await == given);
    let after = s.pages().await;
    assert!(before.remove(SHARED), "links never name candidates of an anonymous test");
    assert!(named(&after).iter().copied().eq(before.iter().map(String::as_str)), "{:?}", named(&after));
    s.t.assert_sound();
}

#[tokio::test]
async fn reviewers_see_random_numbers_ids_and_no_times() {
    let s = Site::new().await;
    s.hide().await;
    let queue = s.queue().await;
    let names = column(&queue, "applicant_name");
    assert!(names.len() == 2 && names.iter().all(|name| name.starts_with("Candidate ")) && names[0] != names[1]);
    assert_eq!(column(&queue, "applicant_name"), column(&s.queue().await, "applicant_name"), "they stay");
    let mut forbidden: Vec<&str> = NAMES.iter().chain(&INSTANTS).copied().collect();
    forbidden.extend(s.submissions.iter().map(String::as_str));
    forbidden.extend(s.invites.iter().map(|invite| text(&invite["id"])));
    let mut heard = s.t.get("/api/events").bearer(&s.admin).stream().await;
    for page in s.reviewing().await {
        assert!(page.contains("Candidate") || page.contains("\"answer\""), "{page}");
        for word in &forbidden {
            // When an answer was scored is no secret.
            let page = page.replace(&format!("\"reviewed_at\":\"{}\"", s.t.now()), "");
            assert!(!page.contains(word), "{word}: {page}");
        }
    }
    for _ in 0..2 {
        let event = heard.next().await.unwrap();
        assert_eq!(event.name, "submission.scored");
        assert!(!forbidden.iter().any(|word| event.data.to_string().contains(word)), "{}", event.data);
    }
    s.get(&format!("/api/admin/scoring/{}", s.submissions[0])).await.refused(404, "not_found");
    let review = text(&queue[0]["submission_id"]);
    s.reveal("done").await.ok();
    s.get(&format!("/api/admin/scoring/{review}")).await.ok();
    let detail = s.get(&format!("/api/admin/scoring/{}", s.submissions[0])).await.ok();
    assert_eq!((&detail["applicant_name"], &detail["names_hidden"]), (&json!("canary-nora"), &json!(false)));
}

/// The texts of each object, without those of the objects within it.
fn objects(value: &Value) -> Vec<String> {
    match value {
        Value::Array(all) => all.iter().flat_map(objects).collect(),
        Value::Object(fields) => {
            let own = fields.values().filter_map(Value::as_str).collect::<Vec<_>>().join(" ");
            iter::once(own).chain(fields.values().flat_map(objects)).collect()
        }
        _ => Vec::new(),
    }
}

/// Invites are in the order of the people who were invited: no page shows which of them has which submission.
#[tokio::test]
async fn no_page_names_an_invite_beside_its_submission() {
    let s = Site::new().await;
    s.hide().await;
    let invites = s.get(&format!("/api/invites?test_id={}", text(&s.test["id"]))).await.ok();
    assert!(column(&invites, "applicant_name").iter().all(|name| *name == "Hidden name"), "{invites}");
    let aliases = s.shown();
    for (page, shown) in s.pages().await {
        let is_invite = |text: &str| s.invites.iter().any(|invite| text.contains(self::text(&invite["id"])));
        let is_result = |text: &str| {
            let mut ids = s.submissions.iter().chain(&aliases);
            text.contains("Candidate ") || ids.any(|id| text.contains(id))
        };
        for line in serde_json::from_str(&shown).map_or_else(|_| vec![shown.clone()], |page: Value| objects(&page)) {
            assert!(!is_invite(&line) || !is_result(&line), "{page}: {line}");
        }
    }
}

#[tokio::test]
async fn the_queue_ends_with_those_without_names_in_random_order() {
    let mut s = Site::new().await;
    s.take("canary-nils-3").await;
    let named = s.t.create_test(&s.admin, small_test("Named")).await;
    let essay = json!({"title": "Named", "questions": [{"id": "q1", "type": "essay", "question": "Why?"}],
        "version": named["version"]});
    let named = s.t.put(format!("/api/tests/{}", text(&named["id"]))).bearer(&s.admin).json(essay).send().await.ok();
    s.t.take(&s.admin, &named, "last@example.org", &[("q1", "so")]).await;
    s.hide().await;
    let whole = s.queue().await;
    let ids: Vec<&str> = column(&whole, "submission_id");
    assert_eq!((ids.len(), text(&whole[0]["test_title"])), (4, "Named"));
    assert!(ids[1..].is_sorted_by(|one, other| one > other), "{ids:?}");
    for limit in 1..5 {
        let (mut path, mut found) = (format!("/api/admin/scoring-queue?limit={limit}"), Vec::new());
        while !path.is_empty() {
            let page = s.get(&path).await;
            let link = page.header("link").to_owned();
            path = link.split(['<', '>']).nth(1).unwrap_or_default().to_owned();
            found.extend(list(&page.ok()["submissions"]).iter().map(|row| text(&row["submission_id"]).to_owned()));
        }
        assert_eq!(found, ids, "{limit}");
    }
}

#[tokio::test]
async fn who_comes_later_is_hidden_too() {
    let mut s = Site::new().await;
    s.set(json!({"anonymous": true, "version": 0})).await.ok();
    s.set(json!({"anonymous": true, "version": 0})).await.refused(409, "changed_meanwhile");
    s.take("canary-nils-2").await;
    assert_eq!(named(&s.pages().await), BTreeSet::new());
    let ranked = s.get(&s.path("ranking")).await.ok();
    let names: BTreeSet<&str> = column(&ranked["rows"], "applicant_name").into_iter().collect();
    assert!(names.len() == 3 && names.iter().all(|name| name.starts_with("Candidate ")), "{names:?}");
    s.reveal("done").await.ok();
    let again = s.set(json!({"anonymous": true})).await.ok();
    assert_eq!((&again["names_hidden"], &again["revealed_by"]), (&json!(true), &Value::Null));
    assert_eq!(named(&s.pages().await), BTreeSet::new(), "it hides again");
    let path = s.path("force");
    s.t.delete(path).bearer(&s.admin).send().await.ok();
    s.t.assert_sound();
}

/// What was revealed of an alias must name no one once names are hidden again, whether the mode was off in between or not.
#[tokio::test]
async fn names_that_are_hidden_again_get_other_aliases() {
    let s = Site::new().await;
    let aliases = async || {
        let ranked = s.get(&s.path("ranking?sort=date")).await.ok();
        let names = column(&ranked["rows"], "applicant_name").into_iter().map(str::to_owned).collect::<Vec<_>>();
        let queue = s.queue().await;
        let review = column(&queue, "submission_id").into_iter().map(str::to_owned).collect::<BTreeSet<_>>();
        (names, review)
    };
    s.hide().await;
    let first = aliases().await;
    s.hide().await;
    assert_eq!(aliases().await, first, "switched on twice, they stay");
    for off_in_between in [false, true] {
        let before = aliases().await;
        s.reveal("done").await.ok();
        if off_in_between {
            s.set(json!({"anonymous": false})).await.ok();
        }
        s.hide().await;
        let after = aliases().await;
        assert!(before.0.iter().zip(&after.0).all(|(before, after)| before != after), "{before:?} {after:?}");
        assert!(after.0.iter().all(|name| name.starts_with("Candidate ")), "{after:?}");
        assert!(before.1.is_disjoint(&after.1), "{before:?} {after:?}");
    }
    s.t.assert_sound();
}

#[tokio::test]
async fn reviewers_are_told_that_names_are_hidden() {
    let s = Site::new().await.used().await;
    let flag = async || {
        let work = s.t.get("/api/reviewing").bearer(&s.reviewers[0]).send().await.ok();
        work["questions"][0]["names_hidden"].clone()
    };
    assert_eq!(flag().await, false);
    s.hide().await;
    assert_eq!(flag().await, true);
    s.reveal("done").await.ok();
    assert_eq!(flag().await, false);
}

/// The id of an attempt and the time of its start, which were known with the name while it ran, are in no page about
/// results; and every call takes the id that the pages show.
#[tokio::test]
async fn ids_and_times_of_running_attempts_lead_to_no_result() {
    let s = Site::new().await;
    // Scores have times of their own.
    s.t.clock.advance(30 * MINUTE);
    let mut s = s.used().await;
    s.hide().await;
    s.take("canary-nils-2").await;
    let mut known: Vec<String> = s.submissions.clone();
    known.extend(INSTANTS.map(str::to_owned));
    // Times of the attempts; what administrators did has its own.
    let own = |call: &str| !["GET /api/admin/audit-log", "GET /api/invites", "GET /api/admin/outages"].contains(&call);
    for (call, page) in s.pages().await.into_iter().filter(|(call, _)| own(call) && !call.contains("invite")) {
        for word in &s.submissions {
            assert!(!page.contains(word.as_str()), "{call}: {word} in {page}");
        }
        let is_of_results = call.contains("/results") || call.contains("ranking") || call.contains("format=");
        for word in known.iter().filter(|_| is_of_results && !call.contains("notes")) {
            assert!(!page.contains(word.as_str()), "{call}: {word} in {page}");
        }
    }
    let (shown, own) = (s.shown(), s.submissions.clone());
    let rows = s.get(&s.path("ranking?sort=date")).await.ok();
    let listed: BTreeSet<&str> = column(&rows["rows"], "submission_id").into_iter().collect();
    assert_eq!(listed, shown.iter().map(String::as_str).collect());
    for (shown, own) in shown.iter().zip(&own) {
        for tail in ["", "/history", "/notes"] {
            s.get(&format!("/api/results/{shown}{tail}")).await.ok();
            s.get(&format!("/api/results/{own}{tail}")).await.refused(404, "not_found");
        }
        s.get(&format!("/api/attempts/{shown}/timeline")).await.ok();
        s.get(&format!("/api/attempts/{own}/timeline")).await.refused(404, "not_found");
        let detail = s.get(&format!("/api/results/{shown}")).await.ok();
        assert_eq!(
            (&detail["submission_id"], &detail["started_at"]),
            (&json!(shown), &json!("2026-03-02T00:00:00.000Z"))
        );
        assert_eq!(detail["submitted_at"], "2026-03-02T00:01:00.000Z");
        s.get(&format!("/api/results/{shown}/evidence")).await.refused(409, "reveal_first");
    }
    let post = async |path: &str, body: Value| s.t.post(path.to_owned()).bearer(&s.admin).json(body).send().await;
    let decided = post("/api/decisions", json!({"ids": shown, "decision": "reject"})).await.ok();
    assert_eq!(column(&decided["rows"], "outcome"), ["changed"; 3]);
    let decided = post("/api/decisions", json!({"ids": own, "decision": "reject"})).await.ok();
    assert_eq!(column(&decided["rows"], "outcome"), ["not_found"; 3]);
    let decision = json!({"decision": "shortlist", "version": 1});
    let put = s.t.put(format!("/api/results/{}/decision", shown[0])).bearer(&s.admin);
    put.json(decision).send().await.ok();
    post(&format!("/api/results/{}/notes", shown[0]), json!({"text": "fine"})).await.expect(201);
    let share = post("/api/shares", json!({"submission_ids": [shown[0]], "answers": true})).await.expect(201);
    assert_eq!(share["submission_ids"], json!([shown[0]]));
    post("/api/shares", json!({"submission_ids": [own[0]], "answers": true})).await.refused(404, "not_found");
    let compared = s.get(&format!("/api/results/compare?ids={},{}", shown[0], shown[1])).await.ok();
    assert_eq!(column(&compared["candidates"], "submission_id"), [&shown[0], &shown[1]]);
    let letter = json!({"ids": [shown[1]], "decision": "reject", "subject": "Your test", "body": "We will write again.",
        "dry_run": true});
    let sent = post("/api/decisions/send", letter).await.ok();
    assert_eq!(column(&sent["rows"], "submission_id"), [&shown[1]]);
    s.reveal("done").await.ok();
    s.get(&format!("/api/results/{}", own[0])).await.ok();
    s.t.assert_sound();
}
