//! Items whose rules count what is right and what is wrong, as Brightspace writes them. How the counts become points is not in
//! the file.

use super::{
    asked::{AskedResponse, label_id},
    keys::{Found, ReadKind},
    material,
    numbers::NO_KEY,
    ordered::in_order,
    processing::{positive, value},
};
use crate::{
    domain::question::Scoring,
    service::import::{
        kinds,
        lost::Lost,
        qti::{reader::QtiReader, xml::XmlElement},
    },
};

const HOW: &str = "Its right and wrong parts are counted there, and the file does not say what they earn: here all of them have to be right.";

/// Whether the rules of an item count.
pub fn is_counted(item: &XmlElement) -> bool {
    item.all("setvar").into_iter().any(|set| counts(set).is_some())
}

/// The name of the count to which a rule adds.
fn counts(set: &XmlElement) -> Option<&str> {
    set.attribute("varname").filter(|name| name.starts_with("D2L_"))
}

/// Responses with the values that count as right.
fn right(item: &XmlElement) -> Vec<(&str, String)> {
    let mut found = Vec::new();
    for rule in item.all("respcondition") {
        let is_right = rule.children().any(|child| child.name == "setvar" && counts(child) == Some("D2L_Correct"));
        if let Some(condition) = rule.child("conditionvar").filter(|_| is_right) {
            positive(condition, &mut |child| {
                let id = child.attribute("respident").filter(|_| child.name == "varequal");
                found.extend(id.map(|id| (id, value(child))));
            });
        }
    }
    found
}

/// Several options, prompts with options, or options in order.
pub fn counted(item: &XmlElement, text: String, asked: &[AskedResponse<'_>], reader: &mut QtiReader<'_>) -> ReadKind {
    let right = right(item);
    let has = |id: &str, value: &str| right.iter().any(|(known, wanted)| *known == id && wanted == value);
    let found = match asked {
        [one] if one.is_choice() && one.is_several() => {
            let option = |label: &&XmlElement| (material::text(label).shown(reader), has(one.id, label_id(label)));
            let options: Vec<(String, bool)> = one.labels.iter().map(option).collect();
            if !options.iter().any(|(_, is_right)| *is_right) {
                return Err("no option earns points".into());
            }
            let question = kinds::several(text, options, Scoring::AllOrNothing);
            Ok(Found { question, penalty: 0.0, most: 0.0 })
        }
        [one] if one.is_ordered() => {
            let place =
                |label: &XmlElement| (1..=one.labels.len()).find(|place| has(label_id(label), &place.to_string()));
            let mut order = Vec::new();
            for &label in &one.labels {
                order.push((place(label).ok_or(NO_KEY)?, label_id(label).to_owned()));
            }
            order.sort();
            let order: Vec<String> = order.into_iter().map(|(_, id)| id).collect();
            in_order(text, one, &order, 0.0, reader)
        }
        many if many.iter().all(AskedResponse::is_group) => matching(text, many, &has, reader),
        _ => Err("this kind of response is not supported".into()),
    };
    if found.is_ok() {
        reader.left_out.push((item.line, Lost::scores(HOW)));
    }
    found
}

fn matching(
    text: String,
    asked: &[AskedResponse<'_>],
    has: &dyn Fn(&str, &str) -> bool,
    reader: &mut QtiReader<'_>,
) -> ReadKind {
    let (mut pairs, mut distractors) = (Vec::new(), Vec::new());
    for one in asked {
        let before = pairs.len();
        let prompt = material::text(one.element).shown(reader);
        for label in &one.labels {
            let option = material::text(label).shown(reader);
            if has(one.id, label_id(label)) {
                pairs.push((prompt.clone(), option));
            } else {
                distractors.push(option);
            }
        }
        if pairs.len() != before + 1 {
            return Err("a prompt of it has no right option".into());
        }
    }
    let question = kinds::matching(text, pairs, distractors, Scoring::AllOrNothing);
    Ok(Found { question, penalty: 0.0, most: 0.0 })
}
