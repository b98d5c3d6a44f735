//! Accounts over a kill: roles, passwords, sessions, second factors and consents; and the audit log of it
//! goes to a file.

use super::{
    rounds, shipped,
    site::{Call, Parts, Sight, Site, Who, now},
};
use crate::support::{
    journey::{PASSWORD, key, list, small_test, text},
    smtp_sink::SmtpSink,
};
use invigil::{domain::time::SECOND, secrets::totp::TotpSecret};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    time::{Duration, Instant as Moment},
};

const NEW: &str = "another horse";
const FILE: &str = "audit.jsonl";

struct People {
    ada: Who,
    ids: BTreeMap<&'static str, String>,
    /// Sessions of each: one that acts, and others.
    sessions: BTreeMap<&'static str, Vec<Who>>,
    /// The token of Rosa's mailed link.
    link: String,
    /// Invite tokens of two candidates.
    links: [String; 2],
}

fn address(name: &str) -> String {
    format!("{name}@example.org")
}

/// The token of the first link to a new password.
async fn mailed_link(sink: &SmtpSink) -> String {
    let mut count = 1;
    loop {
        for mail in sink.wait_for(count).await {
            let words = mail.part("text/plain").unwrap_or_default();
            let token = words.split_once("/reset-password/").and_then(|(_, rest)| rest.split_whitespace().next());
            if let Some(token) = token {
                return token.to_owned();
            }
        }
        count = sink.messages().len() + 1;
    }
}

/// A secret as people type it into an app (RFC 4648).
fn typed_secret(base32: &str) -> TotpSecret {
    let (mut bits, mut held, mut bytes) = (0_u32, 0, Vec::new());
    for letter in base32.trim_end_matches('=').chars() {
        let value = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".find(letter).unwrap();
        bits = (bits << 5) | u32::try_from(value).unwrap();
        held += 5;
        if held >= 8 {
            held -= 8;
            bytes.push(u8::try_from(bits >> held).unwrap());
            bits &= (1 << held) - 1;
        }
    }
    TotpSecret::read(&bytes).unwrap()
}

fn me(who: &Who) -> Sight {
    Call::get("/api/auth/me", who).shows(&["/email"])
}

fn rights(who: &Who) -> Sight {
    Call::get("/api/auth/rights", who).shows(&["/capabilities"])
}

impl People {
    async fn set_up(site: &Site) -> Self {
        let ada = site.ada.clone();
        let (mut ids, mut sessions) = (BTreeMap::new(), BTreeMap::new());
        for (name, count) in [("paul", 1), ("rita", 1), ("rosa", 1), ("carl", 2), ("sven", 2), ("tess", 1)] {
            ids.insert(name, site.staff(&address(name)).await);
            let mut of_person = Vec::new();
            for _ in 0..count {
                of_person.push(site.sign_in(&address(name)).await);
            }
            sessions.insert(name, of_person);
        }
        let put = async |path: &str, body: Value| site.ok(&Call::put(path, &ada, body)).await;
        let proctor = json!({"roles": [{"role": "proctor"}]});
        put(&format!("/api/admin/roles/{}", ids["rita"]), proctor).await;
        put("/api/admin/consent", json!({"text": "I agree.", "version": 0})).await;
        let sink = SmtpSink::start().await;
        let settings = json!({"smtpHost": "127.0.0.1", "smtpPort": sink.port(), "smtpTls": "none",
            "fromEmail": "jobs@example.org", "fromName": "Jobs"});
        put("/api/admin/email-settings", settings).await;
        let form = json!({"email": address("rosa")});
        site.ok(&Call::post("/api/auth/forgot-password", &Who::Anyone, form)).await;
        let link = mailed_link(&sink).await;
        let test = site.ok(&Call::post("/api/tests", &ada, small_test("Rust"))).await;
        let mut links = Vec::new();
        for name in ["cora", "dora"] {
            let form = json!({"test_id": test["id"], "applicant_name": name, "applicant_email": address(name),
                "no_schedule": true});
            links.push(text(&site.ok(&Call::post("/api/invites", &ada, form)).await["token"]).to_owned());
        }
        Self { ada, ids, sessions, link, links: links.try_into().unwrap() }
    }

    async fn pass(&self, site: &mut Site) {
        self.roles(site).await;
        self.passwords(site).await;
        self.second_factor(site).await;
        self.consent(site).await;
    }

    async fn roles(&self, site: &mut Site) {
        let given = json!([{"role": "proctor"}]);
        for (state, name, roles) in [("role given", "paul", given), ("role taken", "rita", json!([]))] {
            let path = format!("/api/admin/roles/{}", self.ids[name]);
            site.ok(&Call::put(path, &self.ada, json!({"roles": roles}))).await;
            site.reached(state, vec![rights(&self.sessions[name][0])]).await;
        }
    }

    async fn passwords(&self, site: &mut Site) {
        let use_link =
            Call::post("/api/auth/reset-password", &Who::Anyone, json!({"token": self.link, "new_password": NEW}));
        site.ok(&use_link).await;
        let signing_in = |name: &str, password: &str| Site::signing_in(&address(name), password, None);
        // Used once: not again, and by no session of before.
        let seen = vec![
            use_link.shows(&[]),
            me(&self.sessions["rosa"][0]),
            signing_in("rosa", PASSWORD),
            signing_in("rosa", NEW),
        ];
        site.reached("link to a new password used", seen).await;

        let [own, other] = self.sessions["carl"].as_slice() else { panic!("two sessions") };
        let form = json!({"current_password": PASSWORD, "new_password": NEW});
        site.ok(&Call::put("/api/auth/change-password", own, form)).await;
        let seen = vec![me(own), me(other), signing_in("carl", PASSWORD), signing_in("carl", NEW)];
        site.reached("other sessions ended by a new password", seen).await;

        let [own, other] = self.sessions["sven"].as_slice() else { panic!("two sessions") };
        let rows = site.ok(&Call::get("/api/auth/sessions", own)).await;
        let row = list(&rows).iter().find(|row| row["is_current"] == false).unwrap();
        site.ok(&Call::delete(format!("/api/auth/sessions/{}", text(&row["id"])), own)).await;
        site.reached("session ended in the list", vec![me(own), me(other)]).await;
    }

    async fn second_factor(&self, site: &mut Site) {
        let (email, own) = (address("tess"), &self.sessions["tess"][0]);
        let form = json!({"email": email, "password": PASSWORD});
        let made = site.ok(&Call::post("/api/auth/totp/begin", &Who::Anyone, form)).await;
        let secret = typed_secret(text(&made["secret"]));
        let form = json!({"email": email, "password": PASSWORD, "code": secret.code_at(now())});
        let codes = site.ok(&Call::post("/api/auth/totp/confirm", &Who::Anyone, form)).await["codes"].clone();
        let standing = |parts: Parts| Call::get("/api/auth/totp", own).shows(parts);
        let seen = vec![standing(&["/on_since"]), Site::signing_in(&email, PASSWORD, None)];
        site.reached("second factor on", seen).await;

        // The next code is right already, and stays so for half a minute at least.
        let code = secret.code_at(now().plus(30 * SECOND));
        for (state, code) in [("code of the app used", code.as_str()), ("recovery code used", text(&codes[0]))] {
            let form = json!({"email": email, "password": PASSWORD, "totp": code});
            site.ok(&Call::post("/api/auth/login", &Who::Anyone, form)).await;
            let seen = vec![Site::signing_in(&email, PASSWORD, Some(code))];
            site.reached(state, seen).await;
        }
        site.reached("nine recovery codes left", vec![standing(&["/recovery_codes_left"])]).await;
    }

    /// A candidate accepts the text that is shown, with the start.
    async fn accept(site: &Site, link: &str) {
        let holder = Who::Key(key(1));
        let page = site.ok(&Call::get(format!("/api/take-test/{link}"), &holder)).await;
        let body = json!({"consent_hash": page["consent"]["hash"]});
        site.ok(&Call::post(format!("/api/start-test/{link}"), &holder, body)).await;
    }

    async fn consent(&self, site: &mut Site) {
        let holder = Who::Key(key(1));
        let [cora, dora] = &self.links;
        Self::accept(site, cora).await;
        let page = Call::get(format!("/api/take-test/{cora}"), &holder);
        let seen = vec![page.shows(&["/in_progress", "/consent", "/attempt/started_at"])];
        site.reached("consent given", seen).await;
        Self::accept(site, dora).await;
        let body = json!({"answers": [{"question_id": "q1", "answer": "B"}]});
        let done = site.ok(&Call::post(format!("/api/submit-test/{dora}"), &holder, body)).await;
        let proof = Call::get(format!("/api/receipt/{}", text(&done["receipt_token"])), &Who::Anyone);
        let seen = vec![proof.shows(&["/consent", "/started_at", "/submitted_at", "/answers"])];
        site.reached("consent proven", seen).await;
    }
}

/// The file once it has as many entries as the log; the log.
async fn arrived(site: &Site) -> (String, String) {
    let log = site.audit_log();
    let begun = Moment::now();
    loop {
        let file = std::fs::read_to_string(site.place.path().join(FILE)).unwrap_or_default();
        // The last word on a file that is not complete is that of the caller.
        if shipped::difference(&file, &log, usize::MAX).is_none() || begun.elapsed().as_secs() > 10 {
            return (file, log);
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_state_of_accounts_survives_a_kill() {
    for _ in 0..rounds() {
        let mut site = Site::new(true, &["--audit-file", FILE]).await;
        let people = People::set_up(&site).await;
        people.pass(&mut site).await;
        let (file, log) = arrived(&site).await;
        assert_eq!(shipped::difference(&file, &log, site.states().len()), None);
        site.stop();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn states_of_accounts_that_are_lost_are_detected() {
    let mut site = Site::new(false, &[]).await;
    let people = People::set_up(&site).await;
    let before = site.copy();
    people.pass(&mut site).await;
    site.assert_lost_without_all_since(&before).await;
}
