//! A log in memory that behaves as a primary with a standby: a write-ahead log of which a prefix is on the standby; commits
//! that wait for it with their locks held; messages that come late, twice or never.

use crate::{
    store::BatchHead,
    twin::log::{Append, Epoch, Hash, Log, Record, Renewed, Tail, Take, Unknown},
};
use std::{
    cell::{RefCell, RefMut},
    collections::BTreeMap,
    rc::Rc,
};

#[derive(Clone)]
enum Entry {
    Insert(Epoch, Record),
    Lease { epoch: Epoch, holder: String, until: u64 },
    Touch,
    Trim(u64),
}

#[derive(Clone, Default)]
pub struct Visible {
    pub rows: BTreeMap<u64, (Hash, Vec<u8>)>,
    pub epoch: Epoch,
    holder: String,
    until: u64,
}

impl Visible {
    fn replay(start: BatchHead, entries: &[Entry]) -> Self {
        let mut state = Self { rows: BTreeMap::from([(start.batch, (start.hash, Vec::new()))]), ..Self::default() };
        for entry in entries {
            state.apply(entry);
        }
        state
    }

    fn apply(&mut self, entry: &Entry) {
        match entry.clone() {
            Entry::Insert(_, record) => drop(self.rows.insert(record.number, (record.hash, record.bytes))),
            Entry::Lease { epoch, holder, until } => (self.epoch, self.holder, self.until) = (epoch, holder, until),
            Entry::Trim(below) => self.rows = self.rows.split_off(&below),
            Entry::Touch => {}
        }
    }

    pub fn last(&self) -> u64 {
        self.rows.keys().next_back().copied().unwrap_or_default()
    }
}

/// Mistakes in the statements, and one of the engine's operator.
#[derive(Clone, Copy, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each mistake is planted by itself")]
pub struct Planted {
    pub no_epoch: bool,
    /// The epoch is looked at when the message is sent, without a lock.
    pub check_then_write: bool,
    pub no_predecessor: bool,
    /// 'Duplicate key with our hash' counts as in, without a commit that waits.
    pub duplicate_is_in: bool,
    pub warning_ignored: bool,
    /// A take-over does not wait for an append that waits for the standby.
    pub take_does_not_wait: bool,
    pub asynchronous: bool,
    /// Epochs have no token: those of one number are the same.
    pub no_token: bool,
}

pub const TERM: u64 = 40;

/// Permille of the messages.
#[derive(Clone, Copy)]
pub struct Faults {
    pub answer_lost: u64,
    pub late: u64,
    pub twice: u64,
    pub lost: u64,
    pub wait_cancelled: u64,
}

impl Faults {
    pub const NONE: Self = Self { answer_lost: 0, late: 0, twice: 0, lost: 0, wait_cancelled: 0 };
}

pub struct Engine {
    start: BatchHead,
    entries: Vec<Entry>,
    on_standby: usize,
    pub visible: Visible,
    waiting: Vec<Entry>,
    pub has_standby: bool,
    pub now: u64,
    late: Vec<(Epoch, Record)>,
    pub cut: [bool; 3],
    pub is_down: bool,
    pub planted: Planted,
    seed: u64,
    pub faults: Faults,
    pub violations: Vec<String>,
    highest_epoch: u64,
}

impl Engine {
    pub fn new(seed: u64, start: BatchHead, planted: Planted) -> Self {
        Self {
            start,
            entries: Vec::new(),
            on_standby: 0,
            visible: Visible::replay(start, &[]),
            waiting: Vec::new(),
            has_standby: true,
            now: 1000,
            late: Vec::new(),
            cut: [false; 3],
            is_down: false,
            planted,
            seed,
            faults: Faults { answer_lost: 40, late: 40, twice: 40, lost: 30, wait_cancelled: 300 },
            violations: Vec::new(),
            highest_epoch: 0,
        }
    }

    /// xorshift: the same seed gives the same run.
    pub fn roll(&mut self, below: u64) -> u64 {
        self.seed ^= self.seed << 13;
        self.seed ^= self.seed >> 7;
        self.seed ^= self.seed << 17;
        (self.seed >> 11) % below.max(1)
    }

    /// What the standby would hold if it were promoted now.
    pub fn durable(&self) -> Visible {
        Visible::replay(self.start, &self.entries[..self.on_standby])
    }

    fn show(&mut self, entry: &Entry) {
        match entry {
            Entry::Insert(epoch, record) if !self.planted.asynchronous => {
                if epoch.number < self.highest_epoch {
                    let (number, highest) = (record.number, self.highest_epoch);
                    self.violations.push(format!("number {number} of epoch {} after epoch {highest}", epoch.number));
                }
                if self.visible.rows.get(&record.number).is_some_and(|(hash, _)| *hash != record.hash) {
                    self.violations.push(format!("number {} twice", record.number));
                }
            }
            Entry::Lease { epoch, .. } => self.highest_epoch = self.highest_epoch.max(epoch.number),
            _ => {}
        }
        self.visible.apply(entry);
    }

    /// Commits; false if the caller has no answer yet.
    fn commit(&mut self, entry: Entry) -> bool {
        self.entries.push(entry.clone());
        if self.planted.asynchronous {
            self.show(&entry);
            return true;
        }
        if self.has_standby {
            self.on_standby = self.entries.len();
            self.show(&entry);
            return true;
        }
        if self.roll(1000) < self.faults.wait_cancelled {
            // Visible on one machine, and reported as done, with a warning.
            self.show(&entry);
            return self.planted.warning_ignored;
        }
        self.waiting.push(entry);
        false
    }

    pub fn standby_returns(&mut self) {
        self.has_standby = true;
        self.on_standby = self.entries.len();
        self.restart();
    }

    pub fn replicate(&mut self) {
        if self.has_standby {
            self.on_standby = self.entries.len();
        }
    }

    /// The primary restarts in place: what waited is visible, and on one machine.
    pub fn restart(&mut self) {
        for entry in std::mem::take(&mut self.waiting) {
            self.show(&entry);
        }
    }

    /// The standby is promoted.
    pub fn fail_over(&mut self) {
        self.entries.truncate(self.on_standby);
        self.waiting.clear();
        self.visible = self.durable();
        self.highest_epoch = self.visible.epoch.number;
        self.has_standby = true;
        self.on_standby = self.entries.len();
    }

    pub fn deliver_late(&mut self) {
        if !self.late.is_empty() {
            let at = usize::try_from(self.roll(self.late.len() as u64)).unwrap();
            let (epoch, record) = self.late.swap_remove(at);
            let is_checked = self.planted.check_then_write;
            self.insert(epoch, &record, is_checked);
        }
    }

    fn waits(&self, what: impl Fn(&Entry) -> bool) -> bool {
        self.waiting.iter().any(what)
    }

    fn same(&self, epoch: Epoch) -> bool {
        epoch == self.visible.epoch
    }

    fn insert(&mut self, epoch: Epoch, record: &Record, is_checked: bool) -> Append {
        if self.waits(|entry| matches!(entry, Entry::Lease { .. })) {
            return Append::Unknown;
        }
        if !is_checked && !self.same(epoch) && !self.planted.no_epoch {
            return Append::Fenced;
        }
        // A unique key waits for the transaction that inserts the same number.
        if self.waits(|entry| matches!(entry, Entry::Insert(_, one) if one.number == record.number)) {
            return Append::Unknown;
        }
        if let Some((hash, _)) = self.visible.rows.get(&record.number) {
            if *hash != record.hash {
                return Append::Behind;
            }
            if self.planted.duplicate_is_in || self.commit(Entry::Touch) {
                return Append::In;
            }
            return Append::Unknown;
        }
        let before = self.visible.rows.get(&(record.number - 1));
        if before.is_none_or(|(hash, _)| *hash != record.before) && !self.planted.no_predecessor {
            return Append::Behind;
        }
        if self.commit(Entry::Insert(epoch, record.clone())) { Append::In } else { Append::Unknown }
    }

    fn is_free(&self, me: &str) -> bool {
        self.now > self.visible.until || self.visible.holder == me
    }

    pub fn trim(&mut self, at_most: u64) {
        let below = at_most.min(self.visible.last());
        if self.waiting.is_empty() {
            self.commit(Entry::Trim(below));
        }
    }
}

/// The connection of one node.
#[derive(Clone)]
pub struct Connection {
    pub engine: Rc<RefCell<Engine>>,
    pub node: usize,
}

impl Connection {
    fn reach(&self) -> Result<RefMut<'_, Engine>, Unknown> {
        let engine = self.engine.borrow_mut();
        if engine.is_down || engine.cut[self.node] { Err(Unknown) } else { Ok(engine) }
    }
}

impl Log for Connection {
    fn append(&mut self, epoch: Epoch, record: &Record) -> Append {
        let Ok(mut engine) = self.reach() else { return Append::Unknown };
        let Faults { answer_lost, late, twice, lost, .. } = engine.faults;
        let roll = engine.roll(1000);
        if roll < lost {
            return Append::Unknown;
        }
        if roll < lost + late {
            if engine.same(epoch) || !engine.planted.check_then_write {
                engine.late.push((epoch, record.clone()));
            }
            return Append::Unknown;
        }
        if roll < lost + late + twice {
            engine.late.push((epoch, record.clone()));
        }
        let done = engine.insert(epoch, record, false);
        if roll >= 1000 - answer_lost { Append::Unknown } else { done }
    }

    fn take(&mut self, me: &str, seen: u64) -> Take {
        let Ok(mut engine) = self.reach() else { return Take::Unknown };
        if !engine.waiting.is_empty() && !engine.planted.take_does_not_wait {
            return Take::Unknown;
        }
        if !engine.is_free(me) {
            return Take::Held;
        }
        let number = engine.visible.epoch.number.max(seen) + 1;
        let token = if engine.planted.no_token { 0 } else { i64::try_from(engine.roll(1 << 40)).unwrap() };
        let (epoch, until) = (Epoch { number, token }, engine.now + TERM);
        let is_lost = engine.roll(1000) < engine.faults.answer_lost;
        let done = engine.commit(Entry::Lease { epoch, holder: me.into(), until });
        if done && !is_lost { Take::Leader(epoch) } else { Take::Unknown }
    }

    fn renew(&mut self, epoch: Epoch, last: &BatchHead) -> Result<Renewed, Unknown> {
        let mut engine = self.reach()?;
        if engine.waits(|entry| matches!(entry, Entry::Lease { .. })) {
            return Err(Unknown);
        }
        if !engine.same(epoch) {
            return Ok(Renewed::Lost);
        }
        if engine.visible.rows.get(&last.batch).is_none_or(|(hash, _)| *hash != last.hash) {
            return Ok(Renewed::Behind);
        }
        let (holder, until) = (engine.visible.holder.clone(), engine.now + TERM);
        let epoch = engine.visible.epoch;
        let is_held = engine.commit(Entry::Lease { epoch, holder, until });
        if is_held { Ok(Renewed::Held { wanted: String::new() }) } else { Err(Unknown) }
    }

    fn read(&mut self, me: &str, after: u64, limit: usize) -> Result<Tail, Unknown> {
        let engine = self.reach()?;
        let rows = &engine.visible.rows;
        let found = rows.range(after + 1..).take(limit);
        Ok(Tail {
            records: found.map(|(number, (hash, bytes))| (*number, *hash, bytes.clone())).collect(),
            anchor: rows.get(&after).map(|(hash, _)| *hash),
            last: engine.visible.last(),
            epoch: engine.visible.epoch,
            holder: engine.visible.holder.clone(),
            is_held: engine.now <= engine.visible.until,
            is_free: engine.is_free(me),
        })
    }

    fn confirm(&mut self, _: &str, _: u64) -> Result<(), Unknown> {
        if self.reach()?.commit(Entry::Touch) { Ok(()) } else { Err(Unknown) }
    }
}
