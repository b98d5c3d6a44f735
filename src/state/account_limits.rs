//! How much people may have made and sent before anybody knows them, and how often the tests of the settings may knock at
//! other servers. Kept in memory, in tables of bounded size: a restart forgives.

use crate::{
    domain::{
        Error, Instant, Kind, Result, UserId,
        network::Network,
        rate_limit::{Rate, RateLimit},
        time::{HOUR, SECOND},
    },
    sync::Mutex,
};
use std::{net::IpAddr, sync::PoisonError};

/// Registrations from one network: an exam hall behind one address registers at once, and a hundred more in each hour.
const REGISTRATIONS: Rate = Rate { burst: 500, refill: 36 * SECOND };
/// Registrations from everywhere: 900 an hour.
const ALL_REGISTRATIONS: Rate = Rate { burst: 2_000, refill: 4 * SECOND };
/// Mails that prove one mailbox, asked for from one network.
const PROOFS: Rate = Rate { burst: 3, refill: HOUR };
/// The same from everywhere.
const ALL_PROOFS: Rate = Rate { burst: 12, refill: HOUR };
/// Tests of the mail server and of the AI service by one administrator, each.
const TESTS: Rate = Rate { burst: 10, refill: 30 * SECOND };
/// Keys of each table that are remembered.
const REMEMBERED: usize = 10_000;

struct Tables {
    registrations: RateLimit<Network>,
    all_registrations: RateLimit<()>,
    proofs: RateLimit<(String, Network)>,
    all_proofs: RateLimit<String>,
    mail_tests: RateLimit<UserId>,
    ai_tests: RateLimit<UserId>,
}

pub struct AccountLimits(Mutex<Tables>);

impl Default for AccountLimits {
    fn default() -> Self {
        Self(Mutex::new(Tables {
            registrations: RateLimit::new(REGISTRATIONS, REMEMBERED),
            all_registrations: RateLimit::new(ALL_REGISTRATIONS, 1),
            proofs: RateLimit::new(PROOFS, REMEMBERED),
            all_proofs: RateLimit::new(ALL_PROOFS, REMEMBERED),
            mail_tests: RateLimit::new(TESTS, REMEMBERED),
            ai_tests: RateLimit::new(TESTS, REMEMBERED),
        }))
    }
}

/// What an administrator tries out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trial {
    Mail,
    Ai,
}

/// Seconds, rounded up, of the milliseconds to wait.
pub(crate) fn seconds(millis: i64) -> u32 {
    u32::try_from((millis + SECOND - 1) / SECOND).unwrap_or(u32::MAX).max(1)
}

fn too_many(code: &'static str, what: &str, millis: i64) -> Error {
    let wait = match seconds(millis) {
        1 => "in 1 second".to_owned(),
        n if n < 120 => format!("in {n} seconds"),
        n => format!("in {} minutes", n.div_ceil(60)),
    };
    let retry_after = Some(seconds(millis));
    Error { retry_after, ..Error::new(Kind::TooMany, code, format!("{what} Please try again {wait}.")) }
}

/// One name for the spellings of a mailbox that lead to it: what follows a plus sign is the owner's own label.
fn mailbox(email: &str) -> String {
    let Some((local, domain)) = email.rsplit_once('@') else { return email.to_owned() };
    let local = local.split_once('+').map_or(local, |(name, _)| name);
    format!("{local}@{domain}")
}

impl AccountLimits {
    fn with<T>(&self, take: impl FnOnce(&mut Tables) -> T) -> T {
        take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// One registration; [`Self::not_registered`] gives it back.
    ///
    /// # Errors
    /// 429 `too_many_registrations`.
    pub fn registers(&self, from: IpAddr, now: Instant) -> Result<()> {
        let network = Network::of(from);
        let taken = self.with(|tables| {
            tables.registrations.take(network, now)?;
            tables.all_registrations.take((), now).inspect_err(|_| tables.registrations.give_back(&network))
        });
        let words = "Too many accounts are being made at this moment.";
        taken.map_err(|wait| too_many("too_many_registrations", words, wait))
    }

    /// The server had no time for it.
    pub fn not_registered(&self, from: IpAddr) {
        self.with(|tables| {
            tables.registrations.give_back(&Network::of(from));
            tables.all_registrations.give_back(&());
        });
    }

    /// One mail that proves a mailbox.
    ///
    /// # Errors
    /// The milliseconds until there may be another.
    pub fn mails_proof(&self, email: &str, from: IpAddr, now: Instant) -> Result<(), i64> {
        let (mailbox, network) = (mailbox(email), Network::of(from));
        self.with(|tables| {
            let pair = (mailbox.clone(), network);
            tables.proofs.take(pair.clone(), now)?;
            tables.all_proofs.take(mailbox, now).inspect_err(|_| tables.proofs.give_back(&pair))
        })
    }

    /// One test of a service's settings; the operator's are not counted.
    ///
    /// # Errors
    /// 429 `too_many_tests`.
    pub fn tries(&self, trial: Trial, admin: Option<UserId>, now: Instant) -> Result<()> {
        let Some(admin) = admin else { return Ok(()) };
        let taken = self.with(|tables| match trial {
            Trial::Mail => tables.mail_tests.take(admin, now),
            Trial::Ai => tables.ai_tests.take(admin, now),
        });
        taken.map_err(|wait| too_many("too_many_tests", "The settings were tried too often.", wait))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Instant = Instant(1_000_000);

    fn ip(n: u32) -> IpAddr {
        IpAddr::from(n.to_be_bytes())
    }

    #[test]
    fn registrations_from_everywhere_are_bounded_too() {
        let limits = AccountLimits::default();
        let passed = (0..10_000).filter(|n| limits.registers(ip(*n), NOW).is_ok()).count();
        assert_eq!(passed, 2_000);
        let refused = limits.registers(ip(1), NOW).unwrap_err();
        assert_eq!((refused.kind, refused.retry_after), (Kind::TooMany, Some(4)));
        limits.not_registered(ip(0));
        limits.registers(ip(1), NOW).unwrap();
    }

    #[test]
    fn spellings_of_one_mailbox_share_its_mails() {
        let limits = AccountLimits::default();
        for email in ["a@b", "a+x@b", "a+y+z@b"] {
            limits.mails_proof(email, ip(1), NOW).unwrap();
        }
        assert_eq!(limits.mails_proof("a@b", ip(1), NOW), Err(HOUR));
        limits.mails_proof("a@c", ip(1), NOW).unwrap();
        let passed = (2..100).filter(|n| limits.mails_proof("a@b", ip(*n), NOW).is_ok()).count();
        assert_eq!(passed, 9, "twelve from everywhere");
    }

    #[test]
    fn each_administrator_tries_each_service_ten_times() {
        let limits = AccountLimits::default();
        let (ada, bob) = (Some(UserId(uuid::Uuid::from_u128(1))), Some(UserId(uuid::Uuid::from_u128(2))));
        for trial in [Trial::Mail, Trial::Ai] {
            assert_eq!((0..20).filter(|_| limits.tries(trial, ada, NOW).is_ok()).count(), 10);
            assert_eq!(limits.tries(trial, ada, NOW).unwrap_err().retry_after, Some(30));
            limits.tries(trial, bob, NOW).unwrap();
            limits.tries(trial, ada, NOW.plus(30 * SECOND)).unwrap();
            assert!((0..50).all(|_| limits.tries(trial, None, NOW).is_ok()), "the operator");
        }
    }
}
