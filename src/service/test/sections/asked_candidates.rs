//! Who saw a question: the candidates whose papers have it, in which place and order (`docs/behaviour/tests.md#question-bank`).

use crate::{
    app::App,
    domain::{
        Error, InviteId, QuestionId, Result,
        attempt::Attempt,
        bank::{
            BankQuestion, Version,
            plan::{Draw, PaperPlan},
        },
        invite::Invite,
        question::Question,
    },
    service::{
        actor::ResultReader,
        query::{
            self,
            page::{Page, Slice},
        },
    },
    store::{Read, records},
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};

/// A candidate who was asked the question.
#[derive(Clone, Debug)]
pub struct AskedCandidate {
    pub attempt: Attempt,
    pub invite: InviteId,
    pub test_title: String,
    pub name: String,
    pub email: String,
    pub version: Version,
    /// Its place in the paper, from 1, and the number of questions.
    pub place: usize,
    pub of: usize,
    pub section: String,
    /// The question as it was shown, options in their order.
    pub question: Question,
}

/// Papers that are drawn again in one call; beyond it the page ends early, with a cursor.
const MAX_DRAWN: usize = 2_000;

/// Candidates who were asked the question, plan by plan, earliest start first; where names are hidden, those who have ended
/// come after the others, in random order. The cursor is an offset in this order.
///
/// # Errors
/// 404; 422 for a bad cursor.
pub fn list(app: &App, _: &ResultReader, id: QuestionId, slice: &Slice) -> Result<Page<AskedCandidate>> {
    let read = app.store.read()?;
    if !read.has::<BankQuestion>(id)? {
        return Err(super::super::bank::not_found());
    }
    let skip = slice.after.as_deref().map_or(Ok(0), offset)?;
    let (mut items, mut at, mut drawn) = (Vec::new(), 0, 0);
    for plan in read.linked(records::PLANS_BY_QUESTION.under(id))? {
        let mut of_plan = read.linked(records::DRAWS_BY_PLAN.under((plan.test_id, &plan.hash)))?;
        if query::naming::hides(&read, plan.test_id)? {
            let alias = |draw: &Draw| query::naming::alias(&read, draw.attempt_id).ok().flatten();
            of_plan.sort_by_cached_key(|draw| alias(draw).map(|alias| alias.review_id));
        }
        for draw in of_plan {
            at += 1;
            if at <= skip {
                continue;
            }
            if items.len() >= slice.limit || drawn >= MAX_DRAWN {
                return Ok(Page { items, next: Some(URL_SAFE_NO_PAD.encode((at - 1_usize).to_string())) });
            }
            drawn += 1;
            items.extend(seen(&read, &plan, &draw, id)?);
        }
    }
    Ok(Page { items, next: None })
}

fn offset(cursor: &str) -> Result<usize> {
    let bytes = URL_SAFE_NO_PAD.decode(cursor).ok();
    let number = bytes.and_then(|bytes| String::from_utf8(bytes).ok()).and_then(|text| text.parse().ok());
    number.ok_or_else(|| Error::field("after", "This is not a valid cursor of this list."))
}

fn seen(read: &impl Read, plan: &PaperPlan, draw: &Draw, id: QuestionId) -> Result<Option<AskedCandidate>> {
    let Ok(drawn) = plan.draw(&draw.seed) else { return Ok(None) };
    let place = drawn.origins.iter().position(|pin| pin.is_some_and(|pin| pin.question_id == id));
    let Some((place, attempt)) = place.zip(read.get::<Attempt>(draw.attempt_id)?) else { return Ok(None) };
    let (Some(pin), Some(question)) = (drawn.origins[place], drawn.paper.questions.get(place)) else { return Ok(None) };
    let invite: Option<Invite> = read.get(attempt.invite_id)?;
    let named = invite.map(|invite| query::naming::of_attempt(read, invite, attempt.id)).transpose()?;
    let attempt = query::naming::of_ended(read, attempt)?;
    let (invite, name, email) = named.unwrap_or((attempt.invite_id, String::new(), String::new()));
    let mut end = 0;
    let section = drawn.sections.iter().find(|section| {
        end += section.questions;
        place < end
    });
    Ok(Some(AskedCandidate {
        invite,
        attempt,
        test_title: drawn.paper.title.clone(),
        name,
        email,
        version: pin.version,
        place: place + 1,
        of: drawn.paper.questions.len(),
        section: section.map(|section| section.title.clone()).unwrap_or_default(),
        question: question.clone(),
    }))
}
