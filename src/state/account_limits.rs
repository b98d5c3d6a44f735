//! Rate limits of registrations, verification mails, and tests of the mail and AI settings
//! (`docs/behaviour/accounts.md#accounts`). Kept in memory in tables of bounded size; a restart resets them.

use crate::{
    domain::{
        Error, ErrorCode, ErrorKind, Instant, Result, UserId,
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
/// Verification mails to addresses that were never invited, requested from one network: 20 at once, then 20 an hour.
const STRANGERS: Rate = Rate { burst: 20, refill: SignedDuration::from_mins(3) };
/// The same from all networks: 100 at once, then 100 an hour.
const ALL_STRANGERS: Rate = Rate { burst: 100, refill: SignedDuration::from_secs(36) };
/// The same in a day: 300 at once, then 300 a day.
const STRANGERS_A_DAY: Rate = Rate { burst: 300, refill: SignedDuration::from_secs(288) };
/// Tests of the mail server, and of the AI service, per admin.
const SETTINGS_TESTS: Rate = Rate { burst: 10, refill: SignedDuration::from_secs(30) };
/// Keys per table.
const MAX_KEYS: usize = 10_000;

struct AccountLimitTables {
    registrations: RateLimit<Network>,
    all_registrations: RateLimit<()>,
    verifications: RateLimit<(String, Network)>,
    all_verifications: RateLimit<String>,
    strangers: RateLimit<Network>,
    all_strangers: RateLimit<()>,
    strangers_a_day: RateLimit<()>,
    mail_tests: RateLimit<UserId>,
    ai_tests: RateLimit<UserId>,
}

impl AccountLimitTables {
    fn mails_stranger(&mut self, network: Network, now: Instant) -> Result<(), SignedDuration> {
        self.strangers.take(network, now)?;
        let taken = self
            .all_strangers
            .take((), now)
            .and_then(|()| self.strangers_a_day.take((), now).inspect_err(|_| self.all_strangers.give_back(&())));
        taken.inspect_err(|_| self.strangers.give_back(&network))
    }
}

pub struct AccountLimits(Mutex<AccountLimitTables>);

impl Default for AccountLimits {
    fn default() -> Self {
        Self(Mutex::new(AccountLimitTables {
            registrations: RateLimit::new(REGISTRATIONS, MAX_KEYS),
            all_registrations: RateLimit::new(ALL_REGISTRATIONS, 1),
            verifications: RateLimit::new(VERIFICATIONS, MAX_KEYS),
            all_verifications: RateLimit::new(ALL_VERIFICATIONS, MAX_KEYS),
            strangers: RateLimit::new(STRANGERS, MAX_KEYS),
            all_strangers: RateLimit::new(ALL_STRANGERS, 1),
            strangers_a_day: RateLimit::new(STRANGERS_A_DAY, 1),
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

fn too_many(code: ErrorCode, what: &str, wait: SignedDuration) -> Error {
    let seconds = seconds_to_wait(wait);
    let wait = match seconds {
        1 => "in 1 second".to_owned(),
        n if n < 120 => format!("in {n} seconds"),
        n => format!("in {} minutes", n.div_ceil(60)),
    };
    Error {
        retry_after: Some(seconds),
        ..Error::new(ErrorKind::TooMany, code, format!("{what} Please try again {wait}.")).with("seconds", seconds)
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
        taken.map_err(|wait| too_many(ErrorCode::TooManyRegistrations, message, wait))
    }

    /// Returns the token of a registration that the server was too busy to carry out.
    pub fn not_registered(&self, from: IpAddr) {
        self.with(|tables| {
            tables.registrations.give_back(&Network::of(from));
            tables.all_registrations.give_back(&());
        });
    }

    /// Takes a token for one verification mail. `is_stranger` tells that the address was never invited: anyone can type
    /// the address of anyone, and each mail goes out in this site's name.
    ///
    /// # Errors
    /// The wait until the next one is allowed.
    pub fn mails_proof(
        &self,
        email: &str,
        is_stranger: bool,
        from: IpAddr,
        now: Instant,
    ) -> Result<(), SignedDuration> {
        let (mailbox, network) = (mailbox(email), Network::of(from));
        self.with(|tables| {
            let pair = (mailbox.clone(), network);
            tables.verifications.take(pair.clone(), now)?;
            let taken = tables.all_verifications.take(mailbox.clone(), now).and_then(|()| {
                let taken = if is_stranger { tables.mails_stranger(network, now) } else { Ok(()) };
                taken.inspect_err(|_| tables.all_verifications.give_back(&mailbox))
            });
            taken.inspect_err(|_| tables.verifications.give_back(&pair))
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
        taken.map_err(|wait| too_many(ErrorCode::TooManyTests, "The settings were tested too often.", wait))
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
            limits.mails_proof(email, false, ip(1), NOW).unwrap();
        }
        assert_eq!(limits.mails_proof("a@b", false, ip(1), NOW), Err(HOUR));
        limits.mails_proof("a@c", false, ip(1), NOW).unwrap();
        let passed = (2..100).filter(|n| limits.mails_proof("a@b", false, ip(*n), NOW).is_ok()).count();
        assert_eq!(passed, 9, "twelve in total");
    }

    #[test]
    fn strangers_are_mailed_rarely_per_network_in_an_hour_and_in_a_day() {
        let limits = AccountLimits::default();
        let mails = |network, from: usize, now| {
            let mailed = |n: &usize| limits.mails_proof(&format!("p{n}@b"), true, ip(network), now).is_ok();
            (from..from + 30).filter(mailed).count()
        };
        assert_eq!(mails(1, 0, NOW), 20, "one network");
        let all: usize = (2..50).map(|n| mails(n, 0, NOW)).sum();
        assert_eq!(all, 80, "a hundred in all");
        let invited = (0..200).filter(|n| limits.mails_proof(&format!("i{n}@b"), false, ip(1), NOW).is_ok());
        assert_eq!(invited.count(), 200, "invited addresses are not counted");
        // What was refused has taken nothing of the mailbox's own limit.
        assert_eq!(limits.mails_proof("p99@b", true, ip(60), NOW), Err(ALL_STRANGERS.refill));
        assert!((0..3).all(|_| limits.mails_proof("p99@b", false, ip(60), NOW).is_ok()));
        let mut day = 100;
        for hour in 1..24_u16 {
            let now = NOW.plus(SignedDuration::from_hours(hour.into()));
            day += (100..106).map(|network| mails(network, 100 + 30 * usize::from(hour), now)).sum::<usize>();
        }
        assert!((550..=600).contains(&day), "300 at once and 300 a day: {day}");
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
