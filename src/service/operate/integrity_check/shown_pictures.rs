//! Pictures that must be there.

use super::IntegrityCheck;
use crate::domain::{
    PictureHash, Result,
    bank::{QuestionVersion, plan::PaperPlan, sections::TestSections},
    paper::Paper,
    picture,
    test::Test,
};
use std::collections::HashMap;
use uuid::Uuid;

impl IntegrityCheck<'_> {
    /// Pictures that tests, question papers and the bank show, each with one of the places.
    pub(super) fn shown_pictures(&mut self) -> Result<HashMap<PictureHash, (&'static str, Uuid)>> {
        let mut shown = HashMap::new();
        self.each::<Test>(|_, test| {
            shown.extend(test.pictures().into_keys().map(|hash| (hash, ("test", test.id.0))));
            Ok(())
        })?;
        self.each::<TestSections>(|_, sections| {
            shown.extend(sections.pictures().into_keys().map(|hash| (hash, ("test", sections.test_id.0))));
            Ok(())
        })?;
        self.each::<Paper>(|_, paper| {
            shown.extend(paper.pictures().into_keys().map(|hash| (hash, ("test", paper.test_id.0))));
            Ok(())
        })?;
        self.each::<PaperPlan>(|_, plan| {
            let pictures = plan.pictures().into_keys();
            shown.extend(pictures.map(|hash| (hash, ("test", plan.test_id.0))));
            Ok(())
        })?;
        self.each::<QuestionVersion>(|_, version| {
            let pictures = picture::shown_by(std::slice::from_ref(&version.question)).into_keys();
            shown.extend(pictures.map(|hash| (hash, ("question", version.question_id.0))));
            Ok(())
        })?;
        Ok(shown)
    }
}
