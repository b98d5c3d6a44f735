//! The application on the demo's data at other times: what happened before today is played through the use cases.

use crate::{
    app::{App, AppParts, Clock},
    domain::{Instant, mail::Consequence},
    mail::{Handover, MailError, Mailer, OutgoingMail, Sending, SmtpSettings},
    sync::Mutex,
};
use std::sync::{Arc, PoisonError};

/// Mails to addresses of this domain fail.
pub const UNKNOWN_DOMAIN: &str = "example.invalid";

/// A clock that stands still until it is set.
struct StoryClock(Mutex<Instant>);

impl Clock for StoryClock {
    fn now(&self) -> Instant {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Accepts mails without sending them.
struct Postbox;

impl Mailer for Postbox {
    fn send<'a>(&'a self, _: &'a SmtpSettings, mail: &'a OutgoingMail, _: &'a dyn Handover) -> Sending<'a> {
        Box::pin(async move {
            if !mail.to_email.ends_with(UNKNOWN_DOMAIN) {
                return Ok(());
            }
            let words = format!("550 5.1.2 <{}>: Recipient address rejected: Domain not found", mail.to_email);
            let hint = Some("Check the address for a typing error.".into());
            Err(MailError { words, consequence: Consequence::Final, hint })
        })
    }

    fn is_staged(&self) -> bool {
        true
    }

    fn probe<'a>(&'a self, _: &'a SmtpSettings) -> Sending<'a> {
        Box::pin(async { Ok(()) })
    }
}

/// An application of its own on the same store.
pub struct DemoStage {
    pub app: App,
    clock: Arc<StoryClock>,
}

impl DemoStage {
    pub fn of(app: &App) -> Self {
        let clock = Arc::new(StoryClock(Mutex::new(app.now())));
        let app = App::new(AppParts {
            store: app.store.clone(),
            clock: clock.clone(),
            master: app.secrets.master.clone(),
            passwords: app.secrets.passwords.clone(),
            mailer: Arc::new(Postbox),
            ai: app.clients.ai.clone(),
            config: app.config.clone(),
        });
        Self { app, clock }
    }

    pub fn set_clock(&self, now: Instant) {
        *self.clock.0.lock().unwrap_or_else(PoisonError::into_inner) = now;
    }
}
