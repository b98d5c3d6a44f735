//! Random lives of one attempt whose sections have their own time or are one-way, against a plain model of the rules.

use super::sections::{save, timed};
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
use std::collections::{BTreeMap, BTreeSet};

const QUESTIONS: [&str; 5] = ["a1", "a2", "b1", "c1", "c2"];
/// Number of questions, own minutes, one-way: as in [`timed`].
const PARTS: [(usize, Option<i32>, bool); 3] = [(2, Some(10), false), (1, None, true), (2, Some(20), true)];
const TEXTS: [&str; 4] = ["", "one", "two words", "  "];

/// Entries of (question, text, number), and claims of (section, seconds since the start).
type Sent = (Vec<(usize, usize, u64)>, Vec<(u32, i64)>);

#[derive(Clone, Debug)]
enum Step {
    Save(Sent),
    /// The last save again, as after a lost reply.
    Repeat,
    Submit,
    AddTime(u8),
    Advance(u32),
    Sweep,
    /// The page is loaded again.
    Reload,
}

fn step() -> impl Strategy<Value = Step> {
    let entries = prop::collection::vec((0..5_usize, 0..4_usize, 0..12_u64), 0..4);
    // Mostly the next section, some time ago or ahead.
    let claims = prop::collection::vec((0..5_u32, 0..4_000_i64), 0..3);
    prop_oneof![
        8 => (entries, claims).prop_map(Step::Save),
        3 => Just(Step::Repeat),
        1 => Just(Step::Submit),
        1 => (1..10_u8).prop_map(Step::AddTime),
        5 => prop_oneof![0..30_u32, 0..15 * 60_u32].prop_map(Step::Advance),
        2 => Just(Step::Sweep),
        2 => Just(Step::Reload),
    ]
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Why {
    Section,
    End,
}

struct Late {
    seq: u64,
    text: &'static str,
    at: Instant,
}

struct Entered {
    at: Instant,
    known_at: Instant,
    added: SignedDuration,
}

struct Model {
    started: Instant,
    deadline: Instant,
    entered: Vec<Entered>,
    stored: BTreeMap<&'static str, (u64, &'static str)>,
    late: BTreeMap<(&'static str, Why), Late>,
    ended: Option<(&'static str, Instant)>,
}

impl Model {
    fn tick(&mut self, now: Instant) {
        let due = self.deadline.plus(15 * SECOND);
        if self.ended.is_none() && now >= due {
            self.ended = Some(("deadline", due));
        }
    }

    fn own_end(&self, section: usize) -> Option<Instant> {
        let entry = &self.entered[section];
        PARTS[section].1.map(|minutes| entry.at.plus(minutes * MINUTE).plus(entry.added))
    }

    /// Whether an answer to the section counted that arrived then.
    fn counts(&self, section: usize, now: Instant) -> bool {
        if section >= self.entered.len() {
            return false;
        }
        let end = self.own_end(section).map_or(self.deadline, |end| end.min(self.deadline));
        let left = self.entered.get(section + 1).filter(|_| PARTS[section].2).map(|next| next.known_at);
        now.since(end) < 15 * SECOND && left.is_none_or(|left| now.since(left) < 15 * SECOND)
    }

    fn claim(&mut self, claims: &[(u32, i64)], now: Instant) {
        for (section, seconds) in claims {
            let is_next = *section as usize == self.entered.len() + 1 && self.entered.len() < PARTS.len();
            if self.ended.is_none() && is_next {
                let claimed = self.started.plus(SignedDuration::from_secs(*seconds));
                let before = self.entered.last().map_or(self.started, |entry| entry.at);
                let at = claimed.min(now).max(before);
                self.entered.push(Entered { at, known_at: now, added: SignedDuration::ZERO });
            }
        }
    }

    /// Answers enter the next section, in the order of the sections.
    fn imply(&mut self, entries: &[(usize, usize, u64)], now: Instant) {
        let given = entries.iter().filter(|(_, text, _)| !TEXTS[*text].is_empty());
        let sections: BTreeSet<usize> = given.map(|(question, ..)| section_of(*question)).collect();
        for section in sections {
            if self.ended.is_none() && section == self.entered.len() {
                self.entered.push(Entered { at: now, known_at: now, added: SignedDuration::ZERO });
            }
        }
    }

    /// Returns the number that is stored, and whether the answer was set aside for its section.
    fn save(&mut self, question: usize, text: &'static str, seq: u64, now: Instant) -> (u64, bool) {
        let (id, section) = (QUESTIONS[question], section_of(question));
        let old = self.stored.get(id).copied();
        let at = old.map_or(0, |(seq, _)| seq);
        if old.is_some() && seq <= at {
            return (at, false);
        }
        let why = match (self.ended, self.counts(section, now)) {
            (Some(_), _) => Why::End,
            (None, false) => Why::Section,
            (None, true) => {
                self.stored.insert(id, (seq, text));
                return (seq, false);
            }
        };
        let kept = self.late.get(&(id, why));
        if kept.is_none_or(|kept| seq > kept.seq || (seq == kept.seq && text != kept.text)) {
            self.late.insert((id, why), Late { seq, text, at: now });
        }
        (seq, why == Why::Section && old.is_none_or(|(_, stored)| stored != text))
    }

    fn add(&mut self, time: SignedDuration) {
        self.deadline = self.deadline.plus(time);
        if let Some(current) = self.entered.last_mut() {
            current.added += time;
        }
        let late = std::mem::take(&mut self.late);
        for ((id, why), late) in late {
            let section = section_of(QUESTIONS.iter().position(|question| *question == id).unwrap());
            let is_newer = self.stored.get(id).is_none_or(|(seq, _)| late.seq > *seq);
            let was_entered = self.entered.get(section).is_some_and(|entry| entry.known_at <= late.at);
            if why == Why::Section && is_newer && was_entered && self.counts(section, late.at) {
                self.stored.insert(id, (late.seq, late.text));
            } else {
                self.late.insert((id, why), late);
            }
        }
    }

    /// As the page gets it.
    fn entered(&self) -> Value {
        let told = (0..self.entered.len()).map(|section| {
            let mut told = json!({"entered_at": self.entered[section].at.to_string()});
            if let Some(end) = self.own_end(section) {
                told["ends_at"] = json!(end.min(self.deadline).to_string());
            }
            told
        });
        told.collect()
    }

    fn texts(&self) -> BTreeMap<String, String> {
        self.stored.iter().map(|(id, (_, text))| ((*id).to_owned(), (*text).to_owned())).collect()
    }
}

fn section_of(question: usize) -> usize {
    let mut end = 0;
    let holds = |part: &(usize, Option<i32>, bool)| {
        end += part.0;
        question < end
    };
    PARTS.iter().position(holds).unwrap()
}

fn by_question(answers: &Value) -> BTreeMap<String, String> {
    list(answers).iter().map(|a| (text(&a["question_id"]).to_owned(), text(&a["answer"]).to_owned())).collect()
}

async fn saved(t: &TestApp, model: &mut Model, token: &Value, (entries, claims): &Sent) {
    let now = t.now();
    model.tick(now);
    let named: Vec<_> = entries.iter().map(|(q, a, s)| (QUESTIONS[*q], TEXTS[*a], *s)).collect();
    let claimed: Vec<_> = claims.iter().map(|(s, after)| (*s, SignedDuration::from_secs(*after))).collect();
    let reply = save(t, token, &named, &claimed).await.ok();
    model.claim(claims, now);
    model.imply(entries, now);
    let outcomes: Vec<(u64, bool)> = entries.iter().map(|(q, a, s)| model.save(*q, TEXTS[*a], *s, now)).collect();
    let told: Vec<u64> = list(&reply["acked"]).iter().map(|a| a["seq"].as_u64().unwrap()).collect();
    assert_eq!(told, outcomes.iter().map(|(seq, _)| *seq).collect::<Vec<_>>());
    let closed: Vec<&str> =
        named.iter().zip(&outcomes).filter(|(_, (_, closed))| *closed).map(|((id, ..), _)| *id).collect();
    let told: Vec<&str> = reply["closed"].as_array().into_iter().flatten().map(text).collect();
    assert_eq!(told, closed, "{reply}");
    assert_eq!((&reply["submitted"], &reply["entered"]), (&json!(model.ended.is_some()), &model.entered()));
}

async fn live(steps: Vec<Step>) {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.create_test(&admin, timed()).await;
    let invite = t.invite(&admin, &test, "cora@example.org").await;
    let token = &invite["token"];
    t.start(token, &key(1)).await.ok();
    let attempt = text(&t.invite_row(&admin, &invite["id"]).await["attempt_id"]).to_owned();
    let started = t.now();
    let mut model = Model {
        started,
        deadline: started.plus(HOUR),
        entered: Vec::new(),
        stored: BTreeMap::new(),
        late: BTreeMap::new(),
        ended: None,
    };
    let mut last = Sent::default();
    for step in steps {
        let now = t.now();
        match step {
            Step::Advance(seconds) => t.clock.advance(SignedDuration::from_secs(seconds.into())),
            Step::Sweep => {
                model.tick(now);
                t.sweep().await;
            }
            Step::Save(sent) => {
                saved(&t, &mut model, token, &sent).await;
                last = sent;
            }
            Step::Repeat => saved(&t, &mut model, token, &last).await,
            Step::Submit => {
                model.tick(now);
                t.submit(token, &key(1), &[]).await.ok();
                model.ended.get_or_insert(("candidate", now));
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
                    model.add(i32::from(minutes) * MINUTE);
                }
            }
            Step::Reload => {
                model.tick(now);
                let door = t.door(token, Some(&key(1))).await;
                if model.ended.is_some() {
                    door.refused(410, "finished");
                } else {
                    let attempt = door.ok()["attempt"].clone();
                    assert_eq!(attempt["deadline"], model.deadline.to_string());
                    assert_eq!(attempt["entered"], model.entered());
                    assert_eq!(by_question(&attempt["answers"]), model.texts());
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
    let stored = model.texts();
    for answer in list(&result["answers"]) {
        assert_eq!(text(&answer["answer"]), stored.get(text(&answer["id"])).map_or("", String::as_str), "{result}");
    }
    let told: BTreeSet<(&str, &str)> =
        list(&result["late_answers"]).iter().map(|a| (text(&a["question_id"]), text(&a["answer"]))).collect();
    let late: BTreeSet<(&str, &str)> = model.late.iter().map(|((id, _), late)| (*id, late.text)).collect();
    assert_eq!(told, late);
    t.assert_sound();
}

#[test]
fn any_life_in_sections_follows_the_rules() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    // Seeded: what fails here fails everywhere.
    let config = Config { cases: 80, failure_persistence: None, rng_seed: RngSeed::Fixed(2026), ..Config::default() };
    let mut runner = TestRunner::new(config);
    let lives = prop::collection::vec(step(), 1..40);
    runner
        .run(&lives, |steps| {
            runtime.block_on(live(steps));
            Ok(())
        })
        .unwrap();
}
