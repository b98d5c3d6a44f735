//! Points by section of single submissions, where no ranking of their test is in memory.

use crate::{
    app::App,
    domain::{
        Result,
        bank::section_points::{self, SectionPoints},
        submission::{Grade, Submission},
    },
    service::query::spans::Spans,
    store::Read,
};

/// Label and points of each section of the paper; none for a test that is not divided. `changed` are grades that are not
/// stored yet.
///
/// # Errors
/// Storage only.
pub(super) fn of(
    app: &App,
    read: &impl Read,
    spans: &mut Spans,
    submission: &Submission,
    changed: &[Grade],
) -> Result<Vec<(String, SectionPoints)>> {
    let spans = spans.of(read, submission.id)?;
    if spans.is_empty() {
        return Ok(Vec::new());
    }
    let mut grades: Vec<Grade> = read.children(submission.id)?;
    for grade in &mut grades {
        if let Some(new) = changed.iter().find(|new| new.place == grade.place) {
            grade.clone_from(new);
        }
    }
    let paper = app.caches.papers.get(read, submission.test_id, &submission.paper)?;
    let points = section_points::points(&spans, &paper, &grades);
    Ok(spans.iter().map(|span| span.label.clone()).zip(points).collect())
}

/// Points by section as text, for files.
pub struct SectionTexts<'a> {
    app: &'a App,
    spans: Spans,
}

impl<'a> SectionTexts<'a> {
    #[must_use]
    pub fn new(app: &'a App) -> Self {
        Self { app, spans: Spans::default() }
    }

    /// `SQL 5/10; Writing 2.5/4 so far`; empty for a test that is not divided.
    ///
    /// # Errors
    /// Storage only.
    pub fn of(&mut self, submission: &Submission) -> Result<String> {
        let points = of(self.app, &self.app.store.read()?, &mut self.spans, submission, &[])?;
        let text = |(label, sum): &(String, SectionPoints)| {
            format!("{label} {}/{}{}", sum.earned, sum.points, if sum.is_pending { " so far" } else { "" })
        };
        Ok(points.iter().map(text).collect::<Vec<_>>().join("; "))
    }
}
