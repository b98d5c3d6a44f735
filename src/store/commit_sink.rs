//! How the tests of the store follow its commits.

use super::ChangeSet;
use std::{
    fmt,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

/// Receives the change set of each commit, in order, after the commit and before the replies to its callers. It runs on the
/// writer thread: it must be quick and must not wait for the store.
#[derive(Clone)]
pub struct CommitSink(Arc<dyn Fn(ChangeSet) + Send + Sync>);

impl CommitSink {
    #[must_use]
    pub fn new(receive: impl Fn(ChangeSet) + Send + Sync + 'static) -> Self {
        Self(Arc::new(receive))
    }

    /// A panic of the receiver must not fail a commit that is durable.
    fn give(&self, set: ChangeSet) {
        if catch_unwind(AssertUnwindSafe(|| (self.0)(set))).is_err() {
            tracing::error!("the receiver of a commit's changes panicked");
        }
    }
}

impl fmt::Debug for CommitSink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CommitSink")
    }
}

/// The commits of a store, as they are given to a sink.
pub(super) struct FollowedCommits {
    sink: Option<CommitSink>,
    /// The change set of a commit that failed and may have reached the file nevertheless. The next batch shows whether it
    /// did: then it continues it.
    uncertain: Option<ChangeSet>,
}

impl FollowedCommits {
    pub const fn to(sink: Option<CommitSink>) -> Self {
        Self { sink, uncertain: None }
    }

    /// A commit begins.
    pub fn begin(&mut self, set: &ChangeSet) {
        if let Some(earlier) = self.uncertain.take_if(|earlier| earlier.head == set.before) {
            self.give(earlier);
        }
        self.uncertain = Some(set.clone());
    }

    /// The commit has succeeded.
    pub fn end(&mut self) {
        if let Some(set) = self.uncertain.take() {
            self.give(set);
        }
    }

    fn give(&self, set: ChangeSet) {
        if let Some(sink) = &self.sink {
            sink.give(set);
        }
    }
}
