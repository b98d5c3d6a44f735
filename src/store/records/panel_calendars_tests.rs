//! Golden bytes of panels' calendars.

use super::tests::{AT, Sample, id, sample};
use crate::domain::panel_calendar::PanelCalendar;

pub(super) fn samples() -> Vec<Sample> {
    let calendar = PanelCalendar {
        test_id: id(3),
        url_sealed: Some(vec![1, 2, 3]),
        time_zone: Some("Europe/Berlin".into()),
        version: 2,
        by: Some(id(1)),
        at: AT,
    };
    vec![sample("panel calendars", &calendar)]
}
