//! Signed evidence of a result, and its verification (docs/evidence.md).

mod keys;
mod mutations;

use super::Taken;
use crate::support::{binary::Place, call::Reply, journey::text};
use invigil::{
    domain::{
        attempt::{Answer, LateAnswer},
        audit::AuditEntry,
        evidence::{Fingerprint, archive},
        hex,
        history::{Arrival, Arrived, Head, HistoryChain, HistoryStage, Logged, PackedHistory, RecentEntries},
        time::SECOND,
    },
    service::result::evidence::verify::{EvidenceVerification, TrustAnchors, verify},
    store::{Read, Record},
};
use serde_json::{Value, json};

fn digits(value: &Value) -> [u8; 32] {
    hex::decode32(text(value)).unwrap()
}

fn codes(verdict: &EvidenceVerification) -> Vec<&str> {
    verdict.findings.iter().map(|finding| finding.code).collect()
}

fn file(bundle: &[u8], name: &str) -> Value {
    let files = archive::read(bundle).unwrap();
    serde_json::from_slice(files.iter().find(|(found, _)| *found == name).unwrap().1).unwrap()
}

impl Taken {
    /// An attempt with saved answers that are still to be submitted.
    async fn answered() -> Self {
        let r = Self::begin(Some("keystrokes")).await;
        r.t.clock.advance(SECOND * 4);
        let edits = super::typed(0, 20, 0, "<b>one");
        r.save(json!([{"question_id": "q2", "answer": "<b>one", "seq": 1, "edits": edits}])).await;
        r.save(json!([{"question_id": "q1", "answer": "B", "seq": 2}])).await;
        r.save(json!([{"question_id": "q2", "answer": "<b>one & two", "seq": 3}])).await;
        r
    }

    async fn export(&self) -> Reply {
        self.t.get(format!("/api/results/{}/evidence", self.attempt)).bearer(&self.admin).send().await
    }

    async fn bundle(&self) -> Vec<u8> {
        let reply = self.export().await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        reply.bytes
    }

    /// The key that signs now.
    async fn signer(&self) -> Fingerprint {
        let keys = self.t.get("/api/evidence-keys").bearer(&self.admin).send().await.ok();
        Fingerprint(digits(&keys["keys"][0]["fingerprint"]))
    }

    async fn verified(&self, receipt: Option<[u8; 32]>) -> EvidenceVerification {
        let bundle = self.bundle().await;
        verify(&bundle, TrustAnchors { signer: Some(self.signer().await), receipt: receipt.map(Head) })
    }

    /// Another answer in the database, as its owner would write it: with a history that leads to it.
    async fn forge(&self, texts: Vec<&'static str>) {
        let (id, old, logged) = (self.attempt, self.chain(), self.logged());
        self.t
            .app
            .store
            .write(move |tx| {
                let mut chain = HistoryChain::new(id, old.mode, old.salt, old.since);
                tx.delete::<PackedHistory>(id)?;
                for logged in logged {
                    tx.discard::<Logged>(logged.id())?;
                }
                let mut answer: Answer = tx.get((id, "q2"))?.unwrap();
                tx.delete::<Answer>((id, "q1"))?;
                let mut before: Option<(&str, u64)> = None;
                for (seq, text) in (1..).zip(texts) {
                    let at = answer.saved_at;
                    let arrived = Arrived { question_id: "q2", seq, text, edits: &[], at, arrival: Arrival::Counted };
                    let entry = chain.append(&arrived, before).unwrap();
                    tx.put(&chain.store_apart(&entry))?;
                    before = Some((text, seq));
                    text.clone_into(&mut answer.text);
                }
                chain.stage = HistoryStage::Ended;
                answer.recent = RecentEntries::default();
                tx.put(&answer)?;
                Ok::<_, invigil::domain::Error>(tx.put(&chain)?)
            })
            .await
            .unwrap();
    }
}

#[tokio::test]
async fn the_evidence_of_an_ended_attempt_is_complete_signed_and_valid() {
    let r = Taken::answered().await;
    r.export().await.refused(409, "not_ended");
    let receipt = digits(&r.submit().await["head"]);
    let grace = r.t.second_admin().await;
    let path = format!("/api/results/{}/evidence", r.attempt);
    let refused = r.t.get(&*path).bearer(&grace).send().await.refused(403, "superadmin_only");
    assert!(text(&refused["detail"]).contains("signed evidence"), "{refused}");
    r.t.get("/api/results/019a93c2-5b1e-7c6e-9f3a-0d9c4f4b2a10/evidence")
        .bearer(&r.admin)
        .send()
        .await
        .refused(404, "not_found");
    let reply = r.export().await;
    let name = format!("attachment; filename=\"evidence-{}.zip\"", r.attempt);
    assert_eq!((reply.header("content-type"), reply.header("content-disposition")), ("application/zip", &*name));

    let verdict = r.verified(Some(receipt)).await;
    assert_eq!((verdict.valid, verdict.intact, verdict.receipt), (true, true, Some(true)), "{verdict:?}");
    assert_eq!(verdict.head, Some(hex::encode(&receipt)));
    let stranger = verify(&reply.bytes, TrustAnchors::default());
    assert_eq!((stranger.valid, stranger.intact, stranger.signer.known), (false, true, false));
    assert_eq!(codes(&stranger), Vec::<&str>::new());
    let other = TrustAnchors { signer: Some(Fingerprint([7; 32])), receipt: Some(Head(receipt)) };
    let other = verify(&reply.bytes, other);
    assert_eq!((other.valid, other.intact, other.receipt, codes(&other)), (false, true, Some(true), vec!["signer"]));
    assert!(other.names_another_signer() && other.findings[0].text.contains(&"07".repeat(32)), "{other:?}");

    let answers = file(&reply.bytes, "answers.json");
    assert_eq!(answers["answers"][1]["text"], "<b>one & two");
    assert_eq!(file(&reply.bytes, "attempt.json")["candidate"]["email"], "cora@example.org");
    assert_eq!(file(&reply.bytes, "history.json")["entries"][2]["head"], hex::encode(&receipt));
    assert_eq!(file(&reply.bytes, "paper.json")["questions"][0]["correct_answer"], "B");
    assert_eq!(file(&reply.bytes, "grades.json")["grades"][0]["status"], "correct");
    let kinds: Vec<String> = file(&reply.bytes, "timeline.json")["entries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| text(&entry["kind"]).to_owned())
        .collect();
    assert_eq!(kinds, ["started", "submitted"]);
    let files = archive::read(&reply.bytes).unwrap();
    let report = str::from_utf8(files[0].1).unwrap();
    assert!(report.contains("&lt;b&gt;one &amp; two") && !report.contains("<b>") && !report.contains("<script"));
    assert!(report.contains(&hex::encode(&receipt)) && report.contains(&r.signer().await.to_string()));
    let log: Vec<AuditEntry> = r.t.app.store.read().unwrap().records().unwrap();
    let exports = log.iter().filter(|entry| entry.action == "results.evidence");
    assert_eq!(exports.filter(|entry| entry.target == r.attempt.to_string()).count(), 2);
    assert_eq!(super::problems(&r.t), Vec::<String>::new());
}

/// The owner of the database holds the key, so that only the receipt shows these.
#[tokio::test]
async fn a_receipt_shows_a_removed_tail_and_a_changed_answer() {
    for (texts, is_tail) in [(vec!["<b>one"], true), (vec!["<b>one", "better"], false)] {
        let r = Taken::answered().await;
        let receipt = digits(&r.submit().await["head"]);
        r.forge(texts).await;
        assert_eq!(super::problems(&r.t), Vec::<String>::new(), "nothing else shows it");
        assert!(r.verified(None).await.valid);
        let verdict = r.verified(Some(receipt)).await;
        assert_eq!((verdict.valid, verdict.intact, verdict.receipt), (false, true, Some(false)), "{is_tail}");
        assert_eq!(codes(&verdict), ["receipt"]);
    }
}

#[tokio::test]
async fn an_answer_saved_after_a_receipt_is_named() {
    let r = Taken::answered().await;
    let early = r.save(json!([{"question_id": "q3", "answer": "x", "seq": 4}])).await["head"].clone();
    r.save(json!([{"question_id": "q3", "answer": "xy", "seq": 5}])).await;
    r.submit().await;
    let verdict = r.verified(Some(digits(&early))).await;
    assert_eq!(
        verdict.findings[0].text,
        "The answer to q3 was changed after the receipt (save 5); timeline.json says whether the test was reopened."
    );
}

#[tokio::test]
async fn late_answers_keep_the_receipt_until_one_of_them_counts() {
    let r = Taken::answered().await;
    let receipt = digits(&r.submit().await["head"]);
    r.t.clock.advance(SECOND * 30);
    r.save(json!([{"question_id": "q2", "answer": "much later", "seq": 9}])).await;
    let verdict = r.verified(Some(receipt)).await;
    assert!(verdict.valid && verdict.head != Some(hex::encode(&receipt)), "{verdict:?}");
    let id = r.attempt;
    r.t.app
        .store
        .write(move |tx| {
            let late: Vec<LateAnswer> = tx.children(id)?;
            let answer: Answer = tx.get((id, "q2"))?.unwrap();
            Ok::<_, invigil::domain::Error>(tx.put(&Answer { text: late[0].text.clone(), ..answer })?)
        })
        .await
        .unwrap();
    let verdict = r.verified(None).await;
    assert!(verdict.valid && verdict.notes[0].contains("arrived late"), "{verdict:?}");
    assert_eq!(codes(&r.verified(Some(receipt)).await), ["receipt"]);
}

#[tokio::test]
async fn the_command_verifies_without_a_data_folder() {
    let r = Taken::answered().await;
    let receipt = text(&r.submit().await["head"]).to_owned();
    let (bundle, signer) = (r.bundle().await, r.signer().await.to_string());
    let place = Place::new();
    std::fs::write(place.path().join("e.zip"), &bundle).unwrap();
    place.write("receipt.txt", &format!("Test: T\nProof of your answers: {receipt}\n"));
    place.write("other.txt", &"0".repeat(64));
    let good = ["evidence", "verify", "e.zip", "--fingerprint", &signer, "--receipt", "receipt.txt"];
    assert!(place.run(good).done().ends_with("Valid: intact, and signed by the expected key.\n"));
    assert_eq!(place.run(["evidence", "verify", "e.zip"]).refused(), "intact, signer unknown");
    let json = place.run(["evidence", "verify", "e.zip", "--json"]);
    let told: Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!((json.code, &told["valid"], &told["signer"]["fingerprint"]), (Some(1), &json!(false), &json!(signer)));
    let other = ["evidence", "verify", "e.zip", "--fingerprint", &signer, "--receipt", "other.txt"];
    assert_eq!(place.run(other).refused(), "the evidence does not fit the receipt");
    std::fs::write(place.path().join("cut.zip"), &bundle[..bundle.len() - 1]).unwrap();
    assert_eq!(place.run(["evidence", "verify", "cut.zip"]).refused(), "the evidence is not intact");
    assert!(place.run(["evidence", "verify", "none.zip"]).refused().starts_with("none.zip: "));
    assert!(!place.data().exists());
}

/// Without our software: hashes, signature and chain by Python and OpenSSL, as the report says.
#[tokio::test]
async fn openssl_and_python_verify_it_too() {
    let r = Taken::answered().await;
    let receipt = text(&r.submit().await["head"]).to_owned();
    let place = Place::new();
    std::fs::write(place.path().join("e.zip"), r.bundle().await).unwrap();
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/evidence.md")).unwrap();
    let program = page.split("```python\n").nth(1).unwrap().split("```").next().unwrap();
    place.write("reference.py", program);
    let script = "set -e; python3 -m zipfile -e e.zip e; cd e; \
        python3 -c 'import json,hashlib;m=json.load(open(\"manifest.json\"));\
        [print(f[\"sha256\"]+\"  \"+f[\"name\"]) for f in m[\"files\"]]' > sums; sha256sum --quiet -c sums; \
        sed -n '/BEGIN PUBLIC/,/END PUBLIC/p' report.html | sed 's/.*<pre>//' > key.pem; \
        (echo invigil-evidence-manifest-1; cat manifest.json) > signed; \
        if command -v openssl >/dev/null; then \
        openssl pkeyutl -verify -pubin -inkey key.pem -rawin -in signed -sigfile manifest.sig >/dev/null; \
        openssl pkey -pubin -in key.pem -outform DER | tail -c 32 | sha256sum | cut -d' ' -f1 | grep -q -f - manifest.json; fi; \
        python3 -c 'import json;c=json.load(open(\"chain.json\"));c[\"entries\"]=json.load(open(\"history.json\"))[\"entries\"];\
        print(json.dumps(c))' | python3 ../reference.py";
    let output = std::process::Command::new("sh").arg("-c").arg(script).current_dir(place.path()).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), format!("{receipt}\n"), "{output:?}");
}
