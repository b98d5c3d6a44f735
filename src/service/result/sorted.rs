//! The list of all results in any order, searched and filtered.

use super::{
    deciding::{
        decided::{self, Decided},
        table,
    },
    repairs::marks::Marks,
    results::{self, Results},
};
use crate::{
    app::App,
    domain::{
        AttemptId, Error, Result,
        decision::{Decision, DecisionValue},
        list::Scope,
        submission::Submission,
    },
    service::{actor::Admin, query},
    state::all_results::{self, Conditions, MAX_LISTED, Query, Row, Shown, Sort, Table},
    store::{Read, records::counter},
};
use std::{collections::HashSet, sync::Arc};

/// What a caller asks for.
#[derive(Clone, Debug)]
pub struct Asked {
    pub sort: Sort,
    pub descending: bool,
    /// From 1.
    pub page: u64,
    pub limit: u64,
    pub within: results::Filter,
    pub conditions: Conditions,
}

impl Asked {
    /// Whether the index by date has this order, without any other condition.
    fn is_by_date(&self) -> bool {
        self.sort == Sort::Date && self.descending && self.conditions.are_open()
    }

    fn query(self) -> Query {
        let Self { sort, descending, within, conditions, .. } = self;
        let results::Filter { scope, submitted } = within;
        let filter = all_results::Filter { scope, submitted, conditions };
        Query { sort, descending, filter }
    }
}

/// A result with what its row shows beside it.
pub struct Listed {
    pub submission: Submission,
    pub decided: Decided,
    /// Points that repairs have added or taken; `None` where they have changed no score.
    pub repaired_points: Option<f64>,
}

pub struct Sorted {
    pub rows: Vec<Listed>,
    /// Number of submissions that match.
    pub total: u64,
}

/// # Errors
/// 409 `too_many_results` for other orders and filters than by date, of more than a million results.
pub async fn list(app: &App, admin: &Admin, asked: Asked) -> Result<Sorted> {
    let Results { rows, total } = if asked.is_by_date() {
        results::list(app, admin, asked.within, asked.page, asked.limit)?
    } else {
        let table = current(app, admin).await?;
        find(app, &table, asked)?
    };
    let read = app.store.read()?;
    let mut marks = Marks::new(app);
    let row = |submission: Submission| {
        let decided = decided::of(&read, submission.id)?;
        Ok(Listed { repaired_points: marks.of(&submission)?.points, decided, submission })
    };
    Ok(Sorted { rows: rows.into_iter().map(row).collect::<Result<_>>()?, total })
}

/// The page, read from the store. A submission that was deleted since the table was read is not in it.
fn find(app: &App, table: &Table, asked: Asked) -> Result<Results> {
    let skip = (asked.page - 1).saturating_mul(asked.limit);
    let take = usize::try_from(asked.limit).unwrap_or(usize::MAX);
    let (total, ids) = table.page(&asked.query(), skip, take);
    let read = app.store.read()?;
    let mut rows = Vec::with_capacity(ids.len());
    for id in ids {
        let found: Option<Submission> = read.get(id)?;
        rows.extend(found.map(|found| query::naming::of_result(&read, found)).transpose()?);
    }
    Ok(Results { rows, total })
}

/// The current table. The first reader builds it on a blocking thread, and later ones read again what has changed since.
async fn current(app: &App, admin: &Admin) -> Result<Arc<Table>> {
    if let Some(table) = app.all_results.fresh(app.store.stats().reopens) {
        return Ok(table);
    }
    if app.store.read()?.count(&counter::submissions(Scope::All))? > MAX_LISTED {
        let detail = "There are too many results to sort or filter across tests. Choose a test, and open its ranking.";
        return Err(Error::conflict("too_many_results", detail));
    }
    let reading = app.all_results.reading().lock_owned().await;
    if let Some(table) = app.all_results.fresh(app.store.stats().reopens) {
        return Ok(table);
    }
    let admin = admin.clone();
    // With the thread, not with the caller, who may leave: others would begin to read beside it.
    app.blocking(move |app| {
        let _reading = reading;
        update(app, &admin)
    })
    .await
}

fn update(app: &App, admin: &Admin) -> Result<Arc<Table>> {
    let (known, changed) = app.all_results.begin(app.store.stats().reopens);
    let mut table = match known {
        Some(known) => Arc::unwrap_or_clone(known),
        None => build(app, admin)?,
    };
    apply(app, &mut table, changed)?;
    let table = Arc::new(table);
    app.all_results.keep(table.clone());
    Ok(table)
}

fn build(app: &App, admin: &Admin) -> Result<Table> {
    let mut table = Table::default();
    let mut found = Vec::new();
    results::export(app, admin, results::Filter { scope: Scope::All, submitted: None }, |submission| {
        let read = app.store.read()?;
        // Deleted since its row was read: named as changed, too.
        if read.has::<Submission>(submission.id)? {
            found.push(row(&read, &mut table, submission)?);
        }
        Ok(())
    })?;
    table.fill(found);
    Ok(table)
}

fn apply(app: &App, table: &mut Table, changed: HashSet<AttemptId>) -> Result<()> {
    if changed.is_empty() {
        return Ok(());
    }
    let read = app.store.read()?;
    for id in changed {
        match read.get::<Submission>(id)? {
            Some(submission) => {
                let row = row(&read, table, submission)?;
                table.set(row);
            }
            None => table.remove(id),
        }
    }
    Ok(())
}

/// Whether conditions hold for a submission as it is shown.
///
/// # Errors
/// Storage only.
pub fn are_met(read: &impl Read, conditions: &Conditions, shown: &Submission) -> Result<bool> {
    if conditions.are_open() {
        return Ok(true);
    }
    Ok(conditions.hold(&Shown {
        name: &shown.applicant_name.to_lowercase(),
        email: &shown.applicant_email.to_lowercase(),
        score: table::score(shown),
        provisional: shown.is_provisional(),
        decision: decision(read, shown.id)?,
    }))
}

fn decision(read: &impl Read, id: AttemptId) -> Result<Option<DecisionValue>> {
    Ok(read.get::<Decision>(id)?.and_then(|decision| decision.value))
}

fn row(read: &impl Read, of: &mut Table, submission: Submission) -> Result<Row> {
    let decision = decision(read, submission.id)?;
    let shown = query::naming::of_result(read, submission)?;
    Ok(Row {
        id: shown.id,
        test: shown.test_id,
        title: of.title(&shown.test_title),
        name: shown.applicant_name.to_lowercase().into(),
        email: shown.applicant_email.to_lowercase().into(),
        score: table::score(&shown),
        provisional: shown.is_provisional(),
        decision,
        submitted_at: shown.submitted_at,
    })
}
