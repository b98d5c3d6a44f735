//! Data that ends (`docs/behaviour/data.md#retention`): its rules, what they would delete, and the daily sweep.

mod due;
pub(in crate::service) mod held;
pub mod holds;
mod remove;
pub mod sweep;

use self::due::{Ruled, stored};
use crate::{
    app::App,
    domain::{
        Error, Instant, Result, TestId,
        retention::{RetentionChange, RetentionKind, RetentionLook, RetentionRules},
        time::DAY,
    },
    service::{
        actor::{Custodian, SiteOperator},
        settings::version,
    },
    store::{
        Read,
        records::{Single, TestHead},
    },
};
use std::collections::BTreeMap;

/// # Errors
/// Storage only.
pub fn rules(app: &App, _: &SiteOperator) -> Result<RetentionRules> {
    stored(&app.store.read()?)
}

/// Titles of the tests that have rules of their own.
///
/// # Errors
/// Storage only.
pub fn titles(app: &App, rules: &RetentionRules) -> Result<BTreeMap<TestId, String>> {
    let read = app.store.read()?;
    let title = |id: &TestId| Ok(title_of(&read, *id)?.map(|title| (*id, title)));
    rules.tests.keys().filter_map(|id| title(id).transpose()).collect()
}

fn title_of(read: &impl Read, id: TestId) -> Result<Option<String>> {
    Ok(read.head(id)?.map(|TestHead { title, .. }| title))
}

/// # Errors
/// 409 `changed_meanwhile`; 422 by field.
pub async fn set_rules(
    app: &App,
    by: &Custodian,
    change: RetentionChange,
    read: Option<u32>,
) -> Result<RetentionRules> {
    app.write(by, move |w| {
        let old = stored(&**w)?;
        let did = "has changed the rules for data that ends in the meantime.";
        version::check(&**w, read, &old, version::Setting { action: "settings.retention", target: "", did })?;
        for (place, (test, rules)) in change.tests.iter().enumerate() {
            // Of a test that was deleted without its results, the rules stay with these.
            if !rules.is_empty() && !old.tests.contains_key(test) && title_of(&**w, *test)?.is_none() {
                return Err(Error::field(format!("tests[{place}].test_id"), "There is no such test."));
            }
        }
        let rules = change.apply(old.clone())?;
        if rules != old {
            w.put(&rules)?;
            let days = |(kind, days): (&RetentionKind, &Option<u16>)| {
                format!("{} {}", kind.name(), days.map_or_else(|| "never".into(), |days| format!("{days} d")))
            };
            let site: Vec<String> = rules.site.iter().map(days).collect();
            w.audit("settings.retention", "", &format!("{}; {} tests", site.join(", "), rules.tests.len()))?;
        }
        Ok(rules)
    })
    .await
}

/// Data that a sweep would delete now.
#[derive(Debug, Default)]
pub struct DryRun {
    pub items: Vec<DryRunItem>,
    /// Time at which the first of what stays is over, by kind.
    pub next: BTreeMap<RetentionKind, Instant>,
    /// Number of what holds keep although its time is over.
    pub held: u64,
    /// Time at which the next sweep deletes; `None` where nothing ever ends.
    pub sweep_at: Option<Instant>,
}

/// Data of one kind and one test that go.
#[derive(Debug)]
pub struct DryRunItem {
    pub kind: RetentionKind,
    /// `None` for people, and for mails to accounts.
    pub test: Option<(TestId, String)>,
    /// Attempts, people or mails.
    pub count: u64,
    /// Attempts that wait for a score, among those whose answers are deleted.
    pub unscored: u64,
}

/// Counts what these rules would delete now; without a change, those that are stored.
///
/// # Errors
/// 422 by field.
pub async fn dry_run(app: &App, _: &SiteOperator, change: RetentionChange) -> Result<DryRun> {
    let now = app.now();
    app.blocking(move |app| {
        let read = app.store.read()?;
        let ruled = Ruled::with(&read, change.apply(stored(&read)?)?)?;
        let planned = due::plan(&read, &ruled, now)?;
        let mut counts: BTreeMap<(RetentionKind, Option<TestId>), (u64, u64)> = BTreeMap::new();
        for item in &planned.due {
            let counted = counts.entry((item.kind, item.test)).or_default();
            counted.0 += 1;
            counted.1 += u64::from(item.is_unscored);
        }
        let items = counts.into_iter().map(|((kind, test), (count, unscored))| {
            let deleted = || "A deleted test".to_owned();
            let titled = |id| Ok::<_, Error>((id, title_of(&read, id)?.unwrap_or_else(deleted)));
            Ok(DryRunItem { kind, test: test.map(titled).transpose()?, count, unscored })
        });
        let look: Option<RetentionLook> = read.get(Single)?;
        let sweep_at = (!ruled.rules.keep_all()).then(|| look.map_or(now, |look| look.at).plus(DAY).max(now));
        Ok(DryRun { items: items.collect::<Result<_>>()?, next: planned.next, held: planned.held, sweep_at })
    })
    .await
}
