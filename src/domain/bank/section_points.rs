//! Points by section of a question paper (`docs/behaviour/results.md#points-by-section`).

use super::plan::{PaperPlan, PlannedItem};
use crate::domain::{
    paper::Paper,
    question::Thousandths,
    submission::{Grade, GradeStatus},
};
use std::collections::HashMap;

/// A section of all papers of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SectionSpan {
    pub label: String,
    /// Number of questions.
    pub questions: usize,
}

/// Points of a candidate in a section. Answers that wait for a review earn nothing yet; voided questions do not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SectionPoints {
    pub earned: Thousandths,
    pub points: u32,
    /// An answer waits for a review.
    pub is_pending: bool,
}

/// Labels of sections where candidates are compared: by title, or else by number. Labels are distinct: a second
/// section of the same title has its number behind it.
#[must_use]
pub fn labels<'t>(titles: impl Iterator<Item = &'t str>) -> Vec<String> {
    let mut labels: Vec<String> = Vec::new();
    for (number, title) in (1..).zip(titles.map(str::trim)) {
        let numbered = if title.is_empty() { format!("Section {number}") } else { format!("{title} ({number})") };
        let label =
            if title.is_empty() || labels.iter().any(|known| known == title) { numbered } else { title.to_owned() };
        labels.push(label);
    }
    labels
}

impl PaperPlan {
    /// The sections of each paper; all papers of a plan have the same ones.
    #[must_use]
    pub fn spans(&self) -> Vec<SectionSpan> {
        let count = |item: &PlannedItem| match item {
            PlannedItem::Fixed(_) => 1,
            PlannedItem::Pool { draw, .. } => *draw as usize,
        };
        let labels = labels(self.sections.iter().map(|section| &*section.title));
        let spans = labels.into_iter().zip(&self.sections);
        spans.map(|(label, section)| SectionSpan { label, questions: section.items.iter().map(count).sum() }).collect()
    }
}

/// The points of each section, in their order.
#[must_use]
pub fn points(spans: &[SectionSpan], paper: &Paper, grades: &[Grade]) -> Vec<SectionPoints> {
    let by_place: HashMap<usize, &Grade> = grades.iter().map(|grade| (grade.place as usize, grade)).collect();
    let mut places = 0..paper.questions.len();
    let section = |span: &SectionSpan| {
        let mut sum = SectionPoints::default();
        for place in places.by_ref().take(span.questions) {
            let Some(grade) = by_place.get(&place).filter(|grade| grade.status != GradeStatus::Void) else { continue };
            sum.points += paper.questions[place].points;
            sum.is_pending |= grade.status == GradeStatus::Pending;
            if grade.status.is_scored() {
                sum.earned = Thousandths(sum.earned.0.saturating_add(Thousandths::nearest(grade.earned).0));
            }
        }
        sum
    };
    spans.iter().map(section).collect()
}

#[cfg(test)]
mod tests {
    use super::labels;

    #[test]
    fn labels_are_titles_or_numbers_and_distinct() {
        let titles = ["SQL", "", " SQL ", "Writing"];
        assert_eq!(labels(titles.into_iter()), ["SQL", "Section 2", "SQL (3)", "Writing"]);
    }
}
