//! Tests with more questions than one can have: each becomes several.

use super::{
    faulty::keep,
    lost::{Lost, fitted},
    plan::{Parsed, PlannedTest, PlannedTestItem, PlannedTestSection},
};
use crate::domain::{
    passage::SectionTexts,
    test::{MAX_PATTERNS, MAX_QUESTIONS, MAX_TITLE, QuestionDraft},
};
use std::{mem, ops::Range};

/// Begin of the sentence about such a test.
pub(super) const LONG: &str = "A test has at most 500 questions, and 100 patterns in their keys: ";
/// Characters of a title that its number needs.
const NUMBERED: usize = 10;

impl Parsed {
    /// Divides tests that have too many questions, in their order.
    pub(super) fn divide_long(&mut self) {
        let mut firsts = Vec::new();
        // The number in its whole test of the first question of each part.
        let mut starts = Vec::new();
        let mut divided = Vec::new();
        let mut tests = Vec::new();
        for planned in mem::take(&mut self.tests) {
            let ranges = if planned.names_bank() { Vec::new() } else { ranges(&planned) };
            firsts.push((tests.len(), ranges.len().max(1)));
            if ranges.len() < 2 {
                starts.push(0);
                tests.push(planned);
            } else {
                starts.extend(ranges.iter().map(|range| range.start));
                divided.push((tests.len(), planned.place.clone(), ranges.len()));
                tests.extend(parts(planned, &ranges));
            }
        }
        self.tests = tests;
        if divided.is_empty() {
            return;
        }
        for finding in &mut self.findings {
            let Some((first, count)) = finding.test.and_then(|test| firsts.get(test)) else { continue };
            let mut parts = self.tests.iter().zip(&starts).enumerate().skip(*first).take(*count);
            let own = parts.find(|(_, (test, start))| match finding.question {
                Some(number) => (**start..**start + test.places.len()).contains(&number),
                None => test.places.contains(&finding.place),
            });
            finding.test = Some(own.map_or(*first, |(index, _)| index));
            if let (Some(number), Some((_, (_, start)))) = (finding.question, own) {
                finding.renumber(Some(number - start));
            }
        }
        for (first, place, count) in divided {
            let what =
                format!("{LONG}this one becomes {count} tests, each with the description and the time of the whole.");
            self.left_out_of_test(first, place, Lost::reads(what));
        }
    }
}

/// The numbers of the questions of each part. A section stays whole where a part has the room.
fn ranges(planned: &PlannedTest) -> Vec<Range<usize>> {
    let patterns: Vec<usize> = planned.draft.questions.iter().map(QuestionDraft::patterns).collect();
    let fits = |range: Range<usize>| {
        range.len() <= MAX_QUESTIONS
            && patterns.get(range).is_some_and(|patterns| patterns.iter().sum::<usize>() <= MAX_PATTERNS)
    };
    let mut ranges = Vec::new();
    let mut start = 0;
    let mut end = 0;
    for size in sizes(planned) {
        let whole = end..end + size;
        if end > start && !fits(start..whole.end) && fits(whole.clone()) {
            ranges.push(start..end);
            start = end;
        }
        for next in whole {
            end = next + 1;
            if next > start && !fits(start..end) {
                ranges.push(start..next);
                start = next;
            }
        }
    }
    ranges.push(start..end);
    ranges
}

/// The number of questions of each section; without sections, each question is by itself.
fn sizes(planned: &PlannedTest) -> Vec<usize> {
    if planned.sections.is_empty() {
        return vec![1; planned.draft.questions.len()];
    }
    let of = |section: &PlannedTestSection| {
        section.items.iter().filter(|item| matches!(item, PlannedTestItem::Question)).count()
    };
    planned.sections.iter().map(of).collect()
}

fn parts(mut planned: PlannedTest, ranges: &[Range<usize>]) -> Vec<PlannedTest> {
    let mut questions = mem::take(&mut planned.draft.questions).into_iter();
    let mut places = mem::take(&mut planned.places).into_iter();
    let labels = mem::take(&mut planned.labels);
    let (title, _) = fitted(&planned.draft.title, MAX_TITLE - NUMBERED);
    let mut parts = Vec::new();
    for (number, range) in (1..).zip(ranges) {
        let mut part = planned.clone();
        part.draft.title = format!("{title} ({number}/{})", ranges.len());
        part.draft.questions = questions.by_ref().take(range.len()).collect();
        part.places = places.by_ref().take(range.len()).collect();
        let own = labels.range(range.clone());
        part.labels = own.map(|(place, labels)| (place - range.start, labels.clone())).collect();
        part.sections = sections(&planned.sections, range);
        parts.push(part);
    }
    parts
}

/// The sections with questions of this range, and what these need of their texts.
fn sections(all: &[PlannedTestSection], range: &Range<usize>) -> Vec<PlannedTestSection> {
    let mut number = 0;
    let mut sections = Vec::new();
    for section in all {
        let mut kept = Vec::new();
        for item in &section.items {
            let is_question = matches!(item, PlannedTestItem::Question);
            kept.push(is_question && range.contains(&number));
            number += usize::from(is_question);
        }
        let mut section = section.clone();
        keep(&mut section.items, |place| kept.get(*place).copied().unwrap_or_default());
        section.texts.retain_items(&kept);
        let SectionTexts { passages, about, .. } = &mut section.texts;
        passages.retain(|passage| about.iter().any(|(_, id)| *id == passage.id));
        if !section.items.is_empty() {
            sections.push(section);
        }
    }
    sections
}
