//! A use case's unit of work: its write transaction, and who acts when.

pub(crate) mod cascade_delete;
pub mod idempotency;
pub mod timeline;

use crate::{
    app::App,
    domain::{ApiTokenId, Error, Instant, Result, UserId, audit::AuditEntry},
    state::write_pacing::{BATCH_PAUSE, LARGE, LARGE_PAUSE},
    store::{Read, Tx},
};
use std::{
    fmt::Display,
    ops::{Deref, DerefMut},
};

/// Who acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    Account(UserId),
    /// A program that calls with a token of this account.
    Token(UserId, ApiTokenId),
    /// A command on the data folder.
    Operator,
    /// The holder of an invite link.
    Candidate,
    /// The server of its own accord.
    Server,
}

impl By {
    /// The account that the audit log and the timeline name.
    #[must_use]
    pub const fn account(self) -> Option<UserId> {
        match self {
            Self::Account(id) | Self::Token(id, _) => Some(id),
            Self::Operator | Self::Candidate | Self::Server => None,
        }
    }
}

impl From<UserId> for By {
    fn from(id: UserId) -> Self {
        Self::Account(id)
    }
}

/// A write transaction with its circumstances; it dereferences to the transaction.
pub struct Work<'w, 't> {
    tx: &'w mut Tx<'t>,
    pub app: &'w App,
    /// The one instant of this use case.
    pub now: Instant,
    pub by: By,
}

impl<'t> Work<'_, 't> {
    /// The same work by someone else.
    pub fn acting(&mut self, by: By) -> Work<'_, 't> {
        Work { tx: self.tx, app: self.app, now: self.now, by }
    }

    /// Appends one entry to the hash chain of the audit log (`docs/behaviour/data.md#audit-log`). `target` is an id, never a
    /// name or an address.
    ///
    /// # Errors
    /// Storage only.
    pub fn audit(&mut self, action: &str, target: impl Display, note: &str) -> Result<()> {
        let previous = self.last::<AuditEntry>()?;
        let (number, hash) = previous.map_or((1, [0; 32]), |p| (p.number + 1, p.hash));
        let note = match self.by {
            By::Token(_, token) => format!("{note} token {token}").trim_start().to_owned(),
            _ => note.to_owned(),
        };
        let entry = AuditEntry {
            number,
            at: self.now,
            actor: self.by.account(),
            action: action.into(),
            target: target.to_string(),
            note,
            hash: [0; 32],
        };
        self.put(&entry.chained(&hash))?;
        Ok(())
    }
}

impl<'t> Deref for Work<'_, 't> {
    type Target = Tx<'t>;
    fn deref(&self) -> &Tx<'t> {
        self.tx
    }
}

impl<'t> DerefMut for Work<'_, 't> {
    fn deref_mut(&mut self) -> &mut Tx<'t> {
        self.tx
    }
}

impl App {
    /// Runs a use case as one transaction of `by`, at this instant.
    ///
    /// # Errors
    /// Those of `work`, which then has changed nothing; storage.
    pub fn write<B, T, F>(&self, by: B, work: F) -> impl Future<Output = Result<T>> + Send
    where
        B: Into<By>,
        T: Send + 'static,
        F: FnOnce(&mut Work<'_, '_>) -> Result<T> + Send + 'static,
    {
        self.write_at(self.now(), by, work)
    }

    /// Like [`App::write`], for a use case that has read the clock already. Of one account at most
    /// [`MAX_QUEUED`](crate::state::account_writes::MAX_QUEUED) are in the store's queue.
    ///
    /// # Errors
    /// Those of [`App::write`].
    pub fn write_at<B, T, F>(&self, now: Instant, by: B, work: F) -> impl Future<Output = Result<T>> + Send
    where
        B: Into<By>,
        T: Send + 'static,
        F: FnOnce(&mut Work<'_, '_>) -> Result<T> + Send + 'static,
    {
        let by = by.into();
        async move {
            let place = match by.account() {
                Some(account) => Some(self.limits.account_writes.place(account).await?),
                None => None,
            };
            self.queue(now, by, move |w| {
                let _place = place;
                work(w)
            })
            .await
        }
    }

    /// Like [`App::write_at`], for a batch: it waits for its turn among the large writes of all accounts, not among the
    /// small ones of its own, and is followed by a pause ([`WritePacing`](crate::state::write_pacing::WritePacing)).
    ///
    /// # Errors
    /// Those of [`App::write`].
    pub async fn write_paced<B, T, F>(&self, now: Instant, by: B, work: F) -> Result<T>
    where
        B: Into<By>,
        T: Send + 'static,
        F: FnOnce(&mut Work<'_, '_>) -> Result<T> + Send + 'static,
    {
        let by = by.into();
        self.limits.write_pacing.write(by.account(), BATCH_PAUSE, self.queue(now, by, work)).await
    }

    /// Like [`App::write_at`], for `bytes` of one record: if they are [`LARGE`], it takes its turn as a batch does, with a
    /// longer pause.
    ///
    /// # Errors
    /// Those of [`App::write`].
    pub async fn write_sized<B, T, F>(&self, now: Instant, by: B, bytes: usize, work: F) -> Result<T>
    where
        B: Into<By>,
        T: Send + 'static,
        F: FnOnce(&mut Work<'_, '_>) -> Result<T> + Send + 'static,
    {
        let by = by.into();
        if bytes < LARGE {
            return self.write_at(now, by, work).await;
        }
        self.limits.write_pacing.write(by.account(), LARGE_PAUSE, self.queue(now, by, work)).await
    }

    fn queue<T, F>(&self, now: Instant, by: By, work: F) -> impl Future<Output = Result<T>> + Send
    where
        T: Send + 'static,
        F: FnOnce(&mut Work<'_, '_>) -> Result<T> + Send + 'static,
    {
        let app = self.clone();
        self.store.write(move |tx| work(&mut Work { tx, app: &app, now, by }))
    }

    /// Writes in batches of the server, each followed by a rest as long, so that candidates' saves do not wait. A stop
    /// between two leaves the later ones undone.
    ///
    /// # Errors
    /// Those of `write`; storage.
    pub async fn write_batches<I, F>(&self, items: &[I], size: usize, write: F) -> Result<()>
    where
        I: Clone + Send + 'static,
        F: Fn(&mut Work<'_, '_>, &[I]) -> Result<()> + Clone + Send + 'static,
    {
        for batch in items.chunks(size) {
            let (batch, write) = (batch.to_vec(), write.clone());
            self.write_paced(self.now(), By::Server, move |w| write(w, &batch)).await?;
        }
        Ok(())
    }

    /// Runs what reads for long, or keeps a processor busy, on a thread that serves no requests.
    ///
    /// # Errors
    /// Those of `run`; 500 if it panics.
    pub async fn blocking<T, F>(&self, run: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&Self) -> Result<T> + Send + 'static,
    {
        let app = self.clone();
        tokio::task::spawn_blocking(move || run(&app)).await.map_err(Error::internal)?
    }
}
