//! Declarations of responses, and how they are scored.

use super::{
    super::five_decimals,
    xml::{QtiElement, qti},
};
use crate::domain::question::{NumberKey, Question, Scoring, TextKey, ToleranceKind, decimal::Decimal};
use bigdecimal::BigDecimal;

pub fn response_id(number: usize) -> String {
    if number == 0 { "RESPONSE".to_owned() } else { format!("RESPONSE{}", number + 1) }
}

pub fn choice_id(place: usize) -> String {
    format!("c{}", place + 1)
}

pub fn prompt_id(place: usize) -> String {
    format!("p{}", place + 1)
}

/// A response with its key.
pub struct ScoredResponse {
    id: String,
    cardinality: &'static str,
    base_type: &'static str,
    correct: Vec<String>,
    /// Points by response.
    pub mapping: Vec<(String, f64)>,
    case_sensitive: bool,
    /// Mode and width on either side.
    tolerance: Option<(&'static str, String)>,
}

impl ScoredResponse {
    pub fn new(number: usize, cardinality: &'static str, base_type: &'static str, correct: Vec<String>) -> Self {
        let id = response_id(number);
        Self { id, cardinality, base_type, correct, mapping: Vec::new(), case_sensitive: true, tolerance: None }
    }

    pub fn text(number: usize, key: &TextKey, points: f64) -> Self {
        let mapping = key.accepted.iter().map(|text| (text.clone(), points)).collect();
        let correct = key.accepted.iter().take(1).cloned().collect();
        Self { mapping, case_sensitive: key.case_sensitive, ..Self::new(number, "single", "string", correct) }
    }

    pub fn number(number: usize, NumberKey { correct_number, tolerance, .. }: &NumberKey) -> Self {
        let tolerance = tolerance.as_ref().and_then(|tolerance| {
            let (mode, width) = match tolerance.kind {
                ToleranceKind::Absolute => ("absolute", tolerance.value.clone()),
                ToleranceKind::Relative => {
                    let percent = (tolerance.value.value() * BigDecimal::from(100)).normalized();
                    ("relative", Decimal::of(&percent)?)
                }
            };
            Some((mode, width.as_str().to_owned()))
        });
        Self { tolerance, ..Self::new(number, "single", "float", vec![correct_number.as_str().to_owned()]) }
    }

    pub fn declaration(&self) -> QtiElement {
        let mut declaration = qti("responseDeclaration")
            .set("identifier", &self.id)
            .set("cardinality", self.cardinality)
            .set("baseType", self.base_type);
        if !self.correct.is_empty() {
            let values = self.correct.iter().map(|value| qti("value").text(value));
            declaration = declaration.with(qti("correctResponse").all(values));
        }
        if !self.mapping.is_empty() {
            let entry = |(key, points): &(String, f64)| {
                let entry = qti("mapEntry").set("mapKey", key).set("mappedValue", five_decimals(*points));
                if self.base_type == "string" { entry.set("caseSensitive", self.case_sensitive) } else { entry }
            };
            let mapping = qti("mapping").set("lowerBound", 0).set("defaultValue", 0);
            declaration = declaration.with(mapping.all(self.mapping.iter().map(entry)));
        }
        declaration
    }

    fn variable(&self) -> QtiElement {
        qti("variable").set("identifier", &self.id)
    }

    fn mapped(&self) -> QtiElement {
        qti("mapResponse").set("identifier", &self.id)
    }

    /// Whether the response is right.
    fn is_right(&self) -> QtiElement {
        let correct = qti("correct").set("identifier", &self.id);
        if self.base_type == "float" {
            let equal = match &self.tolerance {
                Some((mode, width)) => {
                    qti("equal").set("toleranceMode", mode).set("tolerance", format!("{width} {width}"))
                }
                None => qti("equal").set("toleranceMode", "exact"),
            };
            // A relative tolerance is one of the first operand.
            return equal.with(correct).with(self.variable());
        }
        if self.mapping.is_empty() {
            return qti("match").with(self.variable()).with(correct);
        }
        qti("gt").with(self.mapped()).with(float(0.0))
    }
}

fn float(value: f64) -> QtiElement {
    qti("baseValue").set("baseType", "float").text(five_decimals(value))
}

pub fn share(points: f64, parts: usize) -> f64 {
    points / f64::from(u32::try_from(parts.max(1)).unwrap_or(u32::MAX))
}

pub fn processing(question: &Question, scored: &[ScoredResponse], has_feedback: bool) -> QtiElement {
    let points = f64::from(question.points);
    let set = |value: QtiElement| qti("setOutcomeValue").set("identifier", "SCORE").with(value);
    let given = |condition: QtiElement, value: QtiElement| {
        qti("responseCondition").with(qti("responseIf").with(condition).with(set(value)))
    };
    let processing = qti("responseProcessing");
    let processing = match scored {
        _ if !question.kind().is_auto() => processing,
        [one] if !one.mapping.is_empty() => processing.with(set(one.mapped())),
        [one] => processing.with(given(one.is_right(), float(points))),
        parts if question.scoring == Scoring::Partial => {
            let add = |one: &ScoredResponse| {
                let sum = qti("sum").with(qti("variable").set("identifier", "SCORE"));
                given(one.is_right(), sum.with(float(share(points, parts.len()))))
            };
            processing.all(parts.iter().map(add))
        }
        parts => processing.with(given(qti("and").all(parts.iter().map(ScoredResponse::is_right)), float(points))),
    };
    if !has_feedback {
        return processing;
    }
    let shown = qti("baseValue").set("baseType", "identifier").text("explanation");
    processing.with(qti("setOutcomeValue").set("identifier", "FEEDBACK").with(shown))
}
