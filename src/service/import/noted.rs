//! Differences from the file in score or wording stand in the notes of their question, until a person has looked and removes
//! them.

use super::{
    ImportFormat,
    lost::Effect,
    plan::{ImportFinding, ImportPlan, PlannedTest},
};
use crate::domain::question::MAX_NOTES;

/// Begin of such a note.
const NOTED: &str = "Differs from the imported file:";

impl ImportPlan {
    /// The plan whose questions have what was accepted of them in their notes.
    #[must_use]
    pub(super) fn noted(mut self) -> Self {
        let mut notes: Vec<(usize, usize, String)> = Vec::new();
        for finding in self.findings.iter().filter(|finding| finding.effect().is_some_and(Effect::needs_consent)) {
            let Some(index) = finding.test else { continue };
            let number = self.tests.get(index).and_then(|planned| planned.number_of(finding, self.format));
            let note = format!("{NOTED} {}", finding.sentence().replace(char::is_control, " "));
            notes.extend(number.map(|number| (index, number, note)));
        }
        for (index, number, note) in notes {
            let question = self.tests.get_mut(index).and_then(|planned| planned.draft.questions.get_mut(number));
            let Some(question) = question else { continue };
            let before = question.reviewer_notes.clone().unwrap_or_default();
            let is_known = before.lines().any(|line| line == note);
            let together = if before.is_empty() { note } else { format!("{before}\n{note}") };
            if !is_known && together.chars().count() <= MAX_NOTES {
                question.reviewer_notes = Some(together);
            }
        }
        self
    }
}

impl PlannedTest {
    /// The question that a finding is about, from 0: the one of its number, of its place, or the only one of its file (QTI) or its
    /// package (contests).
    fn number_of(&self, finding: &ImportFinding, format: Option<ImportFormat>) -> Option<usize> {
        let only = |is_it: &dyn Fn(usize) -> bool| {
            let mut found = (0..self.places.len()).filter(|number| is_it(*number));
            found.next().filter(|_| found.next().is_none())
        };
        let of_place = || only(&|number| self.places.get(number) == Some(&finding.place));
        let is_beside = |number: usize| self.places.get(number).is_some_and(|own| own.entry == finding.place.entry);
        let of_file = || match format {
            Some(ImportFormat::Contest) => only(&|_| true),
            Some(ImportFormat::Qti) => only(&is_beside),
            Some(
                ImportFormat::Json
                | ImportFormat::Yaml
                | ImportFormat::Csv
                | ImportFormat::Gift
                | ImportFormat::Qti12
                | ImportFormat::Moodle
                | ImportFormat::Aiken,
            )
            | None => None,
        };
        finding.question.or_else(of_place).or_else(of_file)
    }
}

#[cfg(test)]
mod tests {
    use super::super::read;

    #[test]
    fn what_was_accepted_stands_in_the_notes_of_its_question() {
        let text = "// first\nQ1 {=5 ~3 ~4}\n\nQ2 {=5 ~%50%4 ~3}\n\nQ3 {=a ~a}\n\nQ4 {=x#good ~y}\n";
        let plan = read(text.as_bytes(), Some("bank.gift"), None).noted();
        let notes: Vec<_> = plan.tests[0].draft.questions.iter().map(|q| q.reviewer_notes.as_deref()).collect();
        assert_eq!(notes.len(), 3, "{:?}", plan.findings);
        assert_eq!(notes[0], None);
        assert_eq!(
            notes[1],
            Some("Differs from the imported file: Partial credit is not supported: the answer counts as wrong.")
        );
        assert_eq!(notes[2], Some("Differs from the imported file: Feedback to single answers is not supported."));
    }

    #[test]
    fn numbers_follow_questions_that_are_left_out() {
        let question = |body: &str| {
            format!(
                "<question type=\"multichoice\"><name><text>N</text></name><questiontext format=\"html\"><text>Which?</text></questiontext>\
                 <single>true</single>{body}</question>"
            )
        };
        let answer =
            |fraction: &str, text: &str| format!("<answer fraction=\"{fraction}\"><text>{text}</text></answer>");
        let same = question(&(answer("100", "a") + &answer("50", "a")));
        let partial = question(&(answer("100", "a") + &answer("50", "b")));
        let plan = read(format!("<quiz>{same}{partial}</quiz>").as_bytes(), Some("bank.xml"), None).noted();
        let [only] = plan.tests[0].draft.questions.as_slice() else { panic!("{:?}", plan.findings) };
        let note = "Differs from the imported file: Partial credit is not supported: the answer counts as wrong.";
        assert_eq!(only.reviewer_notes.as_deref(), Some(note));
        let of_questions = plan.findings.iter().filter_map(|one| Some((one.question?, one.message.as_str())));
        let named = "Question 1: Partial credit is not supported: the answer counts as wrong.";
        assert_eq!(of_questions.collect::<Vec<_>>(), [(0, named)]);
    }
}
