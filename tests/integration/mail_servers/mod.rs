//! Delivery to a real Postfix, whose policies refuse in the ways that sites have set up. Skipped where there is none;
//! `tools.sh` installs it.

mod postfix;

use crate::support::{
    app::TestApp,
    journey::{small_test, text},
};
use invigil::{
    domain::time::{HOUR, MINUTE},
    mail::SmtpMailer,
    service::mail::deliver,
};
use postfix::{Postfix, Service};
use serde_json::json;
use std::{
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::TcpListener,
};

/// Before postscreen greets; with `INVIGIL_POSTFIX` longer than the call of an administrator waits.
fn greet_wait() -> Duration {
    Duration::from_secs(if std::env::var_os("INVIGIL_POSTFIX").is_some() { 20 } else { 2 })
}

/// A policy server (`postfix.org/SMTPD_POLICY_README.html`) with one answer for each further question.
async fn policy(answers: &'static [&'static str]) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let asked = Arc::new(Mutex::new(0));
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let asked = asked.clone();
            tokio::spawn(async move {
                let (read, mut write) = stream.into_split();
                let mut lines = BufReader::new(read).lines();
                while let Ok(Some(line)) = lines.next_line().await {
                    if line.is_empty() {
                        let n = {
                            let mut asked = asked.lock().unwrap();
                            *asked += 1;
                            *asked - 1
                        };
                        let answer = answers[n.min(answers.len() - 1)];
                        let _ = write.write_all(format!("action={answer}\n\n").as_bytes()).await;
                    }
                }
            });
        }
    });
    port
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postfix_takes_what_its_policies_allow_and_refusals_concern_what_they_say() {
    if let Some(why) = postfix::missing() {
        eprintln!("skipped: {why}");
        return;
    }
    let greylist = policy(&["DEFER Greylisted, try again in 300 seconds", "DUNNO"]).await;
    let quota = policy(&["550 5.4.5 Daily user sending quota exceeded", "DUNNO"]).await;
    let own = |name, options: &[String]| Service { name, options: options.to_vec() };
    let helo = "smtpd_helo_restrictions=reject_invalid_helo_hostname,reject_non_fqdn_helo_hostname".to_owned();
    let asks = |port: u16| [format!("smtpd_recipient_restrictions=check_policy_service,inet:127.0.0.1:{port}")];
    let services = vec![
        own("strict HELO", &["smtpd_helo_required=yes".into(), helo.clone(), "smtpd_delay_reject=no".into()]),
        own("strict HELO, late", &["smtpd_helo_required=yes".into(), helo]),
        own("greylisting", &asks(greylist)),
        own("quota", &asks(quota)),
        own("size", &["message_size_limit=500".into()]),
        own("sender", &["smtpd_sender_restrictions=check_sender_access,inline:{jobs@example.org=REJECT}".into()]),
        own("relay", &["smtpd_relay_restrictions=reject_unauth_destination".into()]),
        own("recipient", &["relay_recipient_maps=inline:{nobody@known.example=x}".into()]),
        own("rate", &["smtpd_client_message_rate_limit=1".into()]),
        own(
            "bare newlines",
            &["smtpd_forbid_bare_newline=yes".into(), "smtpd_data_restrictions=reject_unauth_pipelining".into()],
        ),
    ];
    let postfix = Postfix::start("relay_domains = known.example\n", services, greet_wait());
    let t = TestApp::with_mailer(Arc::new(SmtpMailer::new()));
    t.admin().await;
    // Service, EHLO name, what becomes of the first mail, and a part of the server's words and of the advice.
    for (service, ehlo, state, words, advice) in [
        ("strict HELO", "", "sent", "", ""),
        ("strict HELO", "exams.example.org", "sent", "", ""),
        ("strict HELO, late", "", "sent", "", ""),
        ("slow greeting", "", "sent", "", ""),
        ("bare newlines", "", "sent", "", ""),
        ("greylisting", "", "waits", "Greylisted", "nothing needs to be done"),
        ("greylisting", "", "sent", "", ""),
        ("quota", "", "paused", "Daily user", "quota"),
        ("quota", "", "sent", "", ""),
        ("size", "", "waits", "552 5.3.4", "too large"),
        ("sender", "", "paused", "Sender address rejected", "send as jobs@example.org"),
        ("relay", "", "waits", "Relay access denied", "user name and password"),
        ("recipient", "", "refused", "550 5.1.1", "spelling"),
        ("rate", "", "sent", "", ""),
        ("rate", "", "paused", "too much mail", "fewer emails"),
    ] {
        let admin = t.sign_in("ada@example.org").await;
        let settings = json!({"smtpHost": "127.0.0.1", "smtpPort": postfix.port(service), "smtpTls": "none",
            "fromEmail": "jobs@example.org", "fromName": "Jobs", "ehloName": ehlo});
        t.put("/api/admin/email-settings").bearer(&admin).json(settings).send().await.ok();
        let test = t.create_test(&admin, small_test("T")).await;
        let domain = if service == "recipient" { "known.example" } else { "example.org" };
        let email = format!("c{}@{domain}", t.app.now().as_millis());
        let mut invite = t.invite(&admin, &test, &email).await;
        if invite["email_queued"] == true {
            // The call has not waited for a greeting that comes later.
            while invite["email_queued"] == true {
                tokio::time::sleep(Duration::from_millis(50)).await;
                invite = t.invite_row(&admin, &invite["id"]).await;
            }
        }
        let shown = format!("{service} {ehlo}: {invite}\n{}", postfix.log());
        if state == "sent" {
            assert_eq!(invite["email_sent"], true, "{shown}");
        } else {
            let delivery = &invite["email_delivery"];
            assert_eq!(delivery["state"], state, "{shown}");
            assert!(text(&delivery["reason"]).contains(words) && text(&delivery["advice"]).contains(advice), "{shown}");
        }
        // What waits is withdrawn: the next row has its own.
        t.clock.advance(MINUTE);
        if invite["email_sent"] == false && state != "refused" {
            t.post(format!("/api/invites/{}/revoke", text(&invite["id"]))).bearer(&admin).send().await.ok();
            t.clock.advance(HOUR);
            deliver::run_once(&t.app).await.unwrap();
        }
    }
    t.assert_sound();
}
