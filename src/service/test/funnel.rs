//! How far the invites of each test have come, from counters: no list of invites or results is read.

use crate::{
    app::App,
    domain::{
        Result, TestId,
        list::{InviteClass, Scope},
        test::{Test, archive::Archived},
    },
    service::{
        actor::ResultReader,
        query::page::{Page, Slice, newest_wanted},
    },
    store::{
        Read, StoreError,
        records::{self, counter},
    },
};

/// Numbers of a test's invites by state, and the median of its final scores.
#[derive(Clone, Debug, PartialEq)]
pub struct Funnel {
    pub test: TestId,
    pub title: String,
    pub invited: u64,
    pub sent: u64,
    pub scheduled: u64,
    pub in_progress: u64,
    pub completed: u64,
    pub expired: u64,
    /// Submissions that wait for review.
    pub waiting: u64,
    /// Median of the final scores, each rounded to a whole percent; `None` without one.
    pub median: Option<f64>,
}

/// The funnels of tests, newest test first.
///
/// # Errors
/// 422 for a bad cursor.
pub fn list(app: &App, by: &ResultReader, slice: &Slice) -> Result<Page<Funnel>> {
    let read = app.store.read()?;
    let is_current = |test: &Test| by.scope().permits(test.id) && !read.has::<Archived>(test.id).unwrap_or_default();
    let Page { items, next } = newest_wanted(&read, records::TESTS_BY_CREATION.all(), slice, None, is_current)?;
    let funnels: Result<Vec<_>, StoreError> = items.into_iter().map(|test: Test| of(&read, test)).collect();
    Ok(Page { items: funnels?, next })
}

fn of(read: &impl Read, test: Test) -> Result<Funnel, StoreError> {
    let count = |class| read.count(&counter::invites_to(test.id, class));
    let scores = counter::final_scores(read, test.id)?;
    let settled: u64 = scores.iter().map(|(_, count)| count).sum();
    Ok(Funnel {
        invited: count(InviteClass::All)?,
        sent: count(InviteClass::Sent)?,
        scheduled: count(InviteClass::Scheduled)?,
        in_progress: count(InviteClass::InProgress)?,
        completed: count(InviteClass::Completed)?,
        expired: count(InviteClass::Expired)?,
        waiting: read.count(&counter::submissions(Scope::Test(test.id)))?.saturating_sub(settled),
        median: median(&scores, settled),
        test: test.id,
        title: test.title,
    })
}

/// Median of a histogram with `total` values.
fn median(histogram: &[(u8, u64)], total: u64) -> Option<f64> {
    let value = |rank: u64| {
        let mut below = 0;
        histogram.iter().find(|(_, count)| {
            below += count;
            rank < below
        })
    };
    let (lower, upper) = (value(total.checked_sub(1)? / 2)?.0, value(total / 2)?.0);
    Some(f64::midpoint(lower.into(), upper.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_of_a_histogram_is_that_of_its_values() {
        let of = |histogram: &[(u8, u64)]| median(histogram, histogram.iter().map(|(_, count)| count).sum());
        assert_eq!(of(&[]), None);
        assert_eq!(of(&[(61, 1)]), Some(61.0));
        assert_eq!(of(&[(0, 1), (61, 1), (100, 1)]), Some(61.0));
        assert_eq!(of(&[(0, 2), (61, 1), (100, 1)]), Some(30.5));
        assert_eq!(of(&[(10, 5), (20, 1)]), Some(10.0));
    }
}
