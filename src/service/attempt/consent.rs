//! The text that a candidate accepts at a start, and the proof of it (`docs/behaviour/taking.md#consent`).

use crate::{
    domain::{
        AttemptId, Error, Result, TestId,
        consent::{self, AcceptedText, Consent, NamedConsent},
    },
    service::{settings::consent::asked, work::Work},
    store::{Read, Snapshot},
};

/// A text with the proof that it was accepted.
pub struct GivenConsent {
    pub proof: Consent,
    pub text: AcceptedText,
}

/// Checks the accepted text of an attempt that begins, and keeps the proof.
///
/// # Errors
/// 409 `consent_changed` unless `named` is the text that the test asks for, or a translation of it, in its format.
pub(super) fn accept(w: &mut Work<'_, '_>, id: AttemptId, test: TestId, named: &NamedConsent) -> Result<()> {
    let Some((wanted, is_of_test)) = asked(&**w, test)? else { return Ok(()) };
    let Some((hash, wording, language)) = wanted.named(named) else {
        return Err(consent::changed(named, &wanted));
    };
    if !w.has::<AcceptedText>(hash)? {
        w.put(&AcceptedText { hash, text: wording.to_owned(), format: wanted.format })?;
    }
    let (at, format) = (w.now, Some(wanted.format));
    w.put(&Consent { attempt_id: id, hash, version: wanted.version, is_of_test, at, language, format })?;
    Ok(())
}

/// The text that was accepted at the start of an attempt, in the format in which it was read then.
///
/// # Errors
/// Storage, a missing text.
pub fn given(read: &Snapshot, id: AttemptId) -> Result<Option<GivenConsent>> {
    let Some(proof) = read.get::<Consent>(id)? else { return Ok(None) };
    let missing = || Error::internal(format!("the text that was accepted for {id} is missing"));
    let kept: AcceptedText = read.get(proof.hash)?.ok_or_else(missing)?;
    let text = AcceptedText { format: proof.format.unwrap_or(kept.format), ..kept };
    Ok(Some(GivenConsent { proof, text }))
}
