//! Records of panels' calendars.

use super::{Record, Table};
use crate::domain::{TestId, panel_calendar::PanelCalendar};

impl Record for PanelCalendar {
    const TABLE: Table = Table("panel_calendars");
    const VERSION: u8 = 1;
    key!(self: TestId = self.test_id);
}
