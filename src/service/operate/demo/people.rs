//! The candidates of the demo: who they are, what happens to them, and when.

use super::stage::UNKNOWN_DOMAIN;
use crate::domain::{
    Instant,
    time::{DAY, HOUR, MINUTE, SignedDuration},
};
use std::{collections::HashSet, sync::LazyLock};

/// Progress of an invite so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Submitted and scored.
    Final,
    /// Submitted; written answers wait for a reviewer.
    ToReview,
    /// Ended by the deadline, and scored.
    OutOfTime,
    EndedByAdmin,
    /// Submitted; scored by those to whom it is assigned.
    Assigned,
    Running,
    NotStarted,
    /// Has a date in the future.
    Booked,
    /// May choose a date, and has not.
    NoSlot,
    Expired,
    Revoked,
    MailFailed,
}

const FATES: [(Fate, usize); 11] = [
    (Fate::Final, 52),
    (Fate::ToReview, 16),
    (Fate::OutOfTime, 5),
    (Fate::EndedByAdmin, 1),
    (Fate::Running, 3),
    (Fate::NotStarted, 16),
    (Fate::Booked, 8),
    (Fate::NoSlot, 5),
    (Fate::Expired, 7),
    (Fate::Revoked, 3),
    (Fate::MailFailed, 4),
];

const FIRST: [&str; 24] = [
    "Amara", "Ben", "Chiara", "Daniel", "Elif", "Farid", "Greta", "Hugo", "Ines", "Jonas", "Keiko", "Liam", "Mei",
    "Noor", "Oskar", "Priya", "Quentin", "Rosa", "Samir", "Tess", "Uma", "Viktor", "Wanda", "Yusuf",
];
const LAST: [&str; 20] = [
    "Adeyemi",
    "Bianchi",
    "Castillo",
    "Dvořák",
    "Eriksen",
    "Fontaine",
    "Grünwald",
    "Haddad",
    "Ivanova",
    "Jansen",
    "Kowalska",
    "Lindqvist",
    "Moreau",
    "Nakamura",
    "O'Brien",
    "Petrov",
    "Quispe",
    "Rossi",
    "Singh",
    "Tanaka",
];

const DOMAINS: [&str; 2] = ["example.com", "example.org"];

/// Whether the address is one of the story's people, not of a person whom a visitor of the demo has invited.
pub fn is_of_story(email: &str) -> bool {
    static ADDRESSES: LazyLock<HashSet<String>> =
        LazyLock::new(|| all(Instant::EPOCH, 1).into_iter().map(|candidate| candidate.email).collect());
    ADDRESSES.contains(email)
}

pub struct DemoCandidate {
    pub name: String,
    pub email: String,
    /// Place of the test.
    pub test: usize,
    pub fate: Fate,
    /// 0 to 99.
    pub ability: u32,
    pub invited_at: Instant,
    /// Start of the test, or the date of it where it is booked.
    pub at: Instant,
    /// End of the window of some that have not started.
    pub closes_at: Option<Instant>,
    /// The own answer to essays.
    pub essay: Option<String>,
}

impl DemoCandidate {
    /// One with words of their own, whose answers people will score.
    pub fn who_has_written(name: &str, test: usize, ability: u32, times: (Instant, Instant), essay: String) -> Self {
        let scored = Self::scored(name, test, ability, times);
        Self { fate: Fate::Assigned, essay: Some(essay), ..scored }
    }

    /// One whose result is final. The times are those of the invitation and of the start.
    pub fn scored(name: &str, test: usize, ability: u32, (invited_at, at): (Instant, Instant)) -> Self {
        let (email, fate) = (email(name, DOMAINS[0]), Fate::Final);
        let name = name.to_owned();
        Self { name, email, test, fate, ability, invited_at, at, closes_at: None, essay: None }
    }
}

fn email(name: &str, domain: &str) -> String {
    let parts: Vec<String> = name.split(' ').map(ascii).collect();
    format!("{}@{domain}", parts.join("."))
}

/// A number below `below` that looks random and is always the same.
pub fn scatter(seed: usize, salt: u32, below: u32) -> u32 {
    let seed = u32::try_from(seed).unwrap_or_default();
    let mixed = seed.wrapping_mul(0x9e37_79b1).wrapping_add(salt.wrapping_mul(0x85eb_ca6b));
    let mixed = (mixed ^ (mixed >> 15)).wrapping_mul(0x2c1b_3c6d);
    (mixed ^ (mixed >> 13)) % below
}

fn ascii(name: &str) -> String {
    let plain = |c: char| match c {
        'ř' => 'r',
        'á' => 'a',
        'ü' => 'u',
        c => c.to_ascii_lowercase(),
    };
    name.chars().filter(|c| c.is_alphabetic()).map(plain).collect()
}

/// All candidates, their instants relative to `now`.
pub fn all(now: Instant, tests: usize) -> Vec<DemoCandidate> {
    let fates = FATES.iter().flat_map(|(fate, count)| std::iter::repeat_n(*fate, *count));
    fates.enumerate().map(|(n, fate)| candidate(n, fate, now, tests)).collect()
}

fn candidate(n: usize, fate: Fate, now: Instant, tests: usize) -> DemoCandidate {
    // 24 first and 20 last names: the pairs repeat after 120.
    let (first, last) = (FIRST[n % FIRST.len()], LAST[(n + 3 * (n / LAST.len())) % LAST.len()]);
    let domain = if fate == Fate::MailFailed { UNKNOWN_DOMAIN } else { DOMAINS[n % 2] };
    let minutes = |salt, below| i32::try_from(scatter(n, salt, below)).unwrap_or_default() * MINUTE;
    let days = |from: i32, span: u32| (from + i32::try_from(scatter(n, 3, span)).unwrap_or_default()) * DAY;
    let ago = |length: SignedDuration| now.plus(-length);
    let (invited_at, at) = match fate {
        Fate::Final | Fate::OutOfTime | Fate::Assigned => {
            let invited = at_work(ago(days(4, 24)), minutes(1, 480));
            (invited, invited.plus(DAY + minutes(2, 1_200)))
        }
        Fate::ToReview | Fate::EndedByAdmin => {
            let started = ago(2 * HOUR + minutes(2, 3 * 1_440));
            (started.plus(-DAY - minutes(1, 600)), started)
        }
        Fate::Running => (ago(2 * DAY), ago(5 * MINUTE + minutes(2, 12))),
        Fate::NotStarted | Fate::NoSlot | Fate::Revoked => (at_work(ago(days(1, 9)), minutes(1, 480)), now),
        Fate::Booked => {
            (at_work(ago(days(1, 4)), minutes(1, 480)), on_the_hour(now.plus(HOUR + minutes(2, 5 * 1_440))))
        }
        Fate::Expired => (at_work(ago(days(31, 5)), minutes(1, 480)), now),
        Fate::MailFailed => (ago(HOUR + minutes(1, 1_440)), now),
    };
    let name = format!("{first} {last}");
    DemoCandidate {
        email: email(&name, domain),
        name,
        test: if is_of_open_role(n, fate) { 0 } else { n % tests },
        fate,
        ability: 25 + scatter(n, 4, 75),
        invited_at,
        at,
        closes_at: (fate == Fate::NotStarted && n.is_multiple_of(2))
            .then(|| on_the_hour(now.plus(DAY + minutes(5, 4 * 1_440)))),
        essay: None,
    }
}

/// More than half of those who have been scored applied for one role: its test has enough results to decide by.
fn is_of_open_role(n: usize, fate: Fate) -> bool {
    matches!(fate, Fate::Final | Fate::OutOfTime) && scatter(n, 11, 100) < 60
}

/// A time between nine and five on the day of `day` (UTC).
fn at_work(day: Instant, after_nine: SignedDuration) -> Instant {
    Instant::of_period(day.period(DAY), DAY).plus(9 * HOUR + after_nine)
}

fn on_the_hour(at: Instant) -> Instant {
    Instant::of_period(at.period(HOUR) + 1, HOUR)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::model_verdict::MIN_ANSWERS;
    use std::collections::HashSet;

    #[test]
    fn candidates_are_distinct_and_in_order_of_time() {
        let now = Instant::of_period(20_000, DAY).plus(3 * HOUR);
        let all = all(now, 10);
        assert_eq!(all.len(), 120);
        let names: HashSet<&str> = all.iter().map(|one| one.name.as_str()).collect();
        let emails: HashSet<&str> = all.iter().map(|one| one.email.as_str()).collect();
        assert_eq!((names.len(), emails.len()), (120, 120));
        let scored = |one: &&DemoCandidate| one.test == 0 && matches!(one.fate, Fate::Final | Fate::OutOfTime);
        assert!(all.iter().filter(scored).count() > MIN_ANSWERS, "enough to measure a model by");
        for one in &all {
            assert!(one.invited_at < one.at && one.invited_at < now, "{} {:?}", one.name, one.fate);
            assert_eq!(one.at > now, one.fate == Fate::Booked, "{} {:?}", one.name, one.fate);
        }
    }
}
