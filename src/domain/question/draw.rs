//! Draws a paper from a seed and a plan (`docs/draw.md`). The same seed and plan yield the same paper forever; a change
//! of the algorithm needs a new [`VERSION`], and the old one stays.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::{
    collections::{HashMap, HashSet},
    hash::Hash,
};

/// Version of the algorithm, part of what is hashed. It is stored with the seed.
pub const VERSION: u8 = 1;
const PREFIX: &[u8] = b"invigil-draw";

/// Random bytes of an attempt. Never derived from anything, and never sent to a candidate.
pub type Seed = [u8; 16];

/// A pool that papers are drawn from. `Q` identifies a question in all its versions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawPlan<Q> {
    pub sections: Vec<SectionPlan<Q>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SectionPlan<Q> {
    pub shuffle_questions: bool,
    pub items: Vec<DrawItem<Q>>,
    /// Number of the block in which the questions of each item stay together; empty for a section without blocks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blocks: Vec<Option<usize>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DrawItem<Q> {
    Fixed(DrawMember<Q>),
    Pool {
        draw: usize,
        /// Questions in any order that stays the same.
        members: Vec<DrawMember<Q>>,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawMember<Q> {
    pub question: Q,
    /// Its lists of options that are to be shuffled: one for most kinds, one for each gap by choice.
    pub lists: Vec<OptionList>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OptionList {
    pub count: usize,
    /// Places, from 0, whose option stays there, such as "all of the above".
    pub pinned: Vec<usize>,
}

/// A question of a drawn paper.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drawn<Q> {
    pub question: Q,
    /// The option at each place of each list.
    pub orders: Vec<Vec<usize>>,
}

/// A pool has fewer questions left than it must yield.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolTooSmall {
    /// Places of section and item, from 0.
    pub section: usize,
    pub item: usize,
    /// Members that are in no other place of this paper.
    pub left: usize,
    pub draw: usize,
}

/// Draws the questions of each section, in their order.
///
/// # Errors
/// [`PoolTooSmall`], for the first pool that is.
pub fn draw<Q: Clone + Eq + Hash>(seed: &Seed, plan: &DrawPlan<Q>) -> Result<Vec<Vec<Drawn<Q>>>, PoolTooSmall> {
    let mut stream = RandomStream::new(seed);
    let items = plan.sections.iter().flat_map(|section| &section.items);
    let fixed = items.filter_map(|item| match item {
        DrawItem::Fixed(member) => Some(&member.question),
        DrawItem::Pool { .. } => None,
    });
    // No paper has a question twice, though it is in two pools, or fixed and in a pool.
    let mut taken: HashSet<&Q> = fixed.collect();
    let mut sections = Vec::with_capacity(plan.sections.len());
    for (place, section) in plan.sections.iter().enumerate() {
        let mut members = Vec::new();
        // The block of each member.
        let mut blocks = Vec::new();
        for (item_place, item) in section.items.iter().enumerate() {
            match item {
                DrawItem::Fixed(member) => members.push(member),
                DrawItem::Pool { draw, members: pool } => {
                    let left: Vec<&DrawMember<Q>> = pool.iter().filter(|m| !taken.contains(&m.question)).collect();
                    if left.len() < *draw {
                        return Err(PoolTooSmall { section: place, item: item_place, left: left.len(), draw: *draw });
                    }
                    let chosen = stream.choose(left.len(), *draw).into_iter().map(|at| left[at]);
                    for member in chosen {
                        taken.insert(&member.question);
                        members.push(member);
                    }
                }
            }
            blocks.resize(members.len(), section.blocks.get(item_place).copied().flatten());
        }
        if section.shuffle_questions {
            let mut together: Vec<Vec<&DrawMember<Q>>> = in_blocks(members, blocks);
            together = stream.shuffled(&together);
            members = together.into_iter().flat_map(|block| stream.shuffled(&block)).collect();
        }
        sections.push(members.into_iter().map(|member| stream.shuffle_options(member)).collect());
    }
    Ok(sections)
}

/// The questions of each block, in the order of their first ones; any other question is a block of its own.
fn in_blocks<M>(members: Vec<M>, blocks: Vec<Option<usize>>) -> Vec<Vec<M>> {
    let mut found: Vec<Vec<M>> = Vec::new();
    let mut known: HashMap<usize, usize> = HashMap::new();
    for (member, block) in members.into_iter().zip(blocks) {
        let place = block.map_or(found.len(), |block| *known.entry(block).or_insert(found.len()));
        match found.get_mut(place) {
            Some(block) => block.push(member),
            None => found.push(vec![member]),
        }
    }
    found
}

/// The bytes of SHA-256 over prefix, version, seed and a counter, block after block.
struct RandomStream {
    start: Sha256,
    counter: u64,
    block: [u8; 32],
    used: usize,
}

impl RandomStream {
    fn new(seed: &Seed) -> Self {
        let mut start = Sha256::new();
        start.update(PREFIX);
        start.update([VERSION]);
        start.update(seed);
        Self { start, counter: 0, block: [0; 32], used: 32 }
    }

    /// The next four bytes, big-endian.
    fn next(&mut self) -> u32 {
        if self.used == self.block.len() {
            let hash = self.start.clone().chain_update(self.counter.to_be_bytes());
            self.block = hash.finalize().into();
            self.counter += 1;
            self.used = 0;
        }
        let bytes = &self.block[self.used..self.used + 4];
        self.used += 4;
        bytes.iter().fold(0, |number, byte| number << 8 | u32::from(*byte))
    }

    /// An even number below `limit`, by rejection. Reads nothing for a limit of 1.
    fn below(&mut self, limit: usize) -> usize {
        const RANGE: u64 = 1 << 32;
        let limit = u64::try_from(limit).unwrap_or(RANGE).clamp(1, RANGE);
        if limit == 1 {
            return 0;
        }
        let even = RANGE - RANGE % limit;
        loop {
            let number = u64::from(self.next());
            if number < even {
                return usize::try_from(number % limit).unwrap_or_default();
            }
        }
    }

    /// The first `count` places of a Fisher-Yates shuffle of `total`.
    fn choose(&mut self, total: usize, count: usize) -> Vec<usize> {
        let mut places: Vec<usize> = (0..total).collect();
        for at in 0..count.min(total) {
            let other = at + self.below(total - at);
            places.swap(at, other);
        }
        places.truncate(count);
        places
    }

    /// All of them, in random order.
    fn shuffled<T: Clone>(&mut self, all: &[T]) -> Vec<T> {
        self.choose(all.len(), all.len()).into_iter().filter_map(|at| all.get(at).cloned()).collect()
    }

    fn shuffle_options<Q: Clone>(&mut self, member: &DrawMember<Q>) -> Drawn<Q> {
        let orders = member.lists.iter().map(|list| self.shuffle_list(list)).collect();
        Drawn { question: member.question.clone(), orders }
    }

    fn shuffle_list(&mut self, list: &OptionList) -> Vec<usize> {
        let mut order: Vec<usize> = (0..list.count).collect();
        let free: Vec<usize> = order.iter().copied().filter(|place| !list.pinned.contains(place)).collect();
        for (place, chosen) in free.iter().zip(self.choose(free.len(), free.len())) {
            order[*place] = free[chosen];
        }
        order
    }
}
