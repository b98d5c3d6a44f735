//! Random runs of edits over the API: from all sources, offline, in two tabs, in a browser that took over, late and in a
//! file, on fixed and on drawn papers. Each replays to the submitted answers, to the byte (`INVIGIL_EDIT_RUNS` sets how
//! many are tried).

use super::problems;
use crate::support::{
    app::TestApp,
    journey::{key, list, text},
};
use base64::{Engine, prelude::BASE64_STANDARD};
use invigil::domain::{
    history::{Edit, EditSource, Edits},
    time::{MINUTE, SignedDuration},
};
use proptest::{
    collection::vec,
    prelude::*,
    sample::Index,
    test_runner::{Config, RngSeed, TestRunner},
};
use serde_json::{Value, json};
use std::{
    cell::{Cell, RefCell},
    collections::{BTreeMap, BTreeSet},
};

const PIECES: [&str; 8] = ["a", "b ", "\u{e9}", "e\u{301}", "\u{4e2d}", "\u{1f600}", "\u{1d4b3}x", "\r\n"];
const SOURCES: [EditSource; 5] =
    [EditSource::Typed, EditSource::Pasted, EditSource::Dropped, EditSource::Undone, EditSource::Program];
/// Runs on one server.
const RUNS: u32 = 50;

/// A source, the ends of the part that is replaced, as shares of the text, and what is inserted.
type Change = (Index, Index, Index, Vec<Index>);

#[derive(Clone, Debug)]
enum Step {
    /// Edits of a question in one of two tabs, whose text may be older than the stored one.
    Edit(Index, usize, Vec<Change>),
    /// The last save again, as after a lost reply.
    Repeat,
    Offline,
    /// What was saved offline is sent, in order.
    Online,
    /// A tab takes over what is stored.
    Follow(usize),
    /// Another browser continues; the one before sends again.
    TakeOver,
    Advance(u8),
}

fn step() -> impl Strategy<Value = Step> {
    let change = (any::<Index>(), any::<Index>(), any::<Index>(), vec(any::<Index>(), 0..4));
    prop_oneof![
        10 => (any::<Index>(), 0..2_usize, vec(change, 1..6)).prop_map(|(q, tab, changes)| Step::Edit(q, tab, changes)),
        2 => Just(Step::Repeat),
        1 => Just(Step::Offline),
        2 => Just(Step::Online),
        2 => (0..2_usize).prop_map(Step::Follow),
        1 => Just(Step::TakeOver),
        3 => (0..60_u8).prop_map(Step::Advance),
    ]
}

fn units(text: &[char]) -> u32 {
    u32::try_from(text.iter().map(|c| c.len_utf16()).sum::<usize>()).unwrap()
}

/// Applies a change to a text, the plain way.
fn edit(text: &mut Vec<char>, (source, from, to, pieces): &Change) -> Edit {
    let (a, b) = (from.index(text.len() + 1), to.index(text.len() + 1));
    let (from, to) = (a.min(b), a.max(b));
    let inserted: String = pieces.iter().map(|piece| *piece.get(&PIECES)).collect();
    let (position, deleted) = (units(&text[..from]), units(&text[from..to]));
    text.splice(from..to, inserted.chars());
    Edit { ticks: 3, source: *source.get(&SOURCES), position, deleted, inserted }
}

/// A text and its number.
type Version = (String, u64);

/// A server, with a fixed and a drawn test for each mode.
struct Hall {
    t: TestApp,
    tests: Vec<Value>,
    /// Sources of the steps that histories show, and whether any save was late.
    told: RefCell<(BTreeSet<u64>, bool)>,
}

impl Hall {
    async fn open() -> Self {
        let (t, admin) = TestApp::with_admin().await;
        let essay = |n: usize| json!({"id": format!("q{n}"), "type": "essay", "question": format!("Why {n}?")});
        for n in 0..5 {
            let mut question = essay(n);
            question.as_object_mut().unwrap().remove("id");
            question["tags"] = json!(["why"]);
            let body = json!({"state": "ready", "question": question});
            t.post("/api/questions").bearer(&admin).json(body).send().await.expect(201);
        }
        let mut tests = Vec::new();
        for mode in ["saves", "keystrokes"] {
            let fixed = json!({"title": mode, "duration_minutes": 240, "history": mode, "questions": (0..3).map(essay).collect::<Vec<_>>()});
            let drawn = json!({"title": format!("{mode}, drawn"), "duration_minutes": 240, "history": mode, "sections": [
                {"title": "Any", "shuffle_questions": true, "items": [{"pool": {"tags": ["why"], "draw": 3, "points": 2}}]}]});
            for test in [fixed, drawn] {
                tests.push(t.create_test(&admin, test).await);
            }
        }
        Self { t, tests, told: RefCell::default() }
    }
}

/// What the run knows of an attempt.
struct Run<'h> {
    t: &'h TestApp,
    admin: String,
    token: Value,
    attempt: String,
    questions: Vec<String>,
    /// The browser that holds the attempt, from 1.
    browser: u8,
    seq: u64,
    stored: BTreeMap<String, Version>,
    /// Texts of each question as the two tabs know them.
    tabs: [BTreeMap<String, Version>; 2],
    /// Saves that wait while offline.
    waiting: Option<Vec<Value>>,
    last: Option<Value>,
}

impl<'h> Run<'h> {
    async fn begin(hall: &'h Hall, number: u32, which: Index) -> Self {
        let t = &hall.t;
        let admin = t.sign_in("ada@example.org").await;
        let invite = t.invite(&admin, which.get(&hall.tests), &format!("cora{number}@example.org")).await;
        let started = t.start(&invite["token"], &key(1)).await.ok();
        let door = t.door(&invite["token"], Some(&key(1))).await.ok();
        let attempt = text(&t.invite_row(&admin, &invite["id"]).await["attempt_id"]).to_owned();
        let shown =
            list(if door["test"]["questions"].is_array() { &door["test"] } else { &started }.get("questions").unwrap());
        let questions = shown.iter().map(|question| text(&question["id"]).to_owned()).collect();
        Self {
            t,
            admin,
            token: invite["token"].clone(),
            attempt,
            questions,
            browser: 1,
            seq: 0,
            stored: BTreeMap::new(),
            tabs: [BTreeMap::new(), BTreeMap::new()],
            waiting: None,
            last: None,
        }
    }

    /// Edits a question in a tab; returns the save that the page makes of it.
    fn edited(&mut self, question: &str, tab: usize, changes: &[Change]) -> Value {
        let (before, base_seq) = self.tabs[tab].get(question).cloned().unwrap_or_default();
        let mut new: Vec<char> = before.chars().collect();
        let edits: Vec<Edit> = changes.iter().map(|change| edit(&mut new, change)).collect();
        let new: String = new.into_iter().collect();
        self.seq += 1;
        self.tabs[tab].insert(question.to_owned(), (new.clone(), self.seq));
        let edits = BASE64_STANDARD.encode(Edits { base_seq, start: 2, edits }.to_bytes());
        json!({"question_id": question, "answer": new, "seq": self.seq, "edits": edits})
    }

    async fn save_as(&self, browser: u8, save: &Value) -> Value {
        let path = format!("/api/take-test/{}/answers", text(&self.token));
        self.t.put(path).key(&key(browser)).json(json!({"answers": [save]})).send().await.ok()
    }

    /// The journal of one browser: the greatest number counts.
    fn count(&mut self, save: &Value) {
        let (question, seq) = (text(&save["question_id"]).to_owned(), save["seq"].as_u64().unwrap());
        if self.stored.get(&question).is_none_or(|(_, stored)| seq > *stored) {
            self.stored.insert(question, (text(&save["answer"]).to_owned(), seq));
        }
    }

    async fn send(&mut self, save: Value) {
        let reply = self.save_as(self.browser, &save).await;
        assert_eq!(reply["late"], false);
        self.count(&save);
        self.last = Some(save);
    }

    async fn online(&mut self) {
        for save in self.waiting.take().unwrap_or_default() {
            self.send(save).await;
        }
    }

    async fn take_over(&mut self) {
        let path = format!("/api/attempts/{}/release", self.attempt);
        self.t.post(path).bearer(&self.admin).json(json!({"reason": "laptop broke"})).send().await.ok();
        self.browser += 1;
        self.t.start(&self.token, &key(self.browser)).await.ok();
        // What the browser before had not sent arrives as late.
        let stray = self.waiting.take().unwrap_or_default();
        for save in stray.iter().chain(&self.last.take()) {
            self.save_as(self.browser - 1, save).await;
        }
        self.tabs = [self.stored.clone(), self.stored.clone()];
    }

    async fn step(&mut self, step: &Step) {
        match step {
            Step::Edit(question, tab, changes) => {
                let question = question.get(&self.questions).clone();
                let save = self.edited(&question, *tab, changes);
                match &mut self.waiting {
                    Some(waiting) => waiting.push(save),
                    None => self.send(save).await,
                }
            }
            Step::Repeat => {
                if let Some(save) = self.last.clone() {
                    self.save_as(self.browser, &save).await;
                }
            }
            Step::Offline => drop(self.waiting.get_or_insert_default()),
            Step::Online => self.online().await,
            Step::Follow(tab) if self.waiting.is_none() => self.tabs[*tab] = self.stored.clone(),
            Step::Follow(_) => {}
            Step::TakeOver => self.take_over().await,
            Step::Advance(seconds) => self.t.clock.advance(SignedDuration::from_secs((*seconds).into())),
        }
    }

    /// Submits, with one more edit, and sends what is late: a save, and a file.
    async fn end(&mut self, changes: &[Change]) {
        let question = self.questions[0].clone();
        let unsent = self.waiting.take().unwrap_or_default();
        let save = self.edited(&question, 0, changes);
        let path = format!("/api/submit-test/{}", text(&self.token));
        let body = json!({"answers": [save]});
        self.t.post(path).key(&key(self.browser)).json(body).send().await.ok();
        self.count(&save);
        let late = self.edited(&question, 1, changes);
        self.save_as(self.browser, &late).await;
        if !unsent.is_empty() {
            let newest: BTreeMap<_, _> = unsent.iter().map(|save| (text(&save["question_id"]), save)).collect();
            let answers: Vec<_> = newest.into_values().collect();
            let file = json!({"attempt_key": key(self.browser), "answers": answers});
            let path = format!("/api/attempts/{}/answers-file", self.attempt);
            self.t.post(path).bearer(&self.admin).json(file).send().await.ok();
        }
    }

    async fn history(&self) -> Value {
        self.t.get(format!("/api/results/{}/history", self.attempt)).bearer(&self.admin).send().await.ok()
    }

    /// The steps of each question lead to what is stored.
    fn check(&self, history: &Value, told: &mut (BTreeSet<u64>, bool)) {
        let mut seen = BTreeSet::new();
        for story in list(&history["questions"]) {
            let mut replayed: Vec<u16> = Vec::new();
            told.1 |= list(&story["saves"]).iter().any(|save| save["late"] == true);
            for step in list(&story["steps"]) {
                told.0.insert(step[1].as_u64().unwrap());
                let number = |at: usize| usize::try_from(step[at].as_u64().unwrap()).unwrap();
                let from = number(2);
                replayed.splice(from..from + number(3), text(&step[4]).encode_utf16());
            }
            let question = text(&story["question_id"]);
            let stored = self.stored.get(question).map_or("", |(text, _)| text);
            assert_eq!(String::from_utf16(&replayed).unwrap(), stored, "{story}");
            seen.insert(question.to_owned());
        }
        assert!(self.stored.keys().all(|question| seen.contains(question)), "{seen:?}");
    }
}

async fn run(hall: &Hall, number: u32, (which, steps, last): (Index, Vec<Step>, Vec<Change>)) {
    let mut run = Run::begin(hall, number, which).await;
    for step in &steps {
        run.step(step).await;
    }
    run.end(&last).await;
    let history = run.history().await;
    run.check(&history, &mut hall.told.borrow_mut());
    let result = run.t.get(format!("/api/results/{}", run.attempt)).bearer(&run.admin).send().await.ok();
    for answer in list(&result["answers"]) {
        let stored = run.stored.get(text(&answer["id"])).map_or("", |(text, _)| text);
        assert_eq!(answer["answer"].as_str().unwrap_or_default(), stored);
    }
    if number.is_multiple_of(2) {
        run.t.sweep().await;
        assert_eq!(run.history().await, history, "packed");
    }
    hall.t.clock.advance(MINUTE);
}

#[test]
fn every_run_replays_to_what_was_submitted() {
    let cases = std::env::var("INVIGIL_EDIT_RUNS").ok().and_then(|n| n.parse().ok()).unwrap_or(40);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    // Seeded: what fails here fails everywhere.
    let config = Config { cases, failure_persistence: None, rng_seed: RngSeed::Fixed(2026), ..Config::default() };
    let change = (any::<Index>(), any::<Index>(), any::<Index>(), vec(any::<Index>(), 0..4));
    let runs = (any::<Index>(), vec(step(), 1..30), vec(change, 1..4));
    let (number, hall) = (Cell::new(0), RefCell::new(None));
    let close = |hall: Option<Hall>| {
        let Some(Hall { t, told, .. }) = hall else { return };
        assert_eq!(problems(&t), Vec::<String>::new());
        // All sources, whole saves, and late ones.
        assert_eq!(told.into_inner(), ((0..5).chain([6]).collect(), true));
    };
    TestRunner::new(config)
        .run(&runs, |plan| {
            let mut hall = hall.borrow_mut();
            if number.get() % RUNS == 0 {
                close(hall.take());
            }
            runtime.block_on(async {
                if hall.is_none() {
                    *hall = Some(Hall::open().await);
                }
                run(hall.as_ref().unwrap(), number.get(), plan).await;
            });
            number.set(number.get() + 1);
            Ok(())
        })
        .unwrap();
    close(hall.into_inner());
}
