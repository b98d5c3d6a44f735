//! The daily summary of what waits for staff (docs/behaviour/mail.md#daily-summary), and notices about the servers.

use crate::support::{
    app::TestApp,
    journey::{PASSWORD, key, small_test, text},
};
use invigil::{
    domain::{
        sentence::Sentence,
        time::{DAY, HOUR, MINUTE},
        user::StaffRole,
    },
    sentence,
    service::{
        account::admins,
        actor::Actor,
        mail::{deliver, notice},
        operate::sweeper,
    },
};
use serde_json::{Value, json};

const PATH: &str = "/api/auth/daily-summary";

/// The mails of the next sweep, as recipient, subject and text.
async fn sent_now(t: &TestApp) -> Vec<(String, String, String)> {
    let before = t.mailer.sent().len();
    sweeper::sweep(&t.app).await.unwrap();
    deliver::run_once(&t.app).await.unwrap();
    let sent = t.mailer.sent().split_off(before);
    sent.into_iter().map(|mail| (mail.to_email, mail.content.subject, mail.content.text)).collect()
}

async fn set(t: &TestApp, who: &str, body: Value) -> Value {
    t.put(PATH).bearer(who).json(body).send().await.ok()
}

/// A submission that waits for a score.
async fn submitted(t: &TestApp, ada: &str) {
    let test = t.test_with_all_types(ada).await;
    let invite = t.invite(ada, &test, "cora@example.org").await;
    t.start(&invite["token"], &key(1)).await.ok();
    t.save(&invite["token"], &key(1), &[("q2", "An essay about Cora.", 1)]).await.ok();
    t.submit(&invite["token"], &key(1), &[]).await.ok();
}

#[tokio::test]
async fn it_counts_what_waits_once_a_day_and_names_nobody() {
    let t = TestApp::new();
    let (ada, bob) = (t.admin().await, t.second_admin().await);
    t.set_up_mail(&ada).await;
    submitted(&t, &ada).await;
    assert_eq!(t.get(PATH).bearer(&ada).send().await.ok()["hour"], json!(null));
    // The clock of the tests stands at 08:00 UTC, which is 09:00 in Berlin.
    let made = set(&t, &ada, json!({"hour": 10, "time_zone": "Europe/Berlin"})).await;
    assert_eq!(made["next_at"], json!(t.at(HOUR)));
    set(&t, &bob, json!({"hour": 10, "time_zone": "Europe/Berlin"})).await;
    set(&t, &bob, json!({"hour": null})).await;
    assert!(sent_now(&t).await.is_empty());
    t.clock.advance(HOUR);
    let sent = sent_now(&t).await;
    let (to, subject, body) = sent.first().unwrap();
    assert_eq!((sent.len(), to.as_str(), subject.as_str()), (1, "ada@example.org", "1 submission waits for a score"));
    assert!(body.contains("/admin?tab=scoring") && !body.contains("Cora") && !body.contains("cora@"), "{body}");
    assert!(sent_now(&t).await.is_empty(), "once a day");
    // Three days without a server are one summary.
    t.clock.advance(3 * DAY);
    assert_eq!(sent_now(&t).await.len(), 1);
    t.assert_sound();
}

#[tokio::test]
async fn there_is_none_without_anything_and_none_for_an_account_that_is_gone() {
    let t = TestApp::new();
    let (ada, bob) = (t.admin().await, t.second_admin().await);
    t.set_up_mail(&ada).await;
    set(&t, &ada, json!({"hour": 9})).await;
    set(&t, &bob, json!({"hour": 9})).await;
    t.clock.advance(HOUR);
    assert!(sent_now(&t).await.is_empty());
    let ada = t.sign_in("ada@example.org").await;
    submitted(&t, &ada).await;
    let admins = t.get("/api/admin/list-admins").bearer(&ada).send().await.ok();
    let bob = admins.as_array().unwrap().iter().find(|row| row["email"] == "bob@example.org").unwrap();
    let path = format!("/api/admin/delete-admin/{}", text(&bob["id"]));
    assert!(matches!(t.delete(path).bearer(&ada).send().await.status, 200 | 204));
    t.clock.advance(DAY);
    let sent = sent_now(&t).await;
    assert_eq!(sent.iter().map(|(to, ..)| to.as_str()).collect::<Vec<_>>(), ["ada@example.org"]);
    t.assert_sound();
}

/// A person with a role for one test, who wants a summary.
async fn person(t: &TestApp, ada: &str, role: &str, test: &Value) -> String {
    let email = format!("{role}@staff.example");
    let operator = Actor::Operator.require().unwrap();
    let made = admins::create_as(&t.app, &operator, StaffRole::Staff, &email, PASSWORD.into(), role).await.unwrap();
    let roles = json!({"roles": [{"role": role, "tests": [test["id"]]}]});
    t.put(format!("/api/admin/roles/{}", made.id)).bearer(ada).json(roles).send().await.ok();
    set(t, &t.sign_in(&email).await, json!({"hour": 9})).await;
    email
}

#[tokio::test]
async fn it_counts_what_waits_in_the_tests_of_a_role() {
    let (t, ada) = TestApp::with_mail().await;
    let own = t.create_test(&ada, small_test("Own")).await;
    let other = t.create_test(&ada, small_test("Other")).await;
    for (test, email) in [(&own, "cora@example.org"), (&other, "olga@example.org"), (&other, "otto@example.org")] {
        let soon = json!({"no_schedule": true, "closes_at": t.at(30 * HOUR)});
        let invite = t.invite_with(&ada, test, email, soon).await.expect(201);
        let form = json!({"title": email, "starts_at": t.at(20 * HOUR)});
        let session = t.post("/api/sessions").bearer(&ada).json(form).send().await.expect(201);
        let people = t.put(format!("/api/sessions/{}/people", text(&session["id"]))).bearer(&ada);
        people.json(json!({"add": [invite["id"]]})).send().await.ok();
    }
    let recruiter = person(&t, &ada, "recruiter", &own).await;
    let proctor = person(&t, &ada, "proctor", &own).await;
    person(&t, &ada, "viewer", &own).await;
    t.clock.advance(HOUR);
    let mut sent = sent_now(&t).await;
    sent.retain(|(to, ..)| to.ends_with("@staff.example"));
    sent.sort();
    let subjects: Vec<(&str, &str)> = sent.iter().map(|(to, subject, _)| (to.as_str(), subject.as_str())).collect();
    let expected = [
        (proctor.as_str(), "1 exam session begins within 24 hours"),
        (recruiter.as_str(), "1 invitation that was not used ends within 48 hours"),
    ];
    assert_eq!(subjects, expected);
    t.assert_sound();
}

#[tokio::test]
async fn two_tabs_do_not_overwrite_each_other() {
    let (t, ada) = TestApp::with_admin().await;
    let never = t.get(PATH).bearer(&ada).send().await.ok();
    let made = set(&t, &ada, json!({"hour": 8, "version": never["version"]})).await;
    let other = t.put(PATH).bearer(&ada).json(json!({"hour": 17, "version": never["version"]})).send().await;
    assert_eq!(other.refused(409, "changed_meanwhile")["by"], "Ada Admin");
    assert_eq!(t.get(PATH).bearer(&ada).send().await.ok(), made);
    // A day that has passed is no change.
    t.clock.advance(DAY);
    sweeper::sweep(&t.app).await.unwrap();
    let ada = t.sign_in("ada@example.org").await;
    let off = set(&t, &ada, json!({"hour": null, "version": made["version"]})).await;
    assert_eq!((&off["hour"], &off["version"]), (&json!(null), &never["version"]));
    // Callers that know no versions.
    set(&t, &ada, json!({"hour": 9})).await;
}

#[tokio::test]
async fn bad_input_and_applicants_are_refused() {
    let (t, ada) = TestApp::with_admin().await;
    for (body, field) in [
        (json!({"hour": 24}), "hour"),
        (json!({"hour": -1}), "hour"),
        (json!({"hour": 8, "time_zone": "Mars/Olympus"}), "time_zone"),
    ] {
        t.put(PATH).bearer(&ada).json(body).send().await.invalid(field);
    }
    let cora = t.applicant("cora@example.org").await;
    t.put(PATH).bearer(&cora).json(json!({"hour": 8})).send().await.invalid("hour");
    assert_eq!(set(&t, &cora, json!({})).await["hour"], json!(null));
    t.put(PATH).json(json!({"hour": 8})).send().await.refused(401, "unauthorized");
}

#[tokio::test]
async fn summaries_do_not_pile_up_while_no_mail_goes_out() {
    let (t, ada) = TestApp::with_admin().await;
    submitted(&t, &ada).await;
    set(&t, &ada, json!({"hour": 9})).await;
    for _ in 0..3 {
        t.clock.advance(DAY);
        sweeper::sweep(&t.app).await.unwrap();
    }
    let ada = t.sign_in("ada@example.org").await;
    t.set_up_mail(&ada).await;
    // Held up by the mail server for some days, it is one mail, too.
    t.clock.advance(DAY);
    sweeper::sweep(&t.app).await.unwrap();
    t.clock.advance(DAY);
    assert_eq!(sent_now(&t).await.iter().filter(|(_, subject, _)| subject.contains("waits")).count(), 1);
    t.assert_sound();
}

#[tokio::test]
async fn who_operates_the_site_is_mailed_about_the_second_server() {
    let (t, ada) = TestApp::with_admin().await;
    let body =
        json!({"email": "rita@example.org", "password": "correct horse", "full_name": "Rita", "role": "reviewer"});
    t.post("/api/admin/create-admin").bearer(&ada).json(body).send().await;
    // Without a mail server there is a notification alone.
    let say = async |said: &str| notice::of_twin(&t.app, vec![Sentence::foreign(said)], |_| Ok(())).await.unwrap();
    say("b is away: it would not take over.").await;
    t.clock.advance(MINUTE);
    t.set_up_mail(&ada).await;
    assert!(sent_now(&t).await.is_empty());
    // Two before the queue is worked are one mail with both sentences.
    for said in ["b is far behind: a take-over would take long.", "b has taken over from a (epoch 2)."] {
        say(said).await;
    }
    let sent = sent_now(&t).await;
    let [(to, subject, text)] = sent.as_slice() else { panic!("{sent:?}") };
    assert_eq!((to.as_str(), subject.as_str()), ("ada@example.org", "2 notices about the servers"));
    assert!(text.contains("far behind") && text.contains("epoch 2") && !text.contains("is away"), "{text}");
    t.clock.advance(MINUTE);
    say("b is away: it would not take over. See 'invigil doctor'.").await;
    let sent = sent_now(&t).await;
    assert_eq!(sent[0].1, "b is away: it would not take over");
    let listed = t.get("/api/admin/notifications").bearer(&ada).send().await.ok();
    assert_eq!(listed["notifications"].as_array().unwrap().len(), 4, "{listed}");
    t.assert_sound();
}

/// The mails of the next sweep, as language, subject and text.
async fn spoken_now(t: &TestApp) -> Vec<(&'static str, String, String)> {
    let before = t.mailer.sent().len();
    sent_now(t).await;
    let sent = t.mailer.sent().split_off(before);
    sent.into_iter().map(|mail| (mail.content.language.code(), mail.content.subject, mail.content.text)).collect()
}

#[tokio::test]
async fn mails_to_staff_are_in_the_language_of_the_site_where_staff_has_it() {
    let (t, ada) = TestApp::with_mail().await;
    submitted(&t, &ada).await;
    sent_now(&t).await;
    set(&t, &ada, json!({"hour": 9})).await;
    let expected = [
        ("de", "1 Abgabe wartet auf eine Bewertung", "Guten Tag Ada Admin,", "b hat von a übernommen (Epoche 2)"),
        ("fr", "1 copie attend une note", "Bonjour Ada Admin,", "b a pris le relais de a (époque 2)"),
        ("pl", "1 submission waits for a score", "Hello Ada Admin,", "b has taken over from a (epoch 2)"),
    ];
    for (site, waits, greeting, led) in expected {
        let language = if site == "pl" { "en" } else { site };
        let ada = t.sign_in("ada@example.org").await;
        t.put("/api/admin/company-settings").bearer(&ada).json(json!({"language": site})).send().await.ok();
        t.clock.advance(DAY);
        let sent = spoken_now(&t).await;
        let [(tag, subject, body)] = sent.as_slice() else { panic!("{sent:?}") };
        assert_eq!((*tag, subject.as_str()), (language, waits));
        assert!(body.starts_with(greeting) && body.contains(&format!("- {waits}.")), "{body}");

        let said = sentence!(
            "twinTookOver": "{name} has taken over from {led_before} (epoch {epoch}).",
            name = "b", led_before = "a", epoch = 2_u64
        );
        notice::of_twin(&t.app, vec![said], |_| Ok(())).await.unwrap();
        let sent = spoken_now(&t).await;
        let [(tag, subject, body)] = sent.as_slice() else { panic!("{sent:?}") };
        assert_eq!((*tag, subject.as_str()), (language, led));
        assert!(body.starts_with(greeting) && body.contains(&format!("{led}.")), "{body}");

        let ada = t.sign_in("ada@example.org").await;
        let to = json!({"email": "ada@example.org"});
        t.post("/api/admin/email-settings/test").bearer(&ada).json(to).send().await.ok();
        assert_eq!(t.mailer.sent().last().unwrap().content.language.code(), language);
    }
    t.assert_sound();
}
