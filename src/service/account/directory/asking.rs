//! Questions about many people of a directory or provider: some are under way at once, so that a slow one has spoken of all in
//! time, and none begins late, so that a person on whom it hangs does not hold the next look.

use futures_util::{StreamExt, stream::FuturesUnordered};
use std::time::{Duration, Instant};

/// Time of a look in which questions begin.
const BEGINS_WITHIN: Duration = Duration::from_secs(8);

/// Asks about the people in their order, on each line about one at a time. A question returns what came of it, and its line if
/// that may serve again. Who is not in the result was not asked about: the time was over, or no line was left.
pub(super) async fn ask_all<P, L, W, F>(
    people: Vec<(String, P)>,
    mut lines: Vec<L>,
    ask: impl Fn(L, P) -> F,
) -> Vec<(String, W)>
where
    F: Future<Output = (W, Option<L>)>,
{
    let begun = Instant::now();
    let mut words = Vec::with_capacity(people.len());
    let mut waiting = people.into_iter();
    let mut asked = FuturesUnordered::new();
    loop {
        while begun.elapsed() < BEGINS_WITHIN
            && let Some(line) = lines.pop()
        {
            let Some((name, person)) = waiting.next() else { break };
            let asking = ask(line, person);
            asked.push(async move { (name, asking.await) });
        }
        let Some((name, (word, line))) = asked.next().await else { return words };
        words.push((name, word));
        lines.extend(line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use tokio::sync::Semaphore;

    fn people(count: usize) -> Vec<(String, usize)> {
        (0..count).map(|n| (n.to_string(), n)).collect()
    }

    /// The first one is answered when all others are.
    #[tokio::test]
    async fn a_person_who_takes_long_holds_no_other() {
        let answered = &Semaphore::new(0);
        let words = ask_all(people(10), vec![(), ()], |(), person| async move {
            if person == 0 {
                answered.acquire_many(9).await.unwrap().forget();
            } else {
                answered.add_permits(1);
            }
            (person, Some(()))
        });
        let words = words.await;
        assert_eq!((words.len(), words.last().unwrap().1), (10, 0));
    }

    #[tokio::test]
    async fn a_line_asks_about_one_person_at_a_time_and_serves_no_more_when_it_is_lost() {
        let (under_way, most) = (&Cell::new(0_usize), &Cell::new(0_usize));
        let words = ask_all(people(9), vec!["a", "b", "c"], |line, person| async move {
            under_way.set(under_way.get() + 1);
            most.set(most.get().max(under_way.get()));
            tokio::task::yield_now().await;
            under_way.set(under_way.get() - 1);
            (person, (person < 6).then_some(line))
        });
        assert_eq!((words.await.len(), most.get()), (9, 3));
        let none_left = ask_all(people(9), vec!["a"], |_, person| async move { (person, None) }).await;
        assert_eq!(none_left, [("0".to_owned(), 0)]);
    }
}
