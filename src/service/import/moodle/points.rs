//! Grades of Moodle, of other programs and of tables are decimals, points are whole numbers.

use crate::{
    domain::question::Numeral,
    service::import::{gift::penalty_points, kinds, lost::Lost, plan::Parsed},
};
use std::collections::BTreeMap;

/// Points of a question.
#[derive(Clone, Copy, Debug)]
pub struct Grade {
    pub points: f64,
    /// Percent of the points that a wrong option takes off.
    pub penalty: f64,
}

impl Grade {
    /// Points as a table has them.
    pub fn of_cell(cell: Option<&str>) -> Self {
        Self { points: cell.and_then(kinds::typed_number).unwrap_or(1.0), penalty: 0.0 }
    }
}

/// Factors by which grades are tried to be made whole points.
const FACTORS: [f64; 10] = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 20.0, 100.0];
const MAX: f64 = 100.0;

/// Sets the points of all questions of a test: the grades times the same factor, if one makes all of them whole.
pub fn set(parsed: &mut Parsed, index: usize, grades: &[Grade]) {
    // No factor makes a question without points one here.
    let counted = || grades.iter().filter(|grade| grade.points > 0.0);
    let fits = |factor: f64| {
        counted().all(|grade| {
            let points = grade.points * factor;
            (points - points.round()).abs() < 0.001 && (1.0..=MAX).contains(&points.round())
        })
    };
    let factor = FACTORS.into_iter().find(|factor| fits(*factor));
    let Some(test) = parsed.tests.get_mut(index) else { return };
    let mut rounded = Vec::new();
    for (number, (question, grade)) in test.draft.questions.iter_mut().zip(grades).enumerate() {
        let wanted = grade.points * factor.unwrap_or(1.0);
        let points = wanted.round().clamp(1.0, MAX);
        #[expect(clippy::cast_possible_truncation, reason = "between 1 and 100")]
        let whole = points as i64;
        if (wanted - points).abs() >= 0.001 {
            let place = test.places.get(number).cloned().unwrap_or_default();
            let what = format!("Question {}: {} points there are {whole} here.", number + 1, grade.points);
            rounded.push((number, place, what));
        }
        question.points = whole;
        if grade.penalty > 0.0 {
            question.penalty = Some(penalty_points(grade.penalty, whole)).filter(|Numeral(text)| text != "0");
        }
    }
    let place = test.place.clone();
    for (number, place, what) in rounded {
        parsed.left_out_of_named(index, number, place, Lost::scores(what));
    }
    if let Some(factor) = factor.filter(|factor| *factor > 1.0) {
        let message = format!("Points are whole numbers here: all questions have {factor} times those of the file.");
        parsed.left_out(place, Lost::looks(message));
    }
}

/// The same in a table, for those of its tests that have fractions of a point; `grades` are those of the questions of each test.
pub fn set_fractions(parsed: &mut Parsed, grades: &BTreeMap<usize, Vec<Grade>>) {
    for (index, grades) in grades {
        if grades.iter().any(|grade| is_fraction(grade.points)) {
            set(parsed, *index, grades);
        }
    }
}

/// Whether these are points that a question can have by a factor, and only so.
pub fn is_fraction(points: f64) -> bool {
    (0.0..=MAX).contains(&points) && (points - points.round()).abs() >= 0.001
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        domain::test::{QuestionDraft, QuestionKind},
        service::import::plan::{PlannedTest, Position},
    };

    #[test]
    fn a_question_without_points_changes_no_others() {
        let mut parsed = Parsed::default();
        parsed.tests.push(PlannedTest::new("T", Position::default()));
        for _ in 0..3 {
            parsed.push(QuestionDraft::new(QuestionKind::Essay, "Why?"), &Position::default());
        }
        let grades = [1.5, 0.0, 2.0].map(|points| Grade { points, penalty: 0.0 });
        set(&mut parsed, 0, &grades);
        let points: Vec<i64> = parsed.tests[0].draft.questions.iter().map(|question| question.points).collect();
        assert_eq!(points, [3, 1, 4]);
        let said: Vec<&str> = parsed.findings.iter().map(|finding| finding.message.as_str()).collect();
        let all = "Points are whole numbers here: all questions have 2 times those of the file.";
        assert_eq!(said, ["Question 2: 0 points there are 1 here.", all]);
    }
}
