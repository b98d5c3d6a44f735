//! Random lives of one attempt against a plain model of the rules: saves that are repeated, reordered and lost,
//! submits, added time, sweeps and a clock that moves.

use crate::support::{
    app::TestApp,
    journey::{key, list, text},
};
use invigil::domain::{
    Instant,
    time::{HOUR, MINUTE, SECOND, SignedDuration},
};
use proptest::{
    prelude::*,
    test_runner::{Config, RngSeed, TestRunner},
};
use serde_json::{Value, json};
use std::collections::BTreeMap;

#[derive(Clone, Debug)]
enum Step {
    /// Entries of (question, text, number).
    Save(Vec<(u8, u8, u64)>),
    /// The last save again, as after a lost reply.
    Repeat,
    Submit(Vec<(u8, u8)>),
    AddTime(u8),
    Advance(u32),
    Sweep,
    /// The page is loaded again.
    Reload,
}

fn step() -> impl Strategy<Value = Step> {
    let entry = (0..3_u8, 0..4_u8, 0..12_u64);
    prop_oneof![
        8 => prop::collection::vec(entry, 0..4).prop_map(Step::Save),
        3 => Just(Step::Repeat),
        1 => prop::collection::vec((0..3_u8, 0..4_u8), 0..3).prop_map(Step::Submit),
        1 => (1..3_u8).prop_map(Step::AddTime),
        4 => (0..25 * 60_u32).prop_map(Step::Advance),
        2 => Just(Step::Sweep),
        2 => Just(Step::Reload),
    ]
}

fn question(n: u8) -> String {
    format!("q{}", n + 1)
}

/// Question 1 is multiple choice: every text must be an option or blank.
fn answer(question: u8, n: u8) -> &'static str {
    if question == 0 { ["", "A", "B", "C"][usize::from(n)] } else { ["", "one", "two words", "  "][usize::from(n)] }
}

struct Model {
    stored: BTreeMap<String, (u64, &'static str)>,
    late: BTreeMap<String, &'static str>,
    deadline: Instant,
    ended: Option<(&'static str, Instant)>,
}

impl Model {
    /// The server ends it fifteen seconds after the deadline, the client that notices first.
    fn tick(&mut self, now: Instant) {
        let due = self.deadline.plus(15 * SECOND);
        if self.ended.is_none() && now >= due {
            self.ended = Some(("deadline", due));
        }
    }

    fn save(
        &mut self,
        question: &str,
        text: &'static str,
        seq: Option<u64>,
        late_seqs: &mut BTreeMap<String, u64>,
    ) -> u64 {
        let old = self.stored.get(question).copied();
        let at = old.map_or(0, |(seq, _)| seq);
        let newest_late = late_seqs.get(question).copied().filter(|_| seq.is_none() && self.ended.is_some());
        let fresh = match seq {
            Some(seq) => old.is_none() || seq > at,
            None => newest_late.is_some() || old.is_none_or(|(_, stored)| stored != text),
        };
        let seq = seq.unwrap_or_else(|| match newest_late {
            Some(kept) if self.late.get(question) == Some(&text) => kept,
            Some(kept) => kept.max(at) + 1,
            None => at + 1,
        });
        if !fresh {
            return at;
        }
        if self.ended.is_none() {
            self.stored.insert(question.into(), (seq, text));
        } else if late_seqs.get(question).is_none_or(|kept| seq >= *kept) {
            late_seqs.insert(question.into(), seq);
            self.late.insert(question.into(), text);
        }
        seq
    }

    /// Two points for B; blank written answers count for nothing and wait for no one.
    fn score(&self) -> (f64, bool, usize) {
        let text = |q: &str| self.stored.get(q).map_or("", |(_, text)| text);
        let waits = ["q2", "q3"].iter().any(|q| !text(q).trim().is_empty());
        let stored = self.stored.values().filter(|(_, text)| !text.trim().is_empty()).count();
        (if text("q1") == "B" { 20.0 } else { 0.0 }, waits, stored)
    }
}

async fn live(steps: Vec<Step>) {
    let t = TestApp::new();
    let (admin, invite) = t.started().await;
    let attempt = text(&t.invite_row(&admin, &invite["id"]).await["attempt_id"]).to_owned();
    let deadline = t.now().plus(HOUR);
    let mut model = Model { deadline, ended: None, stored: BTreeMap::new(), late: BTreeMap::new() };
    let mut late_seqs = BTreeMap::new();
    let mut last_save = Vec::new();
    for step in steps {
        let now = t.now();
        match step {
            Step::Advance(seconds) => t.clock.advance(SignedDuration::from_secs(seconds.into())),
            Step::Sweep => {
                let running = model.ended.is_none();
                model.tick(now);
                assert_eq!(t.sweep().await.submitted, usize::from(running && model.ended.is_some()));
            }
            Step::Save(_) | Step::Repeat => {
                if let Step::Save(entries) = step {
                    last_save = entries;
                }
                model.tick(now);
                let named: Vec<_> = last_save.iter().map(|(q, a, s)| (question(*q), answer(*q, *a), *s)).collect();
                let entries: Vec<_> = named.iter().map(|(q, a, s)| (q.as_str(), *a, *s)).collect();
                let reply = t.save(&invite["token"], &key(1), &entries).await.ok();
                let acked: Vec<u64> =
                    entries.iter().map(|(q, a, s)| model.save(q, a, Some(*s), &mut late_seqs)).collect();
                let told: Vec<u64> = list(&reply["acked"]).iter().map(|a| a["seq"].as_u64().unwrap()).collect();
                assert_eq!(told, acked);
                assert_eq!(reply["submitted"], model.ended.is_some());
            }
            Step::Submit(entries) => {
                model.tick(now);
                let named: Vec<_> = entries.iter().map(|(q, a)| (question(*q), answer(*q, *a))).collect();
                let entries: Vec<_> = named.iter().map(|(q, a)| (q.as_str(), *a)).collect();
                let mut done = t.submit(&invite["token"], &key(1), &entries).await.ok();
                for (q, a) in entries {
                    model.save(q, a, None, &mut late_seqs);
                }
                let (by, at) = *model.ended.get_or_insert(("candidate", now));
                let (score, waits, stored) = model.score();
                let mut expected = json!({"score": score, "judging": "none", "provisional": waits, "answers_stored": stored,
                    "submitted_at": at.to_string(), "submitted_by": by, "late": done["late"]});
                if waits {
                    expected["waits_for_review"] = json!(true);
                }
                let fields = done.as_object_mut().unwrap();
                fields.retain(|name, _| !name.ends_with("_points") && name != "head" && name != "receipt_token");
                assert_eq!(done, expected);
            }
            Step::AddTime(minutes) => {
                model.tick(now);
                let admin = t.sign_in("ada@example.org").await;
                let call = t.post(format!("/api/attempts/{attempt}/add-time")).bearer(&admin);
                let reply = call.json(json!({"minutes": minutes, "reason": "r"})).send().await;
                if model.ended.is_some() {
                    reply.refused(409, "finished");
                } else {
                    reply.ok();
                    model.deadline = model.deadline.plus(i32::from(minutes) * MINUTE);
                }
            }
            Step::Reload => {
                model.tick(now);
                let door = t.door(&invite["token"], Some(&key(1))).await;
                if model.ended.is_some() {
                    door.refused(410, "finished");
                } else {
                    let attempt = door.ok()["attempt"].clone();
                    assert_eq!(attempt["deadline"], model.deadline.to_string());
                    assert_eq!(by_question(&attempt["answers"]), texts(&model));
                }
            }
        }
    }
    t.clock.advance(100 * HOUR);
    model.tick(t.now());
    t.sweep().await;
    let admin = t.sign_in("ada@example.org").await;
    let result = t.result_of(&admin, &invite).await;
    let (by, at) = model.ended.unwrap();
    assert_eq!((&result["submitted_by"], &result["submitted_at"]), (&json!(by), &json!(at.to_string())));
    assert_eq!(result["score"].as_f64(), Some(model.score().0));
    let kept = list(&result["answers"]).iter().map(|a| (text(&a["id"]).to_owned(), text(&a["answer"]).to_owned()));
    let stored = texts(&model);
    assert!(kept.into_iter().all(|(q, a)| stored.get(&q).cloned().unwrap_or_default() == a), "{result}");
    let late: BTreeMap<String, String> = model.late.iter().map(|(q, a)| (q.clone(), (*a).to_owned())).collect();
    assert_eq!(by_question(&result["late_answers"]), late);
    t.assert_sound();
}

fn texts(model: &Model) -> BTreeMap<String, String> {
    model.stored.iter().map(|(q, (_, a))| (q.clone(), (*a).to_owned())).collect()
}

fn by_question(answers: &Value) -> BTreeMap<String, String> {
    list(answers).iter().map(|a| (text(&a["question_id"]).to_owned(), text(&a["answer"]).to_owned())).collect()
}

#[test]
fn any_life_of_an_attempt_follows_the_rules() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    // Seeded: what fails here fails everywhere.
    let config = Config { cases: 60, failure_persistence: None, rng_seed: RngSeed::Fixed(2026), ..Config::default() };
    let mut runner = TestRunner::new(config);
    let lives = prop::collection::vec(step(), 1..40);
    runner
        .run(&lives, |steps| {
            runtime.block_on(live(steps));
            Ok(())
        })
        .unwrap();
}
