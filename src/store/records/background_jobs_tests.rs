//! Golden bytes of background jobs.

use super::tests::{AT, Sample, id, sample};
use crate::domain::background_job::{BackgroundJob, JobKind, JobState};

pub(super) fn samples() -> Vec<Sample> {
    let job = BackgroundJob {
        id: id(8),
        by: id(1),
        kind: JobKind::TestImport,
        test_id: Some(id(3)),
        subject: "tests.zip".into(),
        state: JobState::Failed("The file is empty.".into()),
        done: 2,
        total: 3,
        begun_at: AT,
        ended_at: Some(AT),
        note: "2 of 3 people were not invited.".into(),
    };
    vec![sample("background jobs", &job)]
}
