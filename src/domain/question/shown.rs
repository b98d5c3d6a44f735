//! The order in which a candidate sees options whose order would give the key away.

use super::choices::Choice;
use sha2::{Digest, Sha256};

/// Places of `options` in an order that depends on the paper, the question and the ids only: it is the same for all
/// candidates and reloads, and says nothing about the key.
#[must_use]
pub fn shuffled(paper: &[u8; 32], question: &str, options: &[Choice]) -> Vec<usize> {
    let digest = |option: &Choice| -> [u8; 32] {
        let mut hash = Sha256::new_with_prefix(paper);
        for id in [question, &option.id] {
            hash.update((id.len() as u64).to_be_bytes());
            hash.update(id.as_bytes());
        }
        hash.finalize().into()
    };
    let mut places: Vec<usize> = (0..options.len()).collect();
    places.sort_by_cached_key(|place| options.get(*place).map(digest));
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_depends_on_nothing_but_the_ids() {
        let choice = |n: usize, text: &str| Choice { id: format!("o{n}"), text: text.into() };
        let options: Vec<Choice> = (0..20).map(|n| choice(n, "a")).collect();
        let order = shuffled(&[1; 32], "q1", &options);
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, (0..20).collect::<Vec<_>>());
        assert_ne!(order, sorted);
        assert_ne!(order, shuffled(&[2; 32], "q1", &options));
        assert_ne!(order, shuffled(&[1; 32], "q2", &options));
        let reversed: Vec<Choice> = (0..20).rev().map(|n| choice(n, "b")).collect();
        let ids = |order: Vec<usize>, from: &[Choice]| order.iter().map(|i| from[*i].id.clone()).collect::<Vec<_>>();
        assert_eq!(ids(order, &options), ids(shuffled(&[1; 32], "q1", &reversed), &reversed));
    }
}
