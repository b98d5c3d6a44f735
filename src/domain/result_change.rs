//! Numbers of the changes of results, by which a program reads what it does not know yet
//! (`docs/behaviour/data.md#changes-of-results`).

use super::{AttemptId, Error, ErrorCode, Instant, Result, TestId, error::FieldMessages};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use serde::{Deserialize, Serialize};

/// How a result stands after its last change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ResultState {
    Present,
    /// The attempt was reopened: there is no result until it ends again.
    Reopened,
    /// Deleted, with its test or because the person was erased.
    Deleted,
}

impl ResultState {
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Present => "present",
            Self::Reopened => "reopened",
            Self::Deleted => "deleted",
        }
    }
}

/// The last change of a result. It outlives the result and names no person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResultChange {
    pub submission_id: AttemptId,
    pub test_id: TestId,
    /// Unique, and greater than that of every change before.
    pub number: u64,
    pub at: Instant,
    pub state: ResultState,
}

/// The last number that was given, by epoch of the data: a restore goes back in time and gives numbers again, in an epoch of
/// its own.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResultNumbers {
    /// Epochs rise.
    pub given: Vec<NumbersOfEpoch>,
}

/// Numbers in a millisecond; those of this century are whole in a program that has only doubles.
const NUMBERS_OF_MILLISECOND: u64 = 1_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NumbersOfEpoch {
    pub epoch: u64,
    pub last: u64,
}

impl ResultNumbers {
    #[must_use]
    pub fn last(&self) -> u64 {
        self.given.last().map_or(0, |given| given.last)
    }

    /// The next number.
    pub fn give(&mut self, epoch: u64) -> u64 {
        self.give_from(epoch, 0)
    }

    /// The next number of a change at this moment: it grows with the time, so that those who see the changes of some tests
    /// cannot count the changes of others between them.
    pub fn give_at(&mut self, epoch: u64, at: Instant) -> u64 {
        let millis = u64::try_from(at.as_millis()).unwrap_or_default();
        self.give_from(epoch, millis.saturating_mul(NUMBERS_OF_MILLISECOND))
    }

    fn give_from(&mut self, epoch: u64, least: u64) -> u64 {
        let number = (self.last() + 1).max(least);
        match self.given.last_mut() {
            Some(given) if given.epoch >= epoch => given.last = number,
            _ => self.given.push(NumbersOfEpoch { epoch, last: number }),
        }
        number
    }

    /// The position behind a number.
    #[must_use]
    pub fn cursor(&self, number: u64, test: Option<TestId>) -> ResultCursor {
        ResultCursor { epoch: self.given.last().map_or(0, |given| given.epoch), number, test, data: None }
    }

    /// Checks that the data know all that the cursor has seen.
    ///
    /// # Errors
    /// 409 `cursor_lost`.
    pub fn require(&self, cursor: &ResultCursor) -> Result<()> {
        let known = |given: &NumbersOfEpoch| given.epoch == cursor.epoch && cursor.number <= given.last;
        if cursor.number == 0 || self.given.iter().any(known) {
            return Ok(());
        }
        let detail = "A backup was restored that does not have all that this cursor has seen. Begin without a cursor.";
        Err(Error::conflict(ErrorCode::CursorLost, detail))
    }

    /// Like [`Self::require`], for a reader of some tests: a number of the present epoch is not compared, as a refusal would say
    /// when others have changed.
    ///
    /// # Errors
    /// 409 `cursor_lost`.
    pub fn require_epoch(&self, cursor: &ResultCursor) -> Result<()> {
        match self.given.last() {
            Some(present) if present.epoch == cursor.epoch => Ok(()),
            _ => self.require(cursor),
        }
    }
}

/// The beginning of the hash of the first audit entry, by which data folders differ. Backups and twins keep it.
pub type DataMark = [u8; 4];

/// The mark of the data with this first audit entry.
#[must_use]
pub const fn mark_of(hash: [u8; 32]) -> DataMark {
    let [a, b, c, d, ..] = hash;
    [a, b, c, d]
}

/// Up to which number the changes are known, of all tests or of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResultCursor {
    epoch: u64,
    pub number: u64,
    test: Option<TestId>,
    /// `None` in those of earlier versions, and before there is an audit entry.
    data: Option<DataMark>,
}

impl ResultCursor {
    /// Before the first change.
    #[must_use]
    pub const fn start(test: Option<TestId>) -> Self {
        Self { epoch: 0, number: 0, test, data: None }
    }

    /// The same position, of the data with this mark.
    #[must_use]
    pub const fn within(self, data: Option<DataMark>) -> Self {
        Self { data, ..self }
    }

    /// Checks that it is a cursor of the data with this mark: the numbers of others would skip some of these.
    ///
    /// # Errors
    /// 409 `cursor_lost`.
    pub fn require_data(&self, data: Option<DataMark>) -> Result<()> {
        if self.number == 0 || self.data.is_none() || data.is_none() || self.data == data {
            return Ok(());
        }
        Err(Error::conflict(ErrorCode::CursorLost, "This cursor is of other data. Begin without a cursor."))
    }

    /// The cursor as programs keep it.
    #[must_use]
    pub fn text(&self) -> String {
        let mut bytes = vec![if self.data.is_some() { MARKED } else { UNMARKED }];
        bytes.extend(self.epoch.to_be_bytes());
        bytes.extend(self.number.to_be_bytes());
        bytes.extend(self.data.iter().flatten());
        bytes.extend(self.test.iter().flat_map(|test| *test.0.as_bytes()));
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// # Errors
    /// 422 on `since` for what is no cursor, or is one of other tests.
    pub fn parse(cursor: &str, test: Option<TestId>) -> Result<Self> {
        let refused = |message: &str| Error::invalid(FieldMessages::from([("since".to_owned(), message.to_owned())]));
        let malformed = || refused("This is not a cursor of the changes of results.");
        let bytes = URL_SAFE_NO_PAD.decode(cursor.trim()).map_err(|_| malformed())?;
        let (&version, rest) = bytes.split_first().ok_or_else(malformed)?;
        let (epoch, rest) = rest.split_first_chunk().ok_or_else(malformed)?;
        let (number, rest) = rest.split_first_chunk().ok_or_else(malformed)?;
        let (data, rest) = match version {
            UNMARKED => (None, rest),
            MARKED => {
                let (data, rest) = rest.split_first_chunk().ok_or_else(malformed)?;
                (Some(*data), rest)
            }
            _ => return Err(malformed()),
        };
        let of = match rest {
            [] => None,
            rest => Some(TestId(uuid::Uuid::from_slice(rest).map_err(|_| malformed())?)),
        };
        if of != test {
            return Err(refused(
                "This cursor was made with another choice of tests. Keep to it, or begin without a cursor.",
            ));
        }
        Ok(Self { epoch: u64::from_be_bytes(*epoch), number: u64::from_be_bytes(*number), test, data })
    }
}

/// Forms of a cursor: without and with the mark of its data.
const UNMARKED: u8 = 1;
const MARKED: u8 = 2;

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    #[test]
    fn a_cursor_returns_as_it_was_and_keeps_to_its_tests() {
        let test = TestId(Uuid::from_u128(7));
        let mut numbers = ResultNumbers::default();
        assert_eq!((numbers.give(1), numbers.give(1), numbers.give(4)), (1, 2, 3));
        for of in [None, Some(test)] {
            let cursor = numbers.cursor(2, of);
            assert_eq!(ResultCursor::parse(&format!(" {}\n", cursor.text()), of), Ok(cursor));
            let other = if of.is_some() { None } else { Some(test) };
            assert!(ResultCursor::parse(&cursor.text(), other).is_err());
        }
        let whole = numbers.cursor(3, None).text();
        for bad in ["", "x", "AQ", "====", &whole[1..], &format!("{whole}AA"), "AgAAAAAAAAABAAAAAAAAAAI"] {
            assert!(ResultCursor::parse(bad, None).is_err(), "{bad}");
        }
    }

    #[test]
    fn numbers_follow_the_time_and_never_fall() {
        let at = Instant::from_millis;
        let mut numbers = ResultNumbers::default();
        assert_eq!((numbers.give(1), numbers.give(1)), (1, 2), "as earlier versions have given them");
        assert_eq!((numbers.give_at(1, at(7)), numbers.give_at(1, at(7))), (7_000, 7_001));
        // However many of other tests came between, the next one says the time alone.
        for _ in 0..5 {
            numbers.give_at(1, at(8));
        }
        assert_eq!(numbers.give_at(1, at(9)), 9_000);
        assert_eq!((numbers.give_at(2, at(-3)), numbers.give_at(2, at(4))), (9_001, 9_002), "a clock that went back");
        assert!(numbers.require(&numbers.cursor(9_002, None)).is_ok());
    }

    #[test]
    fn a_cursor_of_other_data_is_refused() {
        let mut numbers = ResultNumbers::default();
        numbers.give(1);
        let (own, other) = (Some(mark_of([1; 32])), Some(mark_of([2; 32])));
        for of in [None, Some(TestId(Uuid::from_u128(7)))] {
            let cursor = numbers.cursor(1, of).within(own);
            assert_eq!(ResultCursor::parse(&cursor.text(), of), Ok(cursor));
            assert_eq!(cursor.require_data(own), Ok(()));
            assert!(cursor.require_data(other).is_err());
            // As earlier versions have made it, and of the beginning.
            assert_eq!(numbers.cursor(1, of).require_data(other), Ok(()));
            assert_eq!(numbers.cursor(0, of).within(own).require_data(other), Ok(()));
        }
    }

    #[test]
    fn a_cursor_of_what_a_restore_has_lost_is_refused() {
        let mut backup = ResultNumbers::default();
        for _ in 0..5 {
            backup.give(1);
        }
        let mut lost = backup.clone();
        for _ in 0..5 {
            lost.give(1);
        }
        let mut restored = backup.clone();
        for _ in 0..9 {
            restored.give(2);
        }
        assert_eq!(restored.last(), 14);
        assert_eq!(restored.require(&lost.cursor(5, None)), Ok(()));
        assert!(restored.require(&lost.cursor(6, None)).is_err());
        assert!(backup.require(&lost.cursor(10, None)).is_err());
        assert_eq!(backup.require_epoch(&lost.cursor(10, None)), Ok(()));
        assert!(restored.require_epoch(&lost.cursor(6, None)).is_err());
        assert_eq!(restored.require(&restored.cursor(14, None)), Ok(()));
        assert_eq!(ResultNumbers::default().require(&ResultCursor::start(None)), Ok(()));
        assert!(ResultNumbers::default().require(&lost.cursor(1, None)).is_err());
    }
}
