//! Rate limits of registrations, verification mails, and tests of the mail and AI settings
//! (`docs/behaviour.md#accounts`). Kept in memory in tables of bounded size; a restart resets them.

use crate::{
    domain::{
        Error, ErrorKind, Instant, Result, UserId,
        network::Network,
        rate_limit::{Rate, RateLimit},
        time::{HOUR, SignedDuration, seconds_to_wait},
    },
    sync::Mutex,
};
use std::{net::IpAddr, sync::PoisonError};

/// Registrations per network: 500 at once, for an exam hall behind one address, then 100 an hour.
const REGISTRATIONS: Rate = Rate { burst: 500, refill: SignedDuration::from_secs(36) };
/// Registrations in total: 2,000 at once, then 900 an hour.
const ALL_REGISTRATIONS: Rate = Rate { burst: 2_000, refill: SignedDuration::from_secs(4) };
/// Verification mails per mailbox and requesting network.
const VERIFICATIONS: Rate = Rate { burst: 3, refill: HOUR };
/// Verification mails per mailbox, from all networks.
const ALL_VERIFICATIONS: Rate = Rate { burst: 12, refill: HOUR };
/// Tests of the mail server, and of the AI service, per admin.
const SETTINGS_TESTS: Rate = Rate { burst: 10, refill: SignedDuration::from_secs(30) };
/// Keys per table.
const MAX_KEYS: usize = 10_000;

struct AccountLimitTables {
    registrations: RateLimit<Network>,
    all_registrations: RateLimit<()>,
    verifications: RateLimit<(String, Network)>,
    all_verifications: RateLimit<String>,
    mail_tests: RateLimit<UserId>,
    ai_tests: RateLimit<UserId>,
}

pub struct AccountLimits(Mutex<AccountLimitTables>);

impl Default for AccountLimits {
    fn default() -> Self {
        Self(Mutex::new(AccountLimitTables {
            registrations: RateLimit::new(REGISTRATIONS, MAX_KEYS),
            all_registrations: RateLimit::new(ALL_REGISTRATIONS, 1),
            verifications: RateLimit::new(VERIFICATIONS, MAX_KEYS),
            all_verifications: RateLimit::new(ALL_VERIFICATIONS, MAX_KEYS),
            mail_tests: RateLimit::new(SETTINGS_TESTS, MAX_KEYS),
            ai_tests: RateLimit::new(SETTINGS_TESTS, MAX_KEYS),
        }))
    }
}

/// The settings that an admin tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingsTrial {
    Mail,
    Ai,
}

fn too_many(code: &'static str, what: &str, wait: SignedDuration) -> Error {
    let seconds = seconds_to_wait(wait);
    let wait = match seconds {
        1 => "in 1 second".to_owned(),
        n if n < 120 => format!("in {n} seconds"),
        n => format!("in {} minutes", n.div_ceil(60)),
    };
    Error {
        retry_after: Some(seconds),
        ..Error::new(ErrorKind::TooMany, code, format!("{what} Please try again {wait}."))
    }
}

/// Strips the `+tag` of an address, so that all spellings of a mailbox share one key.
fn mailbox(email: &str) -> String {
    let Some((local, domain)) = email.rsplit_once('@') else { return email.to_owned() };
    let local = local.split_once('+').map_or(local, |(name, _)| name);
    format!("{local}@{domain}")
}

impl AccountLimits {
    fn with<T>(&self, take: impl FnOnce(&mut AccountLimitTables) -> T) -> T {
        take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Takes a token for one registration; [`Self::not_registered`] returns it.
    ///
    /// # Errors
    /// 429 `too_many_registrations`.
    pub fn registers(&self, from: IpAddr, now: Instant) -> Result<()> {
        let network = Network::of(from);
        let taken = self.with(|tables| {
            tables.registrations.take(network, now)?;
            tables.all_registrations.take((), now).inspect_err(|_| tables.registrations.give_back(&network))
        });
        let message = "Too many accounts are being created right now.";
        taken.map_err(|wait| too_many("too_many_registrations", message, wait))
    }

    /// Returns the token of a registration that the server was too busy to carry out.
    pub fn not_registered(&self, from: IpAddr) {
        self.with(|tables| {
            tables.registrations.give_back(&Network::of(from));
            tables.all_registrations.give_back(&());
        });
    }

    /// Takes a token for one verification mail.
    ///
    /// # Errors
    /// The wait until the next one is allowed.
    pub fn mails_proof(&self, email: &str, from: IpAddr, now: Instant) -> Result<(), SignedDuration> {
        let (mailbox, network) = (mailbox(email), Network::of(from));
        self.with(|tables| {
            let pair = (mailbox.clone(), network);
            tables.verifications.take(pair.clone(), now)?;
            tables.all_verifications.take(mailbox, now).inspect_err(|_| tables.verifications.give_back(&pair))
        })
    }

    /// Takes a token for one test of a service's settings; the operator is exempt.
    ///
    /// # Errors
    /// 429 `too_many_tests`.
    pub fn tries(&self, trial: SettingsTrial, admin: Option<UserId>, now: Instant) -> Result<()> {
        let Some(admin) = admin else { return Ok(()) };
        let taken = self.with(|tables| match trial {
            SettingsTrial::Mail => tables.mail_tests.take(admin, now),
            SettingsTrial::Ai => tables.ai_tests.take(admin, now),
        });
        taken.map_err(|wait| too_many("too_many_tests", "The settings were tested too often.", wait))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Instant = Instant::from_millis(1_000_000);

    fn ip(n: u32) -> IpAddr {
        IpAddr::from(n.to_be_bytes())
    }

    #[test]
    fn registrations_are_limited_in_total() {
        let limits = AccountLimits::default();
        let passed = (0..10_000).filter(|n| limits.registers(ip(*n), NOW).is_ok()).count();
        assert_eq!(passed, 2_000);
        let refused = limits.registers(ip(1), NOW).unwrap_err();
        assert_eq!((refused.kind, refused.retry_after), (ErrorKind::TooMany, Some(4)));
        limits.not_registered(ip(0));
        limits.registers(ip(1), NOW).unwrap();
    }

    #[test]
    fn spellings_of_one_mailbox_share_its_limit() {
        let limits = AccountLimits::default();
        for email in ["a@b", "a+x@b", "a+y+z@b"] {
            limits.mails_proof(email, ip(1), NOW).unwrap();
        }
        assert_eq!(limits.mails_proof("a@b", ip(1), NOW), Err(HOUR));
        limits.mails_proof("a@c", ip(1), NOW).unwrap();
        let passed = (2..100).filter(|n| limits.mails_proof("a@b", ip(*n), NOW).is_ok()).count();
        assert_eq!(passed, 9, "twelve in total");
    }

    #[test]
    fn each_admin_may_test_each_service_ten_times() {
        let limits = AccountLimits::default();
        let (ada, bob) = (Some(UserId(uuid::Uuid::from_u128(1))), Some(UserId(uuid::Uuid::from_u128(2))));
        for trial in [SettingsTrial::Mail, SettingsTrial::Ai] {
            assert_eq!((0..20).filter(|_| limits.tries(trial, ada, NOW).is_ok()).count(), 10);
            assert_eq!(limits.tries(trial, ada, NOW).unwrap_err().retry_after, Some(30));
            limits.tries(trial, bob, NOW).unwrap();
            limits.tries(trial, ada, NOW.plus(SETTINGS_TESTS.refill)).unwrap();
            assert!((0..50).all(|_| limits.tries(trial, None, NOW).is_ok()), "the operator");
        }
    }
}
