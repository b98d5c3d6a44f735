//! History of answers: kept, chained, packed, shown to reviewers (docs/behaviour/taking.md#history).

mod damage;
mod evidence;
mod packing;
mod runs;

use crate::support::{
    app::TestApp,
    call::Reply,
    journey::{key, list, text},
};
use base64::{Engine, prelude::BASE64_STANDARD};
use invigil::{
    domain::{
        AttemptId,
        attempt::Answer,
        audit::AuditEntry,
        history::{
            Edit, EditSource, Edits, HistoryChain, HistoryEntry, HistoryStage, Logged, MAX_RECENT, MAX_RECENT_BYTES,
            PackedHistory, RecentEntries,
        },
        time::{HOUR, MINUTE, SECOND},
    },
    service::{actor::Actor, operate::integrity_check, query},
    store::Read,
};
use serde_json::{Value, json};

struct Taken {
    t: TestApp,
    admin: String,
    test: Value,
    invite: Value,
    attempt: AttemptId,
}

/// Edits that type a text at a position, one character in 50 ms.
fn typed(base_seq: u64, start: u64, position: u32, new: &str) -> String {
    let edit = |(place, c): (u32, char)| Edit {
        ticks: u64::from(place > 0),
        source: EditSource::Typed,
        position: position + place,
        deleted: 0,
        inserted: c.into(),
    };
    let edits = (0..).zip(new.chars()).map(edit).collect();
    BASE64_STANDARD.encode(Edits { base_seq, start, edits }.to_bytes())
}

fn problems(t: &TestApp) -> Vec<String> {
    integrity_check::check(&t.app, &Actor::Operator.require().unwrap()).unwrap().problems
}

impl Taken {
    async fn begin(mode: Option<&str>) -> Self {
        let (t, admin) = TestApp::with_admin().await;
        let mut test = t.test_with_all_types(&admin).await;
        if let Some(mode) = mode {
            test["history"] = mode.into();
            let path = format!("/api/tests/{}", text(&test["id"]));
            assert_eq!(t.put(path).bearer(&admin).json(test.clone()).send().await.ok()["history"], mode);
        }
        let invite = t.invite(&admin, &test, "cora@example.org").await;
        t.start(&invite["token"], &key(1)).await.ok();
        let attempt = text(&t.invite_row(&admin, &invite["id"]).await["attempt_id"]).parse().unwrap();
        Self { t, admin, test, invite, attempt }
    }

    async fn save(&self, entries: Value) -> Value {
        self.save_as(1, entries).await.ok()
    }

    async fn save_as(&self, browser: u8, entries: Value) -> Reply {
        let path = format!("/api/take-test/{}/answers", text(&self.invite["token"]));
        self.t.put(path).key(&key(browser)).json(json!({"answers": entries})).send().await
    }

    /// Browser 2 continues the attempt.
    async fn another_browser(&self) {
        let release = format!("/api/attempts/{}/release", self.attempt);
        self.t.post(release).bearer(&self.admin).json(json!({"reason": "r"})).send().await.ok();
        self.t.start(&self.invite["token"], &key(2)).await.ok();
    }

    async fn submit(&self) -> Value {
        self.t.submit(&self.invite["token"], &key(1), &[]).await.ok()
    }

    async fn history(&self) -> Reply {
        self.t.get(format!("/api/results/{}/history", self.attempt)).bearer(&self.admin).send().await
    }

    fn chain(&self) -> HistoryChain {
        query::history::chain(&self.t.app.store.read().unwrap(), self.attempt).unwrap().unwrap()
    }

    /// Its entries that are not packed, in order.
    fn unpacked(&self) -> Vec<HistoryEntry> {
        let recent = |answer: Answer| answer.recent.read(self.attempt, &answer.question_id).unwrap();
        let mut entries: Vec<_> = self.answers().into_iter().flat_map(recent).collect();
        entries.extend(self.logged().iter().flat_map(|logged| logged.read().unwrap()));
        entries.sort_by_key(|entry| entry.number);
        entries
    }

    /// Its rows in the log.
    fn logged(&self) -> Vec<Logged> {
        let log: Vec<Logged> = self.t.app.store.read().unwrap().records().unwrap();
        let mut own: Vec<_> = log.into_iter().filter(|logged| logged.attempt_id == self.attempt).collect();
        own.sort_by_key(|logged| logged.place.number);
        own
    }

    fn answers(&self) -> Vec<Answer> {
        self.t.app.store.read().unwrap().children(self.attempt).unwrap()
    }
}

#[tokio::test]
async fn keystrokes_are_kept_chained_and_told_after_the_end() {
    let r = Taken::begin(Some("keystrokes")).await;
    let door = r.t.door(&r.invite["token"], Some(&key(1))).await.ok();
    let (mode, first) = (&door["attempt"]["history"], &door["attempt"]["head"]);
    assert_eq!((mode, &door["test"]["history"], text(first).len()), (&json!("keystrokes"), mode, 64));
    r.t.clock.advance(SECOND * 2);
    let entry = json!({"question_id": "q2", "answer": "a\u{1f600}b", "seq": 1, "edits": typed(0, 20, 0, "ab")});
    let unfit = r.save(json!([entry])).await;
    assert_ne!(unfit["head"], *first);
    r.t.clock.advance(SECOND * 2);
    let fits = json!([{"question_id": "q2", "answer": "a\u{1f600}bcd", "seq": 2, "edits": typed(1, 70, 4, "cd")}]);
    let saved = r.save(fits.clone()).await;
    assert_eq!(r.save(fits).await["head"], saved["head"], "a repeat changes nothing");
    r.history().await.refused(404, "not_found");
    r.t.clock.advance(SECOND);
    let receipt = r.submit().await;
    assert_eq!(receipt["head"], saved["head"]);
    let history = r.history().await.ok();
    let expected = json!({"mode": "keystrokes", "started_at": "2026-03-02T08:00:00.000Z",
        "ended_at": "2026-03-02T08:00:05.000Z", "since": null, "head": receipt["head"], "saves_total": 2, "saves_kept": 2, "questions": [{
            "question_id": "q2", "pasted_chars": 0, "typed_chars": 2,
            "steps": [[2000, 6, 0, 0, "a\u{1f600}b"], [3500, 0, 4, 0, "c"], [3550, 0, 5, 0, "d"]],
            "saves": [{"at_ms": 2000, "seq": 1, "step": 1, "acked_at": "2026-03-02T08:00:02.000Z", "late": false, "arrival": "counted"},
                {"at_ms": 4000, "seq": 2, "step": 3, "acked_at": "2026-03-02T08:00:04.000Z", "late": false, "arrival": "counted"}]}]});
    assert_eq!(history, expected);
    let log: Vec<AuditEntry> = r.t.app.store.read().unwrap().records().unwrap();
    let ended = log.iter().find(|entry| entry.action == "attempt.history").unwrap();
    assert_eq!((&*ended.target, &*ended.note), (&*r.attempt.to_string(), text(&receipt["head"])));

    // Housekeeping packs the entries; the history is the same.
    assert_eq!((r.unpacked().len(), r.chain().stage), (2, HistoryStage::Ended));
    r.t.sweep().await;
    assert_eq!((r.unpacked().len(), r.chain().stage), (0, HistoryStage::Packed));
    assert_eq!(r.history().await.ok(), history);
    assert_eq!(problems(&r.t), Vec::<String>::new());
}

/// Whatever a page sends as edits.
#[tokio::test]
async fn no_answer_is_refused_for_its_edits() {
    let r = Taken::begin(Some("keystrokes")).await;
    let long = "A".repeat(64 * 1024 + 4);
    let malformed = [json!(null), json!(5), json!({}), json!("%"), json!("AQ"), json!("AQAA/w=="), json!(long)];
    for (seq, edits) in (1..).zip(malformed) {
        let answer = format!("text {seq}");
        let saved = r.save(json!([{"question_id": "q2", "answer": answer, "seq": seq, "edits": edits}])).await;
        assert_eq!(saved["acked_seq"], seq);
    }
    let answers = json!([{"question_id": "q2", "answer": "at the end", "seq": 90, "edits": 7}]);
    let path = format!("/api/submit-test/{}", text(&r.invite["token"]));
    r.t.post(path).key(&key(1)).json(json!({"answers": answers})).send().await.ok();
    let history = r.history().await.ok();
    let sources: Vec<_> = list(&history["questions"][0]["steps"]).iter().map(|step| step[1].clone()).collect();
    assert_eq!(sources, vec![json!(6); 8]);
    assert_eq!(problems(&r.t), Vec::<String>::new());
}

#[tokio::test]
async fn a_test_keeps_saves_by_default_and_an_attempt_keeps_its_mode() {
    let mut r = Taken::begin(None).await;
    assert_eq!(r.test["history"], "saves");
    r.test["history"] = "keystrokes".into();
    r.t.put(format!("/api/tests/{}", text(&r.test["id"]))).bearer(&r.admin).json(r.test.clone()).send().await.ok();
    r.save(json!([{"question_id": "q2", "answer": "ab", "seq": 1, "edits": typed(0, 1, 0, "ab")}])).await;
    r.submit().await;
    let history = r.history().await.ok();
    assert_eq!((&history["mode"], &history["questions"][0]["steps"]), (&json!("saves"), &json!([[0, 6, 0, 0, "ab"]])));
    r.test["history"] = "films".into();
    let path = format!("/api/tests/{}", text(&r.test["id"]));
    r.t.put(path).bearer(&r.admin).json(r.test.clone()).send().await.invalid("history");
}

/// Texts of another browser, of a file and after the end continue the chain: the head of the receipt is one before.
#[tokio::test]
async fn late_texts_are_chained_in_the_order_of_their_arrival() {
    let r = Taken::begin(None).await;
    r.save(json!([{"question_id": "q2", "answer": "mine", "seq": 1}])).await;
    r.another_browser().await;
    let stray = r.save_as(1, json!([{"question_id": "q2", "answer": "of the first", "seq": 2}])).await.ok();
    assert_eq!((&stray["late"], stray["head"] == r.chain().head.to_string()), (&json!(true), true));
    let receipt = r.t.submit(&r.invite["token"], &key(2), &[("q2", "of the second")]).await.ok();
    r.t.sweep().await;
    let after = r.save_as(2, json!([{"question_id": "q2", "answer": "afterwards", "seq": 9}])).await.ok();
    let file = json!({"attempt_key": key(2), "answers": [{"question_id": "q2", "answer": "in a file", "seq": 10}]});
    let path = format!("/api/attempts/{}/answers-file", r.attempt);
    r.t.post(path).bearer(&r.admin).json(file).send().await.ok();
    assert!(receipt["head"] != after["head"] && r.chain().links == 5);
    let question = r.history().await.ok()["questions"][0].clone();
    let late: Vec<_> = list(&question["saves"]).iter().map(|save| (&save["late"], &save["step"])).collect();
    let (yes, no) = (json!(true), json!(false));
    let steps = [json!(1), json!(2)];
    let expected = [(&no, &steps[0]), (&yes, &steps[0]), (&no, &steps[1]), (&yes, &steps[1]), (&yes, &steps[1])];
    assert_eq!(late, expected);
    let packed: PackedHistory = r.t.app.store.read().unwrap().get(r.attempt).unwrap().unwrap();
    assert_eq!((packed.entries, r.unpacked().len()), (3, 2), "what came later is not packed");
    assert_eq!(problems(&r.t), Vec::<String>::new());

    // A reviewer accepts one of them: the answers changed, the history did not.
    let accept = format!("/api/admin/scoring/{}/late/accept", r.attempt);
    assert_eq!(question["accepted"], Value::Null);
    let which = json!({"question_ids": ["q2"], "reason": "the network was down"});
    r.t.post(accept).bearer(&r.admin).json(which).send().await.ok();
    let detail = r.t.result_of(&r.admin, &r.invite).await;
    assert_ne!(detail["answers"][1]["answer"], "of the second");
    let history = r.history().await.ok()["questions"][0].clone();
    let accepted = json!({"received_at": r.t.now().to_string(), "answer": detail["answers"][1]["answer"]});
    assert_eq!((&history["accepted"], &history["steps"]), (&accepted, &question["steps"]));
    let entry = list(&detail["timeline"]["entries"]).last().unwrap();
    assert_eq!(
        (&entry["kind"], &entry["text"], &entry["by"]),
        (&json!("late_accepted"), &json!("Question 2: the network was down"), &json!("Ada Admin"))
    );
    assert_eq!(problems(&r.t), Vec::<String>::new());
}

/// The newest entries of an answer are stored with it, and move into the log together. A server that was restarted
/// continues the chain from there.
#[tokio::test]
async fn entries_move_into_the_log_by_the_row() {
    let r = Taken::begin(None).await;
    for seq in 1..=2 * MAX_RECENT + 2 {
        r.save(json!([{"question_id": "q2", "answer": format!("text {seq}"), "seq": seq}])).await;
        r.save(json!([{"question_id": "q1", "answer": if seq % 2 == 0 { "A" } else { "B" }, "seq": seq}])).await;
        assert_eq!(problems(&r.t), Vec::<String>::new());
        if seq % 3 == 0 {
            drop(r.t.app.jobs.running_chains.take(r.attempt));
        }
    }
    let counts: Vec<_> = r.logged().iter().map(|logged| logged.read().unwrap().len() as u64).collect();
    let recent: Vec<_> = r.answers().iter().map(|a| a.recent.read(r.attempt, &a.question_id).unwrap().len()).collect();
    assert_eq!((counts, recent), (vec![MAX_RECENT; 4], vec![2; 2]));
    let numbers: Vec<_> = r.unpacked().iter().map(|entry| entry.number).collect();
    assert_eq!(numbers, (1..=4 * MAX_RECENT + 4).collect::<Vec<_>>());
    r.save(json!([{"question_id": "q2", "answer": "words ".repeat(MAX_RECENT_BYTES / 5), "seq": 90}])).await;
    r.save(json!([{"question_id": "q2", "answer": "short", "seq": 91}])).await;
    assert_eq!((r.logged().len(), problems(&r.t)), (5, vec![]), "many bytes are enough, too");
}

/// A late answer that counts after all keeps the entries of the one that it replaces.
#[tokio::test]
async fn an_exchanged_answer_keeps_its_newest_entries() {
    let r = Taken::begin(None).await;
    r.save(json!([{"question_id": "q2", "answer": "in time", "seq": 1}])).await;
    r.submit().await;
    r.save(json!([{"question_id": "q2", "answer": "too late", "seq": 2}])).await;
    let accept = format!("/api/admin/scoring/{}/late/accept", r.attempt);
    let which = json!({"question_ids": ["q2"], "reason": "the network was down"});
    r.t.post(accept).bearer(&r.admin).json(which).send().await.ok();
    assert_eq!((r.answers()[0].text.as_str(), r.unpacked().len(), problems(&r.t)), ("too late", 2, vec![]));
    r.t.sweep().await;
    assert_eq!((r.unpacked().len(), r.answers()[0].recent.is_empty(), problems(&r.t)), (0, true, vec![]));
}

/// An attempt that began before history was kept has it from its first save on.
#[tokio::test]
async fn an_attempt_from_before_has_history_from_then_on() {
    let r = Taken::begin(None).await;
    r.save(json!([{"question_id": "q1", "answer": "B", "seq": 1}, {"question_id": "q2", "answer": "old", "seq": 2}]))
        .await;
    let (id, answers) = (r.attempt, r.answers());
    r.t.app
        .store
        .write(move |tx| {
            tx.delete::<HistoryChain>(id)?;
            for answer in answers {
                tx.put(&Answer { recent: RecentEntries::default(), ..answer })?;
            }
            Ok::<_, invigil::domain::Error>(())
        })
        .await
        .unwrap();
    drop(r.t.app.jobs.running_chains.take(id));
    assert_eq!(r.t.door(&r.invite["token"], Some(&key(1))).await.ok()["attempt"]["head"], Value::Null);
    r.t.clock.advance(MINUTE);
    let saved = r.save(json!([{"question_id": "q2", "answer": "older", "seq": 3}])).await;
    assert_eq!(r.submit().await["head"], saved["head"]);
    let history = r.history().await.ok();
    assert_eq!(history["since"], "2026-03-02T08:01:00.000Z");
    let steps: Vec<_> = list(&history["questions"]).iter().map(|question| question["steps"].clone()).collect();
    assert_eq!(steps, [json!([[60000, 6, 0, 0, "B"]]), json!([[60000, 6, 0, 0, "old"], [60000, 6, 3, 0, "er"]])]);
    assert_eq!(problems(&r.t), Vec::<String>::new());
}

/// One that had ended before has none, and late answers begin none.
#[tokio::test]
async fn an_attempt_that_ended_before_has_no_history() {
    let r = Taken::begin(None).await;
    let id = r.attempt;
    r.submit().await;
    r.t.app.store.write(move |tx| Ok::<_, invigil::domain::Error>(tx.delete::<HistoryChain>(id)?)).await.unwrap();
    assert_eq!(r.submit().await["head"], Value::Null);
    let late = r.save(json!([{"question_id": "q2", "answer": "late", "seq": 1}])).await;
    assert_eq!((&late["late"], &late["head"]), (&json!(true), &Value::Null));
    let history = r.history().await.ok();
    assert_eq!((&history["head"], &history["questions"]), (&Value::Null, &json!([])));
    assert_eq!(problems(&r.t), Vec::<String>::new());
}

#[tokio::test]
async fn an_overdue_attempt_ends_its_chain_too() {
    let r = Taken::begin(None).await;
    r.save(json!([{"question_id": "q2", "answer": "words", "seq": 1}])).await;
    r.t.clock.advance(HOUR + MINUTE);
    r.t.sweep().await;
    assert_eq!(r.chain().stage, HistoryStage::Packed);
    assert_eq!(problems(&r.t), Vec::<String>::new());
}

/// Nothing of the history outlives the person but heads, which say nothing without the salt.
#[tokio::test]
async fn a_forced_deletion_leaves_no_history() {
    let r = Taken::begin(None).await;
    r.save(json!([{"question_id": "q2", "answer": "words", "seq": 1}])).await;
    r.submit().await;
    r.t.sweep().await;
    r.save(json!([{"question_id": "q2", "answer": "late words", "seq": 2}])).await;
    let path = format!("/api/tests/{}/force", text(&r.test["id"]));
    r.t.delete(path).bearer(&r.admin).send().await.ok();
    let read = r.t.app.store.read().unwrap();
    let left = (
        read.records::<HistoryChain>().unwrap().len(),
        read.records::<Logged>().unwrap().len(),
        read.records::<PackedHistory>().unwrap().len(),
    );
    assert_eq!(left, (0, 0, 0));
    r.t.assert_sound();
}

/// A text that was replaced is for reviewers: the candidate's page gets heads alone.
#[tokio::test]
async fn a_candidate_gets_no_history_but_its_head() {
    let r = Taken::begin(Some("keystrokes")).await;
    let edits = typed(0, 1, 0, "canary");
    let saved = r.save(json!([{"question_id": "q2", "answer": "canary", "seq": 1, "edits": edits}])).await;
    let again = r.save(json!([{"question_id": "q2", "answer": "blank", "seq": 2}])).await;
    let token = &r.invite["token"];
    let replies = [
        saved,
        again,
        r.t.door(token, Some(&key(1))).await.ok(),
        r.t.door(token, None).await.ok(),
        r.t.start(token, &key(1)).await.ok(),
        r.submit().await,
    ];
    for reply in replies {
        let reply = reply.to_string();
        assert!(!reply.contains("canary") && !reply.contains("salt") && !reply.contains("steps"), "{reply}");
    }
}
