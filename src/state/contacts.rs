//! When the pages of running attempts were last heard from. In memory only: what it finds out is stored as an outage.

use crate::{
    domain::{
        AttemptId, Instant, OutageId,
        outage::{BEAT, OutageWindow, SETTLE, Silence},
        time::SignedDuration,
    },
    sync::{Mutex, MutexGuard},
};
use std::{collections::HashMap, sync::PoisonError};

/// A page that was silent this long is forgotten.
const RETENTION: SignedDuration = SignedDuration::from_hours(6);

#[derive(Clone, Copy)]
struct Contact {
    last: Instant,
    /// Time of the page's last heartbeat.
    beat: Instant,
    /// Time at which the page will be heard from again, unless it is cut off.
    due: Instant,
    /// Whether the page is on the screen, and not being left: a hidden page reports as the browser pleases.
    is_open: bool,
    /// The outage of the server that it has yet to come back from.
    awaited: Option<OutageId>,
    returned: Option<Returned>,
}

/// A page that came back.
#[derive(Clone, Copy, Debug)]
pub struct Returned {
    pub silence: Silence,
    /// The outage of the server after which the page came back.
    pub outage: Option<OutageId>,
}

#[derive(Default)]
pub struct Contacts(Mutex<HashMap<AttemptId, Contact>>);

impl Contact {
    /// Before its first heartbeat a page is not expected to send any.
    const fn new(now: Instant) -> Self {
        Self { last: now, beat: now, due: now, is_open: false, awaited: None, returned: None }
    }

    /// A sign of life.
    fn hear(&mut self, id: AttemptId, now: Instant) {
        if self.returned.is_none() {
            let cut = OutageWindow { from: self.last, to: self.due.max(self.last) };
            let outage = self.awaited.take();
            let silence = match outage {
                Some(_) => Some(Silence { attempt_id: id, cut, back: now, is_over: false, typed: 0 }),
                None => Silence::between(id, cut, now).filter(|_| self.is_open),
            };
            self.returned = silence.map(|silence| Returned { silence, outage });
        }
        self.last = self.last.max(now);
    }
}

impl Contacts {
    fn table(&self) -> MutexGuard<'_, HashMap<AttemptId, Contact>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A heartbeat of the page.
    pub fn beat(&self, id: AttemptId, is_open: bool, now: Instant) {
        let mut table = self.table();
        let contact = table.entry(id).or_insert_with(|| Contact::new(now));
        contact.hear(id, now);
        let interval = now.since(contact.beat);
        let interval = if (BEAT..=BEAT * 2).contains(&interval) { interval } else { BEAT };
        (contact.beat, contact.due, contact.is_open) = (now, now.plus(interval), is_open);
    }

    /// A save. Returns the time during which the page was cut off, if it has just come back: what it brings may have been
    /// typed then.
    pub fn save(&self, id: AttemptId, now: Instant) -> Option<OutageWindow> {
        let mut table = self.table();
        let contact = table.get_mut(&id)?;
        contact.hear(id, now);
        contact.returned.map(|Returned { silence, .. }| OutageWindow { from: silence.cut.to, to: silence.back })
    }

    /// Returns the time at which a page was last heard from, before it was cut off if it has just come back.
    pub fn before(&self, id: AttemptId) -> Option<Instant> {
        let table = self.table();
        let contact = table.get(&id)?;
        Some(contact.returned.map_or(contact.last, |returned| returned.silence.cut.from))
    }

    /// The candidate typed while cut off.
    pub fn typed(&self, id: AttemptId, changes: u32) {
        if let Some(returned) = self.table().get_mut(&id).and_then(|contact| contact.returned.as_mut()) {
            returned.silence.typed = returned.silence.typed.saturating_add(changes);
        }
    }

    /// The server did not run: this page is expected back.
    pub fn expect(&self, id: AttemptId, outage: OutageId, cut: OutageWindow) {
        let contact = Contact { due: cut.to, awaited: Some(outage), ..Contact::new(cut.from) };
        self.table().insert(id, contact);
    }

    /// The attempt continues after its end, since when its page had no reason to be heard from.
    pub fn go_on(&self, id: AttemptId, now: Instant) {
        if let Some(contact) = self.table().get_mut(&id) {
            *contact = Contact { returned: contact.returned, ..Contact::new(now) };
        }
    }

    /// Takes the pages that came back long enough ago to have sent what was typed meanwhile.
    pub fn settled(&self, now: Instant) -> Vec<Returned> {
        let mut table = self.table();
        table.retain(|_, contact| now.since(contact.last) < RETENTION || contact.returned.is_some());
        let is_settled = |returned: &mut Returned| now.since(returned.silence.back) >= SETTLE;
        table.values_mut().filter_map(|contact| contact.returned.take_if(is_settled)).collect()
    }
}
