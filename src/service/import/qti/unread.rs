//! Parts of an XML file that no rule has read: a finding each, so that nothing is left out in silence.

use super::xml::XmlElement;
use crate::service::import::lost::{Effect, Lost, shown};
use std::collections::BTreeSet;

/// Findings of one item, the worst ones.
const MAX: usize = 20;
/// Findings that are collected before that.
const MAX_FOUND: usize = 1_000;

/// Attributes that may be passed over, with the reason.
const PASSED_OVER: [(&str, &str); 44] = [
    ("xmlns", "name space"),
    ("schemalocation", "name space"),
    ("base", "name space"),
    ("lang", "language of a part: the page finds fonts by itself"),
    ("use", "for whom a text is: `view` says it, too"),
    ("id", "for links within the file"),
    ("identifier", "for links within the file"),
    ("label", "name for authors"),
    ("title", "name for authors"),
    ("toolname", "the program that wrote the file"),
    ("toolversion", "the program that wrote the file"),
    ("class", "layout"),
    ("style", "layout"),
    ("align", "layout"),
    ("valign", "layout"),
    ("width", "layout"),
    ("height", "layout"),
    ("border", "layout"),
    ("cellpadding", "layout"),
    ("cellspacing", "layout"),
    ("bgcolor", "layout"),
    ("orientation", "layout"),
    ("expectedlength", "layout"),
    ("expectedlines", "layout"),
    ("scope", "the page tells readers of a screen which cells are headings"),
    ("role", "for readers of a screen"),
    ("dir", "the page finds the direction by itself"),
    ("longdesc", "for readers of a screen"),
    ("target", "links open in a page of their own"),
    ("rel", "links open in a page of their own"),
    ("type", "the bytes of a picture say its type"),
    ("timedependent", "says nothing since QTI 2.0"),
    ("adaptive", "checked before"),
    ("shuffle", "of a section: read there"),
    ("interpretation", "words for analysts"),
    ("longinterpretation", "words for analysts"),
    ("normalminimum", "what the rules give is computed"),
    ("normalmaximum", "what the rules give is computed"),
    ("masteryvalue", "words for analysts"),
    ("externalscored", "who scores is what its rules say"),
    ("xsi", "name space"),
    ("usage", "name for authors"),
    ("showhide", "of feedback, which becomes the explanation"),
    ("outcomeidentifier", "of feedback, which becomes the explanation"),
];

/// Attributes that limit what candidates can give, not what it earns.
const LIMITS: [&str; 12] = [
    "maxchoices",
    "minchoices",
    "maxassociations",
    "minassociations",
    "matchmax",
    "matchmin",
    "minstrings",
    "maxstrings",
    "patternmask",
    "fixed",
    "format",
    "required",
];

/// Elements whose loss is one of looks.
const LOOKS: [&str; 3] = ["stylesheet", "font", "center"];

/// Each part below the element that no rule has read, with its line.
pub fn unread(root: &XmlElement) -> Vec<(u64, Lost)> {
    unread_but(root, &Vocabulary::default())
}

/// Parts of files of another format that may be passed over, with the reason.
#[derive(Default)]
pub struct Vocabulary {
    /// Elements with all that is in them.
    pub passed_over: &'static [(&'static str, &'static str)],
    /// Elements that are passed over while they are empty: programs write them whether they are used or not.
    pub optional: &'static [&'static str],
    pub attributes: &'static [(&'static str, &'static str)],
}

impl Vocabulary {
    fn passes(&self, element: &XmlElement) -> bool {
        let name = element.name.as_str();
        self.passed_over.iter().any(|(known, _)| *known == name) || self.optional.contains(&name) && element.is_blank()
    }

    fn passes_attribute(&self, name: &str) -> bool {
        is_passed_over(name) || self.attributes.iter().any(|(known, _)| *known == name)
    }
}

/// The same in a format with parts of its own.
pub fn unread_but(root: &XmlElement, vocabulary: &Vocabulary) -> Vec<(u64, Lost)> {
    let mut found = Vec::new();
    let is_qti = vocabulary.passed_over.is_empty();
    walk(root, if is_qti { Effect::Looks } else { Effect::Reads }, vocabulary, &mut found);
    worst(found)
}

/// The attributes and the text of an element alone, without the elements in it.
pub fn unread_of_one(element: &XmlElement, vocabulary: &Vocabulary) -> Vec<(u64, Lost)> {
    let mut found = Vec::new();
    own(element, Effect::Reads, vocabulary, &mut found);
    worst(found)
}

/// The worst of them in the order of the file, and how many others there are.
fn worst(found: Vec<(u64, Lost)>) -> Vec<(u64, Lost)> {
    if found.len() <= MAX {
        return found;
    }
    let mut order: Vec<usize> = (0..found.len()).collect();
    order.sort_by_key(|place| found.get(*place).map(|(_, lost)| lost.effect));
    let (kept, others) = order.split_at(MAX);
    let count = others.len();
    let first = others.first().and_then(|place| found.get(*place)).map(|(line, lost)| (*line, lost.effect));
    let kept: BTreeSet<usize> = kept.iter().copied().collect();
    let mut shown: Vec<(u64, Lost)> =
        found.into_iter().enumerate().filter(|(place, _)| kept.contains(place)).map(|(_, one)| one).collect();
    shown
        .extend(first.map(|(line, effect)| (line, lost(effect, format!("{count} further parts of it are not read.")))));
    shown
}

fn walk(element: &XmlElement, around: Effect, vocabulary: &Vocabulary, found: &mut Vec<(u64, Lost)>) {
    let effect = effect(&element.name, around);
    if element.name == "outcomedeclaration" {
        // For whom its value is, not what it is.
        let _ = element.attribute("view");
    }
    if found.len() >= MAX_FOUND || vocabulary.passes(element) {
        return;
    }
    if !element.is_read() {
        let name = shown(&element.name);
        found.push((element.line, lost(effect, format!("<{name}> is not read.")).unread(name)));
        return;
    }
    own(element, effect, vocabulary, found);
    element.children().for_each(|child| walk(child, effect, vocabulary, found));
}

fn own(element: &XmlElement, effect: Effect, vocabulary: &Vocabulary, found: &mut Vec<(u64, Lost)>) {
    for name in element.unread_attributes().filter(|name| !vocabulary.passes_attribute(name)) {
        let effect = if LIMITS.contains(&name) { Effect::Looks } else { effect };
        let (name, of) = (shown(name), shown(&element.name));
        let said = lost(effect, format!("The attribute {name} of <{of}> is not read."));
        found.push((element.line, said.unread(name)));
    }
    if let Some(text) = element.unread_text() {
        let text: String = text.chars().take(40).collect();
        found.push((
            element.line,
            lost(effect, format!("The text '{text}' in <{}> is not read.", shown(&element.name))).unread(&element.name),
        ));
    }
}

/// Effect of the loss of a part of an element.
fn effect(name: &str, around: Effect) -> Effect {
    match name {
        "responsedeclaration"
        | "outcomedeclaration"
        | "responseprocessing"
        | "templateprocessing"
        | "outcomeprocessing"
        | "resprocessing"
        | "itemproc_extension"
        | "answer"
        | "adaptiveselection"
        | "templatedefault"
        | "variablemapping" => Effect::Scores,
        "itembody"
        | "stimulusbody"
        | "modalfeedback"
        | "rubricblock"
        | "assessmentstimulusref"
        | "companionmaterialsinfo"
        | "cataloginfo"
        | "include"
        | "timelimits" => Effect::Reads,
        _ if LOOKS.contains(&name) => Effect::Looks,
        _ => around,
    }
}

const fn lost_of(effect: Effect) -> fn(String) -> Lost {
    match effect {
        Effect::Scores => |message| Lost::scores(message),
        Effect::Reads => |message| Lost::reads(message),
        Effect::Looks => |message| Lost::looks(message),
    }
}

fn lost(effect: Effect, message: String) -> Lost {
    lost_of(effect)(message)
}

/// Attributes for scripts and for readers of a screen have names of their own: `data-x`, `aria-x`.
fn is_passed_over(name: &str) -> bool {
    let is_own = |start: &str| name.len() > start.len() && name.starts_with(start);
    is_own("data") || is_own("aria") || is_own("xmlns") || PASSED_OVER.iter().any(|(known, _)| *known == name)
}
