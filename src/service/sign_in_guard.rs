//! Slows password guessing down (rules "Accounts"): per account and address after a few failures; per account at
//! most 30 s, so that nobody can lock an admin out; per address only on many failures, so that an exam hall
//! behind one address is never locked out by itself. Kept in memory: a restart forgives.

use crate::domain::{
    Error, Instant, Kind, Result,
    time::{HOUR, SECOND},
};
use crate::sync::Mutex;
use std::{collections::HashMap, net::IpAddr, sync::PoisonError};

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

    /// Counts an attempt as failed until [`Self::succeeded`] says otherwise, so that guesses sent all at once are
    /// counted like those sent one by one.
    ///
    /// # Errors
    /// 429 with the seconds to wait.
    pub fn begin(&self, email: &str, from: IpAddr, now: Instant) -> Result<()> {
        let mut table = self.0.lock().unwrap_or_else(PoisonError::into_inner);
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
        if let Some(millis) = wait {
            let seconds = u32::try_from((millis + SECOND - 1) / SECOND).unwrap_or(1);
            let unit = if seconds == 1 { "second" } else { "seconds" };
            let detail = format!("Too many failed sign-ins. Please try again in {seconds} {unit}.");
            return Err(Error { retry_after: Some(seconds), ..Error::new(Kind::TooMany, "too_many_attempts", detail) });
        }
        Self::count(&mut table, email, from, now);
        Ok(())
    }

    fn count(table: &mut HashMap<Subject, Failures>, email: &str, from: IpAddr, now: Instant) {
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

    /// The server could not tell right from wrong: nobody failed.
    pub fn undecided(&self, email: &str, from: IpAddr) {
        let mut table = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for subject in Self::subjects(email, from) {
            if let Some(failures) = table.get_mut(&subject) {
                failures.count = failures.count.saturating_sub(1);
            }
        }
    }

    /// A success clears what this account failed before; of the address's count only this attempt goes, the rest
    /// fades with time.
    pub fn succeeded(&self, email: &str, from: IpAddr) {
        let mut table = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        table.remove(&Subject::Both(email.to_owned(), from));
        table.remove(&Subject::Account(email.to_owned()));
        if let Some(failures) = table.get_mut(&Subject::Address(from)) {
            failures.count = failures.count.saturating_sub(1);
        }
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
            guard.begin("a@b", HERE, now).unwrap();
        }
        assert_eq!(guard.begin("a@b", HERE, now).unwrap_err().retry_after, Some(1));
        let mut now = now.plus(SECOND);
        for _ in 0..60 {
            guard.begin("a@b", HERE, now).unwrap();
            now = now.plus(900 * SECOND);
        }
        now = now.plus(-900 * SECOND);
        assert_eq!(guard.begin("a@b", HERE, now).unwrap_err().retry_after, Some(900));
        assert_eq!(guard.begin("a@b", THERE, now).unwrap_err().retry_after, Some(30), "the account from elsewhere");
        assert!(guard.begin("c@d", HERE, now).is_ok(), "the hall's other people");
        guard.succeeded("a@b", THERE);
        assert!(guard.begin("a@b", THERE, now).is_ok());
        for _ in 0..100 {
            guard.begin("e@f", THERE, now).unwrap();
            guard.undecided("e@f", THERE);
        }
    }

    #[test]
    fn a_hall_that_signs_in_never_slows_itself_down() {
        let guard = SignInGuard::default();
        for n in 0..2_000 {
            let email = format!("c{n}@example.org");
            guard.begin(&email, HERE, Instant(0)).unwrap();
            guard.succeeded(&email, HERE);
        }
    }
}
