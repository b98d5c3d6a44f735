//! A question as an assessment item.

use super::{
    body,
    processing::{self, ScoredResponse, response_id},
    rich::QtiTextWriter,
    xml::{QtiElement, QtiNode, QtiVersion, plain, qti},
};
use crate::{
    domain::{
        question::{
            Choice, Coding, GapKey, MatchingKey, MultipleChoiceKey, MultipleResponseKey, OrderingKey, Question,
            QuestionContent, QuestionKind, Scoring, Tree, Trees,
        },
        rich_text::Content,
    },
    service::{
        export::pictures::PictureFileNames,
        import::{QTI_GAP, QTI_LOSS},
    },
};

const NAMESPACES: [(QtiVersion, &str); 2] = [
    (QtiVersion::V21, "http://www.imsglobal.org/xsd/imsqti_v2p1"),
    (QtiVersion::V30, "http://www.imsglobal.org/xsd/imsqtiasi_v3p0"),
];

pub fn namespace(version: QtiVersion) -> &'static str {
    NAMESPACES.iter().find(|(of, _)| *of == version).map_or("", |(_, name)| name)
}

/// A text, from its tree if it has one.
pub fn blocks(source: &str, tree: Option<&Tree>, pictures: &PictureFileNames) -> Vec<QtiNode> {
    written(source, tree, &QtiTextWriter { pictures, element: &|_| None }, false)
}

/// As [`blocks`]; a short one has no element around it.
fn written(source: &str, tree: Option<&Tree>, writer: &QtiTextWriter<'_>, is_short: bool) -> Vec<QtiNode> {
    match tree.map(Tree::content) {
        Some(Content::Rich(blocks)) if is_short => writer.short(&blocks),
        Some(Content::Rich(blocks)) => writer.blocks(&blocks),
        _ if is_short => body::short(source),
        _ => body::blocks_with(source, writer.element),
    }
}

/// Settings shared by the items of a package.
#[derive(Clone, Copy)]
pub struct PackageContext<'a> {
    pub pictures: &'a PictureFileNames,
    pub version: QtiVersion,
    /// Options of choices are in another order for each candidate.
    pub shuffles: bool,
}

/// `identifier` is unique in the package, `title` on one line.
pub fn item(question: &Question, (identifier, title): (&str, &str), shared: PackageContext<'_>) -> QtiElement {
    let PackageContext { pictures, version, .. } = shared;
    let scored = processing::scored(question);
    let has_feedback = !question.explanation.is_empty();
    let outcome = |id: &str, kind: &str| {
        qti("outcomeDeclaration").set("identifier", id).set("cardinality", "single").set("baseType", kind)
    };
    let default = |value: String| qti("defaultValue").with(qti("value").text(value));
    let mut item = qti("assessmentItem")
        .set("xmlns", namespace(version))
        .set("identifier", identifier)
        .set("title", title)
        .set("adaptive", false)
        .set("timeDependent", false)
        .all(lost(question).into_iter().map(|lost| QtiNode::Comment(in_words(lost))))
        .all(scored.iter().map(ScoredResponse::declaration))
        .with(outcome("SCORE", "float").with(default("0".into())))
        .with(outcome("MAXSCORE", "float").with(default(question.points.to_string())));
    if has_feedback {
        item = item.with(outcome("FEEDBACK", "identifier"));
    }
    item = item.with(content(question, shared));
    if !scored.is_empty() || has_feedback {
        item = item.with(processing::processing(question, &scored, has_feedback));
    }
    if has_feedback {
        let feedback = qti("modalFeedback")
            .set("outcomeIdentifier", "FEEDBACK")
            .set("identifier", "explanation")
            .set("showHide", "show");
        let tree = question.trees.as_ref().and_then(|trees| trees.explanation.as_ref());
        item = item.with(body::wrapped(feedback, blocks(&question.explanation, tree, pictures), version));
    }
    item
}

/// As a sentence, which an import of the file repeats.
pub fn in_words(lost: &str) -> String {
    format!("{lost}{QTI_LOSS}")
}

/// Content that QTI has no counterpart for, as beginnings of sentences.
pub fn lost(question: &Question) -> Vec<&'static str> {
    let is_partial = question.scoring == Scoring::Partial;
    let own = match &question.body {
        QuestionContent::Coding(coding) => [
            Some("That the answer is code"),
            (*coding.as_ref() != Coding::in_language(None)).then_some("Languages, tests and limits"),
        ],
        QuestionContent::Numeric(key) => [key.unit.as_ref().map(|_| "The unit"), is_partial.then_some(PART_MARKS)],
        QuestionContent::ShortText(key) => {
            [key.pattern.as_ref().map(|_| "The pattern"), key.space_sensitive.then_some("That spaces count")]
        }
        QuestionContent::Ordering(_) => [is_partial.then_some(PART_MARKS), None],
        QuestionContent::Gaps(gaps) => {
            let needs_more = gaps.iter().any(|gap| needs_more(&gap.key));
            [needs_more.then_some("Units, patterns or spaces of gaps"), None]
        }
        QuestionContent::MultipleChoice(_)
        | QuestionContent::MultipleResponse(_)
        | QuestionContent::Matching(_)
        | QuestionContent::Essay => [None, None],
    };
    let rest = [
        (question.penalty.0 != 0).then_some("The penalty"),
        question.show_explanation.then_some("That candidates may read the explanation"),
        (!question.tags.is_empty()).then_some("The tags"),
    ];
    own.into_iter().chain(rest).flatten().collect()
}

const PART_MARKS: &str = "Part marks";

fn needs_more(key: &GapKey) -> bool {
    match key {
        GapKey::Choice { options, .. } => options.iter().any(|option| body::needs_pre(&option.text)),
        GapKey::Text(text) => text.pattern.is_some() || text.space_sensitive,
        GapKey::Number(number) => number.unit.is_some(),
    }
}

fn content(question: &Question, shared: PackageContext<'_>) -> QtiElement {
    let PackageContext { pictures, version, .. } = shared;
    let gap_of = |id: &str| {
        let QuestionContent::Gaps(gaps) = &question.body else { return None };
        let number = gaps.iter().position(|gap| gap.id == id)?;
        Some(gap(&gaps.get(number)?.key, number))
    };
    let tree = question.trees.as_ref().map(|trees| &trees.text);
    let text = written(&question.text, tree, &QtiTextWriter { pictures, element: &gap_of }, false);
    let body = qti("itemBody").all(text);
    let mut body = match &question.body {
        QuestionContent::Gaps(_) => body,
        QuestionContent::Numeric(_) | QuestionContent::ShortText(_) => {
            let entry = qti("textEntryInteraction").set("responseIdentifier", response_id(0));
            body.with(plain("p").with(entry.set("expectedLength", 40)))
        }
        _ => body.with(interaction(question, shared)),
    };
    if !question.reviewer_notes.is_empty() {
        let notes = qti("rubricBlock").set("view", "scorer");
        let notes = if version == QtiVersion::V30 { notes.set("use", "scoring") } else { notes };
        body = body.with(body::wrapped(notes, body::blocks(&question.reviewer_notes), version));
    }
    body
}

fn gap(key: &GapKey, number: usize) -> QtiElement {
    let id = response_id(number);
    match key {
        GapKey::Choice { options, .. } => qti("inlineChoiceInteraction")
            .set("responseIdentifier", id)
            .set("shuffle", false)
            .all((0..).zip(options).map(|(place, option)| {
                qti("inlineChoice").set("identifier", processing::choice_id(place)).text(&option.text)
            })),
        GapKey::Text(_) | GapKey::Number(_) => {
            let entry = qti("textEntryInteraction").set("responseIdentifier", id).set("expectedLength", 15);
            entry.set("class", QTI_GAP)
        }
    }
}

fn interaction(question: &Question, PackageContext { pictures, shuffles, .. }: PackageContext<'_>) -> QtiElement {
    let trees = question.trees.as_ref();
    let writer = QtiTextWriter { pictures, element: &|_| None };
    let short = |text: &str, trees: Option<&Vec<Tree>>, place: usize| {
        written(text, trees.and_then(|trees| trees.get(place)), &writer, true)
    };
    let of = |name| qti(name).set("responseIdentifier", response_id(0));
    let pinned = |name: &str| question.pinned_options.iter().any(|pinned| pinned == name);
    let choice = |place: usize, text: &str, is_pinned: bool| {
        let choice = qti("simpleChoice").set("identifier", processing::choice_id(place));
        let choice = if is_pinned { choice.set("fixed", true) } else { choice };
        choice.all(short(text, trees.map(|trees: &Trees| &trees.options), place))
    };
    match &question.body {
        QuestionContent::MultipleChoice(MultipleChoiceKey { options, .. }) => of("choiceInteraction")
            .set("shuffle", shuffles)
            .set("maxChoices", 1)
            .all((0..).zip(options).map(|(place, text)| choice(place, text, pinned(text)))),
        QuestionContent::MultipleResponse(MultipleResponseKey { options, .. }) => of("choiceInteraction")
            .set("shuffle", shuffles)
            .set("maxChoices", 0)
            .all((0..).zip(options).map(|(place, option)| choice(place, &option.text, pinned(&option.id)))),
        QuestionContent::Ordering(OrderingKey { options, .. }) => of("orderInteraction")
            .set("shuffle", true)
            .all((0..).zip(options).map(|(place, option)| choice(place, &option.text, false))),
        QuestionContent::Matching(MatchingKey { prompts, options, .. }) => {
            let set = |choices: &[Choice], trees: Option<&Vec<Tree>>, max: usize, id: fn(usize) -> String| {
                let choice = |(place, choice): (usize, &Choice)| {
                    let element = qti("simpleAssociableChoice").set("identifier", id(place)).set("matchMax", max);
                    element.all(short(&choice.text, trees, place))
                };
                qti("simpleMatchSet").all((0..).zip(choices).map(choice))
            };
            of("matchInteraction")
                .set("shuffle", true)
                .set("maxAssociations", prompts.len())
                .with(set(prompts, trees.map(|trees| &trees.prompts), 1, processing::prompt_id))
                .with(set(options, trees.map(|trees| &trees.options), 0, processing::choice_id))
        }
        _ => {
            let lines = if question.kind() == QuestionKind::Coding { 20 } else { 10 };
            of("extendedTextInteraction").set("expectedLines", lines)
        }
    }
}
