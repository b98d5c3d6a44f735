//! Slows password guessing down (rules "Accounts"): per account and address after a few failures; per account at
//! most 30 s, so that nobody can lock an admin out; per address only on many failures, so that an exam hall
//! behind one address is never locked out by itself. Kept in memory: a restart forgives.

use crate::domain::{
    Error, Instant, Kind, Result,
    time::{HOUR, SECOND},
};
use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Mutex, PoisonError},
};

#[derive(Clone, PartialEq, Eq, Hash)]
enum Subject {
    Both(String, IpAddr),
    Account(String),
    Address(IpAddr),
}

impl Subject {
    /// Failures that are free, and the longest delay in seconds.
    const fn limits(&self) -> (u32, i64) {
        match self {
            Self::Both(..) => (5, 900),
            Self::Account(_) => (20, 30),
            Self::Address(_) => (200, 30),
        }
    }
}

struct Failures {
    count: u32,
    last: Instant,
}

/// Beyond this many remembered subjects, those quiet for longest go.
const REMEMBERED: usize = 50_000;

#[derive(Default)]
pub struct SignInGuard(Mutex<HashMap<Subject, Failures>>);

impl SignInGuard {
    fn subjects(email: &str, from: IpAddr) -> [Subject; 3] {
        [Subject::Both(email.to_owned(), from), Subject::Account(email.to_owned()), Subject::Address(from)]
    }

    /// # Errors
    /// 429 with the seconds to wait.
    pub fn check(&self, email: &str, from: IpAddr, now: Instant) -> Result<()> {
        let table = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let wait = Self::subjects(email, from)
            .iter()
            .filter_map(|subject| {
                let failures = table.get(subject)?;
                let (free, longest) = subject.limits();
                let over = failures.count.checked_sub(free)?;
                let delay = (1_i64 << over.min(20)).min(longest) * SECOND;
                Some(delay - now.since(failures.last)).filter(|wait| *wait > 0)
            })
            .max();
        match wait {
            None => Ok(()),
            Some(millis) => {
                let seconds = u32::try_from((millis + SECOND - 1) / SECOND).unwrap_or(1);
                let detail = format!("Too many failed sign-ins. Please try again in {seconds} seconds.");
                Err(Error { retry_after: Some(seconds), ..Error::new(Kind::TooMany, "too_many_attempts", detail) })
            }
        }
    }

    pub fn failed(&self, email: &str, from: IpAddr, now: Instant) {
        let mut table = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if table.len() >= REMEMBERED {
            table.retain(|_, f| now.since(f.last) < HOUR);
        }
        if table.len() >= REMEMBERED {
            table.clear();
        }
        for subject in Self::subjects(email, from) {
            let failures = table.entry(subject).or_insert(Failures { count: 0, last: now });
            if now.since(failures.last) >= HOUR {
                failures.count = 0;
            }
            failures.count += 1;
            failures.last = now;
        }
    }

    /// A success clears what this account failed before; the address's count only fades with time.
    pub fn succeeded(&self, email: &str, from: IpAddr) {
        let mut table = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        table.remove(&Subject::Both(email.to_owned(), from));
        table.remove(&Subject::Account(email.to_owned()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);
    const THERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 1));

    #[test]
    fn delays_grow_for_one_pair_and_stay_short_for_the_account() {
        let guard = SignInGuard::default();
        let now = Instant(0);
        for _ in 0..5 {
            guard.check("a@b", HERE, now).unwrap();
            guard.failed("a@b", HERE, now);
        }
        assert_eq!(guard.check("a@b", HERE, now).unwrap_err().retry_after, Some(1));
        assert!(guard.check("a@b", HERE, now.plus(SECOND)).is_ok());
        for _ in 0..60 {
            guard.failed("a@b", HERE, now);
        }
        assert_eq!(guard.check("a@b", HERE, now).unwrap_err().retry_after, Some(900));
        assert_eq!(guard.check("a@b", THERE, now).unwrap_err().retry_after, Some(30), "the account from elsewhere");
        assert!(guard.check("c@d", HERE, now).is_ok(), "the hall's other people");
        guard.succeeded("a@b", THERE);
        assert!(guard.check("a@b", THERE, now).is_ok());
    }
}
