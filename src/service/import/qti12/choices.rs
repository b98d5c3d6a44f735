//! Gaps whose texts are chosen from a list.

use super::{
    asked::{AskedResponse, label_id},
    material,
    numbers::SAME,
};
use crate::{
    domain::question::{ChoiceDraft, GapDraft, GapKind},
    service::import::{
        kinds::{self, option_id},
        lost::Lost,
        qti::{reader::QtiReader, xml::XmlElement},
    },
};

pub fn choice_gap(
    id: String,
    asked: &AskedResponse<'_>,
    right: &str,
    reader: &mut QtiReader<'_>,
) -> Result<GapDraft, String> {
    let place = asked.labels.iter().position(|label| label_id(label) == right);
    let place = place.ok_or("a gap of it has no right option")?;
    let option = |(place, label): (usize, &&XmlElement)| ChoiceDraft::WithId {
        id: option_id(place),
        text: material::text(label).plain(reader),
    };
    Ok(GapDraft {
        correct_answer: Some(option_id(place)),
        options: asked.labels.iter().enumerate().map(option).collect(),
        ..GapDraft::new(id, GapKind::Choice)
    })
}

/// A gap whose texts are a list: the one that earns most is right.
pub fn listed_gap(
    id: String,
    asked: &AskedResponse<'_>,
    score: &dyn Fn(&str) -> f64,
    reader: &mut QtiReader<'_>,
) -> Result<GapDraft, String> {
    let texts: Vec<String> = asked.labels.iter().map(|label| material::text(label).plain(reader)).collect();
    let earned: Vec<f64> = texts.iter().map(|text| score(text)).collect();
    let most = earned.iter().copied().fold(0.0, f64::max);
    let mut right = earned.iter().enumerate().filter(|(_, earned)| **earned >= most - SAME);
    let (Some((place, _)), None) = (right.next().filter(|_| most > 0.0), right.next()) else {
        return Err("a gap has not exactly one right option".into());
    };
    if earned.iter().any(|earned| *earned > SAME && *earned < most - SAME) {
        reader.left_out.push((asked.element.line, Lost::scores(kinds::PART)));
    }
    let option = |(place, text)| ChoiceDraft::WithId { id: option_id(place), text };
    Ok(GapDraft {
        correct_answer: Some(option_id(place)),
        options: texts.into_iter().enumerate().map(option).collect(),
        ..GapDraft::new(id, GapKind::Choice)
    })
}
