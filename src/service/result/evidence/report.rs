//! The page of evidence that a person reads: no scripts, nothing from elsewhere, every text escaped.

use crate::{
    domain::{
        arrangement::Breaks,
        evidence::documents::ChainDocument,
        hex,
        passage::Passage,
        question::render,
        submission::{Grade, Submission},
        time::Instant,
    },
    service::{attempt::consent::GivenConsent, result::results::SubmissionDetail},
};
use base64::{Engine, prelude::BASE64_STANDARD};
use html_escape::encode_text as escaped;
use std::fmt::Write;

const BEGIN: &str = "<!doctype html>
<html lang=\"en\"><head><meta charset=\"utf-8\">
<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>Evidence of a test</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a;background:#fff}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#f3f3f3;padding:.75rem}code,td{overflow-wrap:anywhere}
th{text-align:left;vertical-align:top;padding-right:1rem;font-weight:600}h2{margin-top:2rem}</style></head><body><main>
<h1>Evidence of a test</h1>
<p>This file holds the question paper, the answers and how they came to be, what happened during the test, and the scores. Its
parts are listed with their hashes in <code>manifest.json</code>, which is signed: a change of any part can be found.</p>
";

const VERIFY: &str = "<h2>How to verify it</h2>
<p>With the program, on any computer and without a network:</p>
<pre>invigil evidence verify FILE.zip --fingerprint FINGERPRINT --receipt receipt.txt</pre>
<p>Take the fingerprint from the organisation that signed, not from this file. The candidate's receipt is optional.</p>
<p>Without the program, after unpacking the file:</p>
<ol><li>The hash of each part is the one in <code>manifest.json</code>: <code>find . -type f -exec sha256sum {} +</code>.</li>
<li>The signature is of the key below, saved as <code>key.pem</code>:
<pre>(echo invigil-evidence-manifest-1; cat manifest.json) &gt; signed
openssl pkeyutl -verify -pubin -inkey key.pem -rawin -in signed -sigfile manifest.sig</pre></li>
<li>The fingerprint is the SHA-256 of the key's 32 bytes:
<pre>openssl pkey -pubin -in key.pem -outform DER | tail -c 32 | sha256sum</pre></li>
<li>The history leads to the head: the documentation of the program (<code>evidence.md</code>) has a short Python program that
computes it from <code>chain.json</code> and <code>history.json</code>.</li>
<li>The proof on the candidate's receipt is the head of one of the saves in <code>history.json</code>, and no save behind it
counts (<code>arrival</code> 0 or 4), unless the test was reopened, which <code>timeline.json</code> says.</li></ol>
";

const LIMITS: &str = "<h2>What it does not prove</h2>
<ul><li>Who sat at the keyboard.</li>
<li>That the times of the single edits are right: they are of the candidate's clock. The times of the saves are of the server's.</li>
<li>Anything against an operator of the server who lied while the test was running. Against changes of the answers afterwards the
receipt protects, which the candidate holds.</li>
<li>That the questions, the timeline, the screenshots and the scores are true: they are signed as the installation kept them, and no
receipt covers them.</li>
<li>That scores and comments are fair: they are what people and keys gave.</li></ul>
</main></body></html>
";

/// An Ed25519 public key as a certificate authority would write it (RFC 8410).
pub fn pem(public: &[u8; 32]) -> String {
    const PREFIX: [u8; 12] = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00];
    let body = BASE64_STANDARD.encode([&PREFIX[..], public].concat());
    format!("-----BEGIN PUBLIC KEY-----\n{body}\n-----END PUBLIC KEY-----\n")
}

/// The report's sentence about the signature.
pub(super) struct Signed<'s> {
    pub at: Instant,
    pub public: &'s [u8; 32],
    pub fingerprint: String,
}

fn row(out: &mut String, name: &str, value: &str) {
    out.extend(["<tr><th>", name, "</th><td>", &escaped(value), "</td></tr>\n"]);
}

/// Returns name and address of the candidate, without the address if the name is hidden.
fn candidate(submission: &Submission) -> String {
    let (name, email) = (&submission.applicant_name, &submission.applicant_email);
    if email.is_empty() { name.clone() } else { format!("{name} <{email}>") }
}

fn facts(
    detail: &SubmissionDetail,
    chain: Option<&ChainDocument>,
    consent: Option<&GivenConsent>,
    signed: &Signed<'_>,
) -> String {
    let (submission, mut out) = (&detail.submission, String::from("<table>\n"));
    row(&mut out, "Test", &submission.test_title);
    row(&mut out, "Candidate", &candidate(submission));
    row(&mut out, "Started", &submission.started_at.to_string());
    row(&mut out, "Ended", &format!("{}, by: {}", submission.submitted_at, submission.ended_by.audited_as()));
    let score = format!("{} of {} points", submission.earned_points(), submission.total_points);
    row(&mut out, "Score", &if submission.is_provisional() { format!("{score}, not final") } else { score });
    row(&mut out, "Id", &submission.id.to_string());
    match chain {
        Some(chain) => {
            row(
                &mut out,
                "History",
                &format!("{} saves ({} kept), mode: {}", chain.links, chain.kept, chain.mode.name()),
            );
            row(&mut out, "Head", &chain.head);
        }
        None => row(&mut out, "History", "None: the attempt ended before history was kept."),
    }
    if let Some(GivenConsent { proof, .. }) = consent {
        let language = proof.language.map(|language| format!(", translation '{}'", language.code()));
        let text = format!("{}, to consent.txt, version {}", proof.at, proof.version);
        row(&mut out, "Consent", &format!("{text}{}", language.unwrap_or_default()));
    }
    if detail.agreed.no_camera {
        row(&mut out, "Camera", "No camera by agreement");
    }
    if let Some(Breaks { count, minutes, in_sum }) = detail.agreed.breaks {
        let together = if in_sum { "together" } else { "each" };
        row(&mut out, "Agreed breaks", &format!("{count}, of {minutes} min {together}"));
    }
    if !detail.agreed.helper.is_empty() {
        row(&mut out, "Helper in the room", &detail.agreed.helper);
    }
    row(&mut out, "Written", &signed.at.to_string());
    row(&mut out, "Fingerprint", &signed.fingerprint);
    out.push_str("</table>\n");
    out
}

/// Before the first question that is about it.
fn passage_of(out: &mut String, passage: &Passage) {
    let title = if passage.title.is_empty() { &passage.id } else { &passage.title };
    let questions: Vec<String> = passage.places.iter().map(|place| (place + 1).to_string()).collect();
    // Writing to a string does not fail.
    let _ = write!(
        out,
        "<h3>Passage: {} <small>(questions {})</small></h3>\n<pre>{}</pre>\n",
        escaped(title),
        questions.join(", "),
        escaped(&passage.text.text),
    );
}

fn answers(detail: &SubmissionDetail) -> String {
    let mut out = String::from("<h2>Answers</h2>\n");
    for (place, question) in detail.paper.questions.iter().enumerate() {
        let first_of = |passage: &&Passage| passage.places.first().is_some_and(|first| *first as usize == place);
        if let Some(passage) = detail.paper.passage(place).filter(first_of) {
            passage_of(&mut out, passage);
        }
        let answer = detail.answers.iter().find(|answer| answer.question_id == question.id);
        let text = answer.map_or("", |answer| &answer.text);
        let shown = render::answer_text(question, text).unwrap_or_else(|| text.to_owned());
        let shown = if shown.is_empty() { "No answer." } else { &shown };
        let earned =
            detail.grades.iter().find(|grade: &&Grade| grade.question_id == question.id).map(|grade| grade.earned);
        let earned = earned.map_or_else(String::new, |earned| format!("{earned} of "));
        // Writing to a string does not fail.
        let _ = write!(
            out,
            "<h3>Question {} <small>({earned}{} points; id {})</small></h3>\n<pre>{}</pre>\n<p>Answer:</p>\n<pre>{}</pre>\n",
            place + 1,
            question.points,
            escaped(&question.id),
            escaped(&question.text),
            escaped(shown),
        );
    }
    out
}

pub(super) fn page(
    detail: &SubmissionDetail,
    chain: Option<&ChainDocument>,
    consent: Option<&GivenConsent>,
    signed: &Signed<'_>,
) -> String {
    let key = format!("<p>Public key ({}):</p><pre>{}</pre>\n", hex::encode(signed.public), pem(signed.public));
    [BEGIN, &facts(detail, chain, consent, signed), &answers(detail), VERIFY, &key, LIMITS].concat()
}
