//! Response processing of QTI 1.2: conditions that set or add to a score. It is run on answers to find out what each earns.

use super::asked::{named, named_id};
use crate::service::import::{
    kinds,
    lost::shown,
    qti::xml::{XmlElement, XmlNode},
};
use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
};

/// The values of each response.
pub type Answer = BTreeMap<String, Vec<String>>;

struct Rule<'e> {
    condition: Option<&'e XmlElement>,
    /// Changes of the score.
    sets: Vec<(Action, f64)>,
    goes_on: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Action {
    Set,
    Add,
    Subtract,
}

/// Conditions of an item's processing, which is run on many answers.
pub const MAX_CONDITIONS: usize = 2_000;

pub struct Processing<'e> {
    rules: Vec<Rule<'e>>,
    /// Responses that are one typed text or number: of several values side by side, one is enough.
    typed: BTreeSet<&'e str>,
    /// Responses whose values are ids of options, and no numbers.
    chosen: BTreeSet<&'e str>,
    /// Texts that were compared as numbers: each is read once, as every answer compares the same ones.
    numbers: RefCell<BTreeMap<String, Option<f64>>>,
    score: ScoreVariable,
    /// Conditions that are not understood, with their lines.
    pub unknown: BTreeSet<(u64, String)>,
}

/// The variable with the points.
#[derive(Default)]
struct ScoreVariable {
    default: f64,
    least: Option<f64>,
    most: Option<f64>,
}

impl ScoreVariable {
    fn of(item: &XmlElement, unknown: &mut BTreeSet<(u64, String)>) -> Self {
        let declared = item.all("decvar").into_iter().find(|variable| is_score(variable));
        let mut number = |name: &str| {
            let declared = declared?;
            let text = declared.attribute(name)?.trim();
            let number = kinds::typed_number(text);
            if number.is_none() && !text.is_empty() {
                unknown.insert((declared.line, format!("decvar with the value '{}'", shown(text))));
            }
            number
        };
        Self { default: number("defaultval").unwrap_or_default(), least: number("minvalue"), most: number("maxvalue") }
    }

    /// The number that a rule sets, adds or subtracts. Blackboard names the most that can be earned.
    fn value(&self, text: &str) -> Option<f64> {
        match text {
            "SCORE.max" => Some(self.most.unwrap_or(100.0)),
            "SCORE.min" => Some(self.least.unwrap_or_default()),
            text => kinds::typed_number(text),
        }
    }
}

/// Whether an element is about the points: other variables count hints or tries.
fn is_score(element: &XmlElement) -> bool {
    // Blackboard writes `variablename`.
    let name = element.attribute("varname").or(element.attribute("variablename"));
    name.is_none_or(|name| name.trim().is_empty() || name.trim().eq_ignore_ascii_case("SCORE"))
}

/// Conditions that are evaluated.
const KNOWN: [&str; 11] =
    ["and", "or", "not", "varequal", "varsubset", "vargt", "vargte", "varlt", "varlte", "other", "unanswered"];

impl<'e> Processing<'e> {
    pub fn of(item: &'e XmlElement) -> Self {
        let named = named(item);
        let typed = ["response_str", "response_num"].into_iter().flat_map(|name| item.all(name));
        let typed = typed.filter_map(|element| named_id(element, &named).or(element.attribute("ident"))).collect();
        let chosen = item.all("response_lid").into_iter().filter(|element| element.all("render_fib").is_empty());
        let chosen = chosen.filter_map(|element| element.attribute("ident")).collect();
        let mut unknown = BTreeSet::new();
        let score = ScoreVariable::of(item, &mut unknown);
        let mut processing = Self { rules: Vec::new(), typed, chosen, numbers: RefCell::default(), score, unknown };
        item.named("resprocessing");
        let has_score = item.all("setvar").into_iter().any(is_score);
        let conditions = item.all("respcondition").into_iter().take(MAX_CONDITIONS + 1);
        for element in conditions {
            let mut sets = Vec::new();
            element.mark();
            for set in element.children().filter(|child| child.name == "setvar") {
                let action = match set.attribute("action").unwrap_or("Set").to_ascii_lowercase().as_str() {
                    "set" => Action::Set,
                    "add" => Action::Add,
                    "subtract" => Action::Subtract,
                    other => {
                        processing.unknown.insert((set.line, format!("setvar with the action '{}'", shown(other))));
                        continue;
                    }
                };
                let text = set.text();
                if has_score && !is_score(set) {
                    continue;
                }
                let number = processing.score.value(&text);
                if number.is_none() && !text.is_empty() {
                    processing.unknown.insert((set.line, format!("setvar with the value '{}'", shown(&text))));
                }
                sets.extend(number.map(|number| (action, number)));
            }
            let condition = element.child("conditionvar");
            if let Some(condition) = condition {
                processing.note_unknown(condition);
            }
            let adds = sets.iter().any(|(action, _)| *action != Action::Set);
            let goes_on =
                element.attribute("continue").map_or(adds || sets.is_empty(), |flag| flag.eq_ignore_ascii_case("yes"));
            processing.rules.push(Rule { condition, sets, goes_on });
        }
        processing.give_points(item);
        processing
    }

    /// Blackboard gives the points of some kinds without a rule that says so: by the feedback to a right answer, or a share of
    /// them by that to each of several.
    fn give_points(&mut self, item: &XmlElement) {
        if self.conditions_with_points().next().is_some() {
            return;
        }
        let is_right = |child: &XmlElement| {
            child.name == "displayfeedback"
                && child.attribute("linkrefid").is_some_and(|id| id.eq_ignore_ascii_case("correct"))
        };
        let asks = |condition: &XmlElement| condition.children().any(|child| child.name != "other");
        let rules = self.rules.iter().zip(item.all("respcondition")).enumerate();
        let right = rules.filter(|(_, (rule, element))| {
            rule.sets.is_empty() && rule.condition.is_some_and(asks) && element.children().any(is_right)
        });
        let right: BTreeSet<usize> = right.map(|(place, _)| place).collect();
        let asked: usize =
            ["response_lid", "response_str", "response_num"].iter().map(|kind| item.all(kind).len()).sum();
        let count = if asked > 1 { right.len().max(1) } else { 1 };
        let most = self.score.value("SCORE.max").unwrap_or_default();
        #[expect(clippy::cast_precision_loss, reason = "some thousands at most")]
        let share = most / count as f64;
        for (place, rule) in self.rules.iter_mut().enumerate() {
            if right.contains(&place) {
                rule.sets.push(if count > 1 { (Action::Add, share) } else { (Action::Set, most) });
                rule.goes_on = count > 1;
            } else if count > 1 && !rule.condition.is_some_and(asks) {
                // "Otherwise", which takes no share away.
                rule.sets.clear();
            }
        }
    }

    fn note_unknown(&mut self, condition: &XmlElement) {
        for child in condition.children() {
            // What is unknown is named here.
            child.mark_text();
            if !KNOWN.contains(&child.name.as_str()) {
                let name: String = child.name.chars().take(40).collect();
                self.unknown.insert((child.line, format!("<{name}>")));
            }
            self.note_unknown(child);
        }
    }

    /// Whether points are given by one condition alone.
    pub fn is_one_condition(&self) -> bool {
        self.conditions_with_points().count() == 1
    }

    /// The most points that there are, if the file says so.
    pub const fn most(&self) -> Option<f64> {
        self.score.most
    }

    /// The points that an answer earns.
    pub fn score(&self, answer: &Answer) -> f64 {
        let mut score = self.score.default;
        for rule in &self.rules {
            if !rule.condition.is_none_or(|condition| self.condition_holds(condition, answer)) {
                continue;
            }
            for (action, number) in &rule.sets {
                match action {
                    Action::Set => score = *number,
                    Action::Add => score += number,
                    Action::Subtract => score -= number,
                }
            }
            if !rule.goes_on {
                break;
            }
        }
        let score = self.score.least.map_or(score, |least| score.max(least));
        self.score.most.map_or(score, |most| score.min(most))
    }

    /// Whether a condition holds. One of the values that a typed answer is compared with side by side is enough: an
    /// answer cannot be all of them.
    fn condition_holds(&self, condition: &XmlElement, answer: &Answer) -> bool {
        let is_value = |child: &&XmlElement| {
            child.name == "varequal" && child.attribute("respident").is_some_and(|id| self.typed.contains(id))
        };
        let mut by_response: BTreeMap<&str, bool> = BTreeMap::new();
        // A value beside the ends of a range is its middle.
        let is_bounded = |child: &&XmlElement| {
            let id = child.attribute("respident");
            let has = |start: &str| {
                condition.children().any(|one| one.name.starts_with(start) && one.attribute("respident") == id)
            };
            has("vargt") && has("varlt")
        };
        for child in condition.children().filter(is_value).filter(|child| !is_bounded(child)) {
            let holds = self.holds(child, answer);
            *by_response.entry(child.attribute("respident").unwrap_or_default()).or_default() |= holds;
        }
        by_response.into_values().all(|holds| holds)
            && condition.children().filter(|child| !is_value(child)).all(|child| self.holds(child, answer))
    }

    fn all_hold(&self, element: &XmlElement, answer: &Answer) -> bool {
        element.children().all(|child| self.holds(child, answer))
    }

    fn holds(&self, condition: &XmlElement, answer: &Answer) -> bool {
        let given = condition.attribute("respident").and_then(|id| answer.get(id));
        let values = given.map(Vec::as_slice).unwrap_or_default();
        // As candidates write numbers, too.
        let number = || {
            let is_chosen = condition.attribute("respident").is_some_and(|id| self.chosen.contains(id));
            let given = values.first().filter(|_| !is_chosen)?;
            Some((self.number(given)?, self.number(&condition.text())?))
        };
        match condition.name.as_str() {
            "and" => self.all_hold(condition, answer),
            "or" => condition.children().any(|child| self.holds(child, answer)),
            "not" => !self.all_hold(condition, answer),
            "other" => true,
            "unanswered" => values.is_empty(),
            "varequal" => {
                let wanted = value(condition);
                let is_sensitive = condition.attribute("case").is_some_and(|case| case.eq_ignore_ascii_case("yes"));
                let is_same = |value: &String| {
                    // Several values are ids of options.
                    let folds = !is_sensitive && values.len() == 1;
                    *value == wanted || folds && value.to_lowercase() == wanted.to_lowercase()
                };
                values.iter().any(is_same) || number().is_some_and(|(given, wanted)| given.total_cmp(&wanted).is_eq())
            }
            "varsubset" => value(condition).split(',').all(|one| values.iter().any(|value| value == one.trim())),
            "vargt" => number().is_some_and(|(given, wanted)| given > wanted),
            "vargte" => number().is_some_and(|(given, wanted)| given >= wanted),
            "varlt" => number().is_some_and(|(given, wanted)| given < wanted),
            "varlte" => number().is_some_and(|(given, wanted)| given <= wanted),
            _ => false,
        }
    }

    fn number(&self, text: &str) -> Option<f64> {
        let known = self.numbers.borrow().get(text).copied();
        known.unwrap_or_else(|| {
            let number = kinds::typed_number(text);
            self.numbers.borrow_mut().insert(text.to_owned(), number);
            number
        })
    }

    /// Values of a response that some condition with points asks for, in their order; one more than are read at most.
    pub fn wanted(&self, response: &str) -> Vec<String> {
        let mut found = Vec::new();
        for condition in self.conditions_with_points() {
            positive(condition, &mut |child| {
                if matches!(child.name.as_str(), "varequal" | "varsubset")
                    && child.attribute("respident") == Some(response)
                {
                    let text = value(child);
                    let many = if child.name == "varsubset" {
                        text.split(',').map(str::trim).collect()
                    } else {
                        vec![text.as_str()]
                    };
                    for one in many {
                        if found.len() <= kinds::MAX_PARTS && !found.iter().any(|known| known == one) {
                            found.push(one.to_owned());
                        }
                    }
                }
            });
        }
        found
    }

    /// The places, from 1, that conditions with points name for values of a response.
    pub fn places(&self, response: &str) -> BTreeMap<String, usize> {
        let mut found = BTreeMap::new();
        for condition in self.conditions_with_points() {
            positive(condition, &mut |child| {
                if child.name == "varequal" && child.attribute("respident") == Some(response) {
                    let place = child.attribute("index").and_then(|place| place.trim().parse().ok());
                    found.extend(place.map(|place| (value(child), place)));
                }
            });
        }
        found
    }

    /// The bounds that conditions with points set for a response: those of each condition, with whether both ends count.
    pub fn bounds(&self, response: &str) -> Vec<(String, String, bool)> {
        let mut found = Vec::new();
        for condition in self.conditions_with_points() {
            let (mut low, mut high, mut includes) = (None, None, true);
            positive(condition, &mut |child| {
                if child.attribute("respident") == Some(response) {
                    match child.name.as_str() {
                        "vargte" | "vargt" => {
                            low = Some(value(child));
                            includes &= child.name == "vargte";
                        }
                        "varlte" | "varlt" => {
                            high = Some(value(child));
                            includes &= child.name == "varlte";
                        }
                        _ => {}
                    }
                }
            });
            if let (Some(low), Some(high)) = (low, high) {
                found.push((low, high, includes));
            }
        }
        found
    }

    /// Whether case counts where a condition with points compares this response.
    pub fn is_sensitive(&self, response: &str) -> bool {
        let mut is_sensitive = false;
        for condition in self.conditions_with_points() {
            positive(condition, &mut |child| {
                if child.name == "varequal" && child.attribute("respident") == Some(response) {
                    is_sensitive |= child.attribute("case").is_some_and(|case| case.eq_ignore_ascii_case("yes"));
                }
            });
        }
        is_sensitive
    }

    /// Whether points depend on a response in any way.
    pub fn mentions(&self, response: &str) -> bool {
        let is_it = |element: &&XmlElement| element.attribute("respident") == Some(response);
        let mentions = |condition: &'e XmlElement| {
            let mut below = vec![condition];
            while let Some(element) = below.pop() {
                if is_it(&element) {
                    return true;
                }
                below.extend(element.children());
            }
            false
        };
        let counting = self.rules.iter().filter(|rule| rule.sets.iter().any(|(_, number)| *number != 0.0));
        counting.filter_map(|rule| rule.condition).any(mentions)
    }

    /// Whether points depend on a response that none of these is.
    pub fn asks_for_others(&self, asked: &[&str]) -> bool {
        let mut found = false;
        for condition in self.conditions_with_points() {
            positive(condition, &mut |child| {
                found |= child.attribute("respident").is_some_and(|id| !asked.contains(&id));
            });
        }
        found
    }

    fn conditions_with_points(&self) -> impl Iterator<Item = &'e XmlElement> {
        let earns = |(action, number): &(Action, f64)| match action {
            Action::Set | Action::Add => *number > 0.0,
            Action::Subtract => *number < 0.0,
        };
        let with_points = self.rules.iter().filter(move |rule| rule.sets.iter().any(earns));
        with_points.filter_map(|rule| rule.condition)
    }
}

/// The text of a condition.
pub fn value(element: &XmlElement) -> String {
    let text: String = element
        .content
        .iter()
        .map(|node| match node {
            XmlNode::Text(text) => text.clone(),
            XmlNode::Element(child) => child.raw_text(),
        })
        .collect();
    text.trim().to_owned()
}

/// Conditions that have to hold, not those below `not`.
pub fn positive<'e>(element: &'e XmlElement, each: &mut dyn FnMut(&'e XmlElement)) {
    for child in element.children().filter(|child| child.name != "not") {
        each(child);
        positive(child, each);
    }
}
