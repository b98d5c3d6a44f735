use crate::support::{
    binary::Place,
    smtp_sink::{Encryption, Mode, SmtpSink},
};

#[test]
fn the_password_is_stored_and_never_shown() {
    let place = Place::new();
    let set =
        ["smtp", "set", "--host", "mail.example.org", "--port", "465", "--user", "u", "--from-email", "t@example.org"];
    let output = place.run_with_input(set.into_iter().chain(["--password-stdin"]), "hunter22-secret\n").done();
    let shown = place.run(["smtp", "show"]).done();
    assert_eq!(output, shown);
    let json = place.run(["smtp", "show", "--json"]).json();
    assert_eq!(json["smtpTls"], "implicit");
    assert_eq!((&json["hasPassword"], &json["fromName"]), (&true.into(), &"Interview Platform".into()));
    for text in [shown, json.to_string()] {
        assert!(!text.contains("hunter22"), "{text}");
    }
    let database = std::fs::read(place.data().join("invigil.redb")).unwrap();
    assert!(!database.windows(8).any(|w| w == b"hunter22"));
    let line = place.run(["smtp", "set", "--host", "evil.example.org"]).refused();
    assert!(line.contains("password again"), "{line}");
    // Turning mail off deletes the password, so that no other server receives it later.
    place.run(["smtp", "set", "--host", ""]).done();
    let off = place.run(["smtp", "show", "--json"]).json();
    assert_eq!((&off["smtpHost"], &off["hasPassword"]), (&"".into(), &false.into()));
    self::set(&place, 25);
    place.run(["smtp", "set", "--host", "other.example.org", "--no-password"]).done();
    assert_eq!(place.run(["smtp", "show", "--json"]).json()["hasPassword"], false);
}

fn set(place: &Place, port: u16) -> String {
    let port = port.to_string();
    let args = ["smtp", "set", "--host", "127.0.0.1", "--port", &port, "--user", "u", "--from-email", "t@example.org"];
    place.run_with_input(args.into_iter().chain(["--password-stdin"]), "letmein").done()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_test_mail_arrives_offline_and_through_the_server() {
    let mode = Mode::SignIn { user: "u".into(), password: "letmein".into() };
    let sink = SmtpSink::start_with(mode, Encryption::None).await;
    let place = Place::with_admin();
    set(&place, sink.port());
    let offline = place.run(["smtp", "test", "--to", "grace@example.org"]).done();
    let serving = place.serve();
    let online = place.run(["smtp", "test", "--to", "grace@example.org"]).done();
    assert_eq!(online, offline);
    let mails = sink.wait_for(2).await;
    assert!(mails.iter().all(|m| m.to == ["grace@example.org"] && m.user.as_deref() == Some("u")), "{mails:?}");
    serving.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_mail_servers_error_is_reported() {
    let sink = SmtpSink::start_with(Mode::RefuseRecipient, Encryption::None).await;
    let place = Place::with_admin();
    let port = sink.port().to_string();
    place.run(["smtp", "set", "--host", "127.0.0.1", "--port", &port, "--from-email", "t@example.org"]).done();
    let line = place.run(["smtp", "test", "--to", "grace@example.org"]).refused();
    assert!(line.contains("550") && line.contains("no such user here (in answer to RCPT TO)"), "{line}");
    assert!(place.run(["smtp", "test", "--to", "nobody"]).refused().contains("valid email"));
}

#[test]
fn without_settings_the_error_names_the_command() {
    let place = Place::with_admin();
    assert!(place.run(["smtp", "show"]).done().contains("off"));
    assert!(place.run(["smtp", "test", "--to", "a@example.org"]).refused().contains("invigil smtp set"));
}

#[tokio::test(flavor = "multi_thread")]
async fn settings_take_effect_at_once_in_a_running_server() {
    let mode = Mode::SignIn { user: "u".into(), password: "letmein".into() };
    let sink = SmtpSink::start_with(mode, Encryption::None).await;
    let place = Place::with_admin();
    place.write("t.json", r#"{"title": "T", "questions": [{"type": "essay", "question": "Why?"}]}"#);
    let test = place.run(["test", "import", "t.json", "--json"]).json()[0]["id"].as_str().unwrap().to_owned();
    let serving = place.serve();
    let theme = |serving| crate::cli::serve::get(serving, "/api/admin/theme-settings");
    assert!(theme(&serving).contains(r#""themeName":"classic""#), "{}", theme(&serving));
    place.run(["theme", "set", "premium"]).done();
    assert!(theme(&serving).contains(r#""themeName":"premium""#), "{}", theme(&serving));
    set(&place, sink.port());
    let invite = ["invite", "create", "--test", &test, "--email", "grace@example.org", "--name", "Grace", "--json"];
    assert_eq!(place.run(invite).json()["email_sent"], true);
    assert_eq!(sink.wait_for(1).await[0].to, ["grace@example.org"]);
    serving.stop();
}
