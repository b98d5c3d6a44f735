//! Judges submissions by the pass mark of their test, where no ranking of it is in memory.

use super::section_points;
use crate::{
    app::App,
    domain::{
        Result, TestId,
        decision::PassMark,
        submission::{Grade, Submission},
    },
    service::query::spans::Spans,
    store::Read,
};

pub(in crate::service) struct Passing {
    mark: PassMark,
    spans: Spans,
}

impl Passing {
    /// `None` for a test without a pass mark.
    ///
    /// # Errors
    /// Storage only.
    pub fn of(read: &impl Read, test: TestId) -> Result<Option<Self>> {
        let mark: Option<PassMark> = read.get(test)?;
        Ok(mark.filter(PassMark::is_set).map(|mark| Self { mark, spans: Spans::default() }))
    }

    /// Whether a submission would pass if its score were final. `changed` are grades that are not stored yet.
    ///
    /// # Errors
    /// Storage only.
    pub fn is_passed(
        &mut self,
        app: &App,
        read: &impl Read,
        submission: &Submission,
        changed: &[Grade],
    ) -> Result<bool> {
        let whole = submission.share();
        if self.mark.sections.is_empty() {
            return Ok(self.mark.is_reached_by(whole, |_| None));
        }
        let points = section_points::of(app, read, &mut self.spans, submission, changed)?;
        let points_in = |label: &str| points.iter().find(|(known, _)| known == label).map(|(_, points)| *points);
        Ok(self.mark.is_reached_by(whole, points_in))
    }
}
