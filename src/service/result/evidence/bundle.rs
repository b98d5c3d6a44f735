//! Writes the evidence of a result: the file that `docs/evidence.md#the-file` specifies.

use super::{
    gather, keys,
    report::{self, Signed},
};
use crate::{
    app::App,
    domain::{
        AttemptId, Error, ErrorCode, Instant, Result, anonymity,
        attempt::Attempt,
        evidence::{
            EvidenceManifest, Fingerprint, ListedFile, MANIFEST, SIGNATURE,
            archive::ArchiveWriter,
            documents::{self, ANSWERS, ATTEMPT, CHAIN, CONSENT, GRADES, HISTORY, PAPER, REPORT, TIMELINE},
        },
        screenshot::ScreenshotPicture,
    },
    secrets::signing::SigningKey,
    service::{
        actor::Custodian,
        attempt::consent::given,
        export::{ExportOutput, export_error::Failed},
        monitor::screenshots::Taken,
        query::{self, history::KeptHistory},
        result::results,
    },
    store::{Read, Record},
};
use serde::Serialize;
use std::io::{self, Write};

/// Evidence that may be written: of an attempt that has ended, audited, with the key that signs it.
pub struct EvidenceRequest {
    id: AttemptId,
    key: SigningKey,
    at: Instant,
}

impl EvidenceRequest {
    /// A name for the file.
    #[must_use]
    pub fn file_name(&self) -> String {
        format!("evidence-{}.zip", self.id)
    }
}

/// Prepares the evidence of an ended attempt, and enters that into the audit log.
///
/// # Errors
/// 404; 409 `not_ended`, `reveal_first`.
pub async fn order(app: &App, by: &Custodian, id: AttemptId) -> Result<EvidenceRequest> {
    let id = {
        let read = app.store.read()?;
        let id = query::naming::named(&read, id)?;
        let attempt: Attempt = read.get(id)?.ok_or_else(|| Error::not_found("result"))?;
        if attempt.is_running() {
            let detail = "This test is still running: there is evidence once it has ended.";
            return Err(Error::conflict(ErrorCode::NotEnded, detail));
        }
        // It is signed with its own id and times, which were known with the name.
        if query::naming::hides(&read, attempt.test_id)? {
            return Err(anonymity::reveal_first());
        }
        id
    };
    let key = keys::current(app, by).await?;
    let note = Fingerprint::of(&key.public()).to_string();
    let at = app.write(by, move |w| w.audit("results.evidence", id, &note).map(|()| w.now)).await?;
    Ok(EvidenceRequest { id, key, at })
}

/// Everything but the screenshots, which are read one at a time.
struct Gathered {
    files: Vec<(&'static str, Vec<u8>)>,
    screenshots: Vec<Taken>,
    head: Option<String>,
}

fn json(content: &impl Serialize) -> Result<Vec<u8>> {
    let mut text = serde_json::to_vec_pretty(content).map_err(Error::internal)?;
    text.push(b'\n');
    Ok(text)
}

fn gather(app: &App, order: &EvidenceRequest) -> Result<Gathered> {
    let read = app.store.read()?;
    let detail = results::detail_in(app, &read, order.id)?;
    let attempt = query::attempt::load(&read, order.id)?;
    let history = query::history::load(&read, order.id)?;
    let found = match &history {
        Some(KeptHistory { chain, entries, .. }) => {
            let damaged = || Error::internal(format!("the history of {} is damaged", order.id));
            Some(documents::history(chain, entries, attempt.started_at).ok_or_else(damaged)?)
        }
        None => None,
    };
    let (chain, saves) = found.unzip();
    let consent = given(&read, order.id)?;
    let public = order.key.public();
    let signed = Signed { at: order.at, public: &public, fingerprint: Fingerprint::of(&public).to_string() };
    let mut files = vec![
        (REPORT, report::page(&detail, chain.as_ref(), consent.as_ref(), &signed).into_bytes()),
        (
            ATTEMPT,
            json(&gather::attempt(&detail, &attempt, history.as_ref().map(|kept| &kept.chain), consent.as_ref()))?,
        ),
        (PAPER, json(&gather::paper(&detail.paper))?),
        (ANSWERS, json(&gather::answers(&detail))?),
    ];
    if let Some(given) = consent {
        files.push((CONSENT, given.text.text.into_bytes()));
    }
    if let (Some(chain), Some(saves)) = (&chain, &saves) {
        files.extend([(HISTORY, json(saves)?), (CHAIN, json(chain)?)]);
    }
    files.extend([(TIMELINE, json(&gather::timeline(&detail))?), (GRADES, json(&gather::grades(&read, &detail)?)?)]);
    Ok(Gathered { files, screenshots: detail.screenshots, head: chain.map(|chain| chain.head) })
}

/// The bytes of a screenshot, which may have been erased meanwhile.
fn picture(app: &App, taken: &Taken) -> Result<Vec<u8>> {
    let picture: Option<ScreenshotPicture> = app.store.read()?.get(taken.screenshot.id())?;
    Ok(picture.ok_or_else(|| Error::not_found("picture"))?.bytes)
}

/// An archive whose files enter the manifest.
struct Bundle<W> {
    archive: ArchiveWriter<W>,
    manifest: EvidenceManifest,
}

impl<W: Write> Bundle<W> {
    fn add(&mut self, name: &str, content: &[u8]) -> io::Result<()> {
        self.manifest.files.push(ListedFile::of(name, content));
        self.archive.add(name, content)
    }

    fn finish(mut self, key: &SigningKey) -> Result<(), Failed> {
        let manifest = json(&self.manifest)?;
        self.archive.add(MANIFEST, &manifest)?;
        self.archive.add(SIGNATURE, &key.sign(&EvidenceManifest::signed(&manifest)))?;
        Ok(self.archive.finish()?)
    }
}

/// Writes the file. Blocks its thread while it reads and writes.
///
/// # Errors
/// Storage, a damaged history, an attempt that is erased meanwhile; I/O errors of `out`.
pub fn write(app: &App, order: &EvidenceRequest, out: &mut dyn ExportOutput) -> Result<(), Failed> {
    let Gathered { files, screenshots, head } = gather(app, order)?;
    let manifest = EvidenceManifest::new(order.at.to_string(), order.id.to_string(), head, &order.key.public());
    let mut bundle = Bundle { archive: ArchiveWriter::new(out), manifest };
    for (name, content) in files {
        bundle.add(name, &content)?;
    }
    for (number, taken) in (1..).zip(&screenshots) {
        bundle.add(&gather::path(number, taken), &picture(app, taken)?)?;
    }
    bundle.finish(&order.key)
}
