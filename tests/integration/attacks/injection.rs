//! Injection: foreign hosts in links, line breaks in headers and calendars.

use super::{
    bodies,
    world::{World, no_token},
};
use crate::support::{
    app::{PUBLIC_URL, TestApp},
    call::{Call, Reply},
    calls::described,
    journey::{list, small_test, text},
    smtp_sink::{Received, SmtpSink},
};
use http::Method;
use invigil::{domain::time::DAY, mail::SmtpMailer};
use serde_json::{Value, json};
use std::sync::Arc;

const EVIL: &str = "evil.example";

fn with_forged_headers(call: Call) -> Call {
    call.header("host", EVIL)
        .header("x-forwarded-host", EVIL)
        .header("x-forwarded-proto", "ftp")
        .header("forwarded", &format!("host={EVIL};proto=ftp"))
        .header("x-original-url", &format!("//{EVIL}/"))
        .header("origin", &format!("https://{EVIL}"))
        .header("referer", &format!("https://{EVIL}/"))
}

fn names_evil(reply: &Reply) -> bool {
    format!("{:?} {}", reply.headers, reply.text).contains(EVIL)
}

#[tokio::test]
async fn links_use_the_public_url_whatever_the_host_header() {
    let w = World::new().await;
    let mut served = 0;
    for call in described() {
        let (method, _) = call.split_once(' ').unwrap();
        let destroys = method == "DELETE" || call.contains("logout") || call.contains("change-password");
        if destroys || call.ends_with("/events") {
            continue;
        }
        let session = if call.contains("my-") || call.contains("mailbox") { &w.cora } else { &w.ada };
        let path = w.path(&call, text(&w.invite["token"])) + &bodies::query(&w, &call);
        let request = w.t.call(Method::from_bytes(method.as_bytes()).unwrap(), path).bearer(session);
        let reply = bodies::with_body(&w, &call, with_forged_headers(request)).send().await;
        served += usize::from(reply.status < 300);
        assert!(!names_evil(&reply), "{call}: {}", reply.text);
    }
    assert!(served > 50, "{served}");
    for path in ["/", "/login", &format!("/test-invite/{}", no_token())] {
        assert!(!names_evil(&with_forged_headers(w.t.get(path)).header("accept", "text/html").send().await), "{path}");
    }
    invigil::service::mail::deliver::run_once(&w.t.app).await.unwrap();
    let mails = w.t.mailer.sent();
    let mut links = 0;
    for mail in mails {
        assert!(!format!("{mail:?}").contains(EVIL), "{mail:?}");
        for (at, _) in mail.content.text.match_indices("http") {
            assert!(mail.content.text[at..].starts_with(PUBLIC_URL), "{mail:?}");
            links += 1;
        }
    }
    assert!(links > 3, "{links}");
    // The control: the search finds the name in a body.
    let named = w.t.post("/api/invites/bulk").bearer(&w.ada);
    let rows = json!({"test_id": w.test["id"], "applicants": [{"email": format!("x@{EVIL}"), "name": "X"}]});
    assert!(names_evil(&named.json(rows).send().await));
}

/// Every character sequence that some parser treats as a line break.
const BREAKS: [&str; 6] = ["\r\n", "\n", "\r", "\u{0b}", "\u{2028}", "\u{85}"];

fn injected(line_end: &str) -> String {
    format!("Ada{line_end}Bcc: victim@evil.example{line_end}X-Injected: yes{line_end}{line_end}<b>body</b>")
}

/// Injected header lines of a mail.
fn injected_headers(mail: &Received) -> Vec<String> {
    let head = mail.data.split("\r\n\r\n").next().unwrap_or_default();
    let starts = |line: &&str| {
        let name = line.split(':').next().unwrap_or_default().to_ascii_lowercase();
        ["bcc", "cc", "x-injected"].contains(&name.trim())
    };
    head.split(['\r', '\n']).filter(starts).map(str::to_owned).collect()
}

#[tokio::test]
async fn no_text_injects_a_mail_header() {
    let sink = SmtpSink::start().await;
    let t = TestApp::with_mailer(Arc::new(SmtpMailer::default()));
    let admin = t.admin().await;
    let settings = json!({"smtpHost": "127.0.0.1", "smtpPort": sink.port(), "smtpTls": "none",
        "fromEmail": "jobs@example.org", "fromName": "Jobs"});
    t.put("/api/admin/email-settings").bearer(&admin).json(settings).send().await.ok();
    let mut expected = 0;
    for (n, line_end) in BREAKS.into_iter().enumerate() {
        let words = injected(line_end);
        let put = |field: &str| t.put("/api/admin/email-settings").bearer(&admin).json(json!({field: words})).send();
        for field in ["fromName", "fromEmail", "smtpUser"] {
            // Refused or sanitised: the sent mails show it.
            assert!(matches!(put(field).await.status, 200 | 422), "{field}");
        }
        let reset = json!({"fromEmail": "jobs@example.org", "smtpUser": ""});
        t.put("/api/admin/email-settings").bearer(&admin).json(reset).send().await.ok();
        let test = t.post("/api/tests").bearer(&admin).json(small_test(&words)).send().await;
        let test = if test.status == 201 { test.json } else { t.create_test(&admin, small_test("T")).await };
        let email = format!("c{n}@example.org");
        let extra = json!({"applicant_name": words, "no_schedule": true});
        let invited = t.invite_with(&admin, &test, &email, extra).await;
        let invited = if invited.status == 201 { invited.json } else { t.invite(&admin, &test, &email).await };
        assert_eq!(invited["email_sent"], true, "{invited}");
        expected += 1;
        for address in [words.clone(), format!("x@example.org{line_end}RCPT TO:<victim@evil.example>")] {
            t.invite_with(&admin, &test, &address, json!({})).await.invalid("applicant_email");
            let asked = t.post("/api/admin/email-settings/test").bearer(&admin);
            asked.json(json!({"email": address})).send().await.invalid("email");
        }
    }
    let mails = sink.wait_for(expected).await;
    for mail in &mails {
        assert_eq!(injected_headers(mail), Vec::<String>::new(), "{}", mail.data);
        assert_eq!(mail.to.len(), 1, "{mail:?}");
    }
    // The control: an injected header is detected.
    let data = mails[0].data.replacen("\r\n", "\r\nBcc: victim@evil.example\r\n", 1);
    assert_eq!(injected_headers(&Received { data, ..mails[0].clone() }).len(), 1);
}

/// Number of lines that start with `start`, by any kind of line break.
fn lines(text: &str, start: &str) -> usize {
    text.split(['\r', '\n', '\u{0b}', '\u{2028}', '\u{85}']).filter(|line| line.starts_with(start)).count()
}

#[tokio::test]
async fn no_text_injects_a_reply_header_or_a_calendar_line() {
    let (t, admin) = TestApp::with_admin().await;
    for line_end in BREAKS {
        let title =
            format!("T\"; filename=x.exe{line_end}ATTENDEE:mailto:victim@evil.example{line_end}X-Injected: yes");
        let made = t.post("/api/tests").bearer(&admin).json(small_test(&title)).send().await;
        if made.status != 201 {
            made.invalid("title");
            continue;
        }
        let id = text(&made.json["id"]).to_owned();
        for format in ["json", "yaml", "gift"] {
            let file = t.get(format!("/api/tests/{id}/export?format={format}")).bearer(&admin).send().await;
            assert_eq!(file.status, 200);
            assert!(file.headers.get("x-injected").is_none());
            let name = file.header("content-disposition");
            let inner = name.strip_prefix("attachment; filename=\"").and_then(|n| n.strip_suffix('"')).unwrap();
            assert!(inner.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '.'), "{name}");
        }
        let date = json!({"admin_scheduled": true, "no_schedule": false, "scheduled_date": t.at(DAY)});
        let invite = t.invite_with(&admin, &made.json, "c@example.org", date).await.expect(201);
        let path = format!("/api/invites/token/{}/calendar.ics", text(&invite["token"]));
        let calendar = t.get(path).send().await;
        assert_eq!(calendar.status, 200);
        let text = &calendar.text;
        let found = ["SUMMARY", "X-Injected", "ATTENDEE:mailto:victim"].map(|start| lines(text, start));
        assert_eq!(found, [1, 0, 0]);
        // The control: an injected line is detected.
        assert_eq!(lines(&text.replace("SUMMARY", &format!("X{line_end}X-Injected")), "X-Injected"), 1);
    }
    let rows: Value = t.get("/api/tests").bearer(&admin).send().await.ok();
    assert!(!list(&rows).is_empty(), "every title was refused, so nothing was tested");
}
