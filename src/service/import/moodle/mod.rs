//! Moodle XML (docs.moodle.org, "Moodle XML format"): a file for each family of its question types. Every category is a
//! test, as in GIFT. What scores otherwise here than there is said with the question.

mod answers;
mod choice;
mod cloze;
mod computed;
mod files;
mod formula;
mod found;
mod lists;
mod parts;
mod places;
pub(super) mod points;
mod question;
mod typed;

use super::{
    format::MOODLE_ROOT,
    gift::{Categories, category_name},
    kinds::option_id,
    lost::{Lost, fitted, shown},
    pictures::Pictures,
    plan::{Parsed, PlannedTest, PlannedTestItem, PlannedTestSection, Position},
    qti::{
        unread::{unread_but, unread_of_one},
        xml::{self, XmlElement},
    },
};
use crate::domain::test::{QuestionDraft, QuestionKind};
use parts::{OF_CATEGORY, PARTS};
use points::Grade;

const MAX_TITLE: usize = 200;

pub(super) fn read(bytes: &[u8], title: &str) -> Parsed {
    match xml::parse(bytes) {
        Ok(root) if root.name == MOODLE_ROOT => QuizReader::new(title).read(&root),
        Ok(root) => {
            Parsed::fault(Position::line(root.line), format!("<{}> is not the <quiz> of Moodle XML.", root.name))
        }
        Err((line, why)) => Parsed::fault(Position::line(line), why),
    }
}

/// Properties of a question beside its content.
#[derive(Clone, Copy)]
struct Beside {
    grade: Grade,
    /// Whether its options are shuffled; `None` if it has none.
    shuffles: Option<bool>,
}

struct QuizReader<'t> {
    title: &'t str,
    parsed: Parsed,
    categories: Categories,
    pictures: Pictures,
    /// Additions to each test, for each of its questions.
    beside: Vec<Vec<Beside>>,
}

impl<'t> QuizReader<'t> {
    fn new(title: &'t str) -> Self {
        Self {
            title,
            parsed: Parsed::default(),
            categories: Categories::default(),
            pictures: Pictures::default(),
            beside: Vec::new(),
        }
    }

    fn read(mut self, quiz: &XmlElement) -> Parsed {
        for child in quiz.children() {
            if self.parsed.is_full() {
                break;
            }
            match (child.name.as_str(), child.attribute("type").unwrap_or_default().trim()) {
                ("question", "category") => self.category(child),
                ("question", "description") => self.description(child),
                ("question", kind) => self.question(child, kind),
                (other, _) => {
                    let other = shown(other);
                    let message = format!("<{other}> is not a question: it is not imported.");
                    self.parsed.left_out(Position::line(child.line), Lost::reads(message).unread(other));
                }
            }
        }
        for (line, lost) in unread_of_one(quiz, &PARTS) {
            self.parsed.left_out_of_file(Position::line(line), lost);
        }
        for (index, beside) in self.beside.iter().enumerate() {
            points::set(&mut self.parsed, index, &beside.iter().map(|one| one.grade).collect::<Vec<_>>());
            shuffle(&mut self.parsed, index, &beside.iter().map(|one| one.shuffles).collect::<Vec<_>>());
        }
        self.parsed.tests.retain(|test| !test.places.is_empty());
        self.parsed.pictures = self.pictures.found;
        self.parsed
    }

    fn category(&mut self, element: &XmlElement) {
        let path = element.child("category").map(XmlElement::text).unwrap_or_default();
        let (name, cut) = fitted(&category_name(&path), MAX_TITLE);
        let name = if name.is_empty() { self.title.to_owned() } else { name };
        let place = Position::line(element.line);
        let mut planned = PlannedTest::new(name, place.clone());
        let mut notes = Vec::new();
        if let Some(info) = element.child("info") {
            let mut pictures = files::FilesOf::new(info, &mut self.pictures);
            let draft = &mut planned.draft;
            (draft.description, draft.description_format, notes) =
                files::text(info).described(info.line, &mut pictures);
        }
        element.mark();
        notes.extend(cut.map(|what| (element.line, Lost::reads(what))));
        notes.extend(unread_but(element, &OF_CATEGORY));
        notes.extend(self.categories.begin(&path, &self.parsed.tests).map(|lost| (element.line, lost)));
        self.parsed.tests.push(planned);
        self.beside.push(Vec::new());
        for (line, what) in notes {
            self.parsed.left_out(Position::line(line), what);
        }
    }

    /// The test that the next question belongs to.
    fn current(&mut self, line: u64) {
        if self.parsed.tests.is_empty() {
            self.parsed.tests.push(PlannedTest::new(self.title, Position::line(line)));
            self.beside.push(Vec::new());
        }
    }

    /// A text without a question.
    fn description(&mut self, element: &XmlElement) {
        self.current(element.line);
        let text = question::excerpt(element);
        let message =
            format!("A text without a question is not imported: \"{text}\". Put it into the questions it belongs to.");
        self.parsed.left_out(Position::line(element.line), Lost::reads(message));
    }

    fn question(&mut self, element: &XmlElement, kind: &str) {
        self.current(element.line);
        let place = Position::line(element.line);
        let read = question::read(element, kind, &mut self.pictures);
        match read.question {
            Ok(question) => {
                for (line, what) in read.notes {
                    self.parsed.left_out_of_next(Position::line(line), what);
                }
                self.parsed.push(question, &place);
                self.parsed.label(self.parsed.last(), read.labels);
                if let Some(beside) = self.beside.last_mut() {
                    beside.push(Beside { grade: read.grade, shuffles: read.shuffles });
                }
            }
            Err(why) => {
                let excerpt = question::excerpt(element);
                self.parsed.left_out(place, Lost::skipped(&format!("{why} (\"{excerpt}\")")));
            }
        }
    }
}

/// Moodle says of each question whether its options are shuffled, a test here says it of a section: those of others keep
/// their places.
pub(super) fn shuffle(parsed: &mut Parsed, index: usize, shuffles: &[Option<bool>]) {
    let Some(test) = parsed.tests.get_mut(index) else { return };
    if shuffles.iter().all(|shuffles| *shuffles != Some(true)) {
        return;
    }
    for (question, shuffles) in test.draft.questions.iter_mut().zip(shuffles) {
        if *shuffles == Some(false) {
            pin_all(question);
        }
    }
    test.sections.push(PlannedTestSection {
        shuffle_options: true,
        items: test.draft.questions.iter().map(|_| PlannedTestItem::Question).collect(),
        ..PlannedTestSection::default()
    });
}

fn pin_all(question: &mut QuestionDraft) {
    let has_ids = question.kind == QuestionKind::MultipleResponse;
    let ids = question.options.iter().enumerate();
    let ids = ids.map(|(place, option)| if has_ids { option_id(place) } else { option.text().to_owned() });
    question.pinned_options = ids.collect();
}

#[cfg(test)]
mod both_ways;
#[cfg(test)]
mod order_tests;
#[cfg(test)]
mod tests;
