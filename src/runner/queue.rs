//! The queue of waiting jobs, fair between candidates: turns go round the candidates, so that one with many jobs delays
//! the others by one job at most. The jobs of one candidate keep their order.

use std::collections::{HashMap, VecDeque};

/// Waiting items by candidate.
#[derive(Debug)]
pub struct FairQueue<T> {
    waiting: HashMap<String, VecDeque<T>>,
    /// Candidates with waiting items, next turn first.
    turns: VecDeque<String>,
    len: usize,
}

impl<T> Default for FairQueue<T> {
    fn default() -> Self {
        Self { waiting: HashMap::new(), turns: VecDeque::new(), len: 0 }
    }
}

impl<T> FairQueue<T> {
    /// Adds an item and returns its place: how many items will be taken before it, if no other arrives.
    pub fn push(&mut self, candidate: &str, item: T) -> usize {
        let own = self.waiting.entry(candidate.to_owned()).or_default();
        if own.is_empty() {
            self.turns.push_back(candidate.to_owned());
        }
        own.push_back(item);
        self.len += 1;
        self.place_of_last(candidate)
    }

    pub fn pop(&mut self) -> Option<T> {
        self.pop_where(|_| true)
    }

    /// Takes the first item that matches, of the candidate whose turn is next among those that have one.
    pub fn pop_where(&mut self, matches: impl Fn(&T) -> bool) -> Option<T> {
        let (turn, at) = self.turns.iter().enumerate().find_map(|(turn, candidate)| {
            let own = self.waiting.get(candidate)?;
            own.iter().position(&matches).map(|at| (turn, at))
        })?;
        let candidate = self.turns.remove(turn)?;
        let own = self.waiting.get_mut(&candidate)?;
        let item = own.remove(at);
        self.len -= usize::from(item.is_some());
        if own.is_empty() {
            self.waiting.remove(&candidate);
        } else {
            self.turns.push_back(candidate);
        }
        item
    }

    /// Whether an item matches.
    pub fn any(&self, matches: impl Fn(&T) -> bool) -> bool {
        self.waiting.values().flatten().any(matches)
    }

    /// Removes and returns all items that match.
    pub fn remove_where(&mut self, matches: impl Fn(&T) -> bool) -> Vec<T> {
        let mut removed = Vec::new();
        for own in self.waiting.values_mut() {
            let (taken, kept): (VecDeque<T>, VecDeque<T>) = own.drain(..).partition(&matches);
            *own = kept;
            removed.extend(taken);
        }
        self.waiting.retain(|_, own| !own.is_empty());
        self.turns.retain(|candidate| self.waiting.contains_key(candidate));
        self.len -= removed.len();
        removed
    }

    pub const fn len(&self) -> usize {
        self.len
    }

    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Counts the items before the last one of `candidate`: in each round, one of every candidate, and in the last round
    /// only those whose turn is earlier.
    fn place_of_last(&self, candidate: &str) -> usize {
        let rounds = self.waiting.get(candidate).map_or(0, VecDeque::len);
        let turn = self.turns.iter().position(|name| name == candidate).unwrap_or_default();
        let before = self.turns.iter().enumerate().filter(|(_, name)| *name != candidate).map(|(at, name)| {
            let own = self.waiting.get(name).map_or(0, VecDeque::len);
            own.min(if at < turn { rounds } else { rounds.saturating_sub(1) })
        });
        before.sum::<usize>() + rounds.saturating_sub(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_candidate_with_many_jobs_delays_another_by_one() {
        let mut queue = FairQueue::default();
        for n in 0..180 {
            queue.push("many", n);
        }
        assert_eq!(queue.push("one", 1_000), 1);
        assert_eq!((queue.pop(), queue.pop(), queue.pop()), (Some(0), Some(1_000), Some(1)));
        assert_eq!(queue.remove_where(|n| n % 2 == 0).len(), 89);
        assert_eq!(queue.len(), 89);
    }

    #[test]
    fn a_turn_without_a_match_is_kept() {
        let mut queue = FairQueue::default();
        for (name, n) in [("a", 1), ("b", 2), ("a", 4), ("c", 6)] {
            queue.push(name, n);
        }
        assert_eq!(queue.pop_where(|n| n % 2 == 0), Some(4), "a's turn is first");
        assert_eq!(queue.pop_where(|n| *n > 9), None);
        assert_eq!((queue.pop(), queue.pop(), queue.pop(), queue.pop()), (Some(2), Some(6), Some(1), None));
        assert!(queue.is_empty());
    }

    proptest! {
        #[test]
        fn places_are_exact_order_is_kept_and_nothing_is_lost(
            names in prop::collection::vec(0_u8..5, 1..40), removed in 0_usize..7,
        ) {
            let mut queue = FairQueue::default();
            for (n, name) in names.iter().enumerate() {
                let place = queue.push(&name.to_string(), (*name, n));
                let mut copy = FairQueue { waiting: queue.waiting.clone(), turns: queue.turns.clone(), len: queue.len };
                let taken: Vec<_> = std::iter::from_fn(|| copy.pop()).collect();
                prop_assert_eq!(taken.iter().position(|(_, other)| *other == n), Some(place));
            }
            let gone = queue.remove_where(|(_, n)| n % 7 == removed);
            let taken: Vec<_> = std::iter::from_fn(|| queue.pop()).collect();
            prop_assert_eq!(gone.len() + taken.len(), names.len());
            prop_assert!(queue.is_empty());
            for name in 0..5 {
                prop_assert!(taken.iter().filter(|(own, _)| *own == name).map(|(_, n)| n).is_sorted());
            }
        }
    }
}
