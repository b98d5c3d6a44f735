//! Random repairs, compared with a second implementation that scores everything from scratch.

use super::Site;
use invigil::{
    domain::{
        AttemptId,
        submission::{Grade, Submission},
    },
    service::scoring::repairs::job,
    store::Read,
};
use serde_json::{Value, json};
use std::{cmp::Ordering, collections::BTreeMap};

/// Repairs per test: below the limit of its list.
const PER_TEST: usize = 150;
const PASS_MARK: f64 = 40.0;

struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % n
    }

    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }
}

/// A repair as this implementation knows it.
struct Made {
    id: String,
    question: &'static str,
    action: &'static str,
    value: &'static str,
    undone: bool,
}

type Answers = BTreeMap<&'static str, &'static str>;

/// Points, and the answers that are right at first.
const QUESTIONS: [(&str, u32, &str); 3] = [("pick", 3, "A"), ("word", 1, "yes"), ("essay", 4, "")];

/// Earned and possible points of a submission.
fn naive(made: &[Made], answers: &Answers, reviewed: Option<f64>) -> (f64, u32) {
    let (mut earned, mut possible) = (0.0, 0);
    for (question, points, key) in QUESTIONS {
        let (mut right, mut state) = (vec![key], "key");
        for repair in made.iter().filter(|repair| !repair.undone && repair.question == question) {
            match repair.action {
                "also_accept" if state == "key" => right.push(repair.value),
                "also_accept" => (right, state) = (vec![key, repair.value], "key"),
                "new_key" => (right, state) = (vec![repair.value], "key"),
                other => state = other,
            }
        }
        if state == "void" {
            continue;
        }
        possible += points;
        let answer = answers.get(question).copied().unwrap_or_default();
        earned += match (question, reviewed) {
            ("essay", Some(score)) => score,
            _ if state == "full_marks" => f64::from(points),
            ("essay", None) => 0.0,
            _ if right.contains(&answer) => f64::from(points),
            _ => 0.0,
        };
    }
    (earned, possible)
}

fn score((earned, possible): (f64, u32)) -> f64 {
    if possible == 0 { 0.0 } else { (earned * 10_000.0 / f64::from(possible)).round() / 100.0 }
}

/// Whether the score is final: no essay waits.
fn is_final(made: &[Made], answers: &Answers, reviewed: Option<f64>) -> bool {
    let last = made.iter().rfind(|repair| !repair.undone && repair.question == "essay");
    last.is_some() || reviewed.is_some() || !answers.contains_key("essay")
}

struct Taken {
    id: String,
    answers: Answers,
    reviewed: Option<f64>,
}

async fn takers(s: &Site, dice: &mut Dice) -> Vec<Taken> {
    let mut taken = Vec::new();
    for name in ["Ann", "Ben", "Cem", "Dan", "Eva", "Fay"] {
        let mut answers = Answers::new();
        answers.insert("pick", dice.one(&["A", "B", "C"]));
        answers.insert("word", dice.one(&["yes", "no", "perhaps"]));
        if dice.below(2) == 0 {
            answers.insert("essay", "Because.");
        }
        let id = s.took(name, &answers.iter().map(|(id, text)| (*id, *text)).collect::<Vec<_>>()).await;
        let is_reviewed = answers.contains_key("essay") && dice.below(2) == 0;
        if is_reviewed {
            let score = json!({"score_status": "partial", "manual_score": 2.5});
            s.t.post(format!("/api/admin/scoring/{id}/answer/essay")).bearer(&s.admin).json(score).send().await.ok();
        }
        taken.push(Taken { id, answers, reviewed: is_reviewed.then_some(2.5) });
    }
    taken
}

fn assert_all(s: &Site, made: &[Made], taken: &[Taken]) {
    let read = s.t.app.store.read().unwrap();
    for Taken { id, answers, reviewed } in taken {
        let id: AttemptId = id.parse().unwrap();
        let stored: Submission = read.get(id).unwrap().unwrap();
        let expected = naive(made, answers, *reviewed);
        assert_eq!((stored.earned_points(), stored.total_points), expected, "{answers:?}");
        assert!((stored.final_score() - score(expected)).abs() < 1e-9);
        assert_eq!(!stored.is_provisional(), is_final(made, answers, *reviewed));
        let grades: Vec<Grade> = read.children(id).unwrap();
        assert_eq!(grades.len(), QUESTIONS.len());
    }
}

/// The preview as this implementation counts it: up, down, unchanged, crossing.
fn counted(before: &[Made], after: &[Made], taken: &[Taken]) -> [u64; 4] {
    let mut counts = [0; 4];
    for Taken { answers, reviewed, .. } in taken {
        let of = |made: &[Made]| (score(naive(made, answers, *reviewed)), is_final(made, answers, *reviewed));
        let ((old, was_final), (new, is_final)) = (of(before), of(after));
        let place = match new.total_cmp(&old) {
            Ordering::Greater => 0,
            Ordering::Less => 1,
            Ordering::Equal => 2,
        };
        counts[place] += 1;
        counts[3] += u64::from(was_final && is_final && (old >= PASS_MARK) != (new >= PASS_MARK));
    }
    counts
}

async fn random_repairs(seed: u64, rounds: usize) {
    let s = Site::new().await;
    let dice = &mut Dice(seed);
    let taken = takers(&s, dice).await;
    let mark = json!({"percent": PASS_MARK});
    let path = format!("/api/tests/{}/pass-mark", s.test["id"].as_str().unwrap());
    s.t.put(path).bearer(&s.admin).json(mark).send().await.ok();
    let mut made: Vec<Made> = Vec::new();
    for _ in 0..rounds {
        let in_force = made.iter().filter(|repair| !repair.undone).count();
        if in_force > 0 && dice.below(3) == 0 {
            let nth = dice.below(in_force);
            let repair = made.iter_mut().filter(|repair| !repair.undone).nth(nth).unwrap();
            repair.undone = true;
            s.undo(&repair.id.clone()).await;
        } else {
            add(&s, dice, &mut made, &taken).await;
        }
        job::pass(&s.t.app).await.unwrap();
        assert_all(&s, &made, &taken);
    }
    s.t.assert_intact();
}

async fn add(s: &Site, dice: &mut Dice, made: &mut Vec<Made>, taken: &[Taken]) {
    let question = dice.one(&["pick", "word", "essay"]);
    let actions: &[&str] =
        if question == "essay" { &["full_marks", "void"] } else { &["also_accept", "new_key", "full_marks", "void"] };
    let action = dice.one(actions);
    let value = if question == "pick" { dice.one(&["A", "B", "C"]) } else { dice.one(&["yes", "no", "perhaps"]) };
    let body = json!({"question_id": question, "action": action, "value": value, "reason": "random"});
    let preview = s.t.post(format!("{}/preview", s.path())).bearer(&s.admin).json(body.clone()).send().await.ok();
    let before = made.iter().map(|m| Made { id: m.id.clone(), ..*m }).collect::<Vec<_>>();
    let id = s.try_repair(body).await.expect(201)["id"].as_str().unwrap().to_owned();
    made.push(Made { id, question, action, value, undone: false });
    let shown = ["up", "down", "unchanged", "crossing"].map(|name| preview[name].as_u64().unwrap());
    assert_eq!(shown, counted(&before, made, taken), "{preview}");
    assert_eq!((&preview["told"], &preview["decided"]), (&Value::from(0), &Value::from(0)));
}

/// `INVIGIL_REPAIRS` sets how many.
#[tokio::test]
async fn random_repairs_equal_a_recomputation() {
    let mut left: usize = std::env::var("INVIGIL_REPAIRS").ok().and_then(|n| n.parse().ok()).unwrap_or(60);
    let mut seed = 14;
    while left > 0 {
        let rounds = left.min(PER_TEST);
        random_repairs(seed, rounds).await;
        (left, seed) = (left - rounds, seed + 1);
    }
}
