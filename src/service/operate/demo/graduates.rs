//! A round of graduates, weeks ago, who were asked every question of the bank that its key scores: enough answers for figures.

use super::people::{DemoCandidate, scatter};
use crate::domain::{
    Instant,
    time::{DAY, HOUR, MINUTE},
};

/// Days before the demo starts.
const ROUND: i32 = 29;
/// Minutes in which all of them start.
const MORNING: u32 = 240;

/// Names and abilities.
const GRADUATES: [(&str, u32); 14] = [
    ("Alba Serrano", 70),
    ("Bram de Wit", 57),
    ("Celine Arnaud", 88),
    ("Dmitri Orlov", 63),
    ("Emeka Obi", 77),
    ("Freya Dahl", 47),
    ("Gianni Conti", 72),
    ("Hana Suzuki", 84),
    ("Ivo Marek", 60),
    ("Joana Prates", 74),
    ("Kofi Mensah", 66),
    ("Lena Vogt", 52),
    ("Marek Zielinski", 79),
    ("Nadia Rahal", 68),
];

/// The candidates of the test at this place.
pub fn candidates(now: Instant, test: usize) -> impl Iterator<Item = DemoCandidate> {
    GRADUATES.into_iter().enumerate().map(move |(n, (name, ability))| {
        let minutes = i32::try_from(scatter(n, 12, MORNING)).unwrap_or_default();
        let at = now.plus(-ROUND * DAY).plus(minutes * MINUTE);
        DemoCandidate::scored(name, test, ability, (at.plus(-DAY - HOUR), at))
    })
}
