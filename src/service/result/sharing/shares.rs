//! Making, listing and revoking links.

use crate::{
    app::App,
    domain::{
        Error, ErrorCode, Result, ShareId, TestId,
        share::{MAX_KEPT, MAX_SHARES, SharedLink, SharedLinkDraft},
        submission::Submission,
    },
    secrets::token,
    service::{actor::Decider, query, settings, work::Work},
    store::{Read, records},
};
use std::collections::HashSet;

/// A link without its token, with its submissions by the ids that they are shown under.
pub struct NamedSharedLink {
    pub share: SharedLink,
    /// Name of the administrator.
    pub by: String,
    /// Names of the candidates, in order.
    pub names: Vec<String>,
}

fn signed(read: &impl Read, mut share: SharedLink) -> Result<NamedSharedLink> {
    let mut names = Vec::new();
    for id in &mut share.submissions {
        if let Some(submission) = read.get::<Submission>(*id)? {
            let shown = query::naming::of_result(read, submission)?;
            *id = shown.shown_id();
            names.push(shown.applicant_name);
        }
    }
    Ok(NamedSharedLink { by: query::person::name_of(read, share.by)?, names, share })
}

/// Makes a link. Returns it once: only its hash is stored.
///
/// # Errors
/// 404; 409 `too_many`; 422.
pub async fn create(app: &App, decider: &Decider, draft: SharedLinkDraft) -> Result<(NamedSharedLink, String)> {
    let mut draft = draft;
    let mut seen = HashSet::new();
    draft.submissions = query::naming::all_named(&app.store.read()?, draft.submissions)?;
    draft.submissions.retain(|id| seen.insert(*id));
    let (validity, shows) = (draft.check()?, draft.shows());
    let (id, secret) = (app.new_id::<ShareId>(), token::new());
    let link = format!("{}/shared/{secret}", settings::public_url(app)?);
    let scope = decider.scope().clone();
    let shared = app.write(decider, move |w| {
        let mut submissions = Vec::new();
        for id in &draft.submissions {
            let found = w.get::<Submission>(*id)?.filter(|found| scope.permits(found.test_id));
            submissions.push(found.ok_or_else(|| Error::not_found("result"))?);
        }
        let test_id = submissions[0].test_id;
        if submissions.iter().any(|submission| submission.test_id != test_id) {
            return Err(Error::field("submission_ids", "The results of one link must be of one test."));
        }
        make_room(w, test_id)?;
        let now = w.now;
        let share = SharedLink {
            id,
            test_id,
            submissions: draft.submissions,
            shows,
            token_hash: token::hash(&secret),
            by: w.by.account(),
            at: now,
            expires_at: now.plus(validity),
            revoked_at: None,
            views: 0,
            viewed_at: None,
        };
        w.put(&share)?;
        w.audit("result.share", id, &format!("{} results", share.submissions.len()))?;
        signed(&**w, share)
    });
    Ok((shared.await?, link))
}

/// Deletes the oldest links that are over, so that a test keeps [`MAX_KEPT`] with the next one.
///
/// # Errors
/// 409 `too_many`.
pub(super) fn make_room(w: &mut Work<'_, '_>, test: TestId) -> Result<()> {
    let now = w.now;
    let shares: Vec<SharedLink> = w.linked(records::SHARES_BY_TEST.under(test))?;
    let surplus = (shares.len() + 1).saturating_sub(MAX_KEPT);
    let (valid, over): (Vec<SharedLink>, Vec<SharedLink>) = shares.into_iter().partition(|share| share.is_valid(now));
    if valid.len() >= MAX_SHARES {
        let detail = format!("This test already has {MAX_SHARES} links that are valid, which is the limit.");
        return Err(Error::conflict(ErrorCode::TooMany, detail));
    }
    for share in over.iter().take(surplus) {
        w.delete::<SharedLink>(share.id)?;
    }
    Ok(())
}

/// The links of a test, newest first.
///
/// # Errors
/// 404 for a test that the permission is not for.
pub fn of_test(app: &App, by: &Decider, test: TestId) -> Result<Vec<NamedSharedLink>> {
    by.require(test, "test")?;
    let read = app.store.read()?;
    let mut shares: Vec<SharedLink> = read.linked(records::SHARES_BY_TEST.under(test))?;
    shares.reverse();
    shares.into_iter().map(|share| signed(&read, share)).collect()
}

/// Revokes a link. Repeating it changes nothing.
///
/// # Errors
/// 404.
pub async fn revoke(app: &App, by: &Decider, id: ShareId) -> Result<()> {
    let scope = by.scope().clone();
    app.write(by, move |w| {
        let found = w.get::<SharedLink>(id)?.filter(|share| scope.permits(share.test_id));
        let mut share = found.ok_or_else(|| Error::not_found("link"))?;
        if share.revoked_at.is_none() {
            share.revoked_at = Some(w.now);
            w.put(&share)?;
            w.audit("result.unshare", id, "")?;
        }
        Ok(())
    })
    .await
}
