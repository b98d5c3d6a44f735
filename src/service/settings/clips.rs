//! Whether a test keeps clips around flags, and what an attempt keeps: agreed at its start
//! (`docs/behaviour/monitoring.md#clips-around-flags`).

use crate::{
    app::App,
    domain::{
        AttemptId, Result, TestId,
        clip::{self, AgreedClips, ClipRule},
        invite::Invite,
        signal::SignalKind,
    },
    service::{
        actor::{Author, TestReader},
        query,
        work::Work,
    },
    store::Read,
};

/// The rule of a test with the name of who stored it; both `None` before the first one.
#[derive(Clone, Debug, Default)]
pub struct StoredClipRule {
    pub rule: Option<ClipRule>,
    pub by: Option<String>,
}

fn shown(read: &impl Read, rule: Option<ClipRule>) -> Result<StoredClipRule> {
    let by = rule.as_ref().map(|rule| query::person::name_of(read, rule.by)).transpose()?;
    Ok(StoredClipRule { rule, by })
}

/// # Errors
/// 404.
pub fn get(app: &App, _: &TestReader, test: TestId) -> Result<StoredClipRule> {
    let read = app.store.read()?;
    query::require_test(&read, test)?;
    shown(&read, read.get(test)?)
}

/// # Errors
/// 404; 409 `changed_meanwhile` with who stored the current one; 422 on `signals`.
pub async fn set(
    app: &App,
    by: &Author,
    test: TestId,
    (is_on, signals): (bool, Vec<SignalKind>),
    version: Option<u32>,
) -> Result<StoredClipRule> {
    let signals = clip::check_signals(&signals)?;
    app.write(by, move |w| {
        query::require_test(&**w, test)?;
        let old: Option<ClipRule> = w.get(test)?;
        let stored = old.as_ref().map(|old| (old.version, old.by, old.at));
        query::version::require_version(&**w, version, stored, "the rule about clips")?;
        let current = old.as_ref().map_or(0, |old| old.version);
        let is_same =
            old.as_ref().map_or(!is_on && signals.is_empty(), |old| old.is_on == is_on && old.signals == signals);
        if is_same {
            return shown(&**w, old);
        }
        let rule = ClipRule { test_id: test, is_on, signals, version: current + 1, by: w.by.account(), at: w.now };
        w.put(&rule)?;
        w.audit("test.clips", test, if is_on { "kept" } else { "not kept" })?;
        shown(&**w, Some(rule))
    })
    .await
}

/// The signals of a test that keeps clips. `None`: it keeps none.
fn asked(read: &impl Read, test: TestId) -> Result<Option<Vec<SignalKind>>> {
    Ok(read.get::<ClipRule>(test)?.filter(|rule| rule.is_on).map(|rule| rule.signals))
}

/// An attempt begins: what its candidate was shown before holds until its end.
///
/// # Errors
/// Storage only.
pub(in crate::service) fn agree(w: &mut Work<'_, '_>, attempt_id: AttemptId, invite: &Invite) -> Result<()> {
    if let Some(signals) = asked(&**w, invite.test_id)? {
        w.put(&AgreedClips { attempt_id, signals })?;
    }
    Ok(())
}

/// The signals that make clips, beside flags and screenshots, of an attempt or of one that would begin now. `None`: no clips
/// are kept.
///
/// # Errors
/// Storage only.
pub(in crate::service) fn of_invite(read: &impl Read, invite: &Invite) -> Result<Option<Vec<SignalKind>>> {
    match invite.attempt_id {
        Some(id) => Ok(read.get::<AgreedClips>(id)?.map(|agreed| agreed.signals)),
        None => asked(read, invite.test_id),
    }
}
