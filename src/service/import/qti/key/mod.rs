//! The key of an item: what its rules do, in one of our kinds, and where that scores differently.
//!
//! Each reading of the rules that our kinds can express is compared with the file's own points on probing answers: those that rules
//! name, near misses, other case, the same answer twice, parts, nothing. The first that agrees on all of them is taken; otherwise
//! the one that agrees most often, and the first difference is named.

mod build;
mod derive;
mod number;
mod parts;
mod probes;

pub use build::PartTexts;
pub use derive::{Derived, derive};
pub use parts::Part;
pub use probes::other_cases;

use super::{
    processing::{Processing, Unread, value},
    xml::XmlElement,
};
use crate::{
    domain::{
        question::{Question, Scorer, Scoring},
        test::QuestionDraft,
    },
    service::import::{kinds, lost::Lost},
};
use build::Reading;
use derive::PartKey;
use parts::{Form, Given};

/// Points that differ by less are the same: ours have three decimals, and files have a third as 0.33333.
const SAME: f64 = 0.002;

/// The number of a probe, and what it earns here.
type Difference = (usize, f64);

/// An item, as far as its key depends on it.
pub struct Keyed<'i, 'e> {
    pub processing: &'i Processing,
    pub parts: &'i [Part<'e>],
    pub derived: &'i Derived,
    pub is_gaps: bool,
    pub worth: Worth,
}

/// Points of an item.
#[derive(Clone, Copy, Debug)]
pub struct Worth {
    /// Whole, from 1 to 100.
    pub points: i64,
    /// Points that the file states.
    pub exact: f64,
    /// MAXSCORE, where the file has it.
    pub declared: Option<f64>,
}

impl Worth {
    /// The declared points, or the most that an answer earns, times the weight in a test.
    pub fn of(item: &XmlElement, most: Option<f64>, weight: f64) -> Self {
        let declared = max_score(item).filter(|points| *points > 0.0);
        let exact = declared.or(most.filter(|points| *points > 0.0)).unwrap_or(1.0) * weight;
        #[expect(clippy::cast_possible_truncation, reason = "within the limits of points")]
        let points = exact.round().clamp(1.0, 100.0) as i64;
        Self { points, exact, declared }
    }

    #[expect(clippy::cast_precision_loss, reason = "100 at most")]
    fn whole(self) -> f64 {
        self.points as f64
    }
}

/// The default value of the outcome MAXSCORE, or the highest value that SCORE can have.
fn max_score(item: &XmlElement) -> Option<f64> {
    let outcome = |name: &str| {
        item.children().find(|child| {
            child.name == "outcomedeclaration"
                && child.attribute("identifier").is_some_and(|id| id.trim().eq_ignore_ascii_case(name))
        })
    };
    let declared = outcome("MAXSCORE").and_then(|outcome| outcome.child("defaultvalue"));
    let declared = declared.and_then(|value| value.child("value")).and_then(|value| value::number(&value.text()));
    declared.or_else(|| value::number(outcome("SCORE")?.attribute("normalmaximum")?))
}

/// A question with its key, and what about its points differs from the file.
pub struct Settled {
    pub question: QuestionDraft,
    pub lost: Vec<Lost>,
}

impl Keyed<'_, '_> {
    /// The question with these texts.
    ///
    /// # Errors
    /// Why there is none.
    pub fn settle(&self, text: &str, texts: &[PartTexts]) -> Result<Settled, String> {
        let Derived { most, keys, .. } = self.derived;
        let mut lost = self.worth_lost();
        if self.processing.is_declared_only && keys.iter().any(|key| *key != PartKey::Essay) {
            lost.push(Lost::scores(
                "It has no rules for points in the file: here the declared answer earns all points.",
            ));
        }
        let declarations =
            self.parts.iter().filter_map(|part| self.processing.declarations.responses.get(&part.response));
        for declaration in declarations {
            if declaration.has_more {
                lost.push(Lost::scores(
                    "It declares several right values for a single answer: only the first of them is.",
                ));
            }
            if !declaration.default.is_null() {
                lost.push(Lost::scores("Its answer is filled in before a candidate begins, and blank here."));
            }
        }
        if keys.iter().all(|key| *key == PartKey::Essay) {
            let uses = self.parts.iter().any(|part| self.processing.uses(&part.response));
            let declares = self.parts.iter().any(|part| self.processing.declares_answer(&part.response));
            let earns = most.as_ref().is_ok_and(|most| *most > 0.0);
            if uses && !self.processing.is_declared_only && (earns || declares) {
                lost.push(Lost::scores("Its answer is scored by rules in the file, and by a reviewer here."));
            }
            if let Some(part) = self.parts.iter().find(|part| part.form != Form::Essay) {
                let what = if part.form == Form::One { "exactly one correct answer" } else { "the correct answer" };
                let options = if part.ids.is_empty() { "" } else { " its options stand in the text, and" };
                lost.push(Lost::scores(format!("It does not declare {what}:{options} a reviewer scores the answer.")));
            }
            let question = self.draft(text, texts, self.reading(Scoring::AllOrNothing, 0.0))?;
            return Ok(Settled { question, lost });
        }
        let probes = self.probes();
        let points: Result<Vec<f64>, Unread> =
            probes.iter().map(|given| parts::points(self.processing, self.parts, given)).collect();
        let (most, points) = match (most.clone(), points) {
            (Ok(most), Ok(points)) => (most, points),
            (Err(unread), _) | (_, Err(unread)) => {
                lost.push(Lost::scores(unread.finding()));
                let scoring = if self.has_mapping() { Scoring::Partial } else { Scoring::AllOrNothing };
                return Ok(Settled { question: self.draft(text, texts, self.reading(scoring, 0.0))?, lost });
            }
        };
        if most <= 0.0 {
            lost.push(Lost::scores("No answer earns points in the file. Here the declared answer earns all points."));
            let question = self.draft(text, texts, self.reading(Scoring::AllOrNothing, 0.0))?;
            return Ok(Settled { question, lost });
        }
        let scale = self.worth.whole() / most;
        let theirs: Vec<f64> = points.iter().map(|points| points * scale).collect();
        let (question, difference) = self.best(text, texts, &probes, &theirs)?;
        if let Some((at, ours)) = difference {
            let given = probes.get(at).map(|given| build::in_words(texts, given)).unwrap_or_default();
            let file = points.get(at).copied().unwrap_or_default();
            lost.push(Lost::scores(format!(
                "Its own scoring is not imported as it is: '{given}' earns {} of {} points in the file, and {} of {} here.",
                short(file),
                short(most),
                short(ours),
                self.worth.points
            )));
        }
        Ok(Settled { question, lost })
    }

    /// Differences of the item's points.
    fn worth_lost(&self) -> Vec<Lost> {
        let Worth { points, exact, declared } = self.worth;
        let mut lost = Vec::new();
        if (exact - self.worth.whole()).abs() > SAME {
            lost.push(Lost::scores(format!("It is worth {} points in the file, and {points} here.", short(exact))));
        }
        if let (Some(declared), Ok(most)) = (declared, &self.derived.most)
            && *most > 0.0
            && (declared - most).abs() > SAME
        {
            let (declared, most) = (short(declared), short(*most));
            lost.push(Lost::scores(format!(
                "The best answer earns {most} points in the file, where MAXSCORE is {declared}: here it earns all points."
            )));
        }
        lost
    }

    fn has_mapping(&self) -> bool {
        self.processing.declarations.responses.values().any(|declaration| declaration.mapping.is_some())
    }

    fn reading(&self, scoring: Scoring, penalty: f64) -> Reading {
        Reading { scoring, penalty, points: self.worth.points, is_relative: self.processing.is_relative() }
    }

    fn draft(&self, text: &str, texts: &[PartTexts], reading: Reading) -> Result<QuestionDraft, String> {
        build::draft(text, self.is_gaps, self.parts, texts, &self.derived.keys, reading).map_err(str::to_owned)
    }

    fn probes(&self) -> Vec<Vec<Given>> {
        let Derived { right, keys, alternatives, named, mapped, .. } = self.derived;
        let mut alternatives = alternatives.clone();
        for ((list, key), part) in alternatives.iter_mut().zip(keys).zip(self.parts) {
            match key {
                PartKey::Number { number, ends } => {
                    list.extend(probes::between(list));
                    let ends = ends.iter().flat_map(|(low, high)| [low, high]);
                    let near = std::iter::once(number).chain(ends).filter_map(|text| text.parse::<f64>().ok());
                    let texts = near.flat_map(|near| {
                        let step = if part.is_whole() { 1.0 } else { near.abs().max(1.0) * 1e-6 };
                        [near, near - step, near + step, near + 1.0, near * 10.0, -near]
                    });
                    list.extend(texts.map(|number| Given::Text(number.to_string())));
                }
                PartKey::Text { accepted, .. } => {
                    let near = accepted.iter().flat_map(|text| probes::near_texts(text));
                    list.extend(near.map(Given::Text));
                }
                PartKey::One(_) | PartKey::Several(_) | PartKey::Order(_) | PartKey::Pairs(_) | PartKey::Essay => {}
            }
        }
        let mut probes = probes::all(self.parts, right, &alternatives, named, mapped);
        let takes = |(part, (given, right)): (&parts::Part<'_>, (&Given, &Given))| given == right || part.takes(given);
        probes.retain(|probe| self.parts.iter().zip(probe.iter().zip(right)).all(takes));
        probes
    }

    /// The reading that agrees with the file most often, with the first probe on which it does not, and our points of that.
    fn best(
        &self,
        text: &str,
        texts: &[PartTexts],
        probes: &[Vec<Given>],
        theirs: &[f64],
    ) -> Result<(QuestionDraft, Option<Difference>), String> {
        let least = theirs.iter().copied().fold(0.0, f64::min);
        let mut penalties = vec![0.0];
        if least < -SAME {
            let next = theirs.iter().copied().filter(|points| *points < -SAME).fold(f64::MIN, f64::max);
            penalties.extend([-least, -next].map(|penalty| penalty.min(self.worth.whole())));
        }
        let mut best: Option<(f64, QuestionDraft, Option<Difference>)> = None;
        let mut refused = None;
        for penalty in penalties {
            // The first of those that are as close.
            let (first, second) = if self.is_gaps {
                (Scoring::Partial, Scoring::AllOrNothing)
            } else {
                (Scoring::AllOrNothing, Scoring::Partial)
            };
            for scoring in [first, second] {
                let draft = self.draft(text, texts, self.reading(scoring, penalty))?;
                let question = match draft.clone().check_alone(0) {
                    Ok(question) => question,
                    Err(error) => {
                        refused.get_or_insert(without_number(&kinds::refusal(&draft, error)));
                        continue;
                    }
                };
                let (distance, first) = differences(&question, texts, probes, theirs);
                let is_same = first.is_none();
                if best.as_ref().is_none_or(|(least, ..)| distance < least - SAME) {
                    best = Some((distance, draft, first));
                }
                if is_same {
                    break;
                }
            }
        }
        match best {
            Some((_, draft, first)) => Ok((draft, first)),
            None => Err(refused.unwrap_or_else(|| "its key cannot be read".to_owned())),
        }
    }
}

/// How many points all probes differ in together, and the first that does, with ours.
fn differences(
    question: &Question,
    texts: &[PartTexts],
    probes: &[Vec<Given>],
    theirs: &[f64],
) -> (f64, Option<Difference>) {
    let scorer = Scorer::new(question);
    let (mut distance, mut first) = (0.0, None);
    for (at, (given, theirs)) in probes.iter().zip(theirs).enumerate() {
        let ours = scorer.mark(&build::answer(question, texts, given)).earned.as_points();
        if (ours - theirs).abs() > SAME {
            distance += (ours - theirs).abs();
            first.get_or_insert((at, ours));
        }
    }
    (distance, first)
}

/// A sentence about a question without its number, to follow "skipped: ".
pub fn without_number(message: &str) -> String {
    let rest = message.strip_prefix("Question ").and_then(|rest| rest.split_once(": "));
    let said = rest.map_or(message, |(_, said)| said);
    said.trim_end_matches('.').to_owned()
}

/// Writes points with at most three decimals.
fn short(points: f64) -> String {
    let text = format!("{points:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}
