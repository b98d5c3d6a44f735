//! Sections of an assessment test.

use super::{
    processing::{number, truth},
    text::UNDIVIDED,
    xml::XmlElement,
};
use crate::{
    domain::{bank::sections::MAX_TITLE, passage::SectionTexts},
    service::import::{
        kinds::rounded,
        lost::{Lost, fitted, shown},
        plan::PlannedTestSection,
    },
};

/// Minutes that a test or section can have.
const LONGEST: f64 = 480.0;

/// Longer times than ours end with the longest.
pub const LONG_TIME: &str = "A time limit of more than 480 minutes is not imported: it is 480 minutes here.";

/// A section, with the references to its items in their order.
pub struct SectionOf<'e> {
    /// The section, or the whole test.
    pub element: &'e XmlElement,
    pub section: PlannedTestSection,
    pub references: Vec<&'e XmlElement>,
}

/// The outermost sections of all parts, or all items as one where some are outside of sections. A candidate who left a
/// part cannot return to it: its last section is one-way, if another part follows; in a linear part, each of them is.
pub fn read(test: &XmlElement) -> Vec<SectionOf<'_>> {
    let parts: Vec<&XmlElement> = test.named("testpart");
    let mut sections = Vec::new();
    for (number, part) in (1..).zip(&parts) {
        let mut of_part: Vec<SectionOf<'_>> = part.named("assessmentsection").into_iter().map(section).collect();
        let (is_last, is_linear) = (number == parts.len(), is_linear(part));
        let count = of_part.len();
        for (place, SectionOf { section, .. }) in (1..).zip(&mut of_part) {
            let is_end = place == count;
            section.one_way = if is_end { !is_last } else { is_linear };
        }
        if let ([SectionOf { section, .. }], Some(minutes)) = (of_part.as_mut_slice(), minutes(part)) {
            section.minutes = section.minutes.or(Some(minutes));
        }
        sections.extend(of_part);
    }
    sections.retain(|section: &SectionOf<'_>| !section.references.is_empty());
    let whole = section(test);
    let found: usize = sections.iter().map(|section| section.references.len()).sum();
    if found == whole.references.len() {
        return sections;
    }
    let section = PlannedTestSection { minutes: None, ..whole.section };
    vec![SectionOf { section, ..whole }]
}

fn is_linear(part: &XmlElement) -> bool {
    part.attribute("navigationmode").is_some_and(|mode| mode.trim() == "linear")
}

fn section(element: &XmlElement) -> SectionOf<'_> {
    // A name that candidates do not see is for authors.
    let is_seen = element.attribute("visible").and_then(truth) != Some(false);
    let title = element.attribute("title").filter(|_| is_seen).unwrap_or_default();
    let section = PlannedTestSection {
        title: one_line(title).trim().chars().take(MAX_TITLE).collect(),
        shuffle_questions: shuffles(element),
        minutes: minutes(element),
        ..PlannedTestSection::default()
    };
    let references = element.all("assessmentitemref");
    for reference in &references {
        reference.mark();
    }
    SectionOf { element, section, references }
}

/// A title without line ends.
pub fn one_line(title: &str) -> String {
    title.replace(char::is_control, " ")
}

/// Whether the questions of a section are in random order.
fn shuffles(section: &XmlElement) -> bool {
    let is_random = |child: &XmlElement| {
        if child.name == "ordering" {
            child.mark();
        }
        child.name == "ordering" && child.attribute("shuffle") == Some("true")
    };
    section.children().any(is_random)
}

/// Questions that keep their place in a section whose order is random: here they are shuffled, too.
fn fixed_places(test: &XmlElement) -> impl Iterator<Item = (u64, Lost)> {
    const FIXED: &str =
        "A question that keeps its place in a section in random order: here it is shuffled with the others.";
    let is_fixed = |child: &&XmlElement| {
        matches!(child.name.as_str(), "assessmentitemref" | "assessmentsection")
            && child.attribute("fixed").is_some_and(|fixed| matches!(fixed.trim(), "true" | "1"))
    };
    let random = test.all("assessmentsection").into_iter().filter(|section| shuffles(section));
    random.flat_map(XmlElement::children).filter(is_fixed).map(|child| (child.line, Lost::reads(FIXED)))
}

/// Which weights of items count.
pub enum Weights {
    /// A sum of points that names none leaves them out.
    None,
    /// There is no sum: the first of each item.
    First,
    Named(String),
}

impl Weights {
    pub fn of(test: &XmlElement) -> Self {
        let mut sums = test.all("testvariables");
        if sums.is_empty() {
            sums = test.all("outcomeprocessing").into_iter().flat_map(|rules| rules.all("variable")).collect();
            sums.retain(|variable| of_item(variable).is_some());
        }
        let mut ids = sums.iter().filter_map(|sum| sum.attribute("weightidentifier")).map(str::trim);
        match ids.find(|id| !id.is_empty()) {
            Some(id) => Self::Named(id.to_owned()),
            None if sums.is_empty() => Self::First,
            None => Self::None,
        }
    }

    /// The factor of an item's points.
    pub fn factor(&self, reference: &XmlElement) -> f64 {
        let weights = reference.named("weight");
        let is_it = |weight: &&&XmlElement| match self {
            Self::None => false,
            Self::First => true,
            Self::Named(id) => weight.attribute("identifier").is_some_and(|own| own.trim() == id),
        };
        let value = weights.iter().find(is_it).and_then(|weight| weight.attribute("value"));
        value.and_then(number).unwrap_or(1.0)
    }
}

/// Weights and limits of time that are not numbers.
fn unread_numbers(test: &XmlElement) -> impl Iterator<Item = (u64, Lost)> {
    let unread = |element: &XmlElement, name: &str| {
        let written = element.attribute(name)?.trim();
        let shown = shown(written);
        let what = format!("The value '{shown}' in <{}> is not read: it is not of the type float.", element.name);
        number(written).is_none().then_some((element.line, what))
    };
    let weights = test.all("weight").into_iter().filter_map(move |weight| unread(weight, "value"));
    let limits = test.all("timelimits").into_iter().filter_map(move |limits| unread(limits, "maxtime"));
    let weights = weights.map(|(line, what)| (line, Lost::scores(what)));
    weights.chain(limits.map(|(line, what)| (line, Lost::reads(what))))
}

/// Times of the test, of parts with one section and of sections that differ here.
fn lost_times(test: &XmlElement) -> impl Iterator<Item = (u64, Lost)> {
    let parts = test.all("testpart").into_iter().filter(|part| part.named("assessmentsection").len() == 1);
    let holders = std::iter::once(test).chain(parts).chain(test.all("assessmentsection"));
    let limits = holders.filter_map(|holder| holder.children().find(|child| child.name == "timelimits"));
    // Others are named as not read.
    let read = limits.filter(|limit| limit.is_read());
    read.filter_map(|limit| Some((limit.line, lost_time(number(limit.peek("maxtime")?)?)?)))
}

/// Content of a test without a counterpart, with its line.
pub fn left_out(test: &XmlElement) -> Vec<(u64, Lost)> {
    let mut found = Vec::new();
    let mut all = |name: &str, is_whole: bool, lost: &dyn Fn(&XmlElement) -> Option<Lost>| {
        for element in test.all(name) {
            if let Some(lost) = lost(element) {
                if is_whole {
                    element.mark_all();
                }
                found.push((element.line, lost));
            }
        }
    };
    all("selection", true, &|_| Some(Lost::scores("A selection of items is not imported: all of them are taken.")));
    all("branchrule", true, &|_| Some(Lost::scores("Branching is not supported.")));
    all("precondition", true, &|_| Some(Lost::scores("Conditions are not supported.")));
    all("outcomeprocessing", true, &|rules| outcome(rules, test));
    all("outcomedeclaration", true, &|declaration| {
        // How they are computed is said above.
        declaration.mark_all();
        None
    });
    all("testfeedback", true, &|_| Some(Lost::reads("Feedback of a test is not supported.")));
    all("itemsessioncontrol", true, &session);
    all("testpart", false, &|part| {
        let has_one = part.named("assessmentsection").len() == 1;
        let _ = part.attribute("submissionmode");
        let is_lost = minutes(part).is_some() && !has_one;
        is_lost.then(|| Lost::reads("The time limit of a part with several sections is not imported."))
    });
    all("testpart", false, &|part| {
        is_linear(part).then(|| {
            Lost::reads("Linear: candidates cannot go back to a question there; here they can, within a section.")
        })
    });
    all("assessmentitemref", false, &|reference| {
        let _ = (reference.attribute("required"), reference.attribute("category"), reference.attribute("fixed"));
        minutes(reference).map(|_| Lost::reads("The time limit of a single question is not imported."))
    });
    all("assessmentsection", false, &|section| {
        let _ = (section.attribute("visible"), section.attribute("keeptogether"), section.attribute("required"));
        let _ = section.attribute("fixed");
        let nested = section.named("assessmentsection");
        (!nested.is_empty())
            .then(|| Lost::reads("Sections within a section are not imported: their questions are in the outer one."))
    });
    found.extend(fixed_places(test));
    found.extend(unread_numbers(test));
    found.extend(lost_times(test));
    let outer = test.named("testpart").into_iter().flat_map(|part| part.named("assessmentsection"));
    found.extend(outer.filter_map(|section| {
        let title = section.attribute("title").unwrap_or_default();
        fitted(title.trim(), MAX_TITLE).1.map(|what| (section.line, Lost::reads(what)))
    }));
    found
}

/// Points of a test are the sum of those of its questions: a sum of the file over all of them says the same.
fn outcome(rules: &XmlElement, test: &XmlElement) -> Option<Lost> {
    let ids: Vec<&str> = test.all("assessmentitemref").into_iter().filter_map(|one| one.peek("identifier")).collect();
    let is_ours = |rule: &XmlElement| {
        let children: Vec<&XmlElement> = rule.children().collect();
        match children.as_slice() {
            [all] if all.name == "testvariables" => adds_all(all),
            [sum] if sum.name == "sum" => is_sum_of(sum, &ids),
            _ => false,
        }
    };
    if rules.children().all(|rule| rule.name == "setoutcomevalue" && is_ours(rule)) {
        rules.mark_all();
        return None;
    }
    Some(Lost::scores("The test has a rule of its own for its result: here it is the sum of the points."))
}

/// Whether a sum is one of the points of all items: of a list of them, or each once.
fn is_sum_of(sum: &XmlElement, ids: &[&str]) -> bool {
    let terms: Vec<&XmlElement> = sum.children().collect();
    if let [all] = terms.as_slice()
        && all.name == "testvariables"
    {
        return adds_all(all);
    }
    let weight = terms.first().and_then(|term| term.peek("weightidentifier"));
    let named = terms.iter().map(|term| of_item(term).filter(|_| term.peek("weightidentifier") == weight));
    let named: Option<Vec<&str>> = named.collect();
    named.is_some_and(|mut named| {
        let mut ids: Vec<&str> = ids.iter().copied().map(str::trim).collect();
        named.sort_unstable();
        ids.sort_unstable();
        named == ids
    })
}

/// Whether these are points of all items: a sum of some of them, or of something else, is another result.
fn adds_all(variables: &XmlElement) -> bool {
    let counts_some = ["sectionidentifier", "includecategory", "excludecategory"];
    let name = variables.peek("variableidentifier").unwrap_or_default().trim();
    ["SCORE", "MAXSCORE", "MINSCORE"].iter().any(|points| points.eq_ignore_ascii_case(name))
        && counts_some.iter().all(|name| variables.peek(name).is_none())
}

/// The item whose points a variable is.
fn of_item(variable: &XmlElement) -> Option<&str> {
    let id = variable.peek("identifier").filter(|_| variable.name == "variable")?.trim();
    id.rsplit_once('.').filter(|(_, name)| name.eq_ignore_ascii_case("SCORE")).map(|(item, _)| item)
}

/// Rules of a session that differ from ours.
fn session(control: &XmlElement) -> Option<Lost> {
    let is = |name: &str, value: &str| control.attribute(name).is_some_and(|given| given.trim() == value);
    let differs = is("allowskipping", "false") || is("validateresponses", "true") || is("showfeedback", "true");
    control.mark_all();
    differs.then(|| Lost::reads("Rules of a session (skipping, checks of answers, feedback) are not imported."))
}

/// Whether a test with this title is more than one list of questions: a single section may have rules, texts or a title of its own.
pub fn are_needed(test: &str, sections: &[PlannedTestSection]) -> bool {
    sections.len() > 1
        || sections.iter().any(|section| {
            let is_ruled = section.shuffle_questions || section.shuffle_options || section.minutes.is_some();
            let has_title = ![test, UNDIVIDED, ""].contains(&section.title.as_str());
            is_ruled || has_title || section.texts != SectionTexts::default()
        })
}

/// The time limit of a test or section, converted from seconds.
pub fn minutes(of: &XmlElement) -> Option<i64> {
    let limit = of.child("timelimits")?;
    if limit.peek("allowlatesubmission").and_then(truth) == Some(false) {
        // As here.
        let _ = limit.attribute("allowlatesubmission");
    }
    let seconds = number(limit.attribute("maxtime")?)?;
    whole_minutes(seconds / 60.0)
}

/// The difference between a time limit and the one that a test or section gets by it.
pub fn lost_time(seconds: f64) -> Option<Lost> {
    let minutes = seconds / 60.0;
    if minutes.ceil() > LONGEST {
        return Some(Lost::reads(LONG_TIME));
    }
    let whole = whole_minutes(minutes).filter(|_| minutes.fract() > 0.0)?;
    Some(Lost::reads(format!("A time limit of {} s is {whole} min here.", rounded(seconds))))
}

/// A time as a test or section can have it.
pub fn whole_minutes(minutes: f64) -> Option<i64> {
    let minutes = minutes.ceil().min(LONGEST);
    #[expect(clippy::cast_possible_truncation, reason = "checked to be small")]
    (minutes >= 1.0).then_some(minutes as i64)
}
