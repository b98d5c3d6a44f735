//! Slots around the busy times of a panel's calendar (`docs/behaviour/invites.md#busy-times`). A candidate never waits for a
//! calendar: pages use what was read last, and have it read again after they are answered.

use crate::{
    app::App,
    domain::{
        Error, ErrorCode, ErrorKind, Instant, Result, TestId,
        invite::{Invite, ScheduleMode},
        panel_calendar::{self, NotRead, PanelCalendar, Reading, Span, length_of},
        time,
        webhook::{MAX_URL, origin},
    },
    service::{actor::Author, query},
    state::panel_calendars::{CalendarState, ReadFailure},
    store::{Read, Record},
    webhook_out::FetchFailure,
};
use std::{sync::Arc, time::Duration};

/// Time for one reading.
const TIMEOUT: Duration = Duration::from_secs(10);
/// How long a check waits until it is its turn.
const WAIT: Duration = Duration::from_secs(10);
/// Maximum size of a calendar, in bytes.
const MAX_BYTES: usize = 4 * 1024 * 1024;
/// Busy times of so many days ahead are counted for staff.
const SOON: time::SignedDuration = time::DAY.saturating_mul(14);

/// The calendar of a test with its state, as staff see it: never the address, which lets its reader see the calendar.
#[derive(Clone, Debug, Default)]
pub struct CalendarView {
    pub version: u32,
    /// Scheme, host and port of the address. `None`: the test names no calendar.
    pub origin: Option<String>,
    pub by: Option<String>,
    pub at: Option<Instant>,
    pub state: CalendarState,
    /// Slots are offered around its busy times now.
    pub is_used: bool,
    /// Busy times of the next 14 days.
    pub busy_soon: usize,
}

fn open(app: &App, calendar: &PanelCalendar) -> Option<String> {
    let sealed = calendar.url_sealed.as_ref()?;
    let key = PanelCalendar::key_of(calendar.test_id);
    let plain = app.secrets.vault.open(PanelCalendar::TABLE.0, &key, 1, sealed).ok()?;
    String::from_utf8(plain).ok()
}

fn view(app: &App, read: &impl Read, calendar: Option<PanelCalendar>) -> Result<CalendarView> {
    let Some(calendar) = calendar else { return Ok(CalendarView::default()) };
    let now = app.now();
    let has_one = calendar.url_sealed.is_some();
    let url = open(app, &calendar);
    let state = if has_one {
        app.caches.panel_calendars.get(calendar.test_id, calendar.version)
    } else {
        CalendarState::default()
    };
    let ends = now.plus(SOON);
    let is_soon = |span: &&Span| span.to > now && span.from < ends;
    Ok(CalendarView {
        version: calendar.version,
        origin: has_one.then(|| url.as_deref().map_or("?", origin).to_owned()),
        by: Some(query::person::name_of(read, calendar.by)?),
        at: Some(calendar.at),
        is_used: state.current(now).is_some(),
        busy_soon: state.reading.as_ref().map_or(0, |reading| reading.busy.iter().filter(is_soon).count()),
        state,
    })
}

/// # Errors
/// 404.
pub fn get(app: &App, _: &Author, test: TestId) -> Result<CalendarView> {
    let read = app.store.read()?;
    query::require_test(&read, test)?;
    view(app, &read, read.get(test)?)
}

/// An address as it is stored. Programs offer calendars as `webcal:`, which is HTTPS.
fn checked(app: &App, address: &str) -> Result<Option<String>> {
    let address = address.trim();
    let url = address.strip_prefix("webcal://").map_or_else(|| address.to_owned(), |rest| format!("https://{rest}"));
    let fault = match app.clients.webhooks.fault_of(&url) {
        _ if url.is_empty() => return Ok(None),
        _ if url.chars().count() > MAX_URL => Some(format!("An address has at most {MAX_URL} characters.")),
        fault => fault,
    };
    fault.map_or(Ok(Some(url)), |fault| Err(Error::field("address", fault)))
}

/// Names another calendar, or none.
///
/// # Errors
/// 404; 409 `changed_meanwhile` with who stored the current one; 422 on `address` and `time_zone`.
pub async fn set(
    app: &App,
    by: &Author,
    test: TestId,
    (address, time_zone): (Option<String>, Option<String>),
    version: Option<u32>,
) -> Result<CalendarView> {
    let url = checked(app, address.as_deref().unwrap_or_default())?;
    if let Some(zone) = &time_zone {
        time::zone(zone).map_err(|message| Error::field("time_zone", message))?;
    }
    let key = PanelCalendar::key_of(test);
    let url_sealed = url.map(|url| app.secrets.vault.seal(PanelCalendar::TABLE.0, &key, 1, url.as_bytes()));
    app.write(by, move |w| {
        query::require_test(&**w, test)?;
        let old: Option<PanelCalendar> = w.get(test)?;
        let stored = old.as_ref().map(|old| (old.version, old.by, old.at));
        query::version::require_version(&**w, version, stored, "the calendar")?;
        let current = old.as_ref().map_or(0, |old| old.version);
        if url_sealed.is_none() && old.as_ref().is_none_or(|old| old.url_sealed.is_none()) {
            return view(w.app, &**w, old);
        }
        let how = if url_sealed.is_some() { "named" } else { "removed" };
        let calendar =
            PanelCalendar { test_id: test, url_sealed, time_zone, version: current + 1, by: w.by.account(), at: w.now };
        w.put(&calendar)?;
        w.audit("test.calendar", test, how)?;
        view(w.app, &**w, Some(calendar))
    })
    .await
}

/// Reads the calendar now.
///
/// # Errors
/// 404; 429 `too_many_calls` if many calendars are read at the moment.
pub async fn check(app: &App, by: &Author, test: TestId) -> Result<CalendarView> {
    let asked = app.now();
    get(app, by, test)?;
    let calendar = app.store.read()?.get::<PanelCalendar>(test)?.filter(|calendar| calendar.url_sealed.is_some());
    if let Some(calendar) = calendar {
        let calendars = &app.caches.panel_calendars;
        let (turn, places) = (calendars.turn(test, calendar.version), calendars.places.clone());
        let both = async { (turn.lock_owned().await, places.acquire_owned().await) };
        let Ok(held) = tokio::time::timeout(WAIT, both).await else {
            let detail = "Many calendars are read at the moment. Please try again in a few seconds.";
            return Err(Error::new(ErrorKind::TooMany, ErrorCode::TooManyCalls, detail));
        };
        let state = calendars.get(test, calendar.version);
        if state.tried_at.is_none_or(|at| at <= asked) {
            // It ends, and is kept, although the caller may leave.
            let reading = tokio::spawn(read_now(app.clone(), calendar, held));
            reading.await.map_err(Error::internal)?;
        }
    }
    get(app, by, test)
}

async fn read_now<Held: Send>(app: App, calendar: PanelCalendar, held: Held) {
    let outcome = outcome(&app, &calendar).await;
    app.caches.panel_calendars.note(calendar.test_id, calendar.version, app.now(), outcome);
    drop(held);
}

async fn outcome(app: &App, calendar: &PanelCalendar) -> Result<Reading, ReadFailure> {
    let url = open(app, calendar).ok_or(ReadFailure::Sealed)?;
    let bytes = app.clients.webhooks.fetch(&url, MAX_BYTES, TIMEOUT).await.map_err(|failure| match failure {
        FetchFailure::Unreachable(words) => ReadFailure::Unreachable(words),
        FetchFailure::Status(status) => ReadFailure::Status(status),
        FetchFailure::TooLarge => ReadFailure::TooLarge,
    })?;
    let (zone, now) = (calendar.time_zone.clone(), app.now());
    let reading = tokio::task::spawn_blocking(move || {
        panel_calendar::read(&String::from_utf8_lossy(&bytes), zone.as_deref(), now)
    });
    // A fault of the parser is one of this calendar alone.
    let reading = reading.await.unwrap_or(Err(NotRead::NoCalendar));
    reading.map_err(ReadFailure::Content)
}

/// The reading of the calendar of a test that counts now. It is read again in the background if that is due.
fn busy(app: &App, read: &impl Read, test: TestId) -> Result<Option<Arc<Reading>>> {
    let Some(calendar) = read.get::<PanelCalendar>(test)?.filter(|calendar| calendar.url_sealed.is_some()) else {
        return Ok(None);
    };
    let (calendars, now) = (&app.caches.panel_calendars, app.now());
    let state = calendars.get(test, calendar.version);
    if state.is_due(now)
        && let Ok(turn) = calendars.turn(test, calendar.version).try_lock_owned()
        && let Ok(place) = calendars.places.clone().try_acquire_owned()
    {
        tokio::spawn(read_now(app.clone(), calendar, (turn, place)));
    }
    Ok(state.current(now).cloned())
}

/// The starts that an invite's candidate is not offered. `minutes` is the duration of the test.
///
/// # Errors
/// Storage only.
pub fn taken(app: &App, invite: &Invite, minutes: u32) -> Result<Vec<Span>> {
    if invite.mode != ScheduleMode::SelfSchedule {
        return Ok(Vec::new());
    }
    let busy = busy(app, &app.store.read()?, invite.test_id)?;
    let length = length_of(minutes, invite.accommodation.minutes(minutes));
    let window = (app.now(), invite.link_end());
    Ok(busy.map(|reading| panel_calendar::taken_starts(&reading.busy, length, window)).unwrap_or_default())
}

/// The busy times that refuse a slot of an invite.
pub(in crate::service) struct BusyTimes {
    reading: Option<Arc<Reading>>,
    minutes: u32,
}

impl BusyTimes {
    /// # Errors
    /// Storage only.
    pub(in crate::service) fn of(app: &App, read: &impl Read, invite: &Invite) -> Result<Self> {
        let minutes =
            query::link::paper(app, read, invite).map_or(invite.duration_minutes, |paper| paper.duration_minutes);
        Ok(Self { reading: busy(app, read, invite.test_id)?, minutes })
    }

    /// # Errors
    /// 409 `slot_taken`.
    pub(in crate::service) fn require_free(&self, invite: &Invite, start: Instant) -> Result<()> {
        let length = length_of(self.minutes, invite.accommodation.minutes(self.minutes));
        let is_taken = |reading: &Arc<Reading>| panel_calendar::is_taken(&reading.busy, start, length);
        if self.reading.as_ref().is_some_and(is_taken) {
            return Err(Error::conflict(
                ErrorCode::SlotTaken,
                "This time is no longer free. Please choose another one.",
            ));
        }
        Ok(())
    }
}
