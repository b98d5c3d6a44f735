//! Replies of Postfix, Exchange, Gmail and others, at the stage at which they give them.

use super::*;
use DeliveryStage::{Content, Data, Greeting, Hello, Recipient, Sender, SignIn, StartTls};
use PauseCause::{Client, Connection, Quota, Rate};

const FINAL: Consequence = Consequence::Final;
const LATER: Consequence = Consequence::Waits(REFUSED);
const ALONE: Consequence = Consequence::RefusedAlone(REFUSED);
const ALONE_SOON: Consequence = Consequence::RefusedAlone(SignedDuration::ZERO);
const SOON: Consequence = Consequence::Waits(SignedDuration::ZERO);
const GREY: Consequence = Consequence::Waits(GREYLISTED);
const SIGN_IN_PAUSE: Consequence = Consequence::PausesAll(PauseCause::SignIn);

const fn all(cause: PauseCause) -> Consequence {
    Consequence::PausesAll(cause)
}

fn settings() -> SmtpSettings {
    SmtpSettings {
        host: "mail.example".into(),
        port: 587,
        user: "u".into(),
        password: Some("p".into()),
        from_email: "tests@example.org".into(),
        from_name: String::new(),
        tls: SmtpTls::StartTls,
        ehlo_name: String::new(),
    }
}

/// Stage, reply, consequence, and a part of the advice.
#[rustfmt::skip]
const TABLE: &[(DeliveryStage, &str, Consequence, &str)] = &[
    // The connection.
    (Greeting, "421 4.3.2 closing for maintenance", all(Connection), "busy"),
    (Greeting, "421 4.7.0 too many connections from 192.0.2.5", all(Rate), "rate-limits"),
    (Greeting, "450 4.3.2 please try again later", all(Connection), "busy"),
    (Greeting, "554 5.7.1 go away", all(Client), "address is blocked"),
    (Greeting, "554 no SMTP service here", all(Client), "address is blocked"),
    (Hello, "504 5.5.2 <vm>: Helo command rejected: need fully-qualified hostname", all(Client), "EHLO name"),
    (Hello, "501 syntactically invalid HELO argument(s)", all(Client), "EHLO name"),
    (Hello, "550 bad name", all(Client), "EHLO name"),
    (Hello, "421 4.7.0 try again later", all(Connection), "busy"),
    (StartTls, "454 4.7.0 TLS not available", all(Connection), "busy"),
    (StartTls, "550 5.7.1 helo name rejected", all(Client), "EHLO name"),
    // The sign-in.
    (SignIn, "535 5.7.8 authentication credentials invalid", SIGN_IN_PAUSE, "user name or the password"),
    (SignIn, "535-5.7.8 Username and Password not accepted", SIGN_IN_PAUSE, "user name or the password"),
    (SignIn, "534 5.7.9 Application-specific password required", SIGN_IN_PAUSE, "app password"),
    (SignIn, "535 5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the Tenant", SIGN_IN_PAUSE, "switched off"),
    (SignIn, "530 5.7.0 authentication required", SIGN_IN_PAUSE, "user name or the password"),
    (SignIn, "454 4.7.0 temporary authentication failure", all(Connection), "cannot check"),
    (SignIn, "454 4.7.0 Too many login attempts, please try again later", SIGN_IN_PAUSE, "too many sign-ins"),
    (SignIn, "421 4.7.0 closing", all(Connection), "cannot check"),
    (SignIn, "550 5.7.30 Basic authentication is not supported for Client Submission.", SIGN_IN_PAUSE, "switched off"),
    (SignIn, "525 5.7.1 Unauthorized IP address", all(Client), "blocks this machine"),
    (SignIn, "451 Authentication failed: Maximum credits exceeded", all(Quota), "quota"),
    (SignIn, "504 mechanism not supported", SIGN_IN_PAUSE, "user name or the password"),
    // What every mail would meet, at MAIL, or at RCPT, where Postfix says it.
    (Sender, "530 5.7.0 authentication required", SIGN_IN_PAUSE, "set a user name"),
    (Recipient, "553 5.7.1 <tests@example.org>: Sender address rejected: not logged in", SIGN_IN_PAUSE, "set a user name"),
    (Sender, "550 Unauthenticated senders not allowed", SIGN_IN_PAUSE, "set a user name"),
    (Sender, "530 5.7.57 Client not authenticated to send mail", SIGN_IN_PAUSE, "set a user name"),
    (Recipient, "550 authentication required", SIGN_IN_PAUSE, "set a user name"),
    (Sender, "553 5.7.1 <tests@example.org>: Sender address rejected: not owned by user u", all(Client), "send as tests@example.org"),
    (Recipient, "553 5.7.1 <tests@example.org>: Sender address rejected: not owned by user u", all(Client), "send as tests@example.org"),
    (Content, "550 5.7.60 SMTP; Client does not have permissions to send as this sender", all(Client), "send as tests@example.org"),
    (Content, "554 5.2.252 SendAsDenied; u not allowed to send as tests", all(Client), "send as tests@example.org"),
    (Recipient, "553 Relaying disallowed as tests@example.org", all(Client), "send as tests@example.org"),
    (Content, "550 The from address does not match a verified Sender Identity.", all(Client), "send as tests@example.org"),
    (Sender, "550 5.1.8 Access denied, bad outbound sender", all(Client), "send as"),
    (Recipient, "450 4.1.8 <t@e>: Sender address rejected: Domain not found", all(Client), "send as"),
    (Sender, "550 5.1.7 invalid address", all(Client), "send as"),
    (Sender, "550 no", all(Client), "send as"),
    (Sender, "451 4.3.0 queue file write error", all(Connection), "no emails at present"),
    (Sender, "452 4.3.1 Insufficient system storage", all(Connection), "no emails at present"),
    (Sender, "501 5.5.4 unsupported option", all(Client), "send as"),
    (Sender, "550 5.7.1 relaying denied", all(Client), "user name and password"),
    (Recipient, "504 5.5.2 <vm>: Helo command rejected: need fully-qualified hostname", all(Client), "EHLO name"),
    (Recipient, "450 4.7.1 <x.example>: Helo command rejected: Host not found", all(Client), "EHLO name"),
    (Recipient, "554 5.7.1 <a@b>: Relay access denied", ALONE, "user name and password"),
    (Recipient, "454 4.7.1 <a@b>: Relay access denied", ALONE_SOON, "user name and password"),
    (Recipient, "550 5.7.1 relaying denied", ALONE, "user name and password"),
    (Recipient, "550 5.7.54 SMTP; Unable to relay recipient in non-accepted domain", ALONE, "user name and password"),
    (Recipient, "550 5.7.64 TenantAttribution; Relay Access Denied", ALONE, "user name and password"),
    (Recipient, "554 5.7.1 Service unavailable; Client host [192.0.2.5] blocked using zen.spamhaus.org", all(Client), "blocks this machine"),
    (Recipient, "450 4.7.25 Client host rejected: cannot find your hostname", all(Client), "blocks this machine"),
    (Recipient, "550 5.7.606 Access denied, banned sending IP", all(Client), "blocks this machine"),
    (Content, "550 5.7.26 This mail has been blocked because the sender is unauthenticated", all(Client), "SPF"),
    (Recipient, "550 5.7.23 SPF validation failed", all(Client), "SPF"),
    (Content, "550 5.7.515 Access denied, the sender's domain in the 5322.From address doesn't meet the authentication requirements", all(Client), "SPF"),
    (Recipient, "421 4.3.0 shutting down", all(Connection), "ends connections"),
    (Data, "421 4.4.2 timeout", all(Connection), "ends connections"),
    (Content, "421 4.3.2 service stopping", all(Connection), "ends connections"),
    (Sender, "421 4.7.28 Gmail has detected an unusual rate of unsolicited mail", all(Rate), "fewer emails"),
    (Content, "421-4.7.28 Gmail has detected an unusual rate", all(Rate), "fewer emails"),
    (Recipient, "450 4.7.1 Error: too much mail from 192.0.2.5", all(Rate), "fewer emails"),
    (Sender, "451 4.7.500 Server busy, throttled", all(Rate), "fewer emails"),
    (Recipient, "452 4.4.5 congestion", all(Rate), "fewer emails"),
    (Content, "432 4.3.2 Concurrent connections limit exceeded. Visit https://aka.ms/concurrent_sending", all(Rate), "fewer emails"),
    (Content, "432 4.3.2 STOREDRV.ClientSubmit; sender thread limit exceeded", all(Rate), "fewer emails"),
    (Recipient, "550 5.4.5 Daily user sending limit exceeded", all(Quota), "quota"),
    (Content, "550 5.4.5 Daily user sending quota exceeded.", all(Quota), "quota"),
    (Content, "550 5.1.90 Your message can't be sent because you've reached your daily limit for message recipients", all(Quota), "quota"),
    (Content, "550 5.2.2 Submission quota exceeded", all(Quota), "quota"),
    (Recipient, "451 you have exceeded 500 messages per day", all(Quota), "quota"),
    (Recipient, "450 Requested mail action not taken: mailbox unavailable\nMail send limit exceeded.", all(Quota), "quota"),
    // This mailbox or this mail, for good.
    (Recipient, "550 5.1.1 <a@b>: Recipient address rejected: User unknown", FINAL, "spelling"),
    (Recipient, "550-5.1.1 The email account that you tried to reach does not exist.", FINAL, "spelling"),
    (Content, "550 5.1.1 no such user", FINAL, "spelling"),
    (Recipient, "550 #5.1.0 Address rejected.", FINAL, "spelling"),
    (Recipient, "550 5.1.2 <a@b>: Recipient address rejected: Domain not found", FINAL, "after the @"),
    (Recipient, "556 5.1.10 <a@b>: Recipient address rejected: Domain b does not accept mail (nullMX)", FINAL, "after the @"),
    (Recipient, "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup", FINAL, "spelling"),
    (Recipient, "501 5.1.3 Bad recipient address syntax", FINAL, "spelling"),
    (Recipient, "551 5.1.6 mailbox moved", FINAL, "moved"),
    (Recipient, "550 5.2.1 The email account is disabled", FINAL, "switched off"),
    (Recipient, "553 5.6.7 SMTPUTF8 required", FINAL, "outside ASCII"),
    (Sender, "550 5.6.7 must support SMTPUTF8", FINAL, "outside ASCII"),
    // What may change.
    (Recipient, "550 No such user here", LATER, "spelling"),
    (Recipient, "550 mailbox unavailable", LATER, "spelling"),
    (Recipient, "550 5.4.1 Recipient address rejected: Access denied", LATER, "Exchange"),
    (Recipient, "550 <hourly@throttle.example>: user unknown", LATER, "spelling"),
    (Recipient, "550 5.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages", LATER, "too many emails"),
    (Recipient, "552 5.2.2 mailbox full", LATER, "full"),
    (Recipient, "452 4.2.2 The recipient's inbox is out of storage space. over quota", LATER, "full"),
    (Recipient, "550 5.7.1 <a@b>: Recipient address rejected: Access denied", LATER, "policy"),
    (Recipient, "550 5.7.133 Sender not authenticated for group", LATER, "policy"),
    (Recipient, "550 5.5.0 Requested action not taken", LATER, "administrator"),
    (Recipient, "503 5.5.1 bad sequence", LATER, "administrator"),
    (Sender, "552 5.3.4 Message size exceeds fixed limit", LATER, "too large"),
    (Content, "552 5.2.3 Message exceeds maximum size", LATER, "too large"),
    (Content, "552 5.3.4 message too big", LATER, "too large"),
    (Content, "552 no", LATER, "too large"),
    (Recipient, "554 5.7.1 Message looks like spam", LATER, "spam"),
    // What this mail says: the others go on.
    (Content, "554 5.7.1 Message looks like spam", ALONE, "spam"),
    (Content, "550 5.7.1 our system has detected that this message is likely unsolicited mail", ALONE, "spam"),
    (Content, "554 5.7.1 Blacklisted URL in message (uribl)", ALONE, "policy"),
    (Content, "550 5.7.1 The message contains a domain of a blocklist", ALONE, "policy"),
    (Content, "550 5.7.0 Message content violates our policy", ALONE, "policy"),
    (Content, "552 5.7.0 This message was blocked because its content presents a potential security issue", ALONE, "policy"),
    (Content, "550 5.7.1 Delivery not authorized, message refused", ALONE, "policy"),
    (Content, "550 Administrative prohibition: policy", ALONE, "policy"),
    (Content, "550 5.6.0 header syntax error", ALONE, "policy"),
    (Content, "554 Message rejected: Email address is not verified. The following identities failed the check in region EU-WEST-1: tests@example.org", ALONE, "verify the sender"),
    (Content, "550 5.7.124 Sender not in allowed-senders list https://go.microsoft.com/fwlink/?LinkId=1", LATER, "policy"),
    (Content, "421 4.7.0 Message deferred by the content filter", ALONE_SOON, "policy"),
    (Content, "451 4.7.1 virus scan not finished", ALONE_SOON, "spam"),
    // What the next mail would hear too, also after the content.
    (Content, "554 5.7.1 Service unavailable; Client host [192.0.2.5] blocked using zen.spamhaus.org", all(Client), "blocks this machine"),
    (Content, "550 5.7.1 Message rejected: your IP has a poor reputation", all(Client), "blocks this machine"),
    (Content, "550 5.7.1 Message rejected: DMARC policy of the domain", all(Client), "SPF"),
    (Content, "550 5.7.1 Message content rejected: too many messages per hour", all(Rate), "fewer emails"),
    (Content, "554 transaction failed", LATER, "administrator"),
    (Data, "554 5.5.1 no valid recipients", LATER, "administrator"),
    (Recipient, "451 4.7.1 Greylisting in action, please come back later", GREY, "greylisting"),
    (Recipient, "450 4.2.0 <a@b>: Recipient address rejected: Greylisted", GREY, "greylisting"),
    (Content, "451 greylisted, try again in 60 seconds", GREY, "greylisting"),
    (Recipient, "451 4.7.1 Greylisted for 10 minutes", Consequence::Waits(SignedDuration::from_mins(10)), "greylisting"),
    (Recipient, "450 4.2.0 mailbox busy", SOON, ""),
    (Recipient, "450 4.1.2 <a@b>: Recipient address rejected: Domain not found", SOON, ""),
    (Recipient, "450 4.2.1 The user is receiving mail at a rate of too many messages", SOON, ""),
    (Recipient, "452 4.5.3 too many recipients", SOON, ""),
    (Recipient, "451 4.3.5 server configuration problem", SOON, ""),
    (Recipient, "451 try again in 900 seconds", Consequence::Waits(SignedDuration::from_mins(15)), ""),
    (Content, "451 4.3.0 queue file write error", SOON, ""),
    (Data, "451", SOON, ""),
];

#[test]
fn each_reply_has_its_consequence_and_its_advice() {
    let mut wrong = Vec::new();
    for (stage, reply, consequence, advice) in TABLE {
        let (code, text) = reply.split_at(3);
        let (found, said) =
            of(&settings(), *stage, &Reply::new(code.parse().unwrap(), text.trim_start_matches(['-', ' '])));
        let said = said.unwrap_or_default();
        if found != *consequence || !said.contains(advice) || (advice.is_empty() && !said.is_empty()) {
            wrong.push(format!("{stage:?} {reply}: {found:?} {said}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_server_that_wants_encryption_gets_it_by_the_settings() {
    let plain = SmtpSettings { tls: SmtpTls::None, ..settings() };
    let (consequence, advice) = of(&plain, Sender, &Reply::new(530, "5.7.0 Must issue a STARTTLS command first"));
    assert!(consequence == all(Client) && advice.unwrap().contains("STARTTLS"));
}

#[test]
fn only_codes_about_the_mailbox_are_final() {
    for code in [500, 501, 502, 503, 550, 551, 552, 553, 554, 556] {
        for stage in [Greeting, Hello, StartTls, SignIn, Sender, Recipient, Data, Content] {
            for (subject, detail) in (0..8).flat_map(|subject| (0..200).map(move |detail| (subject, detail))) {
                let (found, _) = of(&settings(), stage, &Reply::new(code, &format!("5.{subject}.{detail} no")));
                let is_about_the_mailbox = matches!((subject, detail), (1, 0..=4 | 6 | 10) | (2, 1) | (6, 7));
                let may_be_final = matches!(stage, Sender | Recipient | Data | Content);
                if found == FINAL {
                    assert!(is_about_the_mailbox && may_be_final, "{stage:?} {code} 5.{subject}.{detail}");
                }
                if matches!(stage, Recipient | Content) && is_about_the_mailbox {
                    assert_eq!(found, FINAL, "{stage:?} {code} 5.{subject}.{detail}");
                }
            }
            let (found, _) = of(&settings(), stage, &Reply::new(code, "no such user"));
            assert_ne!(found, FINAL, "without an enhanced code");
        }
    }
}
