//! Scores of the tests of a package, in groups that may be within groups, as weights and groups of a question.

use super::{
    problem::Problem,
    yaml::{number, words},
};
use crate::domain::question::code::CodeTestDraft;
use crate::service::import::lost::Lost;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Settings of folders below `data/`, by their path.
pub type Settings = BTreeMap<String, Map<String, Value>>;

/// Factors by which scores of different sizes are tried to be made whole weights.
const FACTORS: [f64; 12] = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 9.0, 10.0, 12.0, 20.0, 100.0];
const MAX_WEIGHT: f64 = 1_000.0;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Sum,
    Average,
    /// The least score of its parts, which is nothing where one of them fails.
    Least,
    Most,
}

/// Grading rules of a folder, or those inherited from the one around it.
#[derive(Clone, Copy)]
struct Rules {
    /// Score of each test that passes.
    score: f64,
    mode: Mode,
    /// Whether the folder earns something although a part of it fails.
    counts_in_part: bool,
    goes_on: bool,
    /// Score of the folder as a whole.
    whole: Option<f64>,
}

/// Tests that earn their total together or nothing.
struct Unit {
    tests: Vec<usize>,
    total: f64,
    /// Folder of the tests, if they count together.
    folder: Option<String>,
}

struct ScoredFolders<'t> {
    tests: &'t [(String, CodeTestDraft)],
    folders: BTreeSet<String>,
    settings: &'t Settings,
    /// Settings of the format since 2023, where each part counts unless it says otherwise.
    is_modern: bool,
    notes: BTreeSet<&'static str>,
}

/// Gives tests their weights and groups. Where a problem is passed or failed, all secret tests count together.
pub fn weighted(
    tests: Vec<(String, CodeTestDraft)>,
    scores: bool,
    settings: &Settings,
    problem: &mut Problem,
) -> Vec<CodeTestDraft> {
    let has_secret = tests.iter().any(|(_, test)| !test.visible);
    if !scores {
        let one = |(_, test): (String, CodeTestDraft)| {
            let counts = !has_secret || !test.visible;
            CodeTestDraft { weight: i64::from(counts), group: counts.then(|| "all".to_owned()), ..test }
        };
        return tests.into_iter().map(one).collect();
    }
    let ends = |path: &str| path.match_indices('/').map(|(at, _)| at).chain([path.len()]).collect::<Vec<_>>();
    let folders = tests.iter().flat_map(|(folder, _)| {
        ends(folder).into_iter().filter_map(|at| folder.get(..at).map(str::to_owned)).collect::<Vec<_>>()
    });
    let folders: BTreeSet<String> = folders.filter(|folder| !folder.is_empty()).collect();
    let is_modern = |values: &Map<String, Value>| {
        ["scoring", "max_score", "score_aggregation"].iter().any(|key| values.contains_key(*key))
    };
    let is_modern = settings.values().any(is_modern);
    let mut within = ScoredFolders { tests: &tests, folders, settings, is_modern, notes: BTreeSet::new() };
    let mut units = within.tests_of("");
    for folder in ["sample", "secret"] {
        units.extend(within.units(folder));
    }
    for note in std::mem::take(&mut within.notes) {
        problem.note("data", Lost::scores(note));
    }
    let factor = factor(&units);
    if factor.is_none() {
        problem.note("data", Lost::scores("Scores are whole numbers here: those of the package were rounded."));
    }
    let most = units.iter().map(|unit| unit.total).fold(1.0, f64::max);
    let factor = factor.unwrap_or(MAX_WEIGHT / most);
    let mut done: Vec<CodeTestDraft> =
        tests.iter().map(|(_, test)| CodeTestDraft { weight: 0, ..test.clone() }).collect();
    for unit in units {
        let name = |folder: &String| folder.trim_start_matches("secret/").replace('/', " ");
        let group = unit.folder.as_ref().map(|folder| problem.group("data", folder, &name(folder)));
        share(&unit, factor, group.as_deref(), &mut done);
    }
    if done.iter().all(|test| test.weight == 0) {
        done.iter_mut().filter(|test| !has_secret || !test.visible).for_each(|test| test.weight = 1);
    }
    done
}

/// The factor with which all totals are whole, and none is too large.
fn factor(units: &[Unit]) -> Option<f64> {
    FACTORS.into_iter().find(|factor| {
        units
            .iter()
            .map(|unit| unit.total * factor)
            .all(|total| (total - total.round()).abs() < 1e-6 && (0.0..=MAX_WEIGHT).contains(&total.round()))
    })
}

/// Divides the total of a unit among its tests.
fn share(unit: &Unit, factor: f64, group: Option<&str>, tests: &mut [CodeTestDraft]) {
    #[expect(clippy::cast_possible_truncation, reason = "between 0 and 1,000")]
    let total = (unit.total * factor).round().clamp(0.0, MAX_WEIGHT) as i64;
    let count = i64::try_from(unit.tests.len()).unwrap_or(1).max(1);
    for (place, at) in (0..).zip(&unit.tests) {
        let Some(test) = tests.get_mut(*at) else { continue };
        test.weight = total / count + i64::from(place < total % count);
        test.group = group.map(str::to_owned);
    }
}

impl ScoredFolders<'_> {
    /// The tests directly in a folder, each by itself.
    fn tests_of(&self, folder: &str) -> Vec<Unit> {
        let Rules { score, .. } = self.rules(folder);
        let mut units = Vec::new();
        for (at, (of, _)) in self.tests.iter().enumerate() {
            if of == folder {
                units.push(Unit { tests: vec![at], total: score, folder: None });
            }
        }
        units
    }

    fn units(&mut self, folder: &str) -> Vec<Unit> {
        let rules = self.rules(folder);
        let mut parts: Vec<Vec<Unit>> = self.tests_of(folder).into_iter().map(|unit| vec![unit]).collect();
        let start = format!("{folder}/");
        let is_direct = |path: &&String| path.strip_prefix(&start).is_some_and(|rest| !rest.contains('/'));
        let within: Vec<String> = self.folders.iter().filter(is_direct).cloned().collect();
        for path in within {
            parts.push(self.units(&path));
        }
        #[expect(clippy::cast_precision_loss, reason = "some thousands at most")]
        let count = parts.len().max(1) as f64;
        let total = |part: &Vec<Unit>| part.iter().map(|unit| unit.total).sum::<f64>();
        if rules.mode == Mode::Least {
            if parts.iter().any(|part| part.len() > 1) {
                self.notes
                    .insert("A group takes the least of several sums there; here all of its tests count together.");
            }
            let least = parts.iter().map(total).fold(f64::INFINITY, f64::min);
            let tests: Vec<usize> = parts.iter().flatten().flat_map(|unit| unit.tests.iter().copied()).collect();
            let total = rules.whole.unwrap_or(if least.is_finite() { least } else { 0.0 });
            return vec![Unit { tests, total, folder: Some(folder.to_owned()) }];
        }
        if rules.mode == Mode::Most {
            self.notes.insert("A group takes the best of several scores there; here they are added up.");
        }
        if !self.is_modern && folder != "sample" && parts.len() > 1 && !(rules.counts_in_part && rules.goes_on) {
            self.notes.insert(
                "By the rules of Kattis a group that fails in part earns nothing, or what came before the failure; here its parts count one by one.",
            );
        }
        let own_format = self.tests.iter().filter(|(of, _)| of == folder).count();
        for unit in parts.iter_mut().flatten() {
            if rules.mode == Mode::Average {
                unit.total /= count;
            } else if let (Some(whole), true) = (rules.whole, own_format > 0) {
                unit.total = whole / count;
            }
        }
        parts.into_iter().flatten().collect()
    }

    fn rules(&self, folder: &str) -> Rules {
        let mut rules = Rules { score: 1.0, mode: Mode::Sum, counts_in_part: false, goes_on: false, whole: None };
        let ends = folder.match_indices('/').map(|(at, _)| at).chain([folder.len()]);
        let folders = std::iter::once("").chain(ends.filter_map(|at| folder.get(..at)));
        for path in folders {
            rules.whole = None;
            if let Some(values) = self.settings.get(path) {
                rules.read(values, path == "secret");
            }
        }
        let is_ignored = || self.settings.get("").and_then(|root| root.get("grader_flags")).map(words);
        let is_ignored =
            || is_ignored().is_some_and(|flags| flags.split_whitespace().any(|flag| flag == "ignore_sample"));
        if folder == "sample" && (!self.settings.contains_key("sample") || is_ignored()) {
            rules.score = 0.0;
        }
        rules
    }
}

impl Rules {
    fn read(&mut self, values: &Map<String, Value>, is_all: bool) {
        if let Some(score) = values.get("accept_score").and_then(number) {
            self.score = score;
        }
        if let Some(rule) = values.get("on_reject").and_then(Value::as_str) {
            self.goes_on = rule == "continue";
        }
        if let Some(flags) = values.get("grader_flags").map(words) {
            (self.mode, self.counts_in_part) = (Mode::Sum, false);
            for flag in flags.split_whitespace() {
                match flag {
                    "sum" => self.mode = Mode::Sum,
                    "avg" => self.mode = Mode::Average,
                    "min" => self.mode = Mode::Least,
                    "max" => self.mode = Mode::Most,
                    "accept_if_any_accepted" | "always_accept" => self.counts_in_part = true,
                    _ => {}
                }
            }
        }
        if let Some(Value::Object(scoring)) = values.get("scoring") {
            if let Some(score) = scoring.get("score").and_then(number) {
                self.score = score;
            }
            self.joined(scoring.get("aggregation"));
        }
        if let Some(whole) = values.get("max_score").and_then(number) {
            self.whole = Some(whole);
            // Without a word, all tests of a group have to pass; groups are added up.
            self.mode = if is_all { Mode::Sum } else { Mode::Least };
        }
        self.joined(values.get("score_aggregation"));
    }

    fn joined(&mut self, rule: Option<&Value>) {
        match rule.and_then(Value::as_str) {
            Some("min" | "pass-fail") => self.mode = Mode::Least,
            Some("sum") => (self.mode, self.counts_in_part, self.goes_on) = (Mode::Sum, true, true),
            _ => {}
        }
    }
}
