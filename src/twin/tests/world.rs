//! Three nodes, a log, and candidates; every step may be the last one before a crash.

use super::{
    Plan,
    disk::{Disk, OwnFile, Rows, put, row, seq_of},
    engine::{Connection, Engine, Faults, TERM},
};
use crate::{
    store::{BatchHead, ChangeSet, Changes},
    twin::{
        core::{Core, Followed, Role},
        log::{Append, Hash, Log, Record, Renewed, Take},
        record,
    },
};
use std::{cell::RefCell, collections::BTreeMap, rc::Rc};

const CANDIDATES: usize = 4;
const NAMES: [&str; 3] = ["a", "b", "c"];
pub const START: BatchHead = BatchHead { epoch: 1, batch: 7, hash: [9; 32] };

#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Idle,
    Prepared,
    Appended,
    Settled,
}

struct Node {
    disk: Rc<RefCell<Disk>>,
    core: Option<Core>,
    log: Connection,
    step: Step,
    is_stopped: bool,
    /// The end of the lease that this node knows of.
    until: u64,
    inbox: Vec<(usize, u64)>,
    batch: Vec<(usize, u64)>,
    open: Option<(ChangeSet, Record)>,
    /// The mistake of a batch that counted as failed: the next one has a later number.
    skipped: u64,
}

pub struct World {
    nodes: Vec<Node>,
    pub engine: Rc<RefCell<Engine>>,
    acknowledged: [u64; CANDIDATES],
    next: [u64; CANDIDATES],
    plan: Plan,
    pub wrong: Vec<String>,
    /// By number: what each node must hold there.
    canon: BTreeMap<u64, (Hash, Rows)>,
    pub acknowledgements: u64,
    pub take_overs: u64,
    pub crashes: u64,
    /// A node has said that it holds what the log does not.
    pub is_named: bool,
}

impl World {
    pub fn new(seed: u64, plan: Plan) -> Self {
        let engine = Rc::new(RefCell::new(Engine::new(seed, START, plan.log)));
        let node = |node| Node {
            disk: Rc::new(RefCell::new(Disk::at(START))),
            core: Some(Self::started(node, plan)),
            log: Connection { engine: engine.clone(), node },
            step: Step::Idle,
            is_stopped: false,
            until: 0,
            inbox: Vec::new(),
            batch: Vec::new(),
            open: None,
            skipped: 0,
        };
        Self {
            nodes: (0..3).map(node).collect(),
            engine,
            acknowledged: [0; CANDIDATES],
            next: [1; CANDIDATES],
            plan,
            wrong: Vec::new(),
            canon: BTreeMap::from([(START.batch, (START.hash, Rows::new()))]),
            acknowledgements: 0,
            take_overs: 0,
            crashes: 0,
            is_named: false,
        }
    }

    fn started(node: usize, plan: Plan) -> Core {
        let mut core = Core::new(NAMES[node]);
        core.mistakes = plan.core;
        core
    }

    fn roll(&self, below: u64) -> u64 {
        self.engine.borrow_mut().roll(below)
    }

    fn pick(&self, below: usize) -> usize {
        usize::try_from(self.roll(below as u64)).unwrap()
    }

    fn crash(&mut self, n: usize) {
        self.crashes += 1;
        let node = &mut self.nodes[n];
        if self.plan.flushed_later {
            node.disk.borrow_mut().fall_back();
        }
        node.core = None;
        node.step = Step::Idle;
        node.inbox.clear();
        node.batch.clear();
        node.open = None;
        node.skipped = 0;
    }

    fn acknowledge(&mut self, n: usize) {
        for (candidate, seq) in std::mem::take(&mut self.nodes[n].batch) {
            self.acknowledged[candidate] = self.acknowledged[candidate].max(seq);
            self.acknowledgements += 1;
            if self.next[candidate] == seq {
                self.next[candidate] = seq + 1;
            }
            let durable = self.durable_seq(candidate);
            if durable < seq && !self.plan.log.asynchronous {
                self.wrong.push(format!("candidate {candidate}: {seq} acknowledged, {durable} on the standby"));
            }
        }
    }

    /// The last save of a candidate that a promoted standby would give back.
    fn durable_seq(&self, candidate: usize) -> u64 {
        let durable = self.engine.borrow().durable();
        let first = durable.rows.keys().next().copied().unwrap_or_default();
        // A log that was trimmed begins with what is known there.
        let mut rows = self.canon.get(&first).map(|(_, rows)| rows.clone()).unwrap_or_default();
        for (_, bytes) in durable.rows.values() {
            if let Some(set) = record::decode(bytes) {
                put(&mut rows, &set);
            }
        }
        seq_of(&rows, candidate)
    }

    /// After each change of a file: two nodes at one number hold the same.
    fn compare(&mut self, n: usize) {
        let disk = self.nodes[n].disk.borrow().clone();
        if self.plan.log.asynchronous {
            return;
        }
        match self.canon.get(&disk.head.batch) {
            Some((hash, rows)) if *hash != disk.head.hash || *rows != disk.rows => {
                self.wrong.push(format!("node {n} differs from another one at batch {}", disk.head.batch));
            }
            Some(_) => {}
            None => drop(self.canon.insert(disk.head.batch, (disk.head.hash, disk.rows))),
        }
    }

    fn check_leader(&mut self, n: usize) {
        self.take_overs += 1;
        for candidate in 0..CANDIDATES {
            let (stored, acknowledged) =
                (seq_of(&self.nodes[n].disk.borrow().rows, candidate), self.acknowledged[candidate]);
            if stored < acknowledged && !self.plan.log.asynchronous {
                self.wrong.push(format!("leader {n}: candidate {candidate} has {stored} of {acknowledged}"));
            }
        }
    }

    fn diverged(&mut self, n: usize) {
        self.is_named = true;
        if !self.plan.log.asynchronous {
            self.wrong.push(format!("node {n} has another history, though the log is synchronous"));
        }
    }

    fn drop_batch(&mut self, n: usize) {
        let node = &mut self.nodes[n];
        node.step = Step::Idle;
        node.batch.clear();
        node.open = None;
        node.skipped = 0;
    }

    fn act(&mut self, n: usize) {
        let Some(mut core) = self.nodes[n].core.take() else { return };
        let lives = match core.role {
            Role::Following | Role::TakingOver => self.follow(n, &mut core),
            Role::Leading => self.lead(n, &mut core),
            Role::Diverged | Role::NeedsSeed => {
                let leads = |node: &Node| node.core.as_ref().is_some_and(|core| core.role == Role::Leading);
                if let Some(from) = self.nodes.iter().position(leads).filter(|_| self.roll(100) < 30) {
                    let mut seed = self.nodes[from].disk.borrow().clone();
                    seed.flush();
                    *self.nodes[n].disk.borrow_mut() = seed;
                    core = Self::started(n, self.plan);
                }
                true
            }
        };
        if self.plan.flushed_later && lives && self.roll(7) == 0 {
            self.nodes[n].disk.borrow_mut().flush();
        }
        if lives {
            self.nodes[n].core = Some(core);
        } else {
            self.crash(n);
        }
    }

    /// Returns false for a crash.
    fn follow(&mut self, n: usize, core: &mut Core) -> bool {
        let (roll, now) = (self.roll(100), self.engine.borrow().now);
        let was_taking = core.role == Role::TakingOver;
        let crashes = roll < 6;
        let mut file = OwnFile { disk: self.nodes[n].disk.clone(), number_alone: self.plan.number_alone && crashes };
        let before = self.nodes[n].disk.borrow().head;
        core.read_bytes = 1 + usize::try_from(roll % 3).unwrap();
        let mut log = self.nodes[n].log.clone();
        let followed = core.follow(&mut log, &mut file);
        if self.nodes[n].disk.borrow().head != before {
            self.compare(n);
            if crashes {
                return false;
            }
        }
        match followed {
            Followed::UpToDate { is_free: true } if !was_taking && core.role == Role::Following => {
                if let Take::Leader(_) = core.take(&mut log, &file) {
                    self.nodes[n].until = now + TERM;
                    // One that is stopped between both halves of a take-over wakes up under another epoch.
                    self.nodes[n].is_stopped = roll % 4 == 1;
                    return roll % 16 != 3;
                }
            }
            Followed::UpToDate { .. } if core.role == Role::Leading => self.check_leader(n),
            Followed::Stuck if core.role == Role::Diverged => self.diverged(n),
            _ => {}
        }
        true
    }

    fn lead(&mut self, n: usize, core: &mut Core) -> bool {
        let (roll, now, step) = (self.roll(100), self.engine.borrow().now, self.nodes[n].step);
        let head = self.nodes[n].disk.borrow().head;
        let mut log = self.nodes[n].log.clone();
        let may_drop = matches!(step, Step::Idle | Step::Prepared);
        if now > self.nodes[n].until && may_drop {
            core.step_down();
            self.drop_batch(n);
            return true;
        }
        if roll < 15 {
            match log.renew(core.epoch, &head) {
                Ok(Renewed::Held { .. }) => self.nodes[n].until = now + TERM,
                Ok(Renewed::Behind) if !self.plan.commit_first => {
                    core.role = Role::Diverged;
                    self.drop_batch(n);
                    self.diverged(n);
                }
                Ok(Renewed::Lost) if may_drop => {
                    core.step_down();
                    self.drop_batch(n);
                }
                _ => {}
            }
            return true;
        }
        match step {
            Step::Idle if !self.nodes[n].inbox.is_empty() => self.prepare(n, core, roll),
            Step::Idle if roll > 90 => self.trim(n),
            Step::Idle => {}
            Step::Prepared => return self.ship(n, core, roll),
            Step::Appended => {
                self.settle(n);
                self.nodes[n].step = Step::Settled;
                return roll >= 22;
            }
            Step::Settled => {
                self.nodes[n].step = Step::Idle;
                self.acknowledge(n);
            }
        }
        true
    }

    /// A batch of saves, of which some are refused after they have written, and are undone by the store.
    fn prepare(&mut self, n: usize, core: &Core, roll: u64) {
        let mut batch = std::mem::take(&mut self.nodes[n].inbox);
        let (mut changed, mut log) = (Rows::new(), Vec::new());
        if roll.is_multiple_of(11) {
            batch.clear();
        }
        for (candidate, seq) in &batch {
            if *seq > seq_of(&self.nodes[n].disk.borrow().rows, *candidate) {
                let value = [&seq.to_be_bytes()[..], &[u8::try_from(roll).unwrap()]].concat();
                changed.insert(vec![u8::try_from(*candidate).unwrap()], value);
            }
        }
        for (key, value) in &changed {
            log.extend(row(key, Some(value)));
        }
        log.extend(row(b"junk", (!roll.is_multiple_of(3)).then_some(&[7])));
        let mut before = self.nodes[n].disk.borrow().head;
        before.batch += self.nodes[n].skipped;
        let set = ChangeSet::led(before, Changes::of_parts(0, &log).unwrap(), core.epoch.number);
        let record = record::encode(&set);
        let node = &mut self.nodes[n];
        node.batch = batch;
        node.open = Some((set, record));
        node.step = Step::Prepared;
        if self.plan.commit_first {
            self.settle(n);
            self.compare(n);
        }
        if self.plan.acknowledge_first {
            self.acknowledge(n);
        }
    }

    fn ship(&mut self, n: usize, core: &mut Core, roll: u64) -> bool {
        let Some((_, record)) = self.nodes[n].open.clone() else { return true };
        let mut log = self.nodes[n].log.clone();
        match core.ship(&mut log, &record) {
            Append::In => {
                self.nodes[n].step = Step::Appended;
                return roll >= 22;
            }
            Append::Unknown if self.plan.unknown_is_failure => {
                let skipped = self.nodes[n].skipped + u64::from(self.plan.skips_number);
                self.drop_batch(n);
                self.nodes[n].skipped = skipped;
            }
            Append::Unknown => {}
            Append::Fenced => self.drop_batch(n),
            Append::Behind => {
                self.drop_batch(n);
                self.diverged(n);
            }
        }
        true
    }

    fn settle(&mut self, n: usize) {
        let node = &mut self.nodes[n];
        if let Some((set, _)) = &node.open {
            let mut disk = node.disk.borrow_mut();
            if disk.head.batch < set.head.batch {
                put(&mut disk.rows, set);
                disk.head = set.head;
            }
        }
        node.skipped = 0;
        self.compare(n);
    }

    /// Trims the log by what members have applied; now and then one counts as gone for good.
    fn trim(&mut self, n: usize) {
        let gone = self.pick(6);
        let kept = |node: &Node| {
            let disk = node.disk.borrow();
            if self.plan.trimmed_by_flushed { disk.flushed_batch() } else { disk.head.batch }
        };
        let numbers = self.nodes.iter().enumerate().filter(|(one, _)| *one != gone || *one == n);
        let least = numbers.map(|(_, node)| kept(node)).min().unwrap_or_default();
        let node = &self.nodes[n];
        let mut engine = self.engine.borrow_mut();
        if !engine.is_down && !engine.cut[n] {
            engine.trim(least.min(kept(node)));
        }
    }

    pub fn step(&mut self) {
        let n = self.pick(3);
        match self.roll(10_000) {
            0..7_000 if !self.nodes[n].is_stopped => self.act(n),
            0..7_000 => {}
            7_000..8_400 => {
                let candidate = self.pick(CANDIDATES);
                let leads = |node: &Node| node.core.as_ref().is_some_and(|core| core.role == Role::Leading);
                let leader = self.nodes.iter().position(leads).filter(|_| self.roll(4) > 0);
                let node = &mut self.nodes[leader.unwrap_or(n)];
                if leads(node) {
                    node.inbox.push((candidate, self.next[candidate]));
                }
            }
            8_400..9_100 => {
                let by = self.roll(12);
                self.engine.borrow_mut().now += by;
            }
            9_100..9_400 => self.engine.borrow_mut().deliver_late(),
            9_400..9_530 => self.nodes[n].is_stopped = !self.nodes[n].is_stopped,
            9_530..9_610 => self.crash(n),
            9_610..9_800 => self.start(false),
            9_800..9_860 => {
                let mut engine = self.engine.borrow_mut();
                engine.cut[n] = !engine.cut[n];
            }
            9_860..9_930 => {
                let mut engine = self.engine.borrow_mut();
                match engine.roll(4) {
                    0 => engine.has_standby = false,
                    1 => engine.restart(),
                    2 => engine.is_down = !engine.is_down,
                    _ => engine.standby_returns(),
                }
            }
            9_930..9_994 => {
                let mut engine = self.engine.borrow_mut();
                match engine.roll(6) {
                    0 => engine.fail_over(),
                    1..=3 => engine.replicate(),
                    _ => engine.standby_returns(),
                }
            }
            _ => (0..3).for_each(|n| self.crash(n)),
        }
    }

    fn start(&mut self, all: bool) {
        for n in 0..3 {
            if self.nodes[n].core.is_some() || (!all && self.roll(2) == 0) {
                continue;
            }
            let mut core = Self::started(n, self.plan);
            if self.plan.own_epoch_kept {
                // The mistake: goes on under the lease that it finds in its own name.
                let engine = self.engine.borrow();
                if engine.visible.epoch.number == self.nodes[n].disk.borrow().head.epoch {
                    core.epoch = engine.visible.epoch;
                    core.role = Role::TakingOver;
                    self.nodes[n].until = engine.now + TERM;
                }
            }
            self.nodes[n].core = Some(core);
        }
    }

    /// All faults end: the nodes must agree, and hold what was acknowledged.
    pub fn heal(&mut self) {
        {
            let mut engine = self.engine.borrow_mut();
            engine.standby_returns();
            engine.is_down = false;
            engine.cut = [false; 3];
            let cancelled = engine.faults.wait_cancelled;
            engine.faults = Faults { wait_cancelled: cancelled, ..Faults::NONE };
        }
        self.nodes.iter_mut().for_each(|node| node.is_stopped = false);
        for round in 0..3_000 {
            self.start(true);
            let n = self.pick(3);
            self.act(n);
            if round % 20 == 0 {
                self.engine.borrow_mut().now += 1;
            }
            let last = self.engine.borrow().visible.last();
            let is_at_end = |node: &Node| node.core.is_some() && node.disk.borrow().head.batch == last;
            let leads = |node: &Node| {
                node.step == Step::Idle && node.core.as_ref().is_some_and(|core| core.role == Role::Leading)
            };
            if round > 50 && self.nodes.iter().all(is_at_end) && self.nodes.iter().any(leads) {
                break;
            }
        }
        if self.is_named {
            // Nodes that hold more than the log stand still, and say so.
            return;
        }
        let first = self.nodes[0].disk.borrow().clone();
        for (n, node) in self.nodes.iter().enumerate() {
            let disk = node.disk.borrow();
            if disk.rows != first.rows || disk.head != first.head {
                let (own, other) = (disk.head.batch, first.head.batch);
                self.wrong.push(format!("after all faults node {n} is at {own}, node 0 at {other}"));
            }
        }
        for candidate in 0..CANDIDATES {
            let (stored, acknowledged) = (seq_of(&first.rows, candidate), self.acknowledged[candidate]);
            if stored < acknowledged {
                self.wrong.push(format!("after all faults candidate {candidate} has {stored} of {acknowledged}"));
            }
        }
    }
}
