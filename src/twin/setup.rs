//! Steps of a person: creating the log, its state, leaving.

use super::{
    connection::is_exposed,
    log::Hash,
    postgres::PgLog,
    settings::Settings,
    sql,
    standing::{self, LogServer},
};
use crate::store::{BatchHead, LogMember};
use serde::Serialize;
use std::{
    cell::Cell,
    time::{Duration, Instant},
};

/// The oldest PostgreSQL whose statements and settings are the ones used here.
const OLDEST_SERVER: i32 = 140_000;
/// The lease itself depends on no clock; mails, deadlines and logs of the members do.
const MAX_CLOCK_DIFFERENCE: Duration = Duration::from_mins(1);
/// Commits whose time is measured.
const MEASURED: u32 = 20;
const MEASURED_BYTES: usize = 64 << 10;

/// Properties of a log.
#[derive(Debug, Serialize)]
pub struct LogReport {
    /// Version of PostgreSQL.
    pub server: String,
    /// Whether a commit waits for a standby.
    pub is_synchronous: bool,
    /// Whether records cross a network without encryption.
    pub is_exposed: bool,
    /// Median time of an append of 64 kB, in microseconds; `None` if it was not measured.
    pub append_us: Option<u64>,
}

#[derive(Debug, Serialize)]
pub struct LogState {
    pub epoch: i64,
    /// The member that leads; `None` while none does.
    pub leader: Option<String>,
    /// Whether the machine that asks holds the lease itself: not another one, nor a copy of it.
    #[serde(skip)]
    pub is_led_here: bool,
    /// Whether another machine or folder is the member that asks, such as the original of a copy.
    #[serde(skip)]
    pub is_other: bool,
    /// The member that a person asked to lead, until it does.
    pub wanted: Option<String>,
    /// Time until the end of the lease, in ms.
    #[serde(rename = "lease_ms")]
    pub lease_left: i64,
    pub first: i64,
    pub last: i64,
    pub bytes: i64,
    /// How far the log's clock is ahead of this machine's, in ms.
    #[serde(rename = "clock_ahead_ms")]
    pub clock_ahead: i64,
    pub members: Vec<LogMember>,
    pub log: LogReport,
}

pub(super) fn log_of(settings: &Settings) -> Result<PgLog, String> {
    PgLog::new(settings).map_err(|error| error.to_string())
}

impl LogReport {
    fn of(server: LogServer) -> Self {
        let LogServer { version, is_synchronous, .. } = server;
        Self { server: version, is_synchronous, is_exposed: false, append_us: None }
    }
}

/// Why a log was not created, in words.
pub enum NotCreated {
    /// There is no log of this data.
    Refused(String),
    /// There may be one: its commit was not confirmed.
    Unknown(String),
}

impl From<String> for NotCreated {
    fn from(why: String) -> Self {
        Self::Refused(why)
    }
}

/// The batch that all members begin with, and the length of the lease, as the log has them.
struct Begin {
    batch: i64,
    hash: Vec<u8>,
    term: i64,
}

/// Creates the log; `head` is the batch that all members begin with. One that an earlier call has created is taken, unless
/// a member has used it.
///
/// # Errors
/// [`NotCreated`].
pub fn create(settings: &Settings, head: &BatchHead) -> Result<LogReport, NotCreated> {
    let config = settings.connection()?;
    let mut log = log_of(settings)?;
    let found = log.with_client(standing::server)?;
    if found.number < OLDEST_SERVER {
        return Err(format!("PostgreSQL {} is too old: 14 or later is needed", found.version).into());
    }
    if Duration::from_millis(found.clock_ahead.unsigned_abs()) > MAX_CLOCK_DIFFERENCE {
        return Err(format!(
            "the log's clock differs from this machine's by {} s: set both by NTP first",
            found.clock_ahead / 1000
        )
        .into());
    }
    let mut report = LogReport::of(found);
    report.is_exposed = is_exposed(&config);
    let (batch, epoch) = (i64::try_from(head.batch), i64::try_from(head.epoch));
    let (Ok(batch), Ok(epoch)) = (batch, epoch) else {
        return Err("the number of the last batch is out of range".to_owned().into());
    };
    let term = i64::try_from(settings.lease_ms).unwrap_or(i64::MAX);
    let begin = Begin { batch, hash: head.hash.to_vec(), term };
    let cannot = |error: String| format!("the log cannot be created: {error}");
    let is_there = log.with_client(exists).map_err(cannot)?;
    if is_there && !begun(&mut log, &begin).map_err(cannot)? {
        let why = "the log already exists in this database: a twin uses it, or has used it. Name another database, or drop the \
                   tables invigil_lease, invigil_log and invigil_member if no member serves";
        return Err(why.to_owned().into());
    }
    // First, so that a log whose commits never end is not left behind.
    report.append_us = Some(log.with_client(measure).map_err(cannot)?);
    if is_there {
        return Ok(report);
    }
    let is_committing = Cell::new(false);
    let created = log.with_client(async |client| {
        // One transaction: a log exists whole or not at all.
        client.batch_execute("BEGIN").await?;
        client.batch_execute(sql::SCHEMA).await?;
        client
            .execute(
                "INSERT INTO invigil_lease (epoch, token, holder, wanted, until, term_ms) \
                 VALUES ($1, 0, '', '', '-infinity', $2)",
                &[&epoch, &begin.term],
            )
            .await?;
        client.execute("INSERT INTO invigil_log VALUES ($1, $2, $3, '')", &[&begin.batch, &epoch, &begin.hash]).await?;
        is_committing.set(true);
        client.batch_execute("COMMIT").await
    });
    let Err(error) = created else { return Ok(report) };
    // The connection may have broken within the commit, or an earlier call has come to its end meanwhile.
    match begun(&mut log, &begin) {
        Ok(true) => Ok(report),
        _ if is_committing.get() => Err(NotCreated::Unknown(format!(
            "the log's server has not confirmed that the log was created: {error}. Run the same command again: it goes on"
        ))),
        _ => Err(cannot(error).into()),
    }
}

async fn exists(client: &tokio_postgres::Client) -> Result<bool, tokio_postgres::Error> {
    Ok(client.query_one("SELECT to_regclass('invigil_lease') IS NOT NULL", &[]).await?.get(0))
}

/// Whether the log was created for this data, and no member has used it.
fn begun(log: &mut PgLog, begin: &Begin) -> Result<bool, String> {
    log.with_client(
        async |client| Ok(client.execute(sql::BEGUN, &[&begin.term, &begin.batch, &begin.hash]).await? == 1),
    )
}

/// Median time of a commit of 64 kB, which waits for the standby as an append does.
async fn measure(client: &tokio_postgres::Client) -> Result<u64, tokio_postgres::Error> {
    let mut batch = vec![0; MEASURED_BYTES];
    let _ = getrandom::fill(&mut batch);
    client
        .batch_execute(
            "DROP TABLE IF EXISTS invigil_trial; CREATE TABLE invigil_trial (batch bytea); \
             ALTER TABLE invigil_trial ALTER batch SET STORAGE EXTERNAL",
        )
        .await?;
    let mut times = Vec::new();
    for _ in 0..MEASURED {
        let began = Instant::now();
        client.execute("INSERT INTO invigil_trial VALUES ($1)", &[&batch]).await?;
        times.push(u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX));
    }
    client.batch_execute("DROP TABLE invigil_trial").await?;
    times.sort_unstable();
    Ok(times.get(times.len() / 2).copied().unwrap_or_default())
}

/// Checks that a copy with this head can follow, and returns the length of the lease in ms.
///
/// # Errors
/// Why it cannot, in words.
pub fn check_seed(settings: &Settings, head: &BatchHead) -> Result<u64, String> {
    let batch = i64::try_from(head.batch).map_err(|_| "the number of the last batch is out of range".to_owned())?;
    let name = settings.name.clone();
    let (found, first, last, term, is_taken) = log_of(settings)?.with_client(async |client| {
        let row = client
            .query_one(
                "SELECT (SELECT hash FROM invigil_log WHERE number = $1), (SELECT min(number) FROM invigil_log), \
                 (SELECT max(number) FROM invigil_log), (SELECT term_ms FROM invigil_lease), \
                 EXISTS (SELECT FROM invigil_member WHERE name = $2 AND state <> 'joining')",
                &[&batch, &name],
            )
            .await?;
        let hash: Option<Vec<u8>> = row.get(0);
        Ok((
            hash,
            row.get::<_, Option<i64>>(1),
            row.get::<_, Option<i64>>(2),
            row.get::<_, i64>(3),
            row.get::<_, bool>(4),
        ))
    })?;
    if is_taken {
        return Err(taken(&settings.name));
    }
    match found {
        Some(hash) if Hash::try_from(hash.as_slice()).is_ok_and(|hash| hash == head.hash) => {
            Ok(u64::try_from(term).unwrap_or_default())
        }
        Some(_) => Err("the seed is a copy of other data than this log's".into()),
        None => Err(format!(
            "the log holds batches {} to {}, and the seed ends with {batch}: make a new one",
            first.unwrap_or_default(),
            last.unwrap_or_default()
        )),
    }
}

/// Keeps the log for a member whose seed, with this head, is on its way.
///
/// # Errors
/// If there is a member of that name, or the log does not answer.
pub fn reserve(settings: &Settings, head: &BatchHead) -> Result<(), String> {
    let (name, batch) = (settings.name.clone(), i64::try_from(head.batch).unwrap_or(i64::MAX));
    let reserved = log_of(settings)?
        .with_client(async |client| client.execute(sql::RESERVE, &[&name, &batch, &env!("CARGO_PKG_VERSION")]).await)?;
    if reserved == 1 { Ok(()) } else { Err(taken(&settings.name)) }
}

/// Takes a [`reserve`] back.
///
/// # Errors
/// If the log does not answer.
pub fn unreserve(settings: &Settings) -> Result<(), String> {
    let name = settings.name.clone();
    log_of(settings)?.with_client(async |client| client.execute(sql::UNRESERVE, &[&name]).await).map(drop)
}

fn taken(name: &str) -> String {
    format!("the log has a member '{name}' already: choose another --name, or let that one leave")
}

/// # Errors
/// If the log does not answer, or is none.
pub fn state(settings: &Settings) -> Result<LogState, String> {
    let is_exposed = is_exposed(&settings.connection()?);
    let instance = i64::from(settings.instance);
    log_of(settings)?.with_client(async |client| {
        let server = standing::server(client).await?;
        let clock_ahead = server.clock_ahead;
        let log = LogReport { is_exposed, ..LogReport::of(server) };
        let row = client
            .query_one(
                "SELECT epoch, holder, wanted, \
                 greatest(0, extract(epoch FROM until - now()) * 1000)::float8::bigint * (until > now())::int, \
                 (SELECT min(number) FROM invigil_log), (SELECT max(number) FROM invigil_log), \
                 pg_total_relation_size('invigil_log'), token >> 32 FROM invigil_lease WHERE until <> '-infinity' UNION ALL \
                 SELECT epoch, holder, wanted, 0, (SELECT min(number) FROM invigil_log), \
                 (SELECT max(number) FROM invigil_log), pg_total_relation_size('invigil_log'), token >> 32 FROM invigil_lease \
                 WHERE until = '-infinity'",
                &[],
            )
            .await?;
        let members = standing::members(client).await?;
        let is_other = is_other(client, settings).await?;
        let lease_left: i64 = row.get(3);
        let some = |text: String| Some(text).filter(|text| !text.is_empty());
        Ok(LogState {
            epoch: row.get(0),
            leader: some(row.get(1)).filter(|_| lease_left > 0),
            is_led_here: row.get::<_, i64>(7) == instance,
            is_other,
            wanted: some(row.get(2)),
            lease_left,
            first: row.get(4),
            last: row.get(5),
            bytes: row.get(6),
            clock_ahead,
            members,
            log,
        })
    })
}

/// Whether another machine or folder is the member of these settings.
pub(super) async fn is_other(
    client: &tokio_postgres::Client,
    settings: &Settings,
) -> Result<bool, tokio_postgres::Error> {
    let instance = i64::from(settings.instance);
    let row = client.query_one(sql::IS_OTHER, &[&settings.name, &settings.instance_text(), &instance]).await?;
    Ok(row.get(0))
}

/// Whether the member leads. Another one may have been asked to.
fn leads(log: &mut PgLog, name: &str) -> Result<bool, String> {
    let leads = "SELECT holder = $1 AND until > now() FROM invigil_lease";
    log.with_client(async |client| Ok(client.query_one(leads, &[&name]).await?.get(0)))
}

pub(super) fn member_named<'m>(members: &'m [LogMember], name: &str) -> Option<&'m LogMember> {
    members.iter().find(|member| member.name == name)
}

/// Whether this machine may leave the twin.
///
/// # Errors
/// If it leads, if its data is in no other member, or if the log does not answer.
pub fn may_leave(settings: &Settings) -> Result<(), String> {
    let mut log = log_of(settings)?;
    let members = log.with_client(standing::members)?;
    if is_last(&settings.name, &members) {
        return Err(
            "no other member has this data: 'invigil twin detach --i-am-alone' ends the twin, and this machine serves \
                    alone"
                .to_owned(),
        );
    }
    if leads(&mut log, &settings.name)? {
        return Err(leading(&settings.name));
    }
    Ok(())
}

fn leading(name: &str) -> String {
    format!("'{name}' leads: promote another member first")
}

/// Whether the log has no other member with data. One that joins has none yet.
fn is_last(name: &str, members: &[LogMember]) -> bool {
    members.iter().all(|member| member.name == name || member.state == "joining")
}

/// Whether a member may be removed from the log.
///
/// # Errors
/// If it leads, or the log does not answer; for another machine's also if the log has no such member, or if it serves.
pub fn may_forget(settings: &Settings, name: &str) -> Result<(), String> {
    let mut log = log_of(settings)?;
    if leads(&mut log, name)? {
        return Err(leading(name));
    }
    if name != settings.name {
        let members = log.with_client(standing::members)?;
        let Some(member) = member_named(&members, name) else {
            return Err(format!("the log has no member '{name}': see 'invigil twin status'"));
        };
        // It would be a member again within a second.
        if !member.is_away && member.state != "joining" {
            let seen = member.seen_ms_ago;
            return Err(format!("'{name}' was seen {seen} ms ago: stop its server first, and try again 10 s later"));
        }
    }
    Ok(())
}

/// Removes a member from the log, so that it is not waited for.
///
/// # Errors
/// As [`may_forget`].
pub fn forget(settings: &Settings, name: &str) -> Result<(), String> {
    may_forget(settings, name)?;
    let delete = "DELETE FROM invigil_member WHERE name = $1";
    log_of(settings)?.with_client(async |client| client.execute(delete, &[&name]).await).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn member(name: &str, state: &str) -> LogMember {
        LogMember {
            name: name.into(),
            state: state.into(),
            number: 40,
            behind: 3,
            lag_ms: 0,
            seen_ms_ago: 200,
            is_away: false,
            version: "0.2.0".into(),
            clock_ahead_ms: 0,
        }
    }

    /// The data of a machine that leaves is moved aside.
    #[test]
    fn the_last_member_does_not_leave() {
        assert!(!is_last("b", &[member("a", "leading"), member("b", "following")]));
        assert!(!is_last("b", &[member("a", "leading")]), "it has joined, and was never started");
        let away = LogMember { is_away: true, ..member("a", "following") };
        assert!(!is_last("b", &[away, member("b", "following")]));
        assert!(is_last("b", &[member("b", "leading"), member("c", "joining")]));
        assert!(is_last("b", &[]));
    }
}
