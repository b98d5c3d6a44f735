//! Slows password guessing down (rules "Accounts"), and nobody who has the password. An attempt waits
//!
//! - for account and network together, after a few failures and then longer each time;
//! - for the account alone, 30 s at most, where many networks guess at it. That slows only networks that never signed in to
//!   the account since the start, and only after their first tries: to keep the owner out who comes from somewhere new, a
//!   guesser needs hundreds of networks, and cannot keep them out at home;
//! - for the network alone, 30 s at most, after so many failures that an exam hall behind one address never gets there by
//!   itself; who signed in from there before does not wait;
//! - for the account, where the right password came too often: each time makes a session.
//!
//! Kept in memory, in tables of bounded size: a restart forgives. An address that was typed is kept as a hash alone.

mod known;
mod table;

use crate::{
    domain::{
        Error, Instant, Kind, Result,
        network::Network,
        rate_limit::{Rate, RateLimit},
        time::SECOND,
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

/// Failures of one account from one network that are free, and the longest delay in seconds.
const PAIR: Limit = Limit { free: 5, longest: 900 };
/// The same of one account from everywhere.
const ACCOUNT: Limit = Limit { free: 20, longest: 30 };
/// The same from one network, whatever the account.
const NETWORK: Limit = Limit { free: 200, longest: 30 };
/// First tries at an account, from one network, that do not wait for what others guessed.
const FIRST_TRIES: u32 = 3;
/// The same from a wide network (/24, or /48 of IPv6), which one guesser may have.
const WIDE: Limit = Limit { free: 12, longest: 0 };
/// First tries at one account from everywhere: 2,400 an hour, so that 800 networks of one guesser do not use them up.
const STRANGERS: Rate = Rate { burst: 2_400, refill: 3 * SECOND / 2 };
/// Checks under way for one account beyond which first tries wait too: it must not fill the queue.
const CHECKS_OF_ONE: u32 = 20;
/// Sign-ins of one account with the right password. Each makes a session.
const RIGHT: Rate = Rate { burst: 120, refill: 30 * SECOND };
/// Accounts with used-up buckets.
const BUCKETS: usize = 10_000;

struct Tables {
    pairs: Table<(Account, Network)>,
    wide: Table<(Account, Network)>,
    accounts: Table<Account>,
    networks: Table<Network>,
    strangers: RateLimit<Account>,
    right: RateLimit<Account>,
    /// Administrators apart: however many candidates sign in, they are not forgotten.
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
            strangers: RateLimit::new(STRANGERS, BUCKETS),
            right: RateLimit::new(RIGHT, BUCKETS),
            admins: Known::default(),
            others: Known::default(),
        };
        Self { tables: Arc::new(Mutex::new(tables)), hasher: RandomState::new() }
    }
}

/// Who tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Nobody yet.
    Stranger,
    /// In a session of the account: what others guess from elsewhere slows nobody here.
    SignedIn,
}

/// One attempt. It counts as failed until it is judged, so that guesses sent all at once are counted like those sent one by
/// one; dropped without a verdict it has not been.
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

fn too_many(millis: i64) -> Error {
    let seconds = u32::try_from((millis + SECOND - 1) / SECOND).unwrap_or(1);
    let unit = if seconds == 1 { "second" } else { "seconds" };
    let detail = format!("Too many failed sign-ins. Please try again in {seconds} {unit}.");
    Error { retry_after: Some(seconds), ..Error::new(Kind::TooMany, "too_many_attempts", detail) }
}

impl Tables {
    /// Whether this attempt may be judged now, and whether it took one of the account's first tries for that.
    fn admit(&mut self, subject: Subject, standing: Standing, now: Instant) -> Result<bool, i64> {
        let Subject { account, network, wide } = subject;
        self.right.take(account, now)?;
        self.right.give_back(&account);
        let mut wait = self.pairs.wait((account, network), now);
        let key = (account, network);
        let known = standing == Standing::SignedIn || self.admins.holds(&key) || self.others.holds(&key);
        if known {
            return if wait > 0 { Err(wait) } else { Ok(false) };
        }
        wait = wait.max(self.networks.wait(network, now));
        if wait > 0 {
            return Err(wait);
        }
        let of_account = self.accounts.wait(account, now);
        if of_account <= 0 {
            return Ok(false);
        }
        let is_first_try = self.pairs.failures((account, network), now) < FIRST_TRIES
            && self.wide.failures((account, wide), now) < WIDE.free
            && self.accounts.under_way(account) < CHECKS_OF_ONE;
        if is_first_try && self.strangers.take(account, now).is_ok() { Ok(true) } else { Err(of_account) }
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
    /// The verdict. A success clears what this account failed before; of the network's count only this attempt goes, the
    /// rest fades with time.
    pub fn judged(mut self, right: bool, is_admin: bool) {
        self.judged = true;
        let Subject { account, network, wide } = self.subject;
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        if !right {
            tables.pairs.failed(&(account, network));
            tables.wide.failed(&(account, wide));
            tables.accounts.failed(&account);
            tables.networks.failed(&network);
            return;
        }
        tables.pairs.cleared(&(account, network));
        tables.wide.cleared(&(account, wide));
        tables.accounts.cleared(&account);
        let [.., of_network] = self.before;
        tables.networks.undone(&network, of_network);
        if self.took_first_try {
            tables.strangers.give_back(&account);
        }
        // A bucket that another sign-in has emptied meanwhile holds up the next one, not this.
        let _ = tables.right.take(account, self.at);
        let known = if is_admin { &mut tables.admins } else { &mut tables.others };
        known.note((account, network), self.at);
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
        tables.pairs.undone(&(account, network), pair);
        tables.wide.undone(&(account, wide), of_wide);
        tables.accounts.undone(&account, of_account);
        tables.networks.undone(&network, of_network);
        if self.took_first_try {
            tables.strangers.give_back(&account);
        }
    }
}

#[cfg(test)]
mod tests;
