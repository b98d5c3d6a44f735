//! The log in PostgreSQL. It blocks, and has a runtime of its own: use it on threads of its own alone. A connection is given
//! up at any doubt. No statement is cancelled: that would end its wait for the standby, and let it succeed with a warning.

use super::{
    connection::CONNECT_TIMEOUT,
    log::{Append, Epoch, Hash, Log, Record, Renewed, Tail, Take, Unknown},
    servers::{Servers, describe},
    settings::{Settings, instance_text},
    sql, standing,
    tls::Connector,
};
use crate::store::{BatchHead, LogMember};
use futures_util::{
    StreamExt,
    future::{try_join, try_join5},
};
use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::SeqCst},
    },
    thread,
    time::{Duration, Instant},
};
use tokio::runtime::Runtime;
use tokio_postgres::{AsyncMessage, Client, Config, Statement, error::SqlState, types::ToSql};

/// A pause between two attempts to connect.
const RECONNECT_PAUSE: Duration = Duration::from_millis(100);
/// A large record is waited for a second longer for each of these bytes.
const BYTES_PER_SECOND: usize = 8 << 20;
/// A reading that had no answer in time is asked for again with the time of so many bytes, first and at most: its first record
/// comes whatever its size, and a member that cannot read one could never lead.
const LATE_READING: (usize, usize) = (16 << 20, 128 << 20);
/// How long a take-over waits for the lock of the lease before it ends the sessions that hold it.
const LOCK_WAIT: &str = "SET lock_timeout = 1000";
/// Clocks are compared by an answer that takes no longer.
const MAX_CLOCK_DELAY: Duration = Duration::from_millis(300);
/// How long a step of a person waits for the log.
const STEP_TIMEOUT: Duration = Duration::from_secs(30);

struct Session {
    client: Client,
    pid: i32,
    warned: Arc<AtomicBool>,
    append: Statement,
    read: Statement,
    ends: Statement,
    confirm: Statement,
    renew: Statement,
}

/// The outcome of one attempt to take the lease.
enum Attempt {
    Taken(u64),
    Held,
    /// The lock of the lease was not free in time.
    Blocked,
}

pub struct PgLog {
    runtime: Runtime,
    servers: Servers,
    tls: Connector,
    lease: Duration,
    instance: i32,
    session: Option<Session>,
    retry_at: Instant,
    /// This member's row in the log: its state, and for how long its file was behind, in ms.
    pub shown: (&'static str, u64),
    /// Whether another instance of this member was seen in the log a moment ago.
    pub is_second: bool,
    /// How far the log's clock is ahead of this machine's, in ms, as of an answer that came at once.
    pub clock_ahead: i64,
    /// A lease that lasts longer than any that was asked for, as of the clock of the log: its end, and since when it was seen.
    far: Option<(i64, Instant)>,
    /// Bytes whose time the next reading has at least, after one that was late.
    allowance: usize,
    /// The last question had no answer in time.
    is_late: bool,
    /// Why the last question had no certain answer.
    pub last_error: String,
}

#[expect(clippy::cast_possible_wrap, reason = "numbers of batches and epochs stay below 2^63")]
const fn signed(number: u64) -> i64 {
    number as i64
}

fn unsigned(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}

/// The upper half of a token.
fn half_of(instance: i32) -> i64 {
    i64::from(instance) << 32
}

fn hash_of(bytes: &[u8]) -> Hash {
    // A row of another size is no batch of ours: it never equals one.
    bytes.try_into().unwrap_or([0xff; 32])
}

impl PgLog {
    pub fn new(settings: &Settings) -> io::Result<Self> {
        let config = settings.connection().map_err(io::Error::other)?;
        Ok(Self {
            runtime: tokio::runtime::Builder::new_current_thread().enable_all().build()?,
            servers: Servers::of(&config, CONNECT_TIMEOUT),
            tls: Connector::new(settings.log_ca.as_deref())?,
            lease: settings.lease(),
            instance: settings.instance,
            session: None,
            retry_at: Instant::now(),
            shown: ("following", 0),
            is_second: false,
            clock_ahead: 0,
            far: None,
            allowance: 0,
            is_late: false,
            last_error: String::new(),
        })
    }

    async fn open(config: &Config, tls: Connector) -> Result<(Client, Arc<AtomicBool>), tokio_postgres::Error> {
        let (client, mut connection) = config.connect(tls).await?;
        let warned = Arc::new(AtomicBool::new(false));
        let seen = warned.clone();
        tokio::spawn(async move {
            let mut messages = futures_util::stream::poll_fn(move |cx| connection.poll_message(cx));
            while let Some(Ok(message)) = messages.next().await {
                if let AsyncMessage::Notice(notice) = message
                    && notice.code() == &SqlState::WARNING
                {
                    seen.store(true, SeqCst);
                }
            }
        });
        client.batch_execute(sql::SESSION).await?;
        Ok((client, warned))
    }

    fn connect(&mut self) -> Result<(), Unknown> {
        if self.session.is_some() {
            return Ok(());
        }
        if let Some(rest) = self.retry_at.checked_duration_since(Instant::now()) {
            thread::sleep(rest);
        }
        self.retry_at = Instant::now() + RECONNECT_PAUSE;
        let (servers, tls) = (&mut self.servers, &self.tls);
        let made = self.runtime.block_on(servers.connect(async |config| {
            let (client, warned) = Self::open(config, tls.clone()).await?;
            let pid = client.query_one("SELECT pg_backend_pid()", &[]).await?.get(0);
            // In one round trip.
            let (append, read, ends, confirm, renew) = try_join5(
                client.prepare(sql::APPEND),
                client.prepare(sql::READ),
                client.prepare(sql::ENDS),
                client.prepare(sql::CONFIRM),
                client.prepare(sql::RENEW),
            )
            .await?;
            Ok(Session { client, pid, warned, append, read, ends, confirm, renew })
        }));
        match made {
            Ok(session) => {
                self.session = Some(session);
                Ok(())
            }
            Err(why) => self.failed(&why),
        }
    }

    fn failed<T>(&mut self, why: &str) -> Result<T, Unknown> {
        self.session = None;
        why.clone_into(&mut self.last_error);
        Err(Unknown)
    }

    fn patience(&self, bytes: usize) -> Duration {
        self.lease / 2 + Duration::from_secs((bytes / BYTES_PER_SECOND) as u64)
    }

    /// Asks a question of `bytes`. Anything but a clean answer gives the connection up.
    fn ask<T>(
        &mut self,
        bytes: usize,
        question: impl AsyncFnOnce(&Session) -> Result<T, tokio_postgres::Error>,
    ) -> Result<T, Unknown> {
        self.is_late = false;
        self.connect()?;
        let patience = self.patience(bytes);
        let Some(session) = &self.session else { return Err(Unknown) };
        session.warned.store(false, SeqCst);
        let answer = self.runtime.block_on(async { tokio::time::timeout(patience, question(session)).await });
        let warned = session.warned.load(SeqCst);
        self.is_late = answer.is_err();
        match answer {
            Ok(Ok(_)) if warned => self.failed("a wait for the standby was cancelled"),
            Ok(Ok(value)) => Ok(value),
            Ok(Err(error)) => self.failed(&describe(&error)),
            Err(_) => self.failed("the log gives no answer in time"),
        }
    }

    /// One attempt of a take-over.
    fn try_take(&mut self, me: &str, seen: u64, mark: i64) -> Result<Attempt, Unknown> {
        let term = signed(millis(self.lease));
        self.ask(0, async |s| {
            s.client.batch_execute(LOCK_WAIT).await?;
            // It ends a wait for a lock, never the wait for the standby.
            let taken = s.client.query_opt(sql::TAKE, &[&me, &f64_of(term), &signed(seen), &mark]).await;
            match taken {
                Err(error) if error.code() == Some(&SqlState::LOCK_NOT_AVAILABLE) => Ok(Attempt::Blocked),
                Err(error) => Err(error),
                Ok(row) => {
                    s.client.batch_execute("SET lock_timeout = 0").await?;
                    Ok(row.map_or(Attempt::Held, |row| Attempt::Taken(unsigned(row.get(0)))))
                }
            }
        })
    }

    /// Ends the sessions that block ours, while it tries again.
    fn take_from_the_dead(&mut self, me: &str, seen: u64, mark: i64) -> Result<Attempt, Unknown> {
        self.connect()?;
        let tls = self.tls.clone();
        let (Some(config), Some(session)) = (self.servers.last().cloned(), &self.session) else { return Err(Unknown) };
        let pid = session.pid;
        let helper = thread::Builder::new().name("twin-blockers".into()).spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
            runtime.block_on(async {
                let ending = async {
                    let (client, _) = Self::open(&config, tls).await?;
                    // Until the other session waits, it has no blockers.
                    for _ in 0..20 {
                        if client.execute(sql::END_BLOCKERS, &[&pid]).await? > 0 {
                            break;
                        }
                        tokio::time::sleep(Duration::from_millis(50)).await;
                    }
                    Ok::<_, tokio_postgres::Error>(())
                };
                let _ = tokio::time::timeout(CONNECT_TIMEOUT, ending).await;
            });
            Ok::<_, io::Error>(())
        });
        let taken = self.try_take(me, seen, mark);
        if let Ok(helper) = helper {
            let _ = helper.join();
        }
        taken
    }

    /// The clock of the log was set back, and its leader has died: no machine could lead until that time. One that lives renews the
    /// lease, so that its end changes.
    fn end_if_far(&mut self, until: Option<i64>, epoch: Epoch) -> Result<(), Unknown> {
        let seen = self.far.filter(|(end, _)| Some(*end) == until);
        self.far = seen.or_else(|| until.map(|end| (end, Instant::now())));
        if seen.is_none_or(|(_, since)| since.elapsed() < 2 * self.lease) {
            return Ok(());
        }
        tracing::warn!("the lease lasts longer than it can: the clock of the log was set back. Ending it");
        let term = f64_of(signed(millis(self.lease)));
        self.ask(0, async |s| s.client.execute(sql::END_FAR, &[&term, &signed(epoch.number)]).await).map(drop)
    }

    /// Ends the lease early: another member may take it at once.
    pub fn release(&mut self, epoch: Epoch) -> Result<(), Unknown> {
        self.ask(0, async |s| s.client.execute(sql::RELEASE, &[&signed(epoch.number), &epoch.token]).await).map(drop)
    }

    /// Closes the connection without a wait: a name lookup may still be on its way. It may be called where nothing may block.
    pub fn close(self) {
        let Self { runtime, session, .. } = self;
        drop(session);
        runtime.shutdown_background();
    }

    /// Deletes what all members hold, of numbers below `at_most`.
    pub fn trim(&mut self, at_most: u64, forget: Duration) -> Result<u64, Unknown> {
        let forget = f64_of(signed(millis(forget)));
        self.ask(0, async |s| s.client.execute(sql::TRIM, &[&signed(at_most), &forget]).await)
    }

    /// The members, whether a commit waits for a standby, and how far the log's clock is ahead, in ms.
    pub fn look(&mut self) -> Result<(Vec<LogMember>, bool, i64), Unknown> {
        let looked = self.ask(0, async |s| {
            let server = standing::server(&s.client).await?;
            Ok((standing::members(&s.client).await?, server.is_synchronous, server.clock_ahead))
        })?;
        self.clock_ahead = looked.2;
        Ok(looked)
    }

    /// Runs any statements on a connection with our settings, for the steps that a person takes.
    pub fn with_client<T>(
        &mut self,
        work: impl AsyncFnOnce(&Client) -> Result<T, tokio_postgres::Error>,
    ) -> Result<T, String> {
        self.with_client_for(STEP_TIMEOUT, work)
    }

    /// Runs statements as [`PgLog::with_client`] does, which may take as long as this.
    pub fn with_client_for<T>(
        &mut self,
        limit: Duration,
        work: impl AsyncFnOnce(&Client) -> Result<T, tokio_postgres::Error>,
    ) -> Result<T, String> {
        let (servers, tls) = (&mut self.servers, &self.tls);
        self.runtime.block_on(async {
            let connected = servers.connect(async |config| Self::open(config, tls.clone()).await).await;
            let (client, _) = connected.map_err(|why| format!("the log cannot be used: {why}"))?;
            match tokio::time::timeout(limit, work(&client)).await {
                Ok(done) => done.map_err(|error| describe(&error)),
                Err(_) => {
                    Err("the log gives no answer in time: its commits may wait for a standby that is away".into())
                }
            }
        })
    }
}

/// The allowance of a reading after one that was late with this.
fn allowance_after(allowed: usize) -> usize {
    (4 * allowed).clamp(LATE_READING.0, LATE_READING.1)
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[expect(clippy::cast_precision_loss, reason = "milliseconds of some days")]
const fn f64_of(number: i64) -> f64 {
    number as f64
}

impl Log for PgLog {
    fn append(&mut self, epoch: Epoch, record: &Record) -> Append {
        let number = signed(record.number);
        let (hash, before) = (&record.hash[..], &record.before[..]);
        let appended = self.ask(record.bytes.len(), async |s| {
            let values: &[&(dyn ToSql + Sync)] =
                &[&signed(epoch.number), &number, &hash, &record.bytes, &before, &epoch.token];
            s.client.execute(&s.append, values).await
        });
        match appended {
            Ok(1) => Append::In,
            // Another epoch, or another end: the lease says which, because an epoch never comes back.
            Ok(_) => match self.ask(0, async |s| s.client.query_one(sql::EPOCH, &[]).await) {
                Ok(row) if unsigned(row.get(0)) == epoch.number && row.get::<_, i64>(1) == epoch.token => {
                    Append::Behind
                }
                Ok(_) => Append::Fenced,
                Err(Unknown) => Append::Unknown,
            },
            Err(Unknown) => Append::Unknown,
        }
    }

    fn take(&mut self, me: &str, seen: u64) -> Take {
        let mut bytes = [0; 4];
        if getrandom::fill(&mut bytes).is_err() {
            return Take::Unknown;
        }
        let mark = half_of(self.instance) | i64::from(u32::from_be_bytes(bytes));
        let taken = match self.try_take(me, seen, mark) {
            Ok(Attempt::Blocked) => self.take_from_the_dead(me, seen, mark),
            certain => certain,
        };
        match taken {
            Ok(Attempt::Taken(number)) => Take::Leader(Epoch { number, token: mark }),
            Ok(Attempt::Held) => Take::Held,
            Ok(Attempt::Blocked) | Err(Unknown) => Take::Unknown,
        }
    }

    fn renew(&mut self, epoch: Epoch, last: &BatchHead) -> Result<Renewed, Unknown> {
        let term = f64_of(signed(millis(self.lease)));
        let row = self.ask(0, async |s| {
            let values: &[&(dyn ToSql + Sync)] =
                &[&signed(epoch.number), &term, &signed(last.batch), &&last.hash[..], &epoch.token];
            s.client.query_opt(&s.renew, values).await
        })?;
        Ok(match row {
            None => Renewed::Lost,
            Some(row) if row.get(0) => Renewed::Held { wanted: row.get(1) },
            Some(_) => Renewed::Behind,
        })
    }

    fn read(&mut self, me: &str, after: u64, bytes: usize) -> Result<Tail, Unknown> {
        let (term, own) = (f64_of(signed(millis(self.lease))), half_of(self.instance));
        let allowed = self.allowance.max(bytes);
        let answer = self.ask(allowed, async |s| {
            let asked = Instant::now();
            let after = signed(after);
            let limit = i64::try_from(bytes).unwrap_or(i64::MAX);
            // In one round trip, and one after the other: the first one is sent first.
            let (rows, ends) = try_join(
                s.client.query(&s.read, &[&after, &limit]),
                s.client.query_one(&s.ends, &[&me, &term, &after, &own]),
            )
            .await?;
            let clock = ends.get::<_, i64>(7).saturating_sub(standing::machine_ms());
            let tail = Tail {
                // Each one is let go as soon as it is copied.
                records: rows.into_iter().map(|row| (unsigned(row.get(0)), hash_of(row.get(1)), row.get(2))).collect(),
                epoch: Epoch { number: unsigned(ends.get(0)), token: ends.get(1) },
                holder: ends.get(2),
                is_free: ends.get(3),
                last: ends.get::<_, Option<i64>>(4).map_or(0, unsigned),
                anchor: ends.get::<_, Option<&[u8]>>(5).map(hash_of),
                is_held: ends.get(6),
            };
            let far = ends.get::<_, Option<i64>>(8);
            Ok((tail, Some(clock).filter(|_| asked.elapsed() < MAX_CLOCK_DELAY), far))
        });
        match &answer {
            Ok(_) => self.allowance = 0,
            Err(Unknown) if self.is_late => self.allowance = allowance_after(allowed),
            Err(Unknown) => {}
        }
        let (tail, clock_ahead, far) = answer?;
        self.clock_ahead = clock_ahead.unwrap_or(self.clock_ahead);
        self.end_if_far(far, tail.epoch)?;
        Ok(tail)
    }

    fn confirm(&mut self, me: &str, applied: u64) -> Result<(), Unknown> {
        // On the connection of the read or not at all: another one may lead to another server.
        if self.session.is_none() {
            return Err(Unknown);
        }
        let version = format!("{}+{}+{}", env!("CARGO_PKG_VERSION"), instance_text(self.instance), self.clock_ahead);
        let (state, lag) = (self.shown.0, signed(self.shown.1));
        let values: &[&(dyn ToSql + Sync)] = &[&me, &signed(applied), &version, &state, &lag];
        let met = self.ask(0, async |s| s.client.execute(&s.confirm, values).await)?;
        // Without a row there was no commit, which the caller asked for.
        if met == 0 && !self.is_second {
            tracing::warn!(member = me, "another server is this member too, such as a copy of its machine or folder");
        }
        self.is_second = met == 0;
        if self.is_second { Err(Unknown) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same comparison as in the statements.
    #[test]
    fn the_upper_half_of_a_token_is_its_instance() {
        for instance in [0, 7, -7, i32::MIN, i32::MAX] {
            assert_eq!((half_of(instance) | i64::from(u32::MAX)) >> 32, i64::from(instance));
        }
    }

    /// A batch has 64 MiB at most.
    #[test]
    fn a_reading_that_was_late_has_more_time_each_time() {
        let seconds = |allowed: usize| allowed / BYTES_PER_SECOND;
        let first = allowance_after(1 << 20);
        let second = allowance_after(first);
        let third = allowance_after(second);
        assert_eq!([first, second, third, allowance_after(third)].map(seconds), [2, 8, 16, 16]);
    }
}
