//! The tests of one file.

use super::{extras, item, limits::time_limit, parts::PARTS, stimuli::Stimuli};
use crate::{
    domain::rich_text::RichTextFormat,
    service::import::{
        kinds,
        lost::{Lost, fitted},
        moodle::{
            points::{self, Grade},
            shuffle,
        },
        plan::{Parsed, PlannedTest, PlannedTestItem, PlannedTestSection, Position},
        qti::{
            reader::PictureSource,
            unread::{unread_but, unread_of_one},
            xml::XmlElement,
        },
    },
};

pub const MAX_TITLE: usize = 200;

/// Settings of a test, which Canvas keeps in a file beside it.
#[derive(Default)]
pub struct Settings {
    pub title: Option<String>,
    pub description: String,
    pub description_format: RichTextFormat,
    pub minutes: Option<i64>,
    pub shuffles_options: bool,
}

/// Properties of the questions of a test beside their content.
#[derive(Default)]
struct Beside {
    grades: Vec<Grade>,
    /// Whether the options are shuffled; `None` if there are none.
    shuffles: Vec<Option<bool>>,
    stimuli: Stimuli,
}

/// Reads the tests of one file.
pub struct FileReader<'r> {
    pub title: &'r str,
    pub entry: Option<&'r str>,
    pub pictures: &'r mut dyn PictureSource,
    pub parsed: &'r mut Parsed,
}

impl FileReader<'_> {
    pub fn place(&self, line: u64) -> Position {
        Position { entry: self.entry.map(str::to_owned), line: Some(line) }
    }

    pub fn read(&mut self, root: &XmlElement, settings: &Settings) {
        let mut loose = Vec::new();
        let is_known = |name: &str| matches!(name, "assessment" | "objectbank" | "item" | "section");
        if !root.children().any(|child| matches!(child.name.as_str(), "item" | "section")) {
            loose = unread_of_one(root, &PARTS);
            for child in root.children().filter(|child| !is_known(&child.name)) {
                loose.extend(unread_but(child, &PARTS));
            }
        }
        for (line, lost) in loose {
            self.parsed.left_out_of_file(self.place(line), lost);
        }
        let groups: Vec<&XmlElement> =
            root.children().filter(|child| matches!(child.name.as_str(), "assessment" | "objectbank")).collect();
        for group in groups {
            self.test(group, settings);
        }
        let is_loose = |child: &XmlElement| matches!(child.name.as_str(), "item" | "section");
        if root.children().any(is_loose) {
            self.test(root, settings);
        }
    }

    fn test(&mut self, group: &XmlElement, settings: &Settings) {
        let own = group.attribute("title").map(str::to_owned).filter(|title| !title.trim().is_empty());
        let own = settings.title.clone().or(own).or_else(|| item::metadata(group, &["bank_title"]));
        let (title, cut) = fitted(own.as_deref().unwrap_or(self.title).trim(), MAX_TITLE);
        let mut planned = PlannedTest::new(title, self.place(group.line));
        planned.draft.description.clone_from(&settings.description);
        planned.draft.description_format = settings.description_format;
        let fields = || group.children().filter(|child| child.name == "qtimetadata");
        let of_test = |name: &str| fields().find_map(|fields| item::metadata(fields, &[name]));
        let (minutes, limit) = of_test("qmd_timelimit").map_or((None, None), |given| time_limit(&given));
        let limit = limit.filter(|_| settings.minutes.is_none());
        let mut beside_items = extras::settings(group, &mut planned);
        if let Some(minutes) = settings.minutes.or(minutes) {
            planned.draft.duration_minutes = minutes;
        }
        let introduction = extras::introduction(group).filter(|_| planned.draft.description.is_empty());
        let described = introduction.map(|text| text.described(group.line, self.pictures));
        let mut lost_of_text = Vec::new();
        if let Some((text, format, lost)) = described {
            (planned.draft.description, planned.draft.description_format) = (text, format);
            lost_of_text = lost;
        }
        let index = self.parsed.tests.len();
        self.parsed.tests.push(planned);
        self.report(lost_of_text);
        let attempts = of_test("cc_maxattempts").and_then(|given| item::attempts(&given));
        beside_items.extend(cut.map(Lost::reads).into_iter().chain(attempts).chain(limit));
        self.report(beside_items.into_iter().map(|what| (group.line, what)).collect());
        let mut beside = Beside { stimuli: Stimuli::of(group), ..Beside::default() };
        self.items(group, None, &mut beside);
        points::set(self.parsed, index, &beside.grades);
        if !settings.shuffles_options {
            shuffle(self.parsed, index, &beside.shuffles);
        }
        if settings.shuffles_options
            && let Some(test) = self.parsed.tests.get_mut(index)
            && !test.places.is_empty()
        {
            test.sections.push(PlannedTestSection {
                shuffle_options: true,
                items: test.places.iter().map(|_| PlannedTestItem::Question).collect(),
                ..PlannedTestSection::default()
            });
        }
        if let Some(test) = self.parsed.tests.get_mut(index) {
            beside.stimuli.put(test);
        }
    }

    /// `each` are the points of items in a group that says so.
    fn items(&mut self, group: &XmlElement, each: Option<f64>, beside: &mut Beside) {
        self.report(unread_of_one(group, &PARTS));
        for child in group.children() {
            if self.parsed.is_full() {
                return;
            }
            match child.name.as_str() {
                "item" => self.item(child, each, beside),
                "section" => {
                    let selection = child.child("selection_ordering").and_then(|ordering| ordering.child("selection"));
                    let mut points = None;
                    if let Some(selection) = selection {
                        let given = selection.all("points_per_item").first().map(|one| one.text());
                        points = given.as_deref().and_then(kinds::typed_number).filter(|points| *points >= 0.0);
                        if let Some(text) = given.filter(|text| points.is_none() && !text.is_empty()) {
                            self.parsed.left_out(self.place(selection.line), Lost::unread_points(&text));
                        }
                        let what = if selection.child("sourcebank_ref").is_some() {
                            "It takes items out of a bank, which is a test of its own if the file has it: they are not imported here."
                        } else {
                            "A selection of items is not imported: all of them are taken."
                        };
                        self.parsed.left_out(self.place(selection.line), Lost::scores(what));
                    }
                    self.items(child, points.or(each), beside);
                }
                "bankentry_item" | "itemref" | "sectionref" => {
                    let what =
                        "This question is in another file, which is imported as a test of its own or not at all.";
                    self.parsed.left_out(self.place(child.line), Lost::scores(what));
                }
                // Read as tests of their own.
                "assessment" | "objectbank" => {}
                // How items are selected is said above.
                "selection_ordering" if group.name == "section" => {}
                // Its parts are read, passed over or named one by one.
                "sectionproc_extension" => {
                    child.mark();
                    self.report(unread_but(child, &PARTS));
                }
                _ => self.report(unread_but(child, &PARTS)),
            }
        }
    }

    pub fn report(&mut self, found: Vec<(u64, Lost)>) {
        for (line, lost) in found {
            self.parsed.left_out(self.place(line), lost);
        }
    }

    fn item(&mut self, element: &XmlElement, each: Option<f64>, beside: &mut Beside) {
        if beside.stimuli.hold(element) {
            let lost = beside.stimuli.read(element, self.pictures);
            self.report(lost);
            return self.report(unread_but(element, &PARTS));
        }
        let read = item::read(element, self.pictures);
        let place = self.place(element.line);
        match read.question {
            Ok(question) => {
                for (line, lost) in read.notes {
                    self.parsed.left_out_of_next(self.place(line), lost);
                }
                self.parsed.push(question, &place);
                self.parsed.label(self.parsed.last(), read.labels);
                beside.stimuli.note(beside.grades.len(), element);
                beside.grades.push(Grade { points: each.or(read.points).unwrap_or(1.0), penalty: read.penalty });
                beside.shuffles.push(read.shuffles);
            }
            Err(why) => self.parsed.left_out(place, Lost::skipped(&why)),
        }
    }
}
