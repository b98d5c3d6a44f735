//! A mailer that records mails, and fails on request.

use invigil::{
    domain::{mail::Consequence, time::SignedDuration},
    mail::{Handover, MailError, Mailer, OutgoingMail, Sending, SmtpSettings},
};
use std::{
    fmt,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
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
    /// Fails with this consequence, before or after it has the content.
    Fails {
        words: String,
        consequence: Consequence,
        handed_over: bool,
    },
    Panics,
    /// Has the content, and works once released.
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
    /// Message-IDs of all contents that were handed over, whatever became of them.
    handed_over: Mutex<Vec<String>>,
    tries: AtomicUsize,
}

impl Default for TestMailer {
    fn default() -> Self {
        Self {
            mood: Mutex::new(Mood::Works),
            sent: Mutex::default(),
            handed_over: Mutex::default(),
            tries: AtomicUsize::default(),
        }
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

    /// Message-IDs of all contents that were handed over, whatever became of them, oldest first.
    pub fn handed_over(&self) -> Vec<String> {
        self.handed_over.lock().unwrap().clone()
    }

    pub fn tries(&self) -> usize {
        self.tries.load(Ordering::Relaxed)
    }

    /// Settings used for the last mail.
    pub fn last_settings(&self) -> SmtpSettings {
        self.sent.lock().unwrap().last().unwrap().0.clone()
    }
}

/// How a try ends; `Ok` if the server takes the mail.
fn end_of(mood: Mood) -> Result<(), MailError> {
    let hint = Some("Ask the postmaster.".into());
    match mood {
        Mood::Works | Mood::Stops(_) | Mood::Waits(_) => Ok(()),
        Mood::Refuses { words, retry } => {
            let consequence = if retry { Consequence::Waits(SignedDuration::ZERO) } else { Consequence::Final };
            Err(MailError { words, consequence, hint })
        }
        Mood::Fails { words, consequence, .. } => Err(MailError { words, consequence, hint }),
        Mood::Panics => panic!("the mailer's secret words"),
    }
}

impl Mailer for TestMailer {
    fn probe<'a>(&'a self, _: &'a SmtpSettings) -> Sending<'a> {
        let mood = self.mood.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Box::pin(async move { end_of(mood) })
    }

    fn send<'a>(
        &'a self,
        settings: &'a SmtpSettings,
        mail: &'a OutgoingMail,
        handover: &'a dyn Handover,
    ) -> Sending<'a> {
        let mood = self.mood.lock().unwrap_or_else(PoisonError::into_inner).clone();
        self.tries.fetch_add(1, Ordering::Relaxed);
        Box::pin(async move {
            if let Mood::Stops(stop) = &mood {
                stop.cancel();
            }
            let hands_over = match &mood {
                Mood::Works | Mood::Stops(_) | Mood::Waits(_) => true,
                Mood::Fails { handed_over, .. } => *handed_over,
                Mood::Refuses { .. } | Mood::Panics => false,
            };
            if hands_over {
                handover.begins().await?;
                self.handed_over.lock().unwrap().push(mail.message_id.clone());
            }
            if let Mood::Waits(gate) = &mood {
                gate.entered.add_permits(1);
                gate.released.acquire().await.unwrap().forget();
            }
            end_of(mood)?;
            self.sent.lock().unwrap().push((settings.clone(), mail.clone()));
            Ok(())
        })
    }
}
