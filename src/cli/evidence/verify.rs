//! `invigil evidence verify`, which needs no data folder.

use crate::{
    cli::{failure::Failure, text},
    domain::{
        evidence::{Fingerprint, archive::MAX_BYTES},
        hex,
        history::Head,
    },
    service::result::evidence::verify::{EvidenceVerification, TrustAnchors, verify},
};
use base64::{Engine, prelude::BASE64_STANDARD};
use clap::Args as ClapArgs;
use std::{
    fs::File,
    io::{Read, Write},
    path::{Path, PathBuf},
};

/// Bytes of a file with a key or a receipt.
const MAX_TEXT: u64 = 64 * 1024 * 1024;

#[derive(ClapArgs)]
pub struct Args {
    /// Evidence file
    file: PathBuf,
    /// File with the public keys that may have signed: one or more in PEM (`invigil evidence keys --pem`), or 64 hexadecimal
    /// digits
    #[arg(long, value_name = "FILE", conflicts_with = "fingerprint")]
    key: Option<PathBuf>,
    /// Fingerprint of the expected signer's key: 64 hexadecimal digits
    #[arg(long, value_name = "HEX")]
    fingerprint: Option<String>,
    /// The candidate's receipt, or a file with its proof
    #[arg(long, value_name = "FILE")]
    receipt: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn read(path: &Path, limit: u64) -> Result<Vec<u8>, Failure> {
    let refused = |why: String| Failure::refused(format!("{}: {why}", path.display()));
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(|e| refused(e.to_string()))?;
    file.take(limit + 1).read_to_end(&mut bytes).map_err(|e| refused(e.to_string()))?;
    if bytes.len() as u64 > limit { Err(refused("the file is too large".to_owned())) } else { Ok(bytes) }
}

/// The 64 hexadecimal digits of a text that stand alone. The same ones may occur more than once.
fn digits(text: &str) -> Option<[u8; 32]> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric()).map(str::to_ascii_lowercase);
    let mut found = words.filter_map(|word| hex::decode32(&word));
    let first = found.next()?;
    found.all(|other| other == first).then_some(first)
}

/// Public keys from PEM (the last 32 bytes of each) or one from digits; `None` without any, or if one is malformed.
fn public_keys(text: &str) -> Option<Vec<[u8; 32]>> {
    let mut blocks = text.split("-----BEGIN PUBLIC KEY-----").skip(1).peekable();
    if blocks.peek().is_none() {
        return digits(text).map(|key| vec![key]);
    }
    blocks.map(pem_body).collect()
}

fn pem_body(block: &str) -> Option<[u8; 32]> {
    let (body, _) = block.split_once("-----END")?;
    let body: String = body.split_whitespace().collect();
    let bytes = BASE64_STANDARD.decode(body).ok().filter(|bytes| bytes.len() == 44)?;
    bytes.last_chunk().copied()
}

/// The proof on a receipt: of JSON the member `head`, at the top or of its history; else the only digits.
fn proof(text: &str) -> Option<Head> {
    // A head that was copied by hand may be in capitals.
    let text = &text.to_ascii_lowercase();
    let json: serde_json::Value = serde_json::from_str(text).unwrap_or_default();
    let named = json.get("head").or_else(|| json.get("history")?.get("head"));
    named.map_or_else(|| digits(text), |head| hex::decode32(head.as_str()?)).map(Head)
}

impl Args {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let (signers, receipt) = (self.signers()?, self.receipt()?);
        let bytes = read(&self.file, MAX_BYTES)?;
        let by = |signer: Option<Fingerprint>| verify(&bytes, TrustAnchors { signer, receipt });
        let first = by(signers.first().copied());
        let signed = first.signer.fingerprint.as_deref();
        let other = signers.iter().skip(1).find(|other| signed == Some(other.to_string().as_str()));
        let verdict = other.map_or(first, |other| by(Some(*other)));
        if self.json {
            serde_json::to_writer_pretty(&mut *out, &verdict)?;
            writeln!(out)?;
        } else {
            report(&verdict, out)?;
        }
        if verdict.valid { Ok(()) } else { Err(Failure::refused(summary(&verdict))) }
    }

    /// The keys that may have signed; none if the caller knows none.
    fn signers(&self) -> Result<Vec<Fingerprint>, Failure> {
        if let Some(text) = &self.fingerprint {
            let no_hash = || Failure::refused("--fingerprint must be 64 hexadecimal digits");
            return hex::decode32(&text.trim().to_ascii_lowercase())
                .map(|hash| vec![Fingerprint(hash)])
                .ok_or_else(no_hash);
        }
        let Some(path) = &self.key else { return Ok(Vec::new()) };
        let no_key = || Failure::refused(format!("{}: this is no public key for evidence", path.display()));
        let text = String::from_utf8(read(path, MAX_TEXT)?).map_err(|_| no_key())?;
        let keys = public_keys(&text).ok_or_else(no_key)?;
        Ok(keys.iter().map(Fingerprint::of).collect())
    }

    fn receipt(&self) -> Result<Option<Head>, Failure> {
        let Some(path) = &self.receipt else { return Ok(None) };
        let text = String::from_utf8_lossy(&read(path, MAX_TEXT)?).into_owned();
        let no_proof = || Failure::refused(format!("{}: there is no proof of 64 hexadecimal digits", path.display()));
        proof(&text).map(Some).ok_or_else(no_proof)
    }
}

fn summary(verdict: &EvidenceVerification) -> &'static str {
    match (verdict.intact, verdict.receipt, verdict.signer.known) {
        (false, ..) => "the evidence is not intact",
        (true, Some(false), _) => "the evidence does not fit the receipt",
        (true, _, false) if verdict.names_another_signer() => "intact, but signed by another key than the expected one",
        (true, _, false) => "intact, signer unknown",
        (true, _, true) => "intact, and signed by the expected key",
    }
}

fn report(verdict: &EvidenceVerification, out: &mut impl Write) -> Result<(), Failure> {
    for finding in &verdict.findings {
        writeln!(out, "{}", text::one_line(&finding.text))?;
    }
    for note in &verdict.notes {
        writeln!(out, "Note: {}", text::one_line(note))?;
    }
    let lines = [("Result", &verdict.attempt), ("Written", &verdict.created), ("Head", &verdict.head)];
    for (name, value) in lines {
        if let Some(value) = value {
            writeln!(out, "{name}: {}", text::one_line(value))?;
        }
    }
    if let Some(fingerprint) = &verdict.signer.fingerprint {
        writeln!(out, "Signed with: {fingerprint}")?;
    }
    if verdict.valid {
        writeln!(out, "Valid: {}.", summary(verdict))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::result::evidence::pem;

    #[test]
    fn keys_and_receipts_are_found_in_what_people_have() {
        let digits = "ab".repeat(32);
        let bytes = [0xab; 32];
        assert_eq!(public_keys(&pem(&bytes)), Some(vec![bytes]));
        assert_eq!(
            public_keys(&format!("{}{}", pem(&[1; 32]), pem(&bytes))),
            Some(vec![[1; 32], bytes]),
            "rotated keys"
        );
        assert_eq!(public_keys(&format!(" {digits}\n")), Some(vec![bytes]));
        assert_eq!(public_keys("-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----"), None);
        assert_eq!(public_keys(""), None);
        let receipts = [
            digits.clone(),
            format!("Your test was received\n\nTest: T\nProof of your answers: {}\n", digits.to_uppercase()),
            format!("{{\"head\":\"{digits}\"}}"),
            format!("{{\"head\":\"{}\"}}", digits.to_uppercase()),
            format!("{{\"history\":{{\"head\":\"{digits}\",\"salt\":\"{}\"}}}}", "cd".repeat(32)),
        ];
        for receipt in receipts {
            assert_eq!(proof(&receipt), Some(Head(bytes)), "{receipt}");
        }
        for bad in ["", "abc", &format!("{digits} {}", "cd".repeat(32)), "{\"head\":1}"] {
            assert_eq!(proof(bad), None, "{bad}");
        }
    }
}
