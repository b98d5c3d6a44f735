//! Translations in a file that do not fit their originals: each is named, and left out with the rest of its question or text.

use super::{
    lost::Lost,
    plan::{ImportFinding, Parsed, PlannedTest, Position},
};
use crate::domain::{
    error::FieldChecker,
    language::Language,
    passage::CheckedTexts,
    test::CheckedTest,
    test_translation::{self, MAX_LANGUAGES, Place, Sources},
};
use std::collections::BTreeSet;

impl Parsed {
    /// Names the translations that are not imported.
    pub(super) fn name_unfit_translations(&mut self) {
        let tests = self.tests.iter().enumerate();
        let found: Vec<ImportFinding> =
            tests.flat_map(|(index, planned)| unfit(planned).into_iter().map(move |one| one.of_test(index))).collect();
        for finding in found {
            self.report(finding);
        }
    }
}

fn unfit(planned: &PlannedTest) -> Vec<ImportFinding> {
    let mut found = Vec::new();
    let draft = &planned.draft;
    let of_questions = draft.questions.iter().flat_map(|question| question.translations.keys());
    let tags: BTreeSet<&String> = draft.translations.keys().chain(of_questions).collect();
    if tags.is_empty() {
        return found;
    }
    let mut say = |place: &Position, message: String| {
        found.push(ImportFinding::lost(place.clone(), Lost::reads(message)));
    };
    for tag in &tags {
        match Language::of_tag(tag) {
            None => say(&planned.place, format!("There is no language '{tag}': its translations are left out.")),
            Some(language) if Some(language) == draft.language => {
                let message = format!("The test itself is in '{tag}': its translations into it are left out.");
                say(&planned.place, message);
            }
            Some(_) => {}
        }
    }
    let of_test = std::iter::once((draft.translations.keys().collect(), &planned.place));
    let of_questions = planned.questions().map(|(question, place)| (question.translations.keys().collect(), place));
    for (tags, place) in of_test.chain(of_questions) {
        for tag in again(tags) {
            say(place, format!("Another translation is in the language of '{tag}': this one is left out."));
        }
    }
    if tags.len() > MAX_LANGUAGES {
        say(&planned.place, format!("A test has at most {MAX_LANGUAGES} translations: the others are left out."));
    }
    // Faults of the originals are reported elsewhere.
    let Ok(checked) = draft.clone().check_beside_pools() else { return found };
    let mut say_of = |question: Option<&String>, message: String| {
        let number = question.and_then(|id| checked.questions.iter().position(|known| known.id == *id));
        let place = number.and_then(|number| planned.places.get(number)).unwrap_or(&planned.place);
        let finding = ImportFinding::lost(place.clone(), Lost::reads(message));
        found.push(match number {
            Some(number) => finding.of_question(number),
            None => finding,
        });
    };
    for (original, question) in draft.questions.iter().zip(&checked.questions) {
        for (tag, texts) in &original.translations {
            if let Err(why) = test_translation::places(texts, original, question) {
                say_of(Some(&question.id), format!("The translation into '{tag}' is left out: {why}."));
            }
        }
    }
    for (language, message, at) in faults(planned, &checked) {
        let part = at.part.name().replace('_', " ");
        let tag = language.code();
        let message = format!("The translation of the {part} into '{tag}' is left out. {message}");
        say_of(at.part.is_of_question().then_some(&at.of), message);
    }
    found
}

/// Tags of languages that an earlier one has named.
fn again(tags: Vec<&String>) -> Vec<&String> {
    let mut read = BTreeSet::new();
    tags.into_iter().filter(|tag| Language::of_tag(tag).is_some_and(|language| !read.insert(language))).collect()
}

/// Texts that no original has, or that do not say what it says.
fn faults(planned: &PlannedTest, checked: &CheckedTest) -> Vec<(Language, String, Place)> {
    let texts: Vec<CheckedTexts> = planned
        .sections
        .iter()
        .enumerate()
        .map(|(place, section)| section.texts.check(place, &mut FieldChecker::default()))
        .collect();
    let sources = sources(planned, checked, &texts);
    let mut found = Vec::new();
    for (language, file) in &checked.translations {
        let (drafts, without_original) = file.clone().drafts(&sources);
        let missing = "There is no such text.".to_owned();
        found.extend(without_original.into_iter().map(|place| (*language, missing.clone(), place)));
        let (_, misfits) = test_translation::checked(drafts, &sources);
        found.extend(misfits.into_iter().map(|misfit| (*language, misfit.message, misfit.place)));
    }
    found
}

fn sources<'t>(planned: &'t PlannedTest, checked: &'t CheckedTest, texts: &'t [CheckedTexts]) -> Sources<'t> {
    let mut sources = Sources::new(&checked.title, (&checked.description, checked.description_format));
    for ((place, section), texts) in planned.sections.iter().enumerate().zip(texts) {
        sources.section(place, section.title.trim(), texts.instructions.as_ref());
        texts.passages.iter().for_each(|passage| sources.passage(passage));
    }
    sources.questions(&checked.questions);
    sources
}
