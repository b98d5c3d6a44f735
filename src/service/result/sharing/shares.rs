//! Making, listing and revoking links.

use crate::{
    app::App,
    domain::{
        Error, Result, ShareId, TestId,
        share::{Draft, MAX_SHARES, Share},
        submission::Submission,
    },
    secrets::token,
    service::{actor::Admin, query, settings},
    store::{Read, records},
};

/// A link without its token.
pub struct Signed {
    pub share: Share,
    /// Name of the administrator.
    pub by: String,
    /// Names of the candidates, in order.
    pub names: Vec<String>,
}

fn signed(read: &impl Read, share: Share) -> Result<Signed> {
    let mut names = Vec::new();
    for id in &share.submissions {
        names.extend(read.get::<Submission>(*id)?.map(|submission| submission.applicant_name));
    }
    Ok(Signed { by: query::person::name_of(read, share.by)?, names, share })
}

/// Makes a link. Returns it once: only its hash is stored.
///
/// # Errors
/// 404; 409 `too_many`; 422.
pub async fn create(app: &App, admin: &Admin, draft: Draft) -> Result<(Signed, String)> {
    let (validity, shows) = (draft.check()?, draft.shows());
    let (id, secret) = (app.new_id::<ShareId>(), token::new());
    let link = format!("{}/shared/{secret}", settings::public_url(app)?);
    let shared = app.write(admin, move |w| {
        let mut submissions = Vec::new();
        for id in &draft.submissions {
            submissions.push(w.get::<Submission>(*id)?.ok_or_else(|| Error::not_found("result"))?);
        }
        let test_id = submissions[0].test_id;
        if submissions.iter().any(|submission| submission.test_id != test_id) {
            return Err(Error::field("submission_ids", "The results of one link must be of one test."));
        }
        let now = w.now;
        let valid =
            w.linked(records::SHARES_BY_TEST.under(test_id))?.iter().filter(|share| share.is_valid(now)).count();
        if valid >= MAX_SHARES {
            let detail = format!("This test already has {MAX_SHARES} links that are valid, which is the limit.");
            return Err(Error::conflict("too_many", detail));
        }
        let share = Share {
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

/// The links of a test, newest first.
///
/// # Errors
/// Storage only.
pub fn of_test(app: &App, _: &Admin, test: TestId) -> Result<Vec<Signed>> {
    let read = app.store.read()?;
    let mut shares: Vec<Share> = read.linked(records::SHARES_BY_TEST.under(test))?;
    shares.reverse();
    shares.into_iter().map(|share| signed(&read, share)).collect()
}

/// Revokes a link. Once more changes nothing.
///
/// # Errors
/// 404.
pub async fn revoke(app: &App, admin: &Admin, id: ShareId) -> Result<()> {
    app.write(admin, move |w| {
        let mut share: Share = w.get(id)?.ok_or_else(|| Error::not_found("link"))?;
        if share.revoked_at.is_none() {
            share.revoked_at = Some(w.now);
            w.put(&share)?;
            w.audit("result.unshare", id, "")?;
        }
        Ok(())
    })
    .await
}
