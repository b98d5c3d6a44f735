//! Rate limits of registrations, verification mails, and tests of the mail and AI settings
//! (`docs/behaviour/accounts.md#accounts`). Kept in memory in tables of bounded size; a restart resets them.

use crate::{
    domain::{
        ApiTokenId, Error, ErrorCode, ErrorKind, Instant, Result, UserId,
        network::Network,
        rate_limit::{Rate, RateLimit},
        time::{HOUR, SECOND, SignedDuration, seconds_to_wait},
    },
    sync::Mutex,
};
use std::{collections::VecDeque, net::IpAddr, sync::PoisonError};

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
/// Mails with a link for a new password, per mailbox and requesting network: 3 at once, then 3 an hour.
const RESETS: Rate = Rate { burst: 3, refill: SignedDuration::from_mins(20) };
/// The same per mailbox, from all networks: 8 at once, then 4 an hour.
const RESETS_OF_MAILBOX: Rate = Rate { burst: 8, refill: SignedDuration::from_mins(15) };
/// The same requested from one network, for any mailbox: 30 at once, for an office behind one address, then 60 an hour.
const RESETS_OF_NETWORK: Rate = Rate { burst: 30, refill: SignedDuration::from_mins(1) };
/// Codes of second factors per account, with the right password: 10 at once, then 12 an hour. Right ones do not count.
const CODES: Rate = Rate { burst: 10, refill: SignedDuration::from_mins(5) };
/// Calls with one token: 600 at once, then 20 a second.
const TOKEN_CALLS: Rate = Rate { burst: 600, refill: SignedDuration::from_millis(50) };
/// Sign-ins by a provider per network: 500 at once, for an exam hall behind one address, then 60 a minute. The same for
/// requests to end sessions that end none.
const PROVIDED_SIGN_INS: Rate = Rate { burst: 500, refill: SECOND };
/// Launches by learning platforms per network: 2,000 at once, for the halls of a university behind one address, then 600 a
/// minute.
const LAUNCHES: Rate = Rate { burst: 2_000, refill: SignedDuration::from_millis(100) };
/// Uses of one sign-in by a provider: once, for longer than it is valid.
const FLOW_USES: Rate = Rate { burst: 1, refill: FLOW_MEMORY };
/// How long a sign-in that was used is known.
const FLOW_MEMORY: SignedDuration = SignedDuration::from_mins(15);
/// Tests of the mail server, of the AI service, and of an identity provider, per admin.
const SETTINGS_TESTS: Rate = Rate { burst: 10, refill: SignedDuration::from_secs(30) };
/// Logout tokens that are remembered, of all providers.
const MAX_LOGOUT_TOKENS: usize = 1_000;
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
    resets: RateLimit<(String, Network)>,
    resets_of_mailbox: RateLimit<String>,
    resets_of_network: RateLimit<Network>,
    codes: RateLimit<UserId>,
    token_calls: RateLimit<ApiTokenId>,
    provided_sign_ins: RateLimit<Network>,
    provided_logouts: RateLimit<Network>,
    launches: RateLimit<Network>,
    flow_uses: RateLimit<[u8; 32]>,
    /// The latest ones last.
    logout_tokens: VecDeque<[u8; 32]>,
    mail_tests: RateLimit<UserId>,
    ai_tests: RateLimit<UserId>,
    provider_tests: RateLimit<UserId>,
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
            resets: RateLimit::new(RESETS, MAX_KEYS),
            resets_of_mailbox: RateLimit::new(RESETS_OF_MAILBOX, MAX_KEYS),
            resets_of_network: RateLimit::new(RESETS_OF_NETWORK, MAX_KEYS),
            codes: RateLimit::new(CODES, MAX_KEYS),
            token_calls: RateLimit::new(TOKEN_CALLS, MAX_KEYS),
            provided_sign_ins: RateLimit::new(PROVIDED_SIGN_INS, MAX_KEYS),
            provided_logouts: RateLimit::new(PROVIDED_SIGN_INS, MAX_KEYS),
            launches: RateLimit::new(LAUNCHES, MAX_KEYS),
            flow_uses: RateLimit::new(FLOW_USES, MAX_KEYS),
            logout_tokens: VecDeque::new(),
            mail_tests: RateLimit::new(SETTINGS_TESTS, MAX_KEYS),
            ai_tests: RateLimit::new(SETTINGS_TESTS, MAX_KEYS),
            provider_tests: RateLimit::new(SETTINGS_TESTS, MAX_KEYS),
        }))
    }
}

/// The settings that an admin tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingsTrial {
    Mail,
    Ai,
    Provider,
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

    /// Counts a call with a token.
    ///
    /// # Errors
    /// 429 `too_many`.
    pub fn calls_with_token(&self, token: ApiTokenId, now: Instant) -> Result<()> {
        let counted = self.with(|tables| tables.token_calls.take(token, now));
        counted.map_err(|wait| too_many(ErrorCode::TooMany, "This token calls too often.", wait))
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

    /// Takes a token for one verification mail. `is_stranger` says that the address was never invited: anyone can type
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

    /// Takes a token for one request of a new password, whether the mailbox has an account or not.
    ///
    /// # Errors
    /// 429 `mailed_already`.
    pub fn asks_reset(&self, email: &str, from: IpAddr, now: Instant) -> Result<()> {
        let (mailbox, network) = (mailbox(email), Network::of(from));
        let pair = (mailbox.clone(), network);
        let taken = self.with(|tables| {
            tables.resets_of_network.take(network, now)?;
            let taken = tables.resets.take(pair.clone(), now).and_then(|()| {
                tables.resets_of_mailbox.take(mailbox, now).inspect_err(|_| tables.resets.give_back(&pair))
            });
            taken.inspect_err(|_| tables.resets_of_network.give_back(&network))
        });
        taken.map_err(|wait| too_many(ErrorCode::MailedAlready, "A new password was requested too often.", wait))
    }

    /// Takes a token for one code of a second factor; [`Self::code_was_right`] returns it.
    ///
    /// # Errors
    /// 429 `too_many_attempts`.
    pub fn tries_code(&self, account: UserId, now: Instant) -> Result<()> {
        let taken = self.with(|tables| tables.codes.take(account, now));
        taken.map_err(|wait| too_many(ErrorCode::TooManyAttempts, "Too many wrong codes.", wait))
    }

    /// Returns the token of a code that was right.
    pub fn code_was_right(&self, account: UserId) {
        self.with(|tables| tables.codes.give_back(&account));
    }

    /// Takes a token for one step of a sign-in by a provider.
    ///
    /// # Errors
    /// 429 `too_many_attempts`.
    pub fn signs_in_by_provider(&self, from: IpAddr, now: Instant) -> Result<()> {
        let taken = self.with(|tables| tables.provided_sign_ins.take(Network::of(from), now));
        taken.map_err(|wait| too_many(ErrorCode::TooManyAttempts, "Too many sign-ins at once.", wait))
    }

    /// Takes a token for one request to end sessions; [`Self::logged_out`] returns it: a provider may end those of all its people
    /// at once, also while a hall signs in.
    ///
    /// # Errors
    /// 429 `too_many_attempts`.
    pub fn asks_logout(&self, from: IpAddr, now: Instant) -> Result<()> {
        let taken = self.with(|tables| tables.provided_logouts.take(Network::of(from), now));
        taken.map_err(|wait| too_many(ErrorCode::TooManyAttempts, "Too many requests at once.", wait))
    }

    /// Takes a token for one launch of a learning platform: a whole hall may open an activity at once.
    ///
    /// # Errors
    /// 429 `too_many_attempts`.
    pub fn launches(&self, from: IpAddr, now: Instant) -> Result<()> {
        let taken = self.with(|tables| tables.launches.take(Network::of(from), now));
        taken.map_err(|wait| too_many(ErrorCode::TooManyAttempts, "Too many launches at once.", wait))
    }

    /// Marks a sign-in by a provider as used, by a hash of what identifies it.
    ///
    /// Returns false if it was used already.
    #[must_use]
    pub fn uses_flow(&self, hash: [u8; 32], now: Instant) -> bool {
        self.with(|tables| tables.flow_uses.take(hash, now)).is_ok()
    }

    /// Whether a provider's request to end sessions was carried out, by a hash of what identifies it.
    #[must_use]
    pub fn has_logged_out(&self, hash: &[u8; 32]) -> bool {
        self.with(|tables| tables.logout_tokens.contains(hash))
    }

    /// Remembers a provider's request that was carried out, and forgets the oldest one where there are too many.
    pub fn logged_out(&self, hash: [u8; 32], from: IpAddr) {
        self.with(|tables| {
            tables.provided_logouts.give_back(&Network::of(from));
            if tables.logout_tokens.len() >= MAX_LOGOUT_TOKENS {
                tables.logout_tokens.pop_front();
            }
            tables.logout_tokens.push_back(hash);
        });
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
            SettingsTrial::Provider => tables.provider_tests.take(admin, now),
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
    fn a_sign_in_by_a_provider_is_used_once_and_networks_have_a_limit() {
        let limits = AccountLimits::default();
        let passed = (0..1_000).filter(|_| limits.signs_in_by_provider(ip(1), NOW).is_ok()).count();
        assert_eq!(passed, 500);
        limits.signs_in_by_provider(ip(1), NOW.plus(SECOND)).unwrap();
        limits.signs_in_by_provider(ip(1 << 24), NOW).unwrap();
        let uses = [([1; 32], NOW), ([1; 32], NOW), ([2; 32], NOW), ([1; 32], NOW.plus(FLOW_MEMORY))];
        assert_eq!(uses.map(|(hash, now)| limits.uses_flow(hash, now)), [true, false, true, true]);
    }

    #[test]
    fn the_latest_logout_tokens_are_known() {
        let limits = AccountLimits::default();
        let hash = |n: usize| {
            let mut hash = [0; 32];
            hash[..8].copy_from_slice(&n.to_be_bytes());
            hash
        };
        for n in 0..=MAX_LOGOUT_TOKENS {
            assert!(!limits.has_logged_out(&hash(n)));
            limits.logged_out(hash(n), ip(1));
        }
        assert_eq!([0, 1, MAX_LOGOUT_TOKENS].map(|n| limits.has_logged_out(&hash(n))), [false, true, true]);
    }

    #[test]
    fn requests_that_end_sessions_are_not_limited() {
        let limits = AccountLimits::default();
        while limits.signs_in_by_provider(ip(1), NOW).is_ok() {}
        for n in 0..1_000_u32 {
            limits.asks_logout(ip(1), NOW).unwrap();
            let mut hash = [0; 32];
            hash[..4].copy_from_slice(&n.to_be_bytes());
            limits.logged_out(hash, ip(1));
        }
        let passed = (0..1_000).filter(|_| limits.asks_logout(ip(1), NOW).is_ok()).count();
        assert_eq!(passed, 500, "those that end none");
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
    fn new_passwords_are_requested_rarely_per_mailbox_and_per_network() {
        let limits = AccountLimits::default();
        let asked = |email: &str, network| limits.asks_reset(email, ip(network), NOW).is_ok();
        assert_eq!((0..10).filter(|_| asked("a@b", 1)).count(), 3, "one mailbox from one network");
        assert_eq!((2..20).filter(|n| asked("a@b", *n)).count(), 5, "one mailbox: eight in all");
        assert_eq!((0..90).filter(|n| asked(&format!("p{n}@b"), 1)).count(), 27, "one network: thirty in all");
        let refused = limits.asks_reset("a@b", ip(30), NOW).unwrap_err();
        assert_eq!((refused.code, refused.retry_after), (ErrorCode::MailedAlready, Some(900)));
        limits.asks_reset("a@b", ip(30), NOW.plus(RESETS_OF_MAILBOX.refill)).unwrap();
    }

    #[test]
    fn wrong_codes_are_limited_and_right_ones_are_not() {
        let (limits, ada) = (AccountLimits::default(), UserId(uuid::Uuid::from_u128(1)));
        for _ in 0..50 {
            limits.tries_code(ada, NOW).unwrap();
            limits.code_was_right(ada);
        }
        assert_eq!((0..50).filter(|_| limits.tries_code(ada, NOW).is_ok()).count(), 10);
        assert_eq!(limits.tries_code(ada, NOW).unwrap_err().retry_after, Some(300));
        limits.tries_code(ada, NOW.plus(CODES.refill)).unwrap();
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
