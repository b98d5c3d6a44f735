//! Measures of a rehearsal. Plain values: the verdict about them is a pure function ([`super::verdict`]).

use crate::domain::{Instant, time::SignedDuration};
use serde::{Deserialize, Deserializer};
use std::time::Duration;

/// Durations of one kind of call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Durations(Vec<Duration>);

impl Durations {
    pub fn push(&mut self, length: Duration) {
        self.0.push(length);
    }

    pub fn append(&mut self, mut others: Self) {
        self.0.append(&mut others.0);
    }

    #[must_use]
    pub const fn count(&self) -> usize {
        self.0.len()
    }

    /// The smallest duration that `percent` of all do not exceed; `None` without any.
    #[must_use]
    pub fn percentile(&self, percent: usize) -> Option<Duration> {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        let place = (sorted.len() * percent).div_ceil(100).saturating_sub(1);
        sorted.get(place).copied()
    }
}

impl FromIterator<Duration> for Durations {
    fn from_iter<I: IntoIterator<Item = Duration>>(all: I) -> Self {
        Self(all.into_iter().collect())
    }
}

/// Measures of the candidates' calls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CallMeasures {
    pub page: Durations,
    pub start: Durations,
    pub save: Durations,
    /// Times from a lost connection until the page has its test back.
    pub reconnect: Durations,
    pub submit: Durations,
    /// Calls that failed once and succeeded later.
    pub retried: u64,
    /// Calls that failed for good.
    pub failed: u64,
    /// Acknowledged answers that the server did not give back.
    pub lost: u64,
    /// The first errors, in words.
    pub errors: Vec<String>,
}

/// Errors that are kept in words.
const MAX_ERRORS: usize = 5;

impl CallMeasures {
    pub fn error(&mut self, words: String) {
        if self.errors.len() < MAX_ERRORS && !self.errors.contains(&words) {
            self.errors.push(words);
        }
    }

    pub fn add(&mut self, other: Self) {
        let Self { page, start, save, reconnect, submit, retried, failed, lost, errors } = other;
        self.page.append(page);
        self.start.append(start);
        self.save.append(save);
        self.reconnect.append(reconnect);
        self.submit.append(submit);
        self.retried += retried;
        self.failed += failed;
        self.lost += lost;
        for words in errors {
            self.error(words);
        }
    }

    /// All calls that were made.
    #[must_use]
    pub const fn calls(&self) -> usize {
        self.page.count() + self.start.count() + self.save.count() + self.reconnect.count() + self.submit.count()
    }
}

/// The certificate that the server shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertificateFigures {
    /// Why browsers of this machine would refuse it; `None` if they would not.
    pub refused: Option<String>,
    /// `None`: unknown.
    pub expires_at: Option<Instant>,
}

/// The address in the candidates' links, where it is another one than that which is rehearsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkFigures {
    pub url: String,
    /// `None`: it is there, and browsers accept its certificate.
    pub trouble: Option<LinkTrouble>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkTrouble {
    /// Why browsers of this machine refuse the certificate.
    Refused(String),
    /// `is_certain`: this machine is one of the hall, not the server's own.
    Unreachable { why: String, is_certain: bool },
}

/// Figures of the server's machine, as the server reports them.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct ServerFigures {
    pub now: String,
    pub processors: u32,
    pub processor_ms: Option<u64>,
    pub files_limit: Option<u64>,
    pub files_open: Option<u64>,
    pub memory_free_bytes: Option<u64>,
    pub memory_used_bytes: Option<u64>,
    pub disk_free_bytes: Option<u64>,
    pub disk_has_room: bool,
    pub syncs_us: Vec<u64>,
    pub last_backup_at: Option<String>,
    pub media_port: Option<u16>,
    pub cameras: u32,
    /// How far the machine's clock was set ahead of the time that the server keeps; a server of an earlier version does not
    /// say so.
    #[serde(default, rename = "clock_set_ms", deserialize_with = "milliseconds")]
    pub clock_set: SignedDuration,
    /// The origin in links; empty for a server of an earlier version.
    #[serde(default)]
    pub public_url: String,
}

fn milliseconds<'de, D: Deserializer<'de>>(from: D) -> Result<SignedDuration, D::Error> {
    i64::deserialize(from).map(SignedDuration::from_millis)
}

/// The worst of several reports of one server under load.
#[derive(Clone, Debug, PartialEq)]
pub struct ServerMeasures {
    /// Before the first candidate.
    pub before: ServerFigures,
    /// The most files, the least memory and disk, the most cameras.
    pub worst: ServerFigures,
    /// The share of its processors that the server used while candidates typed.
    pub processor_share: Option<f64>,
}

impl ServerMeasures {
    #[must_use]
    pub fn begin(before: ServerFigures) -> Self {
        Self { worst: before.clone(), before, processor_share: None }
    }

    /// `passed` is the time since the report before this one.
    pub fn note(&mut self, last: &ServerFigures, now: ServerFigures, passed: Duration) {
        let used = now.processor_ms.zip(last.processor_ms).map(|(now, last)| now.saturating_sub(last));
        let offered = passed.as_secs_f64() * 1_000.0 * f64::from(now.processors.max(1));
        if let Some(used) = used.and_then(|used| u32::try_from(used).ok()).filter(|_| offered > 0.0) {
            let share = f64::from(used) / offered;
            self.processor_share = Some(self.processor_share.map_or(share, |before| before.max(share)));
        }
        let worst = &mut self.worst;
        worst.files_open = worst.files_open.max(now.files_open);
        worst.memory_used_bytes = worst.memory_used_bytes.max(now.memory_used_bytes);
        worst.memory_free_bytes = least(worst.memory_free_bytes, now.memory_free_bytes);
        worst.disk_free_bytes = least(worst.disk_free_bytes, now.disk_free_bytes);
        worst.disk_has_room &= now.disk_has_room;
        worst.cameras = worst.cameras.max(now.cameras);
        worst.syncs_us.extend(now.syncs_us);
        worst.last_backup_at = now.last_backup_at;
        worst.clock_set = now.clock_set;
        worst.media_port = now.media_port.or(worst.media_port);
    }
}

fn least(one: Option<u64>, other: Option<u64>) -> Option<u64> {
    one.into_iter().chain(other).min()
}

/// How the cameras of the candidates came through.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct VideoMeasures {
    /// Candidates that sent video.
    pub tried: u32,
    pub over_udp: u32,
    /// UDP did not come through, TCP did.
    pub over_tcp: u32,
    /// Times from the offer until the connection carried video.
    pub connect: Durations,
    /// Share of packets that did not arrive at first, of each candidate over UDP.
    pub loss: Vec<f64>,
    pub errors: Vec<String>,
}

impl VideoMeasures {
    /// The mean loss; `None` if the server reported none.
    #[must_use]
    pub fn mean_loss(&self) -> Option<f64> {
        let count = u32::try_from(self.loss.len()).ok().filter(|count| *count > 0)?;
        Some(self.loss.iter().sum::<f64>() / f64::from(count))
    }
}

/// How busy the machine was that played the candidates.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OwnLoad {
    /// The share of its processors that this process used.
    pub processor_share: f64,
    /// Lateness of timers, at the 99th percentile.
    pub lag: Duration,
}

/// All measures of one rehearsal.
#[derive(Clone, Debug, PartialEq)]
pub struct Measures {
    pub candidates: u32,
    /// Time at which the measuring began, by the clock of this machine.
    pub at: Instant,
    /// `None`: plain HTTP.
    pub certificate: Option<CertificateFigures>,
    /// `None`: the links lead to the address that is rehearsed.
    pub links: Option<LinkFigures>,
    /// How far the server's clock is ahead of this machine's.
    pub clock: Option<SignedDuration>,
    pub calls: CallMeasures,
    /// `None`: the server was never reached.
    pub server: Option<ServerMeasures>,
    /// `None`: no video was sent.
    pub video: Option<VideoMeasures>,
    /// A network without UDP is accepted.
    pub accepts_tcp: bool,
    pub own: OwnLoad,
    /// Why the rehearsal was cut off.
    pub cut_off: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_of_what_was_measured() {
        let all: Durations = (1..=200).map(Duration::from_millis).collect();
        let at = |percent| all.percentile(percent).unwrap().as_millis();
        assert_eq!((at(50), at(99), at(100)), (100, 198, 200));
        assert_eq!(Durations::default().percentile(99), None);
        assert_eq!(Durations::from_iter([Duration::from_secs(1)]).percentile(99), Some(Duration::from_secs(1)));
    }

    #[test]
    fn the_worst_report_of_a_server_counts() {
        let first = ServerFigures {
            now: String::new(),
            processors: 2,
            processor_ms: Some(1_000),
            files_limit: Some(1_024),
            files_open: Some(20),
            memory_free_bytes: Some(900),
            memory_used_bytes: Some(50),
            disk_free_bytes: None,
            disk_has_room: true,
            syncs_us: vec![10],
            last_backup_at: None,
            media_port: None,
            cameras: 0,
            clock_set: SignedDuration::ZERO,
            public_url: String::new(),
        };
        let mut all = ServerMeasures::begin(first.clone());
        let busy = ServerFigures {
            processor_ms: Some(2_000),
            files_open: Some(400),
            memory_free_bytes: Some(300),
            disk_has_room: false,
            syncs_us: vec![90],
            ..first.clone()
        };
        all.note(&first, busy.clone(), Duration::from_secs(1));
        all.note(
            &busy,
            ServerFigures { files_open: Some(30), processor_ms: Some(2_100), ..first.clone() },
            Duration::from_secs(1),
        );
        assert_eq!(all.processor_share, Some(0.5));
        assert_eq!((all.worst.files_open, all.worst.memory_free_bytes), (Some(400), Some(300)));
        assert_eq!((all.worst.syncs_us.len(), all.worst.disk_has_room), (3, false));
    }
}
