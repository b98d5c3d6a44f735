//! Calculated questions: numbers that Moodle draws from sets of values. Where there is one set alone, its values replace
//! the names, and the question is one with fixed numbers.

use super::formula;
use crate::service::import::{
    kinds,
    lost::shown,
    qti::xml::{XmlElement, XmlNode},
};
use std::collections::BTreeMap;

const DRAWN: &str = "its numbers are drawn at random: write it as a question with fixed numbers";

/// Values by their names.
type Values = BTreeMap<String, String>;

/// Whether questions of this type have formulas.
pub fn is_computed(kind: &str) -> bool {
    matches!(kind, "calculated" | "calculatedsimple" | "calculatedmulti")
}

/// The question with its values instead of their names.
///
/// # Errors
/// Several sets of values are drawn from, a value is missing, or a formula or value cannot be read.
pub fn fixed(question: &XmlElement, kind: &str) -> Result<XmlElement, String> {
    let values = values(question)?;
    let fill = |text: &str| filled(text, &values);
    let compute = |text: &str| match text.trim() {
        "" | "*" => Ok(text.to_owned()),
        formula => computed(formula, &values),
    };
    let mut fixed = question.copied();
    for node in &question.content {
        let node = match node {
            XmlNode::Text(text) => XmlNode::Text(text.clone()),
            XmlNode::Element(child) if child.name.starts_with("dataset") => continue,
            XmlNode::Element(child) if child.name == "answer" && kind != "calculatedmulti" => {
                XmlNode::Element(answer(child, &compute, &fill)?)
            }
            XmlNode::Element(child) => XmlNode::Element(replaced(child, &fill)?),
        };
        fixed.content.push(node);
    }
    Ok(fixed)
}

type Replace<'r> = dyn Fn(&str) -> Result<String, String> + 'r;

/// An answer, whose own text is a formula.
fn answer(element: &XmlElement, compute: &Replace<'_>, fill: &Replace<'_>) -> Result<XmlElement, String> {
    let mut copy = element.copied();
    for node in &element.content {
        copy.content.push(match node {
            XmlNode::Text(text) => XmlNode::Text(text.clone()),
            XmlNode::Element(child) if child.name == "text" => XmlNode::Element(replaced(child, compute)?),
            XmlNode::Element(child) => XmlNode::Element(replaced(child, fill)?),
        });
    }
    Ok(copy)
}

/// The element with other texts.
fn replaced(element: &XmlElement, replace: &Replace<'_>) -> Result<XmlElement, String> {
    let mut copy = element.copied();
    for node in &element.content {
        copy.content.push(match node {
            XmlNode::Text(text) => XmlNode::Text(replace(text)?),
            XmlNode::Element(child) => XmlNode::Element(replaced(child, replace)?),
        });
    }
    Ok(copy)
}

/// The values of the only set. A name without a value is said before that others have several.
fn values(question: &XmlElement) -> Result<Values, String> {
    let mut values = Values::new();
    let mut is_drawn = false;
    for definition in question.all("dataset_definition") {
        let name = definition.child("name").map(XmlElement::text).unwrap_or_default();
        let items = definition.all("dataset_item");
        let of_sets = items.iter().filter_map(|item| item.child("value")).map(XmlElement::text);
        let mut of_sets = of_sets.filter(|value| !value.is_empty());
        let first = of_sets.next().ok_or_else(|| without(&name))?;
        if kinds::decimal(&first).is_none() {
            return Err(format!("the value of '{}' cannot be read: '{}'", shown(&name), shown(&first)));
        }
        is_drawn |= of_sets.any(|value| value != first) || values.len() >= kinds::MAX_PARTS;
        values.insert(name, first);
    }
    if is_drawn { Err(DRAWN.into()) } else { Ok(values) }
}

fn without(name: &str) -> String {
    format!("the file has no value of '{}': write it as a question with fixed numbers", shown(name))
}

/// A text with values for `{a}`, and results for `{={a}*2}`.
fn filled(text: &str, values: &Values) -> Result<String, String> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        if let Some(formula) = after.strip_prefix('=') {
            let end = end_of(formula).ok_or_else(|| unread(formula))?;
            let (formula, behind) = formula.split_at_checked(end).unwrap_or_default();
            out.push_str(&computed(formula, values)?);
            rest = behind.strip_prefix('}').unwrap_or_default();
            continue;
        }
        let named = after.split_once('}').and_then(|(name, behind)| Some((values.get(name)?, behind)));
        if let Some((value, behind)) = named {
            out.push_str(value);
            rest = behind;
        } else {
            out.push('{');
            rest = after;
        }
    }
    out.push_str(rest);
    Ok(out)
}

/// Place of the brace that closes a formula.
fn end_of(formula: &str) -> Option<usize> {
    let mut open: usize = 0;
    for (at, c) in formula.char_indices() {
        match c {
            '{' => open += 1,
            '}' if open == 0 => return Some(at),
            '}' => open -= 1,
            _ => {}
        }
    }
    None
}

fn computed(formula: &str, values: &Values) -> Result<String, String> {
    let mut plain = formula.to_owned();
    for (name, value) in values {
        plain = plain.replace(&format!("{{{name}}}"), &format!("({value})"));
    }
    if let Some((_, after)) = plain.split_once('{') {
        return Err(without(after.split_once('}').map_or(after, |(name, _)| name)));
    }
    formula::value(&plain).and_then(formula::written).ok_or_else(|| unread(formula))
}

fn unread(formula: &str) -> String {
    format!("its formula cannot be read: '{}'", shown(formula))
}
