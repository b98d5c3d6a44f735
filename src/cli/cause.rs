//! Keeps the cause of an internal error. The API hides it from browsers and leaves it to the log; a command that
//! runs by itself has no log, and whoever runs it may know everything.

use crate::sync::Mutex;
use std::{fmt, sync::PoisonError};
use tracing::{
    Event, Level, Subscriber,
    field::{Field, Visit},
};
use tracing_subscriber::{
    layer::{Context, Layer, SubscriberExt},
    util::SubscriberInitExt,
};

static LAST: Mutex<Option<String>> = Mutex::new(None);

struct Keep;

impl<S: Subscriber> Layer<S> for Keep {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        if *event.metadata().level() == Level::ERROR {
            event.record(&mut Cause);
        }
    }
}

struct Cause;

impl Visit for Cause {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        if field.name() == "cause" {
            *LAST.lock().unwrap_or_else(PoisonError::into_inner) = Some(format!("{value:?}"));
        }
    }
}

/// From now on the last cause is kept, and nothing is logged.
pub fn keep() {
    // Fails only where a log is set up already, and then the log has the cause.
    let _ = tracing_subscriber::registry().with(Keep).try_init();
}

/// The last cause, once.
pub fn take() -> Option<String> {
    LAST.lock().unwrap_or_else(PoisonError::into_inner).take()
}
