//! Questions that our rules refuse: each is left out with the reason, and the rest of the file comes in.

use super::{
    ImportFormat,
    format::Origin,
    kinds,
    lost::{Effect, Lost, UNTITLED, fitted},
    plan::{Parsed, PlannedTest, PlannedTestItem, Position},
};
use crate::domain::{
    rich_text::RichTextFormat,
    test::{MAX_DESCRIPTION, MAX_TITLE},
};
use std::collections::{BTreeMap, BTreeSet};

impl Parsed {
    /// Leaves out what the rules refuse. A test without any question left is left out, too. Of the texts and the length of tests
    /// in our own formats faults are named instead, so that their authors can correct them.
    pub(super) fn drop_wrong(&mut self, format: ImportFormat) {
        match format.origin() {
            Origin::Programs => {
                self.fit_texts();
                self.drop_faulty();
                self.drop_empty();
                self.divide_long();
            }
            Origin::Ours => {
                let emptied = self.drop_faulty();
                let skipped = |index| {
                    let mut said = self.findings.iter().filter(|finding| finding.test == Some(index));
                    said.any(|finding| finding.effect() == Some(Effect::Scores))
                };
                let lost: BTreeSet<usize> =
                    (0..self.tests.len()).filter(|index| emptied.contains(index) || skipped(*index)).collect();
                self.keep_tests(|index, test| !test.places.is_empty() || test.names_bank() || !lost.contains(&index));
            }
            Origin::Contests => {}
        }
    }

    /// Leaves out the questions that the rules refuse. Returns the tests of which some were.
    fn drop_faulty(&mut self) -> BTreeSet<usize> {
        let mut lost = Vec::new();
        let mut gone = Vec::new();
        for (index, planned) in self.tests.iter_mut().enumerate() {
            let mut wrong: BTreeMap<usize, String> = BTreeMap::new();
            for (number, question) in planned.draft.questions.iter().enumerate() {
                if let Err(error) = question.clone().check_alone(number) {
                    wrong.insert(number, kinds::refusal(question, error));
                }
            }
            for (number, why) in &wrong {
                let place = planned.places.get(*number).cloned().unwrap_or_default();
                lost.push((place, why.clone()));
            }
            let wrong: BTreeSet<usize> = wrong.into_keys().collect();
            without(planned, &wrong);
            gone.push((index, wrong));
        }
        for (place, why) in lost {
            // What was lost first is the true reason.
            let earlier =
                self.findings.iter().find(|finding| finding.place == place && finding.message.contains("icture"));
            let why = match earlier {
                Some(earlier) => format!("{} ({})", without_end(&why), without_end(&earlier.message)),
                None => without_end(&why).to_owned(),
            };
            self.left_out_of_file(place, Lost::skipped(&why));
        }
        gone.retain(|(_, wrong)| !wrong.is_empty());
        for (index, wrong) in &gone {
            self.renumber(*index, wrong);
        }
        gone.into_iter().map(|(index, _)| index).collect()
    }

    /// Makes titles and descriptions such as a test can have.
    fn fit_texts(&mut self) {
        let is_long = |planned: &&mut PlannedTest| planned.draft.description.chars().count() > MAX_DESCRIPTION;
        let long: Vec<Position> = self.tests.iter_mut().filter(is_long).map(without_description).collect();
        for place in long {
            let what = "A description of more than 20,000 characters is not imported.";
            self.left_out_of_file(place, Lost::reads(what));
        }
        for index in 0..self.tests.len() {
            let Some(PlannedTest { draft, place, .. }) = self.tests.get_mut(index) else { continue };
            draft.description.retain(|c| !c.is_control() || matches!(c, '\n' | '\r' | '\t'));
            let (title, cut) = fitted(draft.title.replace(char::is_control, " ").trim(), MAX_TITLE);
            draft.title = if title.is_empty() { UNTITLED.to_owned() } else { title };
            let place = place.clone();
            if let Some(what) = cut {
                self.left_out_of_test(index, place, Lost::reads(what));
            }
        }
    }

    /// Gives findings the numbers that questions have without these; what was said of these names no question.
    fn renumber(&mut self, test: usize, wrong: &BTreeSet<usize>) {
        for finding in self.findings.iter_mut().filter(|finding| finding.test == Some(test)) {
            let Some(number) = finding.question else { continue };
            finding.renumber((!wrong.contains(&number)).then(|| number - wrong.range(..number).count()));
        }
    }
}

/// Takes its description from a test; returns the place of the test.
fn without_description(planned: &mut PlannedTest) -> Position {
    planned.draft.description.clear();
    planned.draft.description_format = RichTextFormat::Plain;
    planned.place.clone()
}

pub(super) fn without_end(sentence: &str) -> &str {
    sentence.trim_end_matches('.')
}

/// Takes these questions out of a test and its sections.
fn without(planned: &mut PlannedTest, wrong: &BTreeSet<usize>) {
    if wrong.is_empty() {
        return;
    }
    let is_kept = |number: &usize| !wrong.contains(number);
    keep(&mut planned.draft.questions, is_kept);
    keep(&mut planned.places, is_kept);
    let labels = std::mem::take(&mut planned.labels).into_iter().filter(|(number, _)| is_kept(number));
    planned.labels = labels.map(|(number, labels)| (number - wrong.range(..number).count(), labels)).collect();
    let mut number = 0;
    for section in &mut planned.sections {
        let kept: Vec<bool> = section
            .items
            .iter()
            .map(|item| match item {
                PlannedTestItem::Question => {
                    number += 1;
                    is_kept(&(number - 1))
                }
                PlannedTestItem::Bank(_) => true,
            })
            .collect();
        keep(&mut section.items, |place| kept.get(*place).copied().unwrap_or_default());
        section.texts.retain_items(&kept);
    }
    planned.sections.retain(|section| !section.items.is_empty());
}

pub(super) fn keep<T>(list: &mut Vec<T>, is_kept: impl Fn(&usize) -> bool) {
    let mut number = 0..;
    list.retain(|_| number.next().is_some_and(|number| is_kept(&number)));
}
