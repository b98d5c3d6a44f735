//! Login rate limit: slows down password guessing, but not the owner of the password (`docs/behaviour.md#accounts`). A
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
        Error, Instant, Kind, Result,
        network::Network,
        rate_limit::{Rate, RateLimit},
        time::{SignedDuration, seconds_to_wait},
    },
    sync::Mutex,
};
use known::Account;
use known::Known;
use std::{
    hash::{BuildHasher, RandomState},
    net::IpAddr,
    sync::{Arc, PoisonError},
};
use table::{Before, Limit, Table};

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
/// Accounts per table of token buckets.
const MAX_BUCKETS: usize = 10_000;

struct Tables {
    pairs: Table<(Account, Network)>,
    wide: Table<(Account, Network)>,
    accounts: Table<Account>,
    networks: Table<Network>,
    first_tries: RateLimit<Account>,
    successes: RateLimit<Account>,
    /// Administrators separately, so that sign-ins of candidates do not evict them.
    admins: Known,
    others: Known,
}

#[derive(Clone)]
pub struct LoginRateLimit {
    tables: Arc<Mutex<Tables>>,
    hasher: RandomState,
}

impl Default for LoginRateLimit {
    fn default() -> Self {
        let tables = Tables {
            pairs: Table::new(PAIR),
            wide: Table::new(WIDE),
            accounts: Table::new(ACCOUNT),
            networks: Table::new(NETWORK),
            first_tries: RateLimit::new(FIRST_TRIES_OF_ACCOUNT, MAX_BUCKETS),
            successes: RateLimit::new(SUCCESSES, MAX_BUCKETS),
            admins: Known::default(),
            others: Known::default(),
        };
        Self { tables: Arc::new(Mutex::new(tables)), hasher: RandomState::new() }
    }
}

/// Who signs in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Not authenticated.
    Stranger,
    /// In a session of the account: exempt from delays that guesses from other networks cause.
    SignedIn,
}

/// One sign-in attempt. It counts as failed until [`Self::judged`], so that concurrent guesses are counted like
/// sequential ones. Dropped without a result, it does not count.
pub struct Attempt {
    tables: Arc<Mutex<Tables>>,
    subject: Subject,
    at: Instant,
    before: [Before; 4],
    took_first_try: bool,
    judged: bool,
}

#[derive(Clone, Copy)]
struct Subject {
    account: Account,
    network: Network,
    wide: Network,
}

impl LoginRateLimit {
    /// # Errors
    /// 429 with the seconds to wait.
    pub fn begin(&self, email: &str, from: IpAddr, standing: Standing, now: Instant) -> Result<Attempt> {
        let account = self.hasher.hash_one(email);
        let subject = Subject { account, network: Network::of(from), wide: Network::wide(from) };
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        let took_first_try = tables.admit(subject, standing, now).map_err(too_many)?;
        let before = tables.count(subject, now);
        drop(tables);
        Ok(Attempt { tables: self.tables.clone(), subject, at: now, before, took_first_try, judged: false })
    }
}

fn too_many(wait: SignedDuration) -> Error {
    let seconds = seconds_to_wait(wait);
    let unit = if seconds == 1 { "second" } else { "seconds" };
    let detail = format!("Too many failed sign-ins. Please try again in {seconds} {unit}.");
    Error { retry_after: Some(seconds), ..Error::new(Kind::TooMany, "too_many_attempts", detail) }
}

impl Tables {
    /// Admits an attempt; true if it used one of the account's first tries. `Err` is the delay.
    fn admit(&mut self, subject: Subject, standing: Standing, now: Instant) -> Result<bool, SignedDuration> {
        let Subject { account, network, wide } = subject;
        self.successes.take(account, now)?;
        self.successes.give_back(&account);
        let mut wait = self.pairs.wait((account, network), now);
        let key = (account, network);
        let known = standing == Standing::SignedIn || self.admins.contains(&key) || self.others.contains(&key);
        if known {
            return if wait.is_positive() { Err(wait) } else { Ok(false) };
        }
        wait = wait.max(self.networks.wait(network, now));
        if wait.is_positive() {
            return Err(wait);
        }
        let of_account = self.accounts.wait(account, now);
        if !of_account.is_positive() {
            return Ok(false);
        }
        let is_first_try = self.pairs.failures((account, network), now) < FIRST_TRIES
            && self.wide.failures((account, wide), now) < WIDE.free
            && self.accounts.in_progress(account) < MAX_CHECKS_PER_ACCOUNT;
        if is_first_try && self.first_tries.take(account, now).is_ok() { Ok(true) } else { Err(of_account) }
    }

    fn count(&mut self, Subject { account, network, wide }: Subject, now: Instant) -> [Before; 4] {
        [
            self.pairs.count((account, network), now),
            self.wide.count((account, wide), now),
            self.accounts.count(account, now),
            self.networks.count(network, now),
        ]
    }
}

impl Attempt {
    /// Records the result. A success resets the failures of the account; the network's count is only reduced by this
    /// attempt, the rest expires.
    pub fn judged(mut self, is_right: bool, is_admin: bool) {
        self.judged = true;
        let Subject { account, network, wide } = self.subject;
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
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

impl Drop for Attempt {
    fn drop(&mut self) {
        if self.judged {
            return;
        }
        let Subject { account, network, wide } = self.subject;
        let [pair, of_wide, of_account, of_network] = self.before;
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        tables.pairs.revert(&(account, network), pair);
        tables.wide.revert(&(account, wide), of_wide);
        tables.accounts.revert(&account, of_account);
        tables.networks.revert(&network, of_network);
        if self.took_first_try {
            tables.first_tries.give_back(&account);
        }
    }
}

#[cfg(test)]
mod tests;
