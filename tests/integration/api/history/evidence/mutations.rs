//! Changed files of evidence: none is valid (`INVIGIL_EVIDENCE` sets how many are tried).

use super::Taken;
use crate::support::dice::Dice;
use invigil::{
    domain::evidence::{
        EvidenceManifest, ListedFile, MANIFEST, SIGNATURE,
        archive::{ArchiveWriter, File, read},
    },
    secrets::signing::SigningKey,
    service::result::evidence::verify::{TrustAnchors, verify},
};

type Owned = (String, Vec<u8>);

fn owned(files: &[File<'_>]) -> Vec<Owned> {
    files.iter().map(|(name, content)| ((*name).to_owned(), content.to_vec())).collect()
}

fn written(files: &[Owned]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut writer = ArchiveWriter::new(&mut out);
    for (name, content) in files {
        writer.add(name, content).unwrap();
    }
    writer.finish().unwrap();
    out
}

fn bytes_changed(dice: &mut Dice, bytes: &mut Vec<u8>, other: &[u8]) {
    let at = dice.below(bytes.len());
    let end = (at + 1 + dice.below(40)).min(bytes.len());
    match dice.below(5) {
        0 if !bytes.is_empty() => bytes[at] ^= 1 << dice.below(8),
        1 => drop(bytes.drain(at..end)),
        2 => bytes.insert(at, u8::try_from(dice.below(256)).unwrap()),
        3 => bytes.truncate(at),
        _ => {
            let from = dice.below(other.len());
            let piece = other[from..(from + 40).min(other.len())].to_vec();
            drop(bytes.splice(at..end, piece));
        }
    }
}

/// A well-formed archive with other content.
fn parts_changed(dice: &mut Dice, files: &[Owned], others: &[Owned]) -> Vec<u8> {
    let mut files = files.to_vec();
    let (one, two) = (dice.below(files.len()), dice.below(files.len()));
    match dice.below(6) {
        0 => files.swap(one, two),
        1 => drop(files.remove(one)),
        2 => files.push((format!("more{one}"), files[two].1.clone())),
        3 => files[one].1.clone_from(&others[one].1),
        4 => {
            let content = std::mem::take(&mut files[one].1);
            files[one].1 = std::mem::replace(&mut files[two].1, content);
        }
        _ => bytes_changed(dice, &mut files[one].1, &others[two].1),
    }
    written(&files)
}

#[tokio::test]
async fn no_changed_file_is_valid() {
    let (r, other) = (Taken::answered().await, Taken::answered().await);
    r.submit().await;
    other.submit().await;
    let (good, foreign) = (r.bundle().await, other.bundle().await);
    let known = TrustAnchors { signer: Some(r.signer().await), receipt: None };
    assert!(verify(&good, known).valid && !verify(&foreign, known).valid);
    let (files, others) = (owned(&read(&good).unwrap()), owned(&read(&foreign).unwrap()));
    let tries: u64 = std::env::var("INVIGIL_EVIDENCE").ok().and_then(|n| n.parse().ok()).unwrap_or(500);
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
    for n in 0..tries {
        let mut changed = if n % 2 == 0 { parts_changed(&mut dice, &files, &others) } else { good.clone() };
        if n % 2 == 1 {
            bytes_changed(&mut dice, &mut changed, &foreign);
        }
        let verdict = verify(&changed, known);
        assert!(!verdict.valid || changed == good, "mutation {n} is accepted");
        assert!(!verdict.intact || changed == good || changed == foreign, "mutation {n} is taken for intact");
    }
}

/// Signed again with another key: intact, but not by the expected signer. With an inconsistent history: not intact.
#[tokio::test]
async fn another_signature_makes_another_signer() {
    let r = Taken::answered().await;
    r.submit().await;
    let good = r.bundle().await;
    let known = TrustAnchors { signer: Some(r.signer().await), receipt: None };
    let forged = |part: &str, from: &str, to: &str| {
        let mut files = owned(&read(&good).unwrap());
        files.truncate(files.len() - 2);
        for (name, content) in &mut files {
            if name == part {
                let text = String::from_utf8(content.clone()).unwrap();
                assert!(text.contains(from));
                *content = text.replacen(from, to, 1).into_bytes();
            }
        }
        let (key, _) = SigningKey::generate();
        let head = super::file(&good, MANIFEST)["head"].as_str().map(str::to_owned);
        let mut manifest = EvidenceManifest::new("now".into(), r.attempt.to_string(), head, &key.public());
        manifest.files = files.iter().map(|(name, content)| ListedFile::of(name, content)).collect();
        let manifest = serde_json::to_vec(&manifest).unwrap();
        let signature = key.sign(&EvidenceManifest::signed(&manifest)).to_vec();
        files.extend([(MANIFEST.to_owned(), manifest), (SIGNATURE.to_owned(), signature)]);
        let verdict = verify(&written(&files), known);
        assert!(!verdict.valid && !verdict.signer.known);
        verdict.findings.first().map(|finding| finding.code)
    };
    assert_eq!(forged("attempt.json", "cora", "dora"), Some("signer"));
    assert_eq!(forged("answers.json", "one & two", "one & six"), Some("answers"));
    assert_eq!(forged("answers.json", "\"q1\"", "\"q9\""), Some("answers"));
    assert_eq!(forged("history.json", "\"arrival\": 0", "\"arrival\": 1"), Some("chain"));
    assert_eq!(forged("history.json", "\"seq\": 3", "\"seq\": 4"), Some("chain"));
    assert_eq!(forged("chain.json", "\"links\": 3", "\"links\": 2"), Some("chain"));
    assert_eq!(forged("chain.json", "\"since\": null", "\"since\": 5"), Some("chain"));
}
