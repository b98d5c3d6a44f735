//! The items that a person chooses for an answer.

use crate::{
    domain::{
        Error, Result, RubricItemId,
        review::ReviewVerdict,
        rubric::{Rubric, RubricChoice},
        submission::Grade,
    },
    service::work::Work,
    store::Read,
};

/// A person's score, and the items that it was given by.
pub struct ItemizedScore {
    pub verdict: ReviewVerdict,
    /// `None` for a score without the rubric.
    pub chosen: Option<RubricChoice>,
}

/// A score by a person: by points, by items of the rubric, or both, where the points count.
///
/// # Errors
/// 422 on `score_status` without either, on `rubric_items` that the rubric does not have.
pub fn settle(
    read: &impl Read,
    grade: &Grade,
    points: u32,
    verdict: Option<ReviewVerdict>,
    items: Option<Vec<RubricItemId>>,
) -> Result<ItemizedScore> {
    let Some(items) = items else {
        let message = "Please choose a score, or items of the rubric.";
        let verdict = verdict.ok_or_else(|| Error::field("score_status", message))?;
        return Ok(ItemizedScore { verdict, chosen: None });
    };
    let rubric: Option<Rubric> = read.get((grade.test_id, grade.question_id.as_str()))?;
    let rubric = rubric.ok_or_else(|| Error::field("rubric_items", "This question has no rubric."))?;
    let items = rubric.check_chosen(&items)?;
    let by_rubric = rubric.verdict(&items, points);
    let chosen = RubricChoice {
        submission_id: grade.submission_id,
        question_id: grade.question_id.clone(),
        test_id: grade.test_id,
        items,
        is_overridden: verdict.is_some(),
    };
    Ok(ItemizedScore { verdict: verdict.unwrap_or(by_rubric), chosen: Some(chosen) })
}

/// The items of an answer that the rubric still has.
///
/// # Errors
/// Storage only.
pub fn of(read: &impl Read, grade: &Grade) -> Result<Option<RubricChoice>> {
    let chosen: Option<RubricChoice> = read.get((grade.submission_id, grade.question_id.as_str()))?;
    chosen.map(|chosen| still(read, chosen)).transpose()
}

/// Removes the items that the rubric does not have any more.
///
/// # Errors
/// Storage only.
pub fn still(read: &impl Read, mut chosen: RubricChoice) -> Result<RubricChoice> {
    let rubric: Option<Rubric> = read.get((chosen.test_id, chosen.question_id.as_str()))?;
    chosen.items.retain(|item| rubric.as_ref().is_some_and(|rubric| rubric.has(*item)));
    Ok(chosen)
}

/// Stores the items of an answer instead of those chosen before.
///
/// # Errors
/// Storage only.
pub fn keep(w: &mut Work<'_, '_>, grade: &Grade, chosen: Option<RubricChoice>) -> Result<()> {
    match chosen {
        Some(chosen) => w.put(&chosen)?,
        None => {
            w.delete::<RubricChoice>((grade.submission_id, grade.question_id.as_str()))?;
        }
    }
    Ok(())
}
