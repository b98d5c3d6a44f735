use std::{net::TcpListener, time::Instant};

use rcgen::{CertificateParams, KeyPair};
use tokio_rustls::TlsAcceptor;

use super::{
    super::{
        MailContent,
        smtp_sink::{Act, Encryption, Mode, SmtpSink},
    },
    *,
};
use crate::domain::{
    Instant as Moment,
    mail::{Consequence, PauseCause},
    time::HOUR,
};

fn pauses(error: &MailError, cause: PauseCause) -> bool {
    error.consequence == Consequence::PausesAll(cause)
}

fn settings(port: u16) -> SmtpSettings {
    SmtpSettings {
        host: "127.0.0.1".into(),
        port,
        user: String::new(),
        password: None,
        from_email: "tests@example.org".into(),
        from_name: "Interview Platform".into(),
        tls: SmtpTls::None,
        ehlo_name: String::new(),
    }
}

fn mail() -> OutgoingMail {
    OutgoingMail {
        message_id: "0198-1@exams.example.org".into(),
        to_name: "Ada Lovelace".into(),
        to_email: "ada@example.org".into(),
        content: MailContent {
            subject: "Prüfung".into(),
            text: "Hello\n.a line with a dot\nhttps://exams.example.org/test-invite/abc=def\n".into(),
            html: "<p>Žofie</p>\n".into(),
            language: crate::domain::language::Language::English,
        },
        ics: None,
        reply_to: String::new(),
        logo: None,
    }
}

async fn refusal(mode: Mode, settings: impl Fn(SmtpSettings) -> SmtpSettings) -> MailError {
    let sink = SmtpSink::start_with(mode, Encryption::None).await;
    let settings = settings(settings_of(&sink));
    let error = SmtpMailer::new().send(&settings, &mail(), &()).await.unwrap_err();
    assert!(sink.messages().is_empty());
    error
}

fn settings_of(sink: &SmtpSink) -> SmtpSettings {
    settings(sink.port())
}

#[tokio::test]
async fn a_mail_arrives_as_text_and_html_with_its_message_id() {
    let sink = SmtpSink::start().await;
    SmtpMailer::new().send(&settings(sink.port()), &mail(), &()).await.unwrap();
    let received = &sink.wait_for(1).await[0];
    assert_eq!((received.from.as_str(), &received.to[..]), ("tests@example.org", &["ada@example.org".to_owned()][..]));
    let header = |name| received.header(name).unwrap_or_default();
    assert_eq!(header("From"), "\"Interview Platform\" <tests@example.org>");
    assert_eq!(header("To"), "\"Ada Lovelace\" <ada@example.org>");
    assert_eq!(header("Message-ID"), "<0198-1@exams.example.org>");
    assert_eq!(header("Auto-Submitted"), "auto-generated");
    assert!(header("Content-Type").starts_with("multipart/alternative;"));
    assert!(header("Subject").starts_with("=?utf-8?"));
    assert!(!header("Date").is_empty());
    let lines = |part: Option<String>| part.unwrap().lines().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(
        lines(received.part("text/plain"))[..3],
        ["Hello", ".a line with a dot", "https://exams.example.org/test-invite/abc=def"]
    );
    assert_eq!(lines(received.part("text/html"))[0], "<p>Žofie</p>");
}

#[tokio::test]
async fn a_calendar_entry_is_attached_beside_text_and_html() {
    let sink = SmtpSink::start().await;
    let ics = crate::mail::ics::event(crate::mail::ics::Event {
        uid: "u",
        summary: "Test",
        start: Moment::EPOCH,
        duration: HOUR,
        url: "https://e",
        stamp: Moment::EPOCH,
        organizer: ("Exams", "exams@example.org"),
    });
    SmtpMailer::new()
        .send(&settings(sink.port()), &OutgoingMail { ics: Some(ics.clone()), ..mail() }, &())
        .await
        .unwrap();
    let received = &sink.wait_for(1).await[0];
    assert!(received.header("Content-Type").unwrap().starts_with("multipart/mixed;"));
    assert_eq!(received.part("text/calendar").unwrap().trim_end(), ics.trim_end());
    assert!(received.data.contains("filename=\"invite.ics\""));
    assert!(received.part("text/plain").unwrap().contains("Hello") && received.part("text/html").is_some());
}

#[tokio::test]
async fn the_mailer_authenticates_and_reports_a_refusal() {
    let mode = Mode::SignIn { user: "invigil".into(), password: "pässword".into() };
    let sink = SmtpSink::start_with(mode.clone(), Encryption::None).await;
    let with = |password: &str| {
        let password = Some(password.to_owned());
        move |s: SmtpSettings| SmtpSettings { user: "invigil".into(), password: password.clone(), ..s }
    };
    SmtpMailer::new().send(&with("pässword")(settings(sink.port())), &mail(), &()).await.unwrap();
    assert_eq!(sink.wait_for(1).await[0].user.as_deref(), Some("invigil"));

    let wrong = refusal(mode.clone(), with("guess")).await;
    assert_eq!(wrong.words, "535 5.7.8 authentication credentials invalid (in answer to AUTH)");
    assert!(pauses(&wrong, PauseCause::SignIn) && wrong.hint.unwrap().contains("password"));

    let without = refusal(mode, |s| s).await;
    assert!(without.words.starts_with("530 5.7.0 authentication required (in answer to "), "{without:?}");
    assert!(pauses(&without, PauseCause::SignIn) && without.hint.unwrap().contains("user name"));

    let not_offered = refusal(Mode::Accept, with("x")).await;
    assert!(not_offered.words.ends_with("offers no sign-in with a password"), "{not_offered:?}");
}

#[tokio::test]
async fn a_rejected_recipient_is_final_and_a_busy_server_is_not() {
    let unknown = refusal(Mode::RefuseRecipient, |s| s).await;
    assert_eq!(unknown.words, "550 5.1.1 no such user here (in answer to RCPT TO)");
    assert!(unknown.consequence == Consequence::Final && unknown.hint.unwrap().contains("the spelling of the address"));
    let busy = refusal(Mode::RefuseAll, |s| s).await;
    assert_eq!(busy.words, "421 4.3.2 closing for maintenance (as its greeting)");
    assert!(pauses(&busy, PauseCause::Connection));
}

/// The end of a delivery to a server that does `act` at the command `at`.
async fn ended_at(at: &'static str, act: Act) -> (MailError, Duration) {
    let sink = SmtpSink::start_with(Mode::At(at, act), Encryption::None).await;
    let settings = match at {
        "AUTH" => SmtpSettings { user: "u".into(), password: Some("p".into()), ..settings(sink.port()) },
        _ => settings(sink.port()),
    };
    let start = Instant::now();
    let sent = SmtpMailer::with(Deadlines::each(Duration::from_secs(1))).send(&settings, &mail(), &()).await;
    (sent.unwrap_err(), start.elapsed())
}

#[tokio::test]
async fn each_stage_has_its_deadline() {
    let stages = [
        ("greeting", "no answer from 127.0.0.1:"),
        ("EHLO", "no answer from 127.0.0.1:"),
        ("AUTH", "no answer to the sign-in"),
        ("MAIL", "no answer to MAIL FROM"),
        ("RCPT", "no answer to RCPT TO"),
        ("DATA", "no answer while taking"),
        (".", "no answer while taking"),
    ];
    let mut cells = tokio::task::JoinSet::new();
    for (at, words) in stages {
        for act in [Act::Silence, Act::Reset] {
            cells.spawn(async move { (at, words, act, ended_at(at, act).await) });
        }
    }
    while let Some(cell) = cells.join_next().await {
        let (at, words, act, (error, took)) = cell.unwrap();
        let unconfirmed = error.consequence == Consequence::Unconfirmed;
        assert_eq!(unconfirmed, at == ".", "{at}: {error:?}");
        assert!(unconfirmed || pauses(&error, PauseCause::Connection), "{at}: {error:?}");
        match act {
            Act::Silence => {
                assert!(error.words.starts_with(words) && took >= Duration::from_secs(1), "{at}: {error:?}");
            }
            _ => assert!(error.words.ends_with("closed the connection"), "{at}: {error:?}"),
        }
    }
    let Deadlines { command, data, block, dot, .. } = Deadlines::STANDARD;
    assert_eq!([command, data, block, dot].map(|limit| limit.as_secs() / 60), [5, 2, 3, 10]);
}

/// The client library says QUIT before it reports this refusal.
#[tokio::test]
async fn a_refused_greeting_is_known_though_quit_is_not_answered() {
    let (error, _) = ended_at("EHLO", Act::ReplyThenSilence("504 5.5.2 need a full name")).await;
    assert!(error.words.starts_with("504 5.5.2 need a full name"), "{error:?}");
}

/// The deadline of the reply to the final dot is its own, and begins when the content was sent.
#[tokio::test]
async fn a_server_that_examines_the_mail_is_waited_for() {
    let released = Arc::new(tokio::sync::Notify::new());
    let sink = SmtpSink::start_with(Mode::ConfirmsLate(released.clone()), Encryption::None).await;
    let deadlines = Deadlines { dot: Duration::from_mins(10), ..Deadlines::each(Duration::from_millis(100)) };
    let (mailer, settings) = (SmtpMailer::with(deadlines), settings(sink.port()));
    let sending = tokio::spawn(async move { mailer.send(&settings, &mail(), &()).await });
    sink.wait_taken(1).await;
    tokio::time::sleep(Duration::from_millis(150)).await;
    assert!(!sending.is_finished(), "the other stages' deadline");
    released.notify_one();
    sending.await.unwrap().unwrap();
}

/// A server that does not read the content is given up after the deadline of a block, and that leaves it unknown what
/// it has.
#[tokio::test]
async fn a_server_that_does_not_read_is_given_up() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let serving = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut received = [0; 256];
        for line in ["220 hi\r\n", "250 hi\r\n", "250 ok\r\n", "250 ok\r\n", "354 go\r\n"] {
            tokio::io::AsyncWriteExt::write_all(&mut stream, line.as_bytes()).await.unwrap();
            if !line.starts_with("354") {
                let _ = tokio::io::AsyncReadExt::read(&mut stream, &mut received).await;
            }
        }
        std::future::pending::<()>().await;
    });
    let deadlines =
        Deadlines { block: Duration::from_millis(200), dot: Duration::from_mins(10), ..Deadlines::STANDARD };
    let logo = crate::mail::MailLogo { media_type: "image/png", bytes: vec![7; 12 << 20] };
    let large = OutgoingMail { logo: Some(logo), ..mail() };
    let error = SmtpMailer::with(deadlines).send(&settings(port), &large, &()).await.unwrap_err();
    assert_eq!(error.consequence, Consequence::Unconfirmed, "{error:?}");
    serving.abort();
}

#[tokio::test]
async fn the_client_introduces_itself_by_a_full_name_or_its_address() {
    let sink = SmtpSink::start().await;
    for (name, line) in [("", "EHLO [127.0.0.1]"), ("exams.example.org", "EHLO exams.example.org")] {
        let settings = SmtpSettings { ehlo_name: name.into(), ..settings(sink.port()) };
        SmtpMailer::new().send(&settings, &mail(), &()).await.unwrap();
        assert!(sink.commands().contains(&line.to_owned()), "{:?}", sink.commands());
    }
}

/// Commands end with the extensions that the server has, and only those.
#[tokio::test]
async fn addresses_outside_ascii_need_an_extension() {
    let sink = SmtpSink::start().await;
    let to = OutgoingMail { to_email: "żaneta@example.org".into(), ..mail() };
    let error = SmtpMailer::new().send(&settings(sink.port()), &to, &()).await.unwrap_err();
    assert!(error.words.contains("SMTPUTF8") && error.consequence == Consequence::Final, "{error:?}");
    let from = SmtpSettings { from_email: "żaneta@example.org".into(), ..settings(sink.port()) };
    let error = SmtpMailer::new().send(&from, &mail(), &()).await.unwrap_err();
    assert!(pauses(&error, PauseCause::Client) && error.hint.unwrap().contains("sender"), "settings, not the mail");
}

#[tokio::test]
async fn an_endless_reply_line_is_cut_at_the_limit() {
    let words = |error: MailError| {
        assert!(pauses(&error, PauseCause::Connection), "{error:?}");
        error.words
    };
    let early = words(refusal(Mode::Garbage { from: "greeting" }, |s| s).await);
    assert!(early.ends_with("does not answer like an SMTP server"), "{early}");
    let late = words(refusal(Mode::Garbage { from: "MAIL" }, |s| s).await);
    assert!(late.ends_with("the server sends too much"), "{late}");
    let pki = pki("127.0.0.1");
    for (tls, encryption) in [
        (SmtpTls::StartTls, Encryption::StartTls(pki.acceptor.clone())),
        (SmtpTls::Implicit, Encryption::Implicit(pki.acceptor.clone())),
    ] {
        let sink = SmtpSink::start_with(Mode::Garbage { from: "MAIL" }, encryption).await;
        let settings = SmtpSettings { tls, ..settings(sink.port()) };
        let hidden = words(SmtpMailer::trusting(pki.ca.path()).send(&settings, &mail(), &()).await.unwrap_err());
        assert!(hidden.ends_with("the server sends too much"), "{hidden}");
    }
}

#[tokio::test]
async fn a_hanging_server_occupies_at_most_max_open_connections() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (mailer, settings) = (SmtpMailer::new(), settings(listener.local_addr().unwrap().port()));
    let mut sending = tokio::task::JoinSet::new();
    for _ in 0..3 * MAX_OPEN {
        let (mailer, settings) = (mailer.clone(), settings.clone());
        sending.spawn(async move { mailer.send(&settings, &mail(), &()).await });
    }
    let mut open = Vec::new();
    for _ in 0..MAX_OPEN {
        open.push(listener.accept().await.unwrap());
    }
    assert!(timeout(Duration::from_millis(100), listener.accept()).await.is_err());
    // Closing one connection lets the next mail connect.
    open.pop();
    open.push(listener.accept().await.unwrap());

    let mailer = SmtpMailer::with(Deadlines::each(Duration::from_millis(100)));
    let _all = mailer.connections.acquire_many(u32::try_from(MAX_OPEN).unwrap()).await.unwrap();
    let error = mailer.send(&settings, &mail(), &()).await.unwrap_err();
    assert!(error.words.contains("was busy with 20 other emails"), "{error:?}");
}

#[tokio::test]
async fn a_closed_port_and_an_unknown_host_are_reported_in_plain_words() {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let error = SmtpMailer::new().send(&settings(port), &mail(), &()).await.unwrap_err();
    assert_eq!(error.words, format!("connection refused by 127.0.0.1:{port}"));
    // The resolver rejects this name locally: no DNS query is sent.
    let nowhere = SmtpSettings { host: "mail..example".into(), ..settings(25) };
    let error = SmtpMailer::new().send(&nowhere, &mail(), &()).await.unwrap_err();
    assert_eq!(error.words, "the host mail..example cannot be found");
}

struct Pki {
    ca: tempfile::NamedTempFile,
    acceptor: TlsAcceptor,
}

fn pki(name: &str) -> Pki {
    let key = KeyPair::generate().unwrap();
    let cert = CertificateParams::new(vec![name.to_owned()]).unwrap().self_signed(&key).unwrap();
    let ca = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(ca.path(), cert.pem()).unwrap();
    let key_file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(key_file.path(), key.serialize_pem()).unwrap();
    let config = crate::secrets::server_config(ca.path(), key_file.path()).unwrap();
    Pki { ca, acceptor: TlsAcceptor::from(Arc::new(config)) }
}

#[tokio::test]
async fn both_tls_modes_encrypt_the_mail() {
    let pki = pki("127.0.0.1");
    for (tls, encryption) in [
        (SmtpTls::StartTls, Encryption::StartTls(pki.acceptor.clone())),
        (SmtpTls::Implicit, Encryption::Implicit(pki.acceptor.clone())),
    ] {
        let sink = SmtpSink::start_with(Mode::Accept, encryption).await;
        let settings = SmtpSettings { tls, ..settings(sink.port()) };
        SmtpMailer::trusting(pki.ca.path()).send(&settings, &mail(), &()).await.unwrap();
        assert!(sink.wait_for(1).await[0].encrypted, "{tls:?}");

        let stranger = SmtpMailer::new().send(&settings, &mail(), &()).await.unwrap_err();
        assert!(stranger.words.contains("unknown authority") && stranger.hint.is_some(), "{stranger:?}");
    }
}

#[tokio::test]
async fn a_certificate_for_another_name_is_rejected() {
    let pki = pki("mail.example");
    let sink = SmtpSink::start_with(Mode::Accept, Encryption::Implicit(pki.acceptor.clone())).await;
    let settings = SmtpSettings { tls: SmtpTls::Implicit, ..settings(sink.port()) };
    let error = SmtpMailer::trusting(pki.ca.path()).send(&settings, &mail(), &()).await.unwrap_err();
    assert!(error.words.contains("certificate") && error.words.contains("not valid"), "{error:?}");
}

#[tokio::test]
async fn a_server_without_starttls_gets_neither_password_nor_mail() {
    let mode = Mode::SignIn { user: "u".into(), password: "p".into() };
    let error =
        refusal(mode, |s| SmtpSettings { tls: SmtpTls::StartTls, user: "u".into(), password: Some("p".into()), ..s })
            .await;
    assert!(error.words.ends_with("does not offer STARTTLS") && error.hint.is_some(), "{error:?}");
}

#[tokio::test]
async fn implicit_tls_with_a_plain_server_is_reported() {
    let error = refusal(Mode::Accept, |s| SmtpSettings { tls: SmtpTls::Implicit, ..s }).await;
    assert!(error.words.ends_with("does not speak TLS from the start") && error.hint.is_some(), "{error:?}");
}

#[tokio::test]
async fn link_local_and_special_addresses_are_never_connected() {
    for host in ["169.254.169.254", "2852039166", "0.0.0.0", "fe80::1", "::ffff:169.254.169.254", "224.0.0.1", "0"] {
        let settings = SmtpSettings { host: host.into(), ..settings(25) };
        let error = SmtpMailer::new().send(&settings, &mail(), &()).await.unwrap_err();
        assert_eq!(error.words, format!("the host {host} has a link-local or special address"));
        assert!(pauses(&error, PauseCause::Client) && error.hint.is_some());
    }
}

/// Runs a server that replies with `lines` whatever it receives, and returns the outcome of a delivery to it.
async fn outcome_of(lines: Vec<&'static [u8]>) -> Result<(), MailError> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let serving = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        // A connection that is closed with something unread loses the last reply. The client waits for one to QUIT.
        let (mut lines, mut received) = (lines.into_iter(), [0; 1024]);
        loop {
            if let Some(line) = lines.next() {
                tokio::io::AsyncWriteExt::write_all(&mut stream, line).await.unwrap();
            }
            match tokio::io::AsyncReadExt::read(&mut stream, &mut received).await {
                Ok(count @ 1..) if !received[..count].starts_with(b"QUIT") => {}
                _ => break,
            }
        }
    });
    let outcome = SmtpMailer::new().send(&settings(port), &mail(), &()).await;
    serving.abort();
    outcome
}

async fn failure_of(lines: Vec<&'static [u8]>) -> MailError {
    outcome_of(lines).await.unwrap_err()
}

async fn error_for(lines: &'static [&'static str]) -> String {
    failure_of(lines.iter().map(|line| line.as_bytes()).collect()).await.words
}

#[tokio::test]
async fn other_protocols_are_not_quoted() {
    for lines in [
        &["SSH-2.0-OpenSSH_9.2 planted\r\n"][..],
        &["planted\r\n"],
        &["220 hello\r\n", "planted planted\r\n"],
        &["220 hello\r\n", "250 hello\r\n", "planted -ERR\r\n"],
    ] {
        let words = error_for(lines).await;
        assert!(!words.contains("planted"), "{words}");
        assert!(words.contains("does not answer like an SMTP server"), "{words}");
    }
}

/// Once the server has taken the sender, a reply that cannot be read is about this mail: the others go on.
#[tokio::test]
async fn a_reply_that_is_not_smtp_holds_up_no_other_mail() {
    let is_alone = |error: &MailError| {
        matches!(error.consequence, Consequence::RefusedAlone(_))
            && error.words.ends_with("does not answer like an SMTP server")
            && error.hint.as_deref() == Some("The server refuses the email: ask its administrator about this reply.")
    };
    let replies = [("RCPT", "unknown user"), ("RCPT", "354 go on"), ("DATA", "250 ok"), ("DATA", "220 hello")];
    for (at, reply) in replies {
        let (error, _) = ended_at(at, Act::Reply(reply)).await;
        assert!(is_alone(&error), "{at}, {reply}: {error:?}");
    }
}

/// A text may be left out (RFC 5321 section 4.2), and servers write it in the encoding of their system.
#[tokio::test]
async fn replies_are_read_by_their_code_whatever_is_said_beside_it() {
    let before = [b"220\r\n".as_slice(), b"250 x\r\n", b"250\r\n", b"250-\r\n250\r\n", b"354\n"];
    let after = async |reply: &'static [u8]| outcome_of([before.to_vec(), vec![reply]].concat()).await;
    for yes in [b"250\r\n".as_slice(), b"250-\xc4\r\n250\r\n", b"250 re\xe7u\r\n", b"250 ok\n"] {
        let outcome = after(yes).await;
        assert!(outcome.is_ok(), "{}: {outcome:?}", String::from_utf8_lossy(yes));
    }
    let spam = after(b"554 5.7.1 spam refus\xe9\r\n").await.unwrap_err();
    assert_eq!(spam.words, "554 5.7.1 spam refus\u{fffd} (after the content)");
    assert!(matches!(spam.consequence, Consequence::RefusedAlone(_)), "{spam:?}");
    let bare = after(b"554\r\n").await.unwrap_err();
    assert!(matches!(bare.consequence, Consequence::Waits(_)) && bare.words.starts_with("554 "), "{bare:?}");
    let unknown = failure_of([before[..3].to_vec(), vec![b"550 Empf\xe4nger unbekannt\r\n".as_slice()]].concat()).await;
    assert_eq!(unknown.words, "550 Empf\u{fffd}nger unbekannt (in answer to RCPT TO)");
    // Also where the connection is encrypted.
    let pki = pki("127.0.0.1");
    for (tls, encryption) in [
        (SmtpTls::StartTls, Encryption::StartTls(pki.acceptor.clone())),
        (SmtpTls::Implicit, Encryption::Implicit(pki.acceptor.clone())),
    ] {
        let sink = SmtpSink::start_with(Mode::At(".", Act::Reply("250")), encryption).await;
        let settings = SmtpSettings { tls, ..settings(sink.port()) };
        SmtpMailer::trusting(pki.ca.path()).send(&settings, &mail(), &()).await.unwrap();
    }
}

/// Neither does such a reply to the content say that the server has the mail.
#[tokio::test]
async fn only_a_yes_after_the_content_is_one() {
    for reply in ["354 go on", "queued"] {
        let (error, _) = ended_at(".", Act::Reply(reply)).await;
        assert_eq!(error.consequence, Consequence::Unconfirmed, "{reply}: {error:?}");
    }
}

/// Servers refuse with codes that RFC 5321 does not have.
#[tokio::test]
async fn a_refusal_with_a_code_of_its_own_is_one() {
    for (reply, words) in [
        ("571 5.7.0 not taken", "571 5.7.0 not taken (in answer to RCPT TO)"),
        ("591-not taken\n591 here", "591 not taken (in answer to RCPT TO)"),
        ("471 4.2.0 not taken yet", "471 4.2.0 not taken yet (in answer to RCPT TO)"),
    ] {
        let (error, _) = ended_at("RCPT", Act::Reply(reply)).await;
        assert_eq!(error.words, words);
        assert!(matches!(error.consequence, Consequence::Waits(_)), "{reply}: {error:?}");
    }
    let (error, _) = ended_at(".", Act::Reply("571 5.7.1 taken for spam")).await;
    assert!(matches!(error.consequence, Consequence::RefusedAlone(_)), "{error:?}");
}
