//! When the page of an attempt could not reach the server, and what became of it: part of the attempt's timeline.

use crate::{
    domain::{
        AttemptId, Instant, Result,
        attempt::Attempt,
        outage::{Loss, Outage, OutageVerdict, Reach, minutes},
    },
    store::{Read, records},
};

pub struct ConnectionGap {
    /// The middle of what is possible.
    pub from: Instant,
    /// `None`: the page has not been heard from since.
    pub to: Option<Instant>,
    /// Cause of the outage, the candidate's activity meanwhile, and an administrator's decision.
    pub words: String,
}

impl ConnectionGap {
    fn new(outage: &Outage, loss: &Loss, attempt: &Attempt) -> Self {
        let reach = match outage.reach {
            Reach::Server => "The server did not run.",
            Reach::Hall => "Several candidates at once.",
            Reach::Single => "This candidate alone.",
        };
        let meanwhile = match (loss.back, loss.typed) {
            (None, _) => "The page has not been heard from since.",
            (_, 0) => "Nothing was typed meanwhile.",
            _ => "The candidate worked on.",
        };
        let decided = match &outage.settled {
            _ if !loss.given.is_zero() => format!("{} min given.", minutes(loss.given)),
            Some(settled) if settled.verdict == OutageVerdict::Dismissed && settled.reason.is_empty() => {
                "Dismissed: no time was given.".to_owned()
            }
            Some(settled) if settled.verdict == OutageVerdict::Dismissed => {
                format!("Dismissed, no time was given: {}", settled.reason)
            }
            _ => "No time was given.".to_owned(),
        };
        let is_server = outage.reach == Reach::Server;
        Self {
            from: outage.began(),
            to: loss.back.or_else(|| is_server.then_some(outage.to)),
            words: format!("{} min. {reach} {meanwhile} {decided}", minutes(outage.lost_by(loss, attempt))),
        }
    }
}

/// The connection gaps of an attempt.
///
/// # Errors
/// Storage only.
pub fn of(read: &impl Read, id: AttemptId) -> Result<Vec<ConnectionGap>> {
    let mut found = Vec::new();
    let Some(attempt) = read.get::<Attempt>(id)? else { return Ok(found) };
    for loss in read.linked(records::LOSSES_BY_ATTEMPT.under(id))? {
        if let Some(outage) = read.get::<Outage>(loss.outage_id)? {
            found.push(ConnectionGap::new(&outage, &loss, &attempt));
        }
    }
    Ok(found)
}
