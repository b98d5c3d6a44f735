//! Items that are put into categories, as Canvas writes them: a response for each category, whose options are the same items. Here
//! each item is matched with its category.

use super::{
    asked::{AskedResponse, label_id},
    keys::{Found, ReadKind},
    material,
    numbers::NO_KEY,
    processing::{Answer, Processing},
};
use crate::{
    domain::question::Scoring,
    service::import::{kinds, lost::Lost, qti::reader::QtiReader},
};

pub fn are_categories(asked: &[AskedResponse<'_>]) -> bool {
    let ids = |one: &AskedResponse<'_>| one.labels.iter().map(|label| label_id(label).to_owned()).collect::<Vec<_>>();
    let [first, others @ ..] = asked else { return false };
    let first = ids(first);
    !others.is_empty()
        && asked.iter().all(|one| one.is_choice() && one.is_several())
        && others.iter().all(|one| ids(one) == first)
}

pub fn categories(
    text: String,
    asked: &[AskedResponse<'_>],
    processing: &Processing<'_>,
    reader: &mut QtiReader<'_>,
) -> ReadKind {
    let first = asked.first().ok_or(NO_KEY)?;
    let wanted: Vec<Vec<String>> = asked.iter().map(|one| processing.wanted(one.id)).collect();
    let best: Answer = asked.iter().zip(&wanted).map(|(one, items)| (one.id.to_owned(), items.clone())).collect();
    let most = processing.score(&best);
    if most <= 0.0 {
        return Err(NO_KEY.into());
    }
    let names: Vec<String> = asked.iter().map(|one| material::text(one.element).shown(reader)).collect();
    let mut pairs = Vec::new();
    for label in &first.labels {
        let is_own = |(items, _): &(&Vec<String>, &String)| items.iter().any(|id| id == label_id(label));
        let own: Vec<&String> = wanted.iter().zip(&names).filter(is_own).map(|(_, name)| name).collect();
        match own.as_slice() {
            [] => {
                let what = "Items that belong to no category there are not shown.";
                reader.left_out.push((label.line, Lost::reads(what)));
            }
            [name] => pairs.push((material::text(label).shown(reader), (*name).clone())),
            _ => return Err("a prompt is matched with no option or with several".into()),
        }
    }
    // The same items again.
    asked.iter().flat_map(|one| &one.labels).for_each(|label| label.mark_all());
    if !processing.is_one_condition() {
        reader.left_out.push((first.element.line, Lost::scores(kinds::NEARLY)));
    }
    let question = kinds::matching(text, pairs, names, Scoring::AllOrNothing);
    Ok(Found { question, penalty: 0.0, most })
}
