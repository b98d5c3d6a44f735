//! A real server that is killed between calls, and what people saw of each state.

use crate::{
    faults::load,
    support::{
        binary::{Place, Serving},
        client::{Answer, As, Http},
        journey::{PASSWORD, text},
    },
};
use invigil::domain::{Instant, time::SignedDuration};
use reqwest::Method;
use serde_json::{Map, Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
    time::SystemTime,
};

/// Parts of a reply, as JSON pointers.
pub type Parts = &'static [&'static str];

/// The caller.
#[derive(Clone)]
pub enum Who {
    Anyone,
    Account(String),
    Key(String),
}

/// A call of a person.
#[derive(Clone)]
pub struct Call {
    method: Method,
    path: String,
    who: Who,
    body: Option<Value>,
}

impl Call {
    fn new(method: Method, path: impl Into<String>, who: &Who) -> Self {
        Self { method, path: path.into(), who: who.clone(), body: None }
    }

    pub fn get(path: impl Into<String>, who: &Who) -> Self {
        Self::new(Method::GET, path, who)
    }

    pub fn delete(path: impl Into<String>, who: &Who) -> Self {
        Self::new(Method::DELETE, path, who)
    }

    pub fn post(path: impl Into<String>, who: &Who, body: Value) -> Self {
        Self { body: Some(body), ..Self::new(Method::POST, path, who) }
    }

    pub fn put(path: impl Into<String>, who: &Who, body: Value) -> Self {
        Self { body: Some(body), ..Self::new(Method::PUT, path, who) }
    }

    /// What the person sees: the status, the code of a refusal, and these parts of the reply.
    pub fn shows(self, parts: Parts) -> Sight {
        Sight { call: self, parts, summary: None, state: "", was: Value::Null }
    }

    /// As [`Self::shows`], with what this makes of the reply.
    pub fn shows_by(self, summary: fn(&Value) -> Value) -> Sight {
        Sight { summary: Some(summary), ..self.shows(&[]) }
    }

    /// `None` if the server died during the call.
    pub async fn try_at(&self, http: &Http, url: &str) -> Option<Answer> {
        let who = match &self.who {
            Who::Anyone => As::Anonymous,
            Who::Account(token) => As::Bearer(token),
            Who::Key(key) => As::Key(key),
        };
        http.ask(self.method.clone(), &format!("{url}{}", self.path), who, self.body.as_ref()).await.ok()
    }
}

/// A call, what matters of its reply, and how that was when its state was reached.
pub struct Sight {
    call: Call,
    parts: Parts,
    summary: Option<fn(&Value) -> Value>,
    state: &'static str,
    was: Value,
}

/// The present by the machine's clock, moved.
pub fn at(ahead: SignedDuration) -> String {
    now().plus(ahead).to_string()
}

pub fn now() -> Instant {
    SystemTime::now().into()
}

pub struct Site {
    pub place: Place,
    pub http: Http,
    /// The first administrator.
    pub ada: Who,
    /// Whether the server is killed in each state.
    pub kills: bool,
    serving: Serving,
    flags: &'static [&'static str],
    sights: Vec<Sight>,
}

fn serve(place: &Place, flags: &[&str], environment: &[(&str, &str)]) -> Serving {
    let mut command = place.command(["serve", "--listen", "127.0.0.1:0", "--log-level", "error"]);
    command.args(flags).envs(environment.iter().copied());
    Serving::start(command)
}

impl Site {
    pub async fn new(kills: bool, flags: &'static [&'static str]) -> Self {
        let place = Place::with_admin();
        let serving = serve(&place, flags, &[]);
        let http = Http::new();
        let ada = Who::Account(load::sign_in(&http, &serving.url).await);
        Self { place, http, ada, kills, serving, flags, sights: Vec::new() }
    }

    pub fn url(&self) -> &str {
        &self.serving.url
    }

    pub async fn sign_in(&self, email: &str) -> Who {
        Who::Account(load::sign_in_as(&self.http, self.url(), email).await)
    }

    /// The status of a sign-in.
    pub fn signing_in(email: &str, password: &str, code: Option<&str>) -> Sight {
        let form = json!({"email": email, "password": password, "totp": code});
        Call::post("/api/auth/login", &Who::Anyone, form).shows(&[])
    }

    /// An account of staff; its id.
    pub async fn staff(&self, email: &str) -> String {
        let form = json!({"email": email, "password": PASSWORD, "full_name": email, "role": "staff"});
        let made = self.ok(&Call::post("/api/admin/create-admin", &self.ada, form)).await;
        text(&made["id"]).to_owned()
    }

    async fn ask(&self, call: &Call) -> Answer {
        call.try_at(&self.http, self.url()).await.unwrap_or_else(|| panic!("no reply: {}", call.path))
    }

    /// The reply to a call that is acknowledged.
    pub async fn ok(&self, call: &Call) -> Value {
        let answer = self.ask(call).await;
        assert!(answer.status < 300, "{}: {answer:?}", call.path);
        answer.json
    }

    pub async fn status(&self, call: &Call) -> u16 {
        self.ask(call).await.status
    }

    async fn look(&self, sight: &Sight) -> Value {
        let answer = self.ask(&sight.call).await;
        let part = |part: &&str| ((*part).to_owned(), answer.json.pointer(part).cloned().unwrap_or_default());
        let parts: Map<String, Value> = sight.parts.iter().map(part).collect();
        let summary = sight.summary.map(|summary| summary(&answer.json));
        json!({"status": answer.status, "code": answer.json["code"], "parts": parts, "summary": summary})
    }

    /// A state is reached and acknowledged: notes what people see of it. The server is killed in it, if it is in this site,
    /// and all states so far are looked for.
    pub async fn reached(&mut self, state: &'static str, seen: Vec<Sight>) {
        for sight in seen {
            let was = self.look(&sight).await;
            self.sights.push(Sight { state, was, ..sight });
        }
        if self.kills {
            self.kill();
            self.start();
            assert_eq!(self.lost().await, BTreeMap::new(), "killed in: {state}");
        }
    }

    /// States that have been left.
    pub fn left(&mut self, states: &[&str]) {
        self.sights.retain(|sight| !states.contains(&sight.state));
    }

    /// The states that must be there.
    pub fn states(&self) -> BTreeSet<&'static str> {
        self.sights.iter().map(|sight| sight.state).collect()
    }

    /// The states that people see otherwise than before, with what was seen and what is.
    pub async fn lost(&self) -> BTreeMap<&'static str, String> {
        let mut lost = BTreeMap::new();
        for sight in &self.sights {
            let is = self.look(sight).await;
            if is != sight.was {
                lost.insert(sight.state, format!("{}: {} was seen, and {is} is there", sight.call.path, sight.was));
            }
        }
        lost
    }

    pub fn kill(&mut self) {
        self.serving.kill();
    }

    /// Starts it again on the same data, which must be sound.
    pub fn start(&mut self) {
        self.start_with(&[]);
        self.check();
    }

    pub fn start_with(&mut self, environment: &[(&str, &str)]) {
        self.serving = serve(&self.place, self.flags, environment);
    }

    pub fn check(&self) {
        let checked = self.place.run(["check"]).done();
        assert!(checked.ends_with("no problems.\n"), "{checked}");
    }

    /// The audit log as JSON lines.
    pub fn audit_log(&self) -> String {
        let exported = self.place.run(["audit", "export"]);
        assert_eq!(exported.code, Some(0), "{exported:?}");
        exported.stdout
    }

    fn database(&self) -> PathBuf {
        self.place.data().join("invigil.redb")
    }

    /// A copy of the data as they are now, for [`Self::put_back`].
    pub fn copy(&mut self) -> Vec<u8> {
        self.kill();
        let data = std::fs::read(self.database()).unwrap();
        self.start();
        data
    }

    /// The control: every state is there, and none of them once all since a copy is lost.
    pub async fn assert_lost_without_all_since(&mut self, copy: &[u8]) {
        assert_eq!(self.lost().await, BTreeMap::new(), "looking changes nothing");
        self.put_back(copy);
        assert_eq!(self.lost().await.into_keys().collect::<BTreeSet<_>>(), self.states());
    }

    /// Loses all since a copy.
    fn put_back(&mut self, data: &[u8]) {
        self.kill();
        std::fs::write(self.database(), data).unwrap();
        self.start();
    }

    /// Stops the server in order; the data are sound to the last page.
    pub fn stop(self) -> Place {
        let Self { place, serving, .. } = self;
        serving.stop();
        let checked = place.run(["check"]).done();
        assert!(checked.ends_with("no problems.\n") && !checked.contains("not verified"), "{checked}");
        place
    }
}
