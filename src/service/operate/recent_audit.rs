//! The newest entries of the audit log, for a page. It trusts them: an export verifies the chain.

use crate::{
    app::App,
    domain::{Error, Result, audit::AuditEntry},
    service::{actor::Custodian, query},
    store::Read,
};

/// Most entries of a page.
pub const MAX_ENTRIES: usize = 200;
/// Entries that one call looks through for a word.
const MAX_SCANNED: u64 = 20_000;

/// An entry with the name of who acted.
pub struct NamedAuditEntry {
    pub entry: AuditEntry,
    /// `None` for the server and the operator.
    pub by: Option<String>,
}

pub struct AuditPage {
    /// Newest first.
    pub entries: Vec<NamedAuditEntry>,
    /// The next page has entries below this number; `None` at the end.
    pub next: Option<u64>,
}

/// Entries below `before` whose action or target contains `search`.
///
/// # Errors
/// Storage only.
pub fn page(app: &App, _: &Custodian, before: Option<u64>, search: &str, limit: usize) -> Result<AuditPage> {
    let read = app.store.read()?;
    let search = search.trim().to_lowercase();
    let limit = limit.clamp(1, MAX_ENTRIES);
    let last = read.last::<AuditEntry>()?.map_or(0, |entry| entry.number);
    let from = before.map_or(last, |before| last.min(before.saturating_sub(1)));
    let (mut entries, mut next) = (Vec::new(), None);
    // Numbers have no gaps.
    for number in (1..=from).rev() {
        if entries.len() >= limit || from - number >= MAX_SCANNED {
            next = Some(number + 1);
            break;
        }
        if let Some(entry) = read.get::<AuditEntry>(number)?
            && (entry.action.contains(&search) || entry.target.contains(&search))
        {
            entries.push(entry);
        }
    }
    let signed = |entry: AuditEntry| {
        let by = entry.actor.map(|id| query::person::name_of(&read, Some(id))).transpose()?;
        Ok::<_, Error>(NamedAuditEntry { entry, by })
    };
    Ok(AuditPage { entries: entries.into_iter().map(signed).collect::<Result<_>>()?, next })
}
