//! Pools of Blackboard before it wrote QTI, as publishers' programs still do: one test.

use super::file::{FileReader, MAX_TITLE};
use crate::{
    domain::{question::Scoring, test::QuestionDraft},
    service::import::{
        html::{ForeignText, in_best_format},
        kinds,
        lost::{Lost, fitted},
        moodle::points::{self, Grade},
        plan::PlannedTest,
        qti::{
            reader::QtiReader,
            unread::{Vocabulary, unread_but, unread_of_one},
            xml::XmlElement,
        },
    },
};
use std::collections::HashMap;

/// The element that is a whole file.
pub const ROOT: &str = "pool";
/// Begin of the names of questions.
const QUESTION: &str = "question_";

const PARTS: Vocabulary = Vocabulary {
    passed_over: &[
        ("courseid", "an id"),
        ("dates", "when a part was written"),
        ("flags", "read with the text"),
        ("questionlist", "read with the points"),
        ("feedback_when_correct", "named as a whole where it has a text"),
        ("feedback_when_incorrect", "named as a whole where it has a text"),
    ],
    optional: &["answer", "gradable", "description", "title"],
    attributes: &[("position", "the order is that of the file")],
};

impl FileReader<'_> {
    pub fn pool(&mut self, root: &XmlElement) {
        let own =
            root.child("title").and_then(|title| title.attribute("value")).filter(|title| !title.trim().is_empty());
        let (title, cut) = fitted(own.unwrap_or(self.title).trim(), MAX_TITLE);
        let mut planned = PlannedTest::new(title, self.place(root.line));
        let mut lost: Vec<(u64, Lost)> = cut.map(Lost::reads).into_iter().map(|what| (root.line, what)).collect();
        if let Some(description) = root.child("description").and_then(|description| description.child("text")) {
            let text = ForeignText::auto(&description.raw_text(), description.line);
            let (text, format, left_out) = text.described(description.line, self.pictures);
            (planned.draft.description, planned.draft.description_format) = (text, format);
            lost.extend(left_out);
        }
        let index = self.parsed.tests.len();
        self.parsed.begin(planned, Vec::new());
        let mut listed: HashMap<&str, (usize, Option<&str>)> = HashMap::new();
        let items = root.child("questionlist").map(|found| found.named("question")).unwrap_or_default();
        for (place, one) in items.into_iter().enumerate() {
            if let Some(id) = one.peek("id") {
                listed.entry(id).or_insert((place, one.attribute("points")));
            }
        }
        let entry = |question: &XmlElement| question.peek("id").and_then(|id| listed.get(id)).copied();
        let mut questions: Vec<&XmlElement> =
            root.children().filter(|child| child.name.starts_with(QUESTION)).collect();
        questions.sort_by_key(|question| entry(question).map_or(usize::MAX, |(place, _)| place));
        let mut grades = Vec::new();
        for element in questions {
            if self.parsed.is_full() {
                return;
            }
            let stated = entry(element).and_then(|(_, points)| points);
            if self.question(element) {
                grades.push(Grade { points: stated.and_then(kinds::typed_number).unwrap_or(1.0), penalty: 0.0 });
            }
        }
        points::set(self.parsed, index, &grades);
        root.mark();
        lost.extend(unread_of_one(root, &PARTS));
        for child in root.children().filter(|child| !child.name.starts_with(QUESTION)) {
            lost.extend(unread_but(child, &PARTS));
        }
        self.report(lost);
    }

    /// Adds a question, if it can be read.
    fn question(&mut self, element: &XmlElement) -> bool {
        element.mark();
        let is_formatted = element.all("text").iter().any(|text| foreign(element, text).is_formatted());
        let mut build = |reader: &mut QtiReader<'_>| question(element, reader);
        let (mut notes, read) = in_best_format(is_formatted, element.line, self.pictures, &mut build);
        notes.extend(unread_but(element, &PARTS));
        let place = self.place(element.line);
        match read {
            Ok(question) => {
                for (line, lost) in notes {
                    self.parsed.left_out_of_next(self.place(line), lost);
                }
                self.parsed.push(question, &place);
                true
            }
            Err(why) => {
                self.parsed.left_out(place, Lost::skipped(&why));
                false
            }
        }
    }
}

/// The text of a `<TEXT>` of a question.
fn foreign(question: &XmlElement, text: &XmlElement) -> ForeignText {
    let source = text.raw_text();
    let is_html = question.all("ishtml").first().is_some_and(|flag| flag.peek("value") == Some("true"));
    if is_html { ForeignText::html(&source, text.line) } else { ForeignText::auto(&source, text.line) }
}

/// The text of a part of a question.
fn text(question: &XmlElement, part: &XmlElement) -> ForeignText {
    part.child("text").map_or_else(|| ForeignText::Plain(String::new()), |text| foreign(question, text))
}

fn id(part: &XmlElement) -> &str {
    part.attribute("id").unwrap_or_default()
}

fn question(element: &XmlElement, reader: &mut QtiReader<'_>) -> Result<QuestionDraft, String> {
    let body = element.child("body").ok_or("it has no text")?;
    let asked = text(element, body).shown(reader);
    let answers = element.named("answer");
    if answers.len() > kinds::MAX_PARTS {
        return Err("it has more than 200 answers".into());
    }
    let gradable = element.child("gradable");
    let right = gradable.map(|gradable| gradable.named("correctanswer")).unwrap_or_default();
    let is_right = |answer: &XmlElement| right.iter().any(|one| one.attribute("answer_id") == Some(id(answer)));
    let feedback = gradable.into_iter().flat_map(XmlElement::children);
    let mut feedback = feedback.filter(|child| child.name.starts_with("feedback_"));
    if let Some(first) = feedback.find(|child| !child.peek_text().is_empty()) {
        reader.left_out.push((first.line, Lost::reads("Feedback by outcome is not supported.")));
    }
    let kind = element.name.strip_prefix(QUESTION).unwrap_or_default();
    match kind {
        "truefalse" | "multiplechoice" => {
            let options: Vec<String> = answers.iter().map(|answer| text(element, answer).shown(reader)).collect();
            let mut rights = answers.iter().zip(&options).filter(|(answer, _)| is_right(answer));
            let (Some((_, correct)), None) = (rights.next(), rights.next()) else {
                return Err("it does not declare exactly one correct answer".into());
            };
            let correct = Some(correct.clone());
            Ok(kinds::choice(asked, 1, options, correct))
        }
        "multipleanswer" => {
            let option = |answer: &&XmlElement| (text(element, answer).shown(reader), is_right(answer));
            let options: Vec<(String, bool)> = answers.iter().map(option).collect();
            Ok(kinds::several(asked, options, Scoring::AllOrNothing))
        }
        "essay" => {
            let notes: Vec<String> = answers.iter().map(|answer| text(element, answer).plain(reader)).collect();
            let notes = Some(notes.join("\n\n")).filter(|notes| !notes.trim().is_empty());
            Ok(QuestionDraft { reviewer_notes: notes, ..kinds::essay(asked, 1) })
        }
        "fillinblank" => {
            let accepted = answers.iter().map(|answer| text(element, answer).plain(reader)).collect();
            Ok(kinds::short_text(asked, accepted, false))
        }
        "match" => {
            let choices = element.named("choice");
            let mut pairs = Vec::new();
            for answer in &answers {
                let mut own = right.iter().filter(|one| one.attribute("answer_id") == Some(id(answer)));
                let wanted = own.next().and_then(|one| one.attribute("choice_id"));
                let choice = choices.iter().find(|choice| wanted == Some(id(choice)));
                let choice = choice.ok_or("a prompt of it has no right option")?;
                pairs.push((text(element, answer).shown(reader), text(element, choice).shown(reader)));
            }
            let distractors = choices.iter().map(|choice| text(element, choice).shown(reader)).collect();
            Ok(kinds::matching(asked, pairs, distractors, Scoring::Partial))
        }
        _ => Err("this kind of response is not supported".into()),
    }
}
