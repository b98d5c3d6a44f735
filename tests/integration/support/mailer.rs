//! A mailer that records mails, and fails on request.

use invigil::mail::{MailError, Mailer, OutgoingMail, SmtpSettings};
use std::{
    fmt,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

#[derive(Clone, Debug)]
pub enum Mood {
    Works,
    /// Works, and cancels the token on the first mail.
    Stops(CancellationToken),
    Refuses {
        words: String,
        retry: bool,
    },
    Panics,
    /// Works once released.
    Waits(Arc<Gate>),
}

/// Holds mails until they are released.
pub struct Gate {
    entered: Semaphore,
    released: Semaphore,
}

impl Gate {
    pub fn shut() -> Arc<Self> {
        Arc::new(Self { entered: Semaphore::new(0), released: Semaphore::new(0) })
    }

    /// Waits until another mail is being sent.
    pub async fn entered(&self) {
        self.entered.acquire().await.unwrap().forget();
    }

    /// Releases `mails` mails.
    pub fn release(&self, mails: usize) {
        self.released.add_permits(mails);
    }
}

impl fmt::Debug for Gate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Gate")
    }
}

pub struct TestMailer {
    mood: Mutex<Mood>,
    sent: Mutex<Vec<(SmtpSettings, OutgoingMail)>>,
}

impl Default for TestMailer {
    fn default() -> Self {
        Self { mood: Mutex::new(Mood::Works), sent: Mutex::default() }
    }
}

impl TestMailer {
    pub fn set(&self, mood: Mood) {
        *self.mood.lock().unwrap() = mood;
    }

    pub fn refuse(&self, words: &str) {
        self.set(Mood::Refuses { words: words.into(), retry: true });
    }

    /// Sent mails, oldest first.
    pub fn sent(&self) -> Vec<OutgoingMail> {
        self.sent.lock().unwrap().iter().map(|(_, mail)| mail.clone()).collect()
    }

    /// Settings used for the last mail.
    pub fn last_settings(&self) -> SmtpSettings {
        self.sent.lock().unwrap().last().unwrap().0.clone()
    }
}

impl Mailer for TestMailer {
    fn probe<'a>(&'a self, _: &'a SmtpSettings) -> Pin<Box<dyn Future<Output = Result<(), MailError>> + Send + 'a>> {
        let mood = self.mood.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Box::pin(async move {
            match mood {
                Mood::Works | Mood::Stops(_) | Mood::Waits(_) => Ok(()),
                Mood::Refuses { words, retry } => {
                    Err(MailError { words, retry, hint: Some("Ask the postmaster.".into()) })
                }
                Mood::Panics => panic!("the mailer's secret words"),
            }
        })
    }

    fn send<'a>(
        &'a self,
        settings: &'a SmtpSettings,
        mail: &'a OutgoingMail,
    ) -> Pin<Box<dyn Future<Output = Result<(), MailError>> + Send + 'a>> {
        let mood = self.mood.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Box::pin(async move {
            if let Mood::Stops(stop) = &mood {
                stop.cancel();
            }
            if let Mood::Waits(gate) = &mood {
                gate.entered.add_permits(1);
                gate.released.acquire().await.unwrap().forget();
            }
            match mood {
                Mood::Works | Mood::Stops(_) | Mood::Waits(_) => {
                    self.sent.lock().unwrap().push((settings.clone(), mail.clone()));
                    Ok(())
                }
                Mood::Refuses { words, retry } => {
                    Err(MailError { words, retry, hint: Some("Ask the postmaster.".into()) })
                }
                Mood::Panics => panic!("the mailer's secret words"),
            }
        })
    }
}
