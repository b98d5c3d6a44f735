//! Panels' calendars, which go with their tests.

use super::IntegrityCheck;
use crate::domain::{Result, panel_calendar::PanelCalendar, test::Test};

impl IntegrityCheck<'_> {
    pub(super) fn panel_calendars(&mut self) -> Result<()> {
        self.each::<PanelCalendar>(|s, calendar| {
            let there = s.has::<Test>(calendar.test_id)?;
            s.require(there, "calendar of test", calendar.test_id, "the test is missing");
            Ok(())
        })
    }
}
