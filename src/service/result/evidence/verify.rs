//! Verifies the file of evidence, without the data that it is from (`docs/evidence.md#verification`).

use crate::{
    domain::{
        evidence::{
            EvidenceFinding, EvidenceManifest, Fingerprint, ListedFile, MANIFEST, SIGNATURE,
            archive::{self, File},
            documents::{
                ANSWERS, ATTEMPT, AnswersDocument, CHAIN, ChainDocument, GRADES, HISTORY, PAPER, REPORT, TIMELINE,
            },
            prove,
        },
        history::Head,
    },
    secrets::signing,
};
use serde::{Serialize, de::DeserializeOwned};
use std::collections::BTreeSet;

/// Who signed.
#[derive(Debug, Default, Serialize)]
pub struct Signer {
    /// Whether the key is the one that the caller expects.
    pub known: bool,
    pub fingerprint: Option<String>,
}

/// Result of the verification.
#[derive(Debug, Default, Serialize)]
pub struct EvidenceVerification {
    /// Intact, by a known signer, and fitting the receipt if one was given.
    pub valid: bool,
    /// Complete and unchanged since it was signed.
    pub intact: bool,
    pub signer: Signer,
    pub attempt: Option<String>,
    pub created: Option<String>,
    pub head: Option<String>,
    /// Whether the receipt fits; `None` without one.
    pub receipt: Option<bool>,
    pub findings: Vec<EvidenceFinding>,
    pub notes: Vec<String>,
}

/// Trust anchors known to the caller.
#[derive(Clone, Copy, Debug, Default)]
pub struct TrustAnchors {
    pub signer: Option<Fingerprint>,
    pub receipt: Option<Head>,
}

const REQUIRED: [&str; 6] = [REPORT, ATTEMPT, PAPER, ANSWERS, TIMELINE, GRADES];
const OF_HISTORY: [&str; 2] = [HISTORY, CHAIN];

/// Code of the finding that another key than the expected one has signed.
const SIGNER: &str = "signer";

impl EvidenceVerification {
    /// Another key has signed than the caller expects.
    #[must_use]
    pub fn names_another_signer(&self) -> bool {
        self.findings.iter().any(|finding| finding.code == SIGNER)
    }

    fn find(&mut self, code: &'static str, text: impl Into<String>) {
        self.findings.push(EvidenceFinding::new(code, text));
    }
}

fn content<'b>(files: &[File<'b>], name: &str) -> Option<&'b [u8]> {
    files.iter().find(|(found, _)| *found == name).map(|(_, content)| *content)
}

fn document<T: DeserializeOwned>(files: &[File<'_>], name: &str) -> Option<T> {
    serde_json::from_slice(content(files, name)?).ok()
}

/// Compares the files with the manifest.
fn check_files(verdict: &mut EvidenceVerification, manifest: &EvidenceManifest, files: &[File<'_>]) {
    for (name, content) in files.iter().filter(|(name, _)| ![MANIFEST, SIGNATURE].contains(name)) {
        match manifest.files.iter().find(|listed| listed.name == *name) {
            None => verdict.find("extra_file", format!("{name} is not in the manifest.")),
            Some(listed) if *listed != ListedFile::of(name, content) => {
                verdict.find("changed_file", format!("{name} was changed."));
            }
            Some(_) => {}
        }
    }
    let of_history = OF_HISTORY.iter().filter(|_| manifest.head.is_some());
    let listed = manifest.files.iter().map(|listed| listed.name.as_str());
    let expected: BTreeSet<&str> = REQUIRED.iter().chain(of_history).copied().chain(listed).collect();
    for name in expected.into_iter().filter(|name| content(files, name).is_none()) {
        verdict.find("missing_file", format!("{name} is missing."));
    }
    let order = manifest.files.iter().map(|listed| listed.name.as_str()).chain([MANIFEST, SIGNATURE]);
    if verdict.findings.is_empty() && !order.eq(files.iter().map(|(name, _)| *name)) {
        verdict.find("not_canonical", "The parts are not in the order of the manifest.");
    }
}

fn check_signature(
    verdict: &mut EvidenceVerification,
    manifest: &EvidenceManifest,
    files: &[File<'_>],
    known: Option<Fingerprint>,
) {
    let bytes = content(files, MANIFEST).unwrap_or_default();
    let signature = content(files, SIGNATURE).unwrap_or_default();
    let Some(public) = manifest.public_key() else {
        return verdict.find("signature", "The key in the manifest is malformed, or does not match its fingerprint.");
    };
    if !signing::verify(&public, &EvidenceManifest::signed(bytes), signature) {
        return verdict.find("signature", "The signature is not of this manifest and its key.");
    }
    let fingerprint = Fingerprint::of(&public);
    verdict.signer = Signer { known: known == Some(fingerprint), fingerprint: Some(fingerprint.to_string()) };
}

fn check_history(
    verdict: &mut EvidenceVerification,
    manifest: &EvidenceManifest,
    files: &[File<'_>],
    receipt: Option<Head>,
) {
    let Some(head) = &manifest.head else {
        verdict.notes.push("No history was kept of this attempt.".to_owned());
        if receipt.is_some() {
            verdict.find("receipt", "There is no history that this receipt could belong to.");
        }
        return;
    };
    let chain: Option<ChainDocument> = document(files, CHAIN);
    let (Some(chain), Some(history), Some(answers)) =
        (chain, document(files, HISTORY), document::<AnswersDocument>(files, ANSWERS))
    else {
        return verdict.find("chain", "The history or the answers cannot be read.");
    };
    if chain.head != *head || chain.attempt_id().is_none_or(|id| id.to_string() != manifest.attempt) {
        return verdict.find("chain", "The chain does not match the manifest.");
    }
    let proof = prove(&chain, history, &answers, receipt);
    verdict.findings.extend(proof.findings);
    verdict.notes.extend(proof.notes);
}

/// Verifies a whole file.
#[must_use]
pub fn verify(bytes: &[u8], known: TrustAnchors) -> EvidenceVerification {
    let mut verdict = EvidenceVerification { receipt: known.receipt.map(|_| false), ..EvidenceVerification::default() };
    let Some(files) = archive::read(bytes) else {
        verdict.find("not_canonical", "This is not a file of evidence, or it was changed, cut or written again.");
        return verdict;
    };
    let Some(manifest) = content(&files, MANIFEST).and_then(EvidenceManifest::read) else {
        verdict.find("manifest", "The manifest is missing, or it is of an unknown version.");
        return verdict;
    };
    verdict.attempt = Some(manifest.attempt.clone());
    verdict.created = Some(manifest.created.clone());
    verdict.head.clone_from(&manifest.head);
    check_files(&mut verdict, &manifest, &files);
    check_signature(&mut verdict, &manifest, &files, known.signer);
    if verdict.findings.is_empty() {
        check_history(&mut verdict, &manifest, &files, known.receipt);
    }
    let is_of_receipt = |finding: &EvidenceFinding| finding.code == "receipt";
    verdict.intact = verdict.findings.iter().all(is_of_receipt);
    verdict.receipt = known.receipt.map(|_| verdict.findings.is_empty());
    verdict.valid = verdict.findings.is_empty() && verdict.signer.known;
    if let (Some(expected), Some(signed), false) = (known.signer, &verdict.signer.fingerprint, verdict.signer.known) {
        let text = format!("Another key has signed it: {signed}, and not the expected {expected}.");
        verdict.find(SIGNER, text);
    }
    verdict
}
