//! Login rate limit: slows down password guessing, but not the owner of the password (`docs/behaviour/accounts.md#accounts`). A
//! sign-in is delayed
//!
//! - per account and network, after a few failures, with growing delays;
//! - per account, 30 s at most, if many networks guess its password. This affects only networks that have not signed in
//!   to the account since the start, and only after their first tries: to lock the owner out of a new network, an
//!   attacker needs hundreds of networks; the owner's usual network is never locked out;
//! - per network, 30 s at most, after more failures than an exam hall behind one address ever causes; accounts that
//!   signed in from there before are exempt;
//! - per account, after too many successful sign-ins: each one creates a session.
//!
//! In memory, in tables of bounded size: a restart resets it. Email addresses are stored only as hashes.

mod known;
mod table;

use crate::{
    domain::{
        Error, ErrorCode, ErrorKind, Instant, Result,
        network::Network,
        rate_limit::{Rate, RateLimit},
        time::{SignedDuration, seconds_to_wait},
    },
    sync::{Mutex, MutexGuard},
};
use known::AddressHash;
use known::KnownNetworks;
use std::{
    collections::HashMap,
    hash::{BuildHasher, RandomState},
    net::IpAddr,
    sync::{Arc, PoisonError},
    time::Duration,
};
use table::{Before, FailureTable, Limit};
use tokio::sync::Notify;

/// Failures per account and network without a delay, and the maximum delay.
const PAIR: Limit = Limit { free: 5, max_delay: SignedDuration::from_mins(15) };
/// Failures per account, from all networks.
const ACCOUNT: Limit = Limit { free: 20, max_delay: SignedDuration::from_secs(30) };
/// Failures per network, for all accounts.
const NETWORK: Limit = Limit { free: 200, max_delay: SignedDuration::from_secs(30) };
/// First tries per account and network, which are exempt from the account's delay.
const FIRST_TRIES: u32 = 3;
/// First tries per account and wide network (/24, or /48 of IPv6), which one attacker may own.
const WIDE: Limit = Limit { free: 12, max_delay: SignedDuration::ZERO };
/// First tries per account, from all networks: 2,400 an hour, so that 800 networks of one attacker do not use them up.
const FIRST_TRIES_OF_ACCOUNT: Rate = Rate { burst: 2_400, refill: SignedDuration::from_millis(1_500) };
/// Concurrent password checks of one account beyond which first tries wait too: it must not fill the queue.
const MAX_CHECKS_PER_ACCOUNT: u32 = 20;
/// Successful sign-ins per account. Each one creates a session.
const SUCCESSES: Rate = Rate { burst: 120, refill: SignedDuration::from_secs(30) };
/// Sign-ins that wait for others in progress, and those of one account.
const MAX_WAITING: usize = 1_000;
const MAX_WAITING_PER_ACCOUNT: usize = 32;
/// How long one waits at most.
const MAX_WAIT: Duration = Duration::from_secs(10);
/// Accounts per table of token buckets.
const MAX_BUCKETS: usize = 10_000;

struct FailureTables {
    pairs: FailureTable<(AddressHash, Network)>,
    wide: FailureTable<(AddressHash, Network)>,
    accounts: FailureTable<AddressHash>,
    networks: FailureTable<Network>,
    first_tries: RateLimit<AddressHash>,
    successes: RateLimit<AddressHash>,
    /// Administrators separately, so that sign-ins of candidates do not evict them.
    admins: KnownNetworks,
    others: KnownNetworks,
    /// Sign-ins that wait for others in progress, by account and in all.
    waiting: HashMap<AddressHash, usize>,
    all_waiting: usize,
}

/// A sign-in that is not admitted now.
#[derive(Debug)]
struct Refused {
    wait: SignedDuration,
    /// Attempts in progress are counted as failed: once they have ended, it may be admitted.
    is_pending: bool,
}

#[derive(Clone)]
pub struct LoginRateLimit {
    shared: Arc<LoginRateLimitInner>,
    hasher: RandomState,
    max_wait: Duration,
}

struct LoginRateLimitInner {
    tables: Mutex<FailureTables>,
    /// An attempt has ended.
    ended: Notify,
}

impl LoginRateLimitInner {
    fn tables(&self) -> MutexGuard<'_, FailureTables> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for LoginRateLimit {
    fn default() -> Self {
        let tables = FailureTables {
            pairs: FailureTable::new(PAIR),
            wide: FailureTable::new(WIDE),
            accounts: FailureTable::new(ACCOUNT),
            networks: FailureTable::new(NETWORK),
            first_tries: RateLimit::new(FIRST_TRIES_OF_ACCOUNT, MAX_BUCKETS),
            successes: RateLimit::new(SUCCESSES, MAX_BUCKETS),
            admins: KnownNetworks::default(),
            others: KnownNetworks::default(),
            waiting: HashMap::new(),
            all_waiting: 0,
        };
        let shared = LoginRateLimitInner { tables: Mutex::new(tables), ended: Notify::new() };
        Self { shared: Arc::new(shared), hasher: RandomState::new(), max_wait: MAX_WAIT }
    }
}

/// Who signs in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignInStanding {
    /// Not authenticated.
    Stranger,
    /// A session of the account: exempt from delays that guesses from other networks cause.
    SignedIn,
}

/// One sign-in attempt. It counts as failed until [`Self::judged`], so that concurrent guesses are counted like
/// sequential ones. Dropped without a result, it does not count.
pub struct SignInAttempt {
    shared: Arc<LoginRateLimitInner>,
    subject: SignInSubject,
    at: Instant,
    before: [Before; 4],
    took_first_try: bool,
    judged: bool,
}

#[derive(Clone, Copy)]
struct SignInSubject {
    account: AddressHash,
    network: Network,
    wide: Network,
}

impl LoginRateLimit {
    /// Admits an attempt. What only the attempts in progress keep out waits for them: they may be right.
    ///
    /// # Errors
    /// 429 with the seconds to wait.
    pub async fn begin(
        &self,
        email: &str,
        from: IpAddr,
        standing: SignInStanding,
        now: impl Fn() -> Instant,
    ) -> Result<SignInAttempt> {
        let account = self.hasher.hash_one(email);
        let subject = SignInSubject { account, network: Network::of(from), wide: Network::wide(from) };
        let until = tokio::time::Instant::now() + self.max_wait;
        let mut place = None;
        loop {
            // Before the look, so that no end is missed.
            let ended = self.shared.ended.notified();
            let refused = match self.try_begin(subject, standing, now()) {
                Ok(attempt) => return Ok(attempt),
                Err(refused) => refused,
            };
            if place.is_none() && refused.is_pending {
                place = WaitingSignIn::new(&self.shared, account);
            }
            let may_wait = refused.is_pending && place.is_some();
            if !may_wait || tokio::time::timeout_at(until, ended).await.is_err() {
                return Err(too_many(&refused));
            }
        }
    }

    /// Resets the failures of an account from this network: its owner has proven the mailbox.
    pub fn forgive(&self, email: &str, from: IpAddr) {
        let (account, network, wide) = (self.hasher.hash_one(email), Network::of(from), Network::wide(from));
        let mut tables = self.shared.tables();
        tables.pairs.reset(&(account, network));
        tables.wide.reset(&(account, wide));
        drop(tables);
        self.shared.ended.notify_waiters();
    }

    fn try_begin(
        &self,
        subject: SignInSubject,
        standing: SignInStanding,
        now: Instant,
    ) -> Result<SignInAttempt, Refused> {
        let mut tables = self.shared.tables();
        let took_first_try = tables.admit(subject, standing, now)?;
        let before = tables.count(subject, now);
        drop(tables);
        Ok(SignInAttempt { shared: self.shared.clone(), subject, at: now, before, took_first_try, judged: false })
    }
}

/// A place among those who wait.
struct WaitingSignIn {
    shared: Arc<LoginRateLimitInner>,
    account: AddressHash,
}

impl WaitingSignIn {
    /// `None` if too many wait already.
    fn new(shared: &Arc<LoginRateLimitInner>, account: AddressHash) -> Option<Self> {
        let mut tables = shared.tables();
        let of_account = tables.waiting.get(&account).copied().unwrap_or_default();
        if tables.all_waiting >= MAX_WAITING || of_account >= MAX_WAITING_PER_ACCOUNT {
            return None;
        }
        tables.waiting.insert(account, of_account + 1);
        tables.all_waiting += 1;
        drop(tables);
        Some(Self { shared: shared.clone(), account })
    }
}

impl Drop for WaitingSignIn {
    fn drop(&mut self) {
        let mut tables = self.shared.tables();
        tables.all_waiting -= 1;
        if let Some(of_account) = tables.waiting.get_mut(&self.account) {
            *of_account -= 1;
            if *of_account == 0 {
                tables.waiting.remove(&self.account);
            }
        }
    }
}

fn too_many(refused: &Refused) -> Error {
    let seconds = seconds_to_wait(refused.wait);
    let unit = if seconds == 1 { "second" } else { "seconds" };
    let what = if refused.is_pending { "sign-ins at once" } else { "failed sign-ins" };
    let detail = format!("Too many {what}. Please try again in {seconds} {unit}.");
    let cause = if refused.is_pending { "concurrent" } else { "failed" };
    let error = Error::new(ErrorKind::TooMany, ErrorCode::TooManyAttempts, detail);
    Error { retry_after: Some(seconds), ..error.with("cause", cause).with("seconds", seconds) }
}

impl FailureTables {
    /// Admits an attempt; true if it used one of the account's first tries.
    fn admit(&mut self, subject: SignInSubject, standing: SignInStanding, now: Instant) -> Result<bool, Refused> {
        let SignInSubject { account, network, wide } = subject;
        self.successes.take(account, now).map_err(|wait| Refused { wait, is_pending: false })?;
        self.successes.give_back(&account);
        let key = (account, network);
        let mut wait = self.pairs.wait(key, now);
        let is_pending = !wait.is_positive() || self.pairs.in_progress(key) > 0;
        let known = standing == SignInStanding::SignedIn || self.admins.contains(&key) || self.others.contains(&key);
        if known {
            return if wait.is_positive() { Err(Refused { wait, is_pending }) } else { Ok(false) };
        }
        let of_network = self.networks.wait(network, now);
        let is_pending = is_pending && (!of_network.is_positive() || self.networks.in_progress(network) > 0);
        wait = wait.max(of_network);
        if wait.is_positive() {
            return Err(Refused { wait, is_pending });
        }
        let of_account = self.accounts.wait(account, now);
        if !of_account.is_positive() {
            return Ok(false);
        }
        let is_first_try = self.pairs.failures((account, network), now) < FIRST_TRIES
            && self.wide.failures((account, wide), now) < WIDE.free
            && self.accounts.in_progress(account) < MAX_CHECKS_PER_ACCOUNT;
        if is_first_try && self.first_tries.take(account, now).is_ok() {
            return Ok(true);
        }
        Err(Refused { wait: of_account, is_pending: self.accounts.in_progress(account) > 0 })
    }

    fn count(&mut self, SignInSubject { account, network, wide }: SignInSubject, now: Instant) -> [Before; 4] {
        [
            self.pairs.count((account, network), now),
            self.wide.count((account, wide), now),
            self.accounts.count(account, now),
            self.networks.count(network, now),
        ]
    }
}

impl SignInAttempt {
    /// Records the result. A success resets the failures of the account; the network's count is only reduced by this
    /// attempt, the rest expires.
    pub fn judged(mut self, is_right: bool, is_admin: bool) {
        self.judged = true;
        self.settle(is_right, is_admin);
        self.shared.ended.notify_waiters();
    }

    fn settle(&self, is_right: bool, is_admin: bool) {
        let SignInSubject { account, network, wide } = self.subject;
        let mut tables = self.shared.tables();
        if !is_right {
            tables.pairs.failed(&(account, network));
            tables.wide.failed(&(account, wide));
            tables.accounts.failed(&account);
            tables.networks.failed(&network);
            return;
        }
        tables.pairs.reset(&(account, network));
        tables.wide.reset(&(account, wide));
        tables.accounts.reset(&account);
        let [.., of_network] = self.before;
        tables.networks.revert(&network, of_network);
        if self.took_first_try {
            tables.first_tries.give_back(&account);
        }
        // If another sign-in has emptied the bucket meanwhile, the next one is rejected instead of this one.
        let _ = tables.successes.take(account, self.at);
        let known = if is_admin { &mut tables.admins } else { &mut tables.others };
        known.insert((account, network), self.at);
    }
}

impl Drop for SignInAttempt {
    fn drop(&mut self) {
        if self.judged {
            return;
        }
        let SignInSubject { account, network, wide } = self.subject;
        let [pair, of_wide, of_account, of_network] = self.before;
        let mut tables = self.shared.tables();
        tables.pairs.revert(&(account, network), pair);
        tables.wide.revert(&(account, wide), of_wide);
        tables.accounts.revert(&account, of_account);
        tables.networks.revert(&network, of_network);
        if self.took_first_try {
            tables.first_tries.give_back(&account);
        }
        drop(tables);
        self.shared.ended.notify_waiters();
    }
}

#[cfg(test)]
mod tests;
