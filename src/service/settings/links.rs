//! How long the links of new invites stay open (`docs/behaviour/invites.md#scheduling`).

use super::{site, version};
use crate::{
    app::App,
    domain::{Result, error::FieldChecker, settings::SiteSettings},
    service::actor::SiteOperator,
};
use std::ops::RangeInclusive;

/// A change; `None` leaves a value unchanged.
#[derive(Clone, Copy, Debug, Default)]
pub struct LinkChange {
    /// The version of the settings which the change is based on.
    pub version: Option<u32>,
    pub link_days: Option<i64>,
    pub late_start_hours: Option<i64>,
}

/// # Errors
/// Storage only.
pub fn get(app: &App, _: &SiteOperator) -> Result<SiteSettings> {
    site(&app.store.read()?)
}

/// Version of what a change is based on: the public URL is not part of it.
///
/// # Errors
/// Never for settings, which are plain data.
pub fn version_of(site: &SiteSettings) -> Result<u32> {
    version::of(&(site.link_days, site.late_start_hours))
}

/// Changes it for invites that are made from then on.
///
/// # Errors
/// 409 `changed_meanwhile`; 422.
pub async fn set(app: &App, by: &SiteOperator, change: LinkChange) -> Result<SiteSettings> {
    app.write(by, move |w| {
        let old = site(&**w)?;
        let did = "has changed the settings of links in the meantime.";
        let stored = &(old.link_days, old.late_start_hours);
        version::check(&**w, change.version, stored, version::Setting { action: "settings.links", target: "", did })?;
        let mut check = FieldChecker::default();
        let mut read = |given: Option<i64>, old: u32, field: &str, (range, unit): (RangeInclusive<i64>, &str)| {
            let value = given.unwrap_or_else(|| old.into());
            let message = format!("Please enter {} to {} {unit}.", range.start(), range.end());
            check.require(given.is_none() || range.contains(&value), field, message);
            u32::try_from(value).unwrap_or(old)
        };
        let link_days = read(change.link_days, old.link_days, "linkDays", (SiteSettings::LINK_DAYS, "days"));
        let hours = (SiteSettings::LATE_HOURS, "hours");
        let late_start_hours = read(change.late_start_hours, old.late_start_hours, "lateStartHours", hours);
        check.finish(&[])?;
        let site = SiteSettings { link_days, late_start_hours, ..old.clone() };
        if site != old {
            w.put(&site)?;
            w.audit("settings.links", "", &format!("{link_days} days, {late_start_hours} hours"))?;
        }
        Ok(site)
    })
    .await
}
