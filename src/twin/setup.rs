//! Steps of a person: creating the log, its state, asking a member to lead, leaving.

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
use std::time::{Duration, Instant};

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

fn log_of(settings: &Settings) -> Result<PgLog, String> {
    PgLog::new(settings).map_err(|error| error.to_string())
}

impl LogReport {
    fn of(server: LogServer) -> Self {
        let LogServer { version, is_synchronous, .. } = server;
        Self { server: version, is_synchronous, is_exposed: false, append_us: None }
    }
}

/// Creates the log; `head` is the batch that all members begin with.
///
/// # Errors
/// Why not, in words.
pub fn create(settings: &Settings, head: &BatchHead) -> Result<LogReport, String> {
    let config = settings.connection()?;
    let mut log = log_of(settings)?;
    let found = log.with_client(standing::server)?;
    if found.number < OLDEST_SERVER {
        return Err(format!("PostgreSQL {} is too old: 14 or later is needed", found.version));
    }
    if Duration::from_millis(found.clock_ahead.unsigned_abs()) > MAX_CLOCK_DIFFERENCE {
        return Err(format!(
            "the log's clock differs from this machine's by {} s: set both by NTP first",
            found.clock_ahead / 1000
        ));
    }
    let mut report = LogReport::of(found);
    report.is_exposed = is_exposed(&config);
    let (batch, epoch) = (i64::try_from(head.batch), i64::try_from(head.epoch));
    let (Ok(batch), Ok(epoch)) = (batch, epoch) else {
        return Err("the number of the last batch is out of range".into());
    };
    let term = i64::try_from(settings.lease_ms).unwrap_or(i64::MAX);
    let hash: Vec<u8> = head.hash.to_vec();
    let created = log.with_client(async |client| {
        // One transaction: a log exists whole or not at all.
        client.batch_execute("BEGIN").await?;
        client.batch_execute(sql::SCHEMA).await?;
        client
            .execute(
                "INSERT INTO invigil_lease (epoch, token, holder, wanted, until, term_ms) \
                 VALUES ($1, 0, '', '', '-infinity', $2)",
                &[&epoch, &term],
            )
            .await?;
        client.execute("INSERT INTO invigil_log VALUES ($1, $2, $3, '')", &[&batch, &epoch, &hash]).await?;
        client.batch_execute("COMMIT").await
    });
    created.map_err(|error| format!("the log cannot be created: {error}"))?;
    report.append_us = Some(log.with_client(measure)?);
    Ok(report)
}

/// Median time of a commit of 64 kB, which waits for the standby as an append does.
async fn measure(client: &tokio_postgres::Client) -> Result<u64, tokio_postgres::Error> {
    let mut batch = vec![0; MEASURED_BYTES];
    let _ = getrandom::fill(&mut batch);
    client
        .batch_execute(
            "CREATE TABLE invigil_trial (batch bytea); ALTER TABLE invigil_trial ALTER batch SET STORAGE EXTERNAL",
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
    log_of(settings)?.with_client(async |client| {
        let server = standing::server(client).await?;
        let clock_ahead = server.clock_ahead;
        let log = LogReport { is_exposed, ..LogReport::of(server) };
        let row = client
            .query_one(
                "SELECT epoch, holder, wanted, \
                 greatest(0, extract(epoch FROM until - now()) * 1000)::float8::bigint * (until > now())::int, \
                 (SELECT min(number) FROM invigil_log), (SELECT max(number) FROM invigil_log), \
                 pg_total_relation_size('invigil_log') FROM invigil_lease WHERE until <> '-infinity' UNION ALL \
                 SELECT epoch, holder, wanted, 0, (SELECT min(number) FROM invigil_log), \
                 (SELECT max(number) FROM invigil_log), pg_total_relation_size('invigil_log') FROM invigil_lease \
                 WHERE until = '-infinity'",
                &[],
            )
            .await?;
        let members = standing::members(client).await?;
        let lease_left: i64 = row.get(3);
        let some = |text: String| Some(text).filter(|text| !text.is_empty());
        Ok(LogState {
            epoch: row.get(0),
            leader: some(row.get(1)).filter(|_| lease_left > 0),
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

/// Asks the leader to give the lease to `name`, and waits until it has it. Returns how long that took.
///
/// # Errors
/// If there is no such member, or it did not take the lease in time.
pub fn promote(settings: &Settings, name: &str, limit: Duration) -> Result<Duration, String> {
    let began = Instant::now();
    let mut log = log_of(settings)?;
    let name = name.to_owned();
    let is_member = log.with_client(async |client| {
        client
            .execute(
                "UPDATE invigil_lease SET wanted = $1 WHERE EXISTS (SELECT FROM invigil_member WHERE name = $1 \
                 AND state <> 'joining' AND seen > now() - interval '10 s')",
                &[&name],
            )
            .await
    })?;
    if is_member == 0 {
        return Err(format!("no member '{name}' was seen in the last 10 s"));
    }
    loop {
        let leads = log.with_client(async |client| {
            client.query_one("SELECT holder = $1 AND until > now() AND wanted = '' FROM invigil_lease", &[&name]).await
        })?;
        if leads.get(0) {
            return Ok(began.elapsed());
        }
        if began.elapsed() > limit {
            return Err(format!(
                "'{name}' has not taken the lease within {} s; see 'invigil twin status'",
                limit.as_secs()
            ));
        }
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// Removes a member from the log, so that it is not waited for.
///
/// # Errors
/// If it leads, or the log does not answer.
pub fn forget(settings: &Settings, name: &str) -> Result<(), String> {
    let name = name.to_owned();
    let leads = log_of(settings)?.with_client(async |client| {
        client.execute("DELETE FROM invigil_member WHERE name = $1", &[&name]).await?;
        client.query_one("SELECT holder = $1 AND until > now() FROM invigil_lease", &[&name]).await
    })?;
    if leads.get(0) { Err(format!("'{name}' leads: promote another member first")) } else { Ok(()) }
}
