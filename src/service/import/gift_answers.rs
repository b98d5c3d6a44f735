//! One question of a GIFT file: its text and the answers in braces.

use super::{
    gift_texts::{Texts, unescaped},
    kinds::{self, Number},
    lost::Lost,
};
use crate::domain::rich_text::{self, RichTextFormat};
use std::{borrow::Cow, collections::HashSet};

/// Replaces answers in the middle of a sentence.
const GAP: &str = "_____";

#[derive(Debug)]
pub(super) enum Answers {
    Essay,
    Choice {
        options: Vec<String>,
        correct: Option<String>,
        /// Percent of the points that each wrong option takes off.
        penalty: f64,
    },
    /// Options with whether they are right.
    Several(Vec<(String, bool)>),
    Number(Number),
    Text {
        accepted: Vec<String>,
        /// Pattern of answers with a wildcard.
        pattern: Option<String>,
    },
    Matching {
        pairs: Vec<(String, String)>,
        distractors: Vec<String>,
    },
}

#[derive(Debug)]
pub(super) struct GiftQuestion {
    /// Empty without one.
    pub name: String,
    pub text: String,
    pub is_markdown: bool,
    pub answers: Answers,
    /// The general feedback.
    pub explanation: Option<String>,
    /// Unsupported features that were dropped.
    pub left_out: Vec<Lost>,
}

/// Why a question is skipped.
pub(super) type Unfit = &'static str;

/// Position of the first `mark` that is not escaped by a backslash.
fn find(text: &str, mark: char) -> Option<usize> {
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        if !escaped && c == mark {
            return Some(at);
        }
        escaped = !escaped && c == '\\';
    }
    None
}

fn cut(text: &str, mark: char) -> (&str, Option<&str>) {
    match find(text, mark) {
        Some(at) => (text.get(..at).unwrap_or_default(), text.get(at + mark.len_utf8()..)),
        None => (text, None),
    }
}

/// Parser state of a question's braces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Braces {
    #[default]
    Before,
    Open,
    Closed,
}

impl Braces {
    pub fn follow(&mut self, line: &str) {
        let mut rest = line;
        if *self == Self::Before
            && let (_, Some(inside)) = cut(line, '{')
        {
            *self = Self::Open;
            rest = inside;
        }
        if *self == Self::Open && find(rest, '}').is_some() {
            *self = Self::Closed;
        }
    }
}

/// Whether the answers hold a brace that begins others.
pub(super) fn has_brace_within(block: &str) -> bool {
    let inside = cut(block, '{').1.map(|rest| cut(rest, '}').0);
    inside.is_some_and(|inside| find(inside, '{').is_some())
}

/// A question whose formatted HTML becomes Markdown, or plain text where Markdown cannot say the same.
pub(super) fn read(block: &str) -> Result<GiftQuestion, Unfit> {
    let question = read_as(block, true)?;
    let Some(why) = question.fault() else { return Ok(question) };
    let mut plain = read_as(block, false)?;
    if !plain.is_markdown {
        plain.left_out.push(Lost::reads(format!("Its formatting cannot be kept: {why}")));
    }
    Ok(plain)
}

impl GiftQuestion {
    /// Why its texts cannot be Markdown.
    fn fault(&self) -> Option<String> {
        if !self.is_markdown {
            return None;
        }
        let mut texts = vec![self.text.as_str()];
        texts.extend(self.explanation.as_deref());
        match &self.answers {
            Answers::Choice { options, .. } => texts.extend(options.iter().map(String::as_str)),
            Answers::Several(options) => texts.extend(options.iter().map(|(text, _)| text.as_str())),
            Answers::Matching { pairs, distractors } => {
                texts.extend(pairs.iter().flat_map(|(one, other)| [one.as_str(), other.as_str()]));
                texts.extend(distractors.iter().map(String::as_str));
            }
            Answers::Essay | Answers::Number(_) | Answers::Text { .. } => {}
        }
        texts.into_iter().find_map(|text| rich_text::parse(text, RichTextFormat::Markdown).err()).map(|f| f.message)
    }
}

fn read_as(block: &str, has_markdown: bool) -> Result<GiftQuestion, Unfit> {
    let block = block.trim();
    let (name, body) = match block.strip_prefix("::") {
        Some(named) => named.split_once("::").ok_or("the name that begins with :: has no end")?,
        None => ("", block),
    };
    let (before, rest) = cut(body, '{');
    let Some(rest) = rest else {
        return Err("it has no answers in braces");
    };
    let (inside, after) = cut(rest, '}');
    let after = after.ok_or("the brace { that begins the answers is not closed")?;
    if find(after, '{').is_some() {
        return Err("a second { begins in it (is a blank line missing, or a backslash?)");
    }
    // Such as a formula or a program among the answers: they would end in the middle, and the rest become text.
    if find(inside, '{').is_some() || find(after, '}').is_some() {
        return Err("a { or } within the answers or behind them needs a backslash");
    }
    let mut texts = Texts::new(has_markdown && block.contains("[html]"));
    let mut text = texts.question(before, rest);
    if !after.trim().is_empty() {
        let gap = if texts.is_markdown() { kinds::as_markdown(GAP) } else { GAP.to_owned() };
        let space = |is_there: bool| if is_there { " " } else { "" };
        let (first, second) = (before.ends_with(char::is_whitespace), after.starts_with(char::is_whitespace));
        text = format!("{text}{}{gap}{}{}", space(first), space(second), texts.shown(after));
    }
    let (inside, feedback) = match inside.split_once("####") {
        Some((inside, feedback)) => (inside.trim(), Some(texts.shown(feedback))),
        None => (inside.trim(), None),
    };
    let explanation = feedback.filter(|text| !text.is_empty());
    let mut left_out = Vec::new();
    let answers = answers(inside, &mut left_out, &mut texts)?;
    if texts.stray_markdown {
        let what = "Markdown of single answers is kept as it is: the question is not in Markdown.";
        left_out.push(Lost::looks(what));
    }
    left_out.append(&mut texts.left_out);
    let name = unescaped(name.trim());
    let text = text.trim().to_owned();
    let is_markdown = texts.is_markdown();
    Ok(GiftQuestion { name, text, is_markdown, answers, explanation, left_out })
}

const FEEDBACK: &str = "Feedback to single answers is not supported.";

fn answers(inside: &str, left_out: &mut Vec<Lost>, texts: &mut Texts) -> Result<Answers, Unfit> {
    if inside.is_empty() {
        return Ok(Answers::Essay);
    }
    if let Some(numbers) = inside.strip_prefix('#') {
        return numeric(numbers.trim(), left_out);
    }
    let (word, feedback) = cut(inside, '#');
    let is_true = match word.trim().to_ascii_uppercase().as_str() {
        "T" | "TRUE" => Some("True"),
        "F" | "FALSE" => Some("False"),
        _ => None,
    };
    if let Some(right) = is_true {
        if feedback.is_some() {
            left_out.push(Lost::reads(FEEDBACK));
        }
        let options = vec!["True".to_owned(), "False".to_owned()];
        return Ok(Answers::Choice { options, correct: Some(right.to_owned()), penalty: 0.0 });
    }
    let mut list = Vec::new();
    let mut feedback_seen = false;
    // A single short answer needs no mark.
    let is_bare = find(inside, '=').is_none() && find(inside, '~').is_none();
    let marked = if is_bare { Cow::Owned(format!("={inside}")) } else { Cow::Borrowed(inside) };
    for (mark, raw) in split(&marked)? {
        let (weight, raw) = weighted(raw);
        let (raw, feedback) = cut(raw, '#');
        feedback_seen |= feedback.is_some_and(|feedback| !feedback.trim().is_empty());
        list.push(One { is_right: mark == '=', weight, raw });
    }
    if feedback_seen {
        left_out.push(Lost::reads(FEEDBACK));
    }
    if list.iter().any(|one| has_unread_weight(one.raw)) {
        return Err("a weight between % signs cannot be read (write a decimal point)");
    }
    if list.iter().all(|one| one.is_right) {
        let is_pair = |one: &&One<'_>| one.raw.contains("->");
        let pairs_in = list.iter().filter(is_pair).count();
        if pairs_in > 1 && pairs_in < list.len() {
            return Err("some of its answers are pairs with -> and others are not");
        }
        let found = if pairs_in > 1 { pairs(&list, texts) } else { accepted(&list, left_out, texts) };
        return Ok(found);
    }
    choice(&list, left_out, texts)
}

/// An answer in the braces, without its feedback.
struct One<'a> {
    /// Marked by `=`, not by `~`.
    is_right: bool,
    /// Weight of the answer in percent.
    weight: Option<f64>,
    raw: &'a str,
}

impl One<'_> {
    /// Whether it earns all points.
    fn is_full(&self) -> bool {
        if self.is_right { self.weight.is_none_or(|w| w >= 100.0) } else { self.weight.is_some_and(|w| w >= 100.0) }
    }

    fn is_part(&self) -> bool {
        !self.is_full() && self.weight.is_some_and(|w| w > 0.0)
    }
}

const NOTHING: &str = "Answers that earn nothing are left out.";

/// `=right ~wrong ~%50%half ~%-50%penalized`.
fn choice(list: &[One<'_>], left_out: &mut Vec<Lost>, texts: &mut Texts) -> Result<Answers, Unfit> {
    let right = list.iter().filter(|one| one.is_full()).count();
    if right > 1 {
        return Err("more than one answer is correct (a = within a text needs a backslash)");
    }
    let parts: Vec<f64> = list.iter().filter(|one| one.is_part()).filter_map(|one| one.weight).collect();
    let wrong = list.iter().filter(|one| !one.is_full() && !one.is_part());
    let wrong: Vec<f64> = wrong.map(|one| one.weight.unwrap_or_default()).collect();
    if right == 0 && !parts.is_empty() {
        left_out.extend(kinds::lost_weights(&parts, &wrong).map(Lost::scores));
        let most: f64 = parts.iter().sum();
        if (most - 100.0).abs() > 1.0 {
            let most = kinds::rounded(most);
            left_out.push(Lost::scores(format!("All right options earn {most} % there, and all points here.")));
        }
        let options: Vec<(String, bool)> = list.iter().map(|one| (texts.shown(one.raw), one.is_part())).collect();
        if kinds::are_all_right(&options) {
            left_out.push(Lost::scores(kinds::ALL_RIGHT));
        }
        return Ok(Answers::Several(options));
    }
    if !parts.is_empty() {
        left_out.push(Lost::scores(kinds::PART));
    }
    let penalty = kinds::common(&wrong).map_or(0.0, |weight| (-weight).clamp(0.0, 100.0));
    if penalty == 0.0 && wrong.iter().any(|weight| *weight != 0.0) {
        left_out.push(Lost::scores(kinds::PENALTIES));
    }
    let correct = list.iter().find(|one| one.is_full()).map(|one| texts.shown(one.raw));
    Ok(Answers::Choice { options: list.iter().map(|one| texts.shown(one.raw)).collect(), correct, penalty })
}

/// `=one =other =%50%half`; `*` matches any characters.
fn accepted(list: &[One<'_>], left_out: &mut Vec<Lost>, texts: &mut Texts) -> Answers {
    let (mut accepted, mut patterns) = (Vec::new(), Vec::new());
    if list.iter().any(One::is_part) {
        left_out.push(Lost::scores(kinds::PART));
    }
    if list.iter().any(|one| !one.is_full() && !one.is_part()) {
        left_out.push(Lost::reads(NOTHING));
    }
    let mut known = HashSet::new();
    for one in list.iter().filter(|one| one.is_full()) {
        let text = texts.compared(one.raw);
        if !known.insert(text.clone()) {
            left_out.push(kinds::again(&text));
            continue;
        }
        let parts = wildcards(&text);
        if parts.len() > 1 {
            patterns.push(parts.iter().map(|part| regex::escape(part)).collect::<Vec<_>>().join(".*"));
        } else {
            accepted.extend(parts);
        }
    }
    Answers::Text { accepted, pattern: (!patterns.is_empty()).then(|| patterns.join("|")) }
}

/// The texts between wildcards; `\*` is an asterisk.
pub(super) fn wildcards(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c == '*' {
            parts.push(String::new());
            continue;
        }
        let is_escaped = c == '\\' && chars.peek() == Some(&'*');
        let c = if is_escaped { chars.next().unwrap_or(c) } else { c };
        if let Some(part) = parts.last_mut() {
            part.push(c);
        }
    }
    parts
}

/// `=prompt -> option`; an option without a prompt is a distractor.
fn pairs(list: &[One<'_>], texts: &mut Texts) -> Answers {
    let (mut pairs, mut distractors) = (Vec::new(), Vec::new());
    for one in list {
        let (prompt, option) = one.raw.split_once("->").unwrap_or((one.raw, ""));
        let (prompt, option) = (texts.shown(prompt), texts.shown(option));
        if prompt.is_empty() { distractors.push(option) } else { pairs.push((prompt, option)) }
    }
    Answers::Matching { pairs, distractors }
}

/// `5`, `5:0.1`, `4.9..5.1`, or a list of them with weights.
fn numeric(inside: &str, left_out: &mut Vec<Lost>) -> Result<Answers, Unfit> {
    let broken = || "the number after # cannot be read";
    let unread = |raw: &str| {
        let is_twofold = raw.split(':').flat_map(|part| part.split("..")).any(kinds::is_twofold);
        if is_twofold {
            "the number after # can be read in two ways (write a decimal point, or no mark)"
        } else {
            broken()
        }
    };
    let marked = if inside.starts_with(['=', '~']) { Cow::Borrowed(inside) } else { Cow::Owned(format!("={inside}")) };
    let mut found = None;
    for (mark, raw) in split(&marked)? {
        let (weight, raw) = weighted(raw);
        let (raw, feedback) = cut(raw, '#');
        if feedback.is_some_and(|feedback| !feedback.trim().is_empty()) {
            left_out.push(Lost::reads(FEEDBACK));
        }
        // All other numbers, which earn nothing.
        if mark == '~' && weight.is_none_or(|weight| weight <= 0.0) || raw.trim() == "*" {
            if !matches!(raw.trim(), "" | "*") && number(raw.trim()).is_none() {
                let shown: String = raw.trim().chars().take(40).collect();
                left_out.push(Lost::reads(format!("The wrong answer '{shown}' is no number: it is left out.")));
            }
            continue;
        }
        let is_full = weight.is_none_or(|w| w >= 100.0);
        if is_full && found.is_some() && found == number(raw.trim()) {
            left_out.push(kinds::again(raw));
            continue;
        }
        if found.is_some() || !is_full {
            let what = "Further numbers are not supported: the first one that earns all points counts.";
            left_out.push(Lost::scores(what));
            continue;
        }
        found = Some(number(raw.trim()).ok_or_else(|| unread(raw))?);
    }
    found.map(Answers::Number).ok_or_else(broken)
}

fn number(raw: &str) -> Option<Number> {
    if let Some((low, high)) = raw.split_once("..") {
        return kinds::between(&kinds::typed_decimal(low)?, &kinds::typed_decimal(high)?);
    }
    match raw.split_once(':') {
        Some((number, tolerance)) => Some((kinds::typed_decimal(number)?, Some(kinds::typed_decimal(tolerance)?))),
        None => Some((kinds::typed_decimal(raw)?, None)),
    }
}

/// Each answer with its prefix, `=` or `~`.
fn split(inside: &str) -> Result<Vec<(char, &str)>, Unfit> {
    let mut marks: Vec<(usize, char)> = Vec::new();
    let mut escaped = false;
    for (at, c) in inside.char_indices() {
        if !escaped && matches!(c, '=' | '~') {
            marks.push((at, c));
        }
        escaped = !escaped && c == '\\';
    }
    if marks.first().is_none_or(|(at, _)| *at > 0) {
        return Err("the answers in the braces must begin with = or ~");
    }
    if marks.len() > kinds::MAX_PARTS {
        return Err("it has more than 200 answers");
    }
    let ends = marks.iter().skip(1).map(|(at, _)| *at).chain([inside.len()]);
    Ok(marks.iter().zip(ends).map(|((at, mark), end)| (*mark, inside.get(at + 1..end).unwrap_or_default())).collect())
}

/// Whether an answer begins with a weight that has a decimal comma: it would be a part of its text.
fn has_unread_weight(raw: &str) -> bool {
    let inside = raw.strip_prefix('%').and_then(|rest| rest.split_once('%')).map(|(inside, _)| inside.trim());
    inside.is_some_and(|inside| inside.contains(',') && kinds::share(inside).is_some())
}

/// Splits `%50%text` into the weight in percent and the text.
fn weighted(raw: &str) -> (Option<f64>, &str) {
    let raw = raw.trim_start();
    let weighted = raw.strip_prefix('%').and_then(|rest| {
        let (number, text) = rest.split_once('%')?;
        Some((kinds::typed_number(number).filter(|_| !number.contains(','))?, text))
    });
    weighted.map_or((None, raw), |(weight, text)| (Some(weight), text))
}

#[cfg(test)]
mod tests {
    use super::super::{ImportFinding, read};

    #[test]
    fn answers_that_are_there_again_are_named_with_their_line() {
        let text = "Who? {=Orwell =orwell =Orwell}\n\nHow many?\n{#=3:1 =3:1}\n\nWhich? {=a ~b ~b}\n";
        let plan = read(text.as_bytes(), Some("bank.gift"), None);
        let said: Vec<String> = plan.findings.iter().map(ImportFinding::in_words).collect();
        let again = |line: u8, text: &str| format!("line {line}: The answer '{text}' is there again: it counts once.");
        assert!(said.contains(&again(1, "Orwell")) && said.contains(&again(3, "3:1")), "{said:?}");
        assert!(
            said.iter().any(|said| said.contains("line 6") && said.contains("two options are the same")),
            "{said:?}"
        );
        assert_eq!(said.len(), 3, "{said:?}");
    }

    #[test]
    fn answers_within_a_sentence_keep_the_blanks_beside_them() {
        let text = "Grant rests in {=no one =none}.\n\nTwo plus {=two ~one} is four.\n\n[html]It is <b>un</b>{=done ~do} now\n";
        let plan = read(text.as_bytes(), Some("bank.gift"), None);
        let texts: Vec<&str> = plan.tests[0].draft.questions.iter().map(|question| question.text.as_str()).collect();
        assert_eq!(
            texts,
            ["Grant rests in _____.", "Two plus _____ is four.", r"It is **un**\_\_\_\_\_ now"],
            "{:?}",
            plan.findings
        );
    }
}
