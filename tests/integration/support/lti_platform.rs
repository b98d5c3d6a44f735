//! A learning platform on loopback that speaks LTI 1.3, and signs hostile launches on request. It checks what the server
//! signs with the keys that the server publishes.

use super::{app::TestApp, call::Reply};
use axum::{
    Json, Router,
    body::Bytes,
    extract::State,
    http::{HeaderMap, StatusCode, Uri},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use invigil::{app::App, secrets::rsa::RsaSigner};
use jsonwebtoken::{
    Algorithm, DecodingKey, EncodingKey, Header, Validation,
    jwk::{Jwk, JwkSet},
};
use reqwest::Url;
use serde_json::{Value, json};
use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering::SeqCst},
    },
};
use tokio::{net::TcpListener, task::JoinHandle};

pub const CLIENT: &str = "q5ZyXr";
pub const DEPLOYMENT: &str = "1";
const CLAIM: &str = "https://purl.imsglobal.org/spec/lti/claim/";

/// A score as it arrived.
#[derive(Clone, Debug)]
pub struct Score {
    pub path: String,
    pub body: Value,
    pub answered: u16,
}

struct Shared {
    base: String,
    app: App,
    key: Mutex<(RsaSigner, Jwk)>,
    key_reads: AtomicUsize,
    /// Of the server, for assertions.
    server_keys: Mutex<JwkSet>,
    tokens: AtomicUsize,
    /// The name of the key that signed the last assertion that held.
    vouched_by: Mutex<Option<String>>,
    scores: Mutex<Vec<Score>>,
    /// The status of the next replies to scores.
    score_status: Mutex<u16>,
}

/// Stops when dropped.
pub struct LtiPlatform {
    shared: Arc<Shared>,
    task: JoinHandle<()>,
}

impl Drop for LtiPlatform {
    fn drop(&mut self) {
        self.task.abort();
    }
}

fn new_key(name: &str) -> (RsaSigner, Jwk) {
    let signer = RsaSigner::of_key(&RsaSigner::generate().unwrap(), name);
    let public = signer.public().unwrap();
    (signer, public)
}

impl LtiPlatform {
    /// `app` has the clock.
    pub async fn start(app: &App) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let shared = Arc::new(Shared {
            base: format!("http://{}", listener.local_addr().unwrap()),
            app: app.clone(),
            key: Mutex::new(new_key("one")),
            key_reads: AtomicUsize::new(0),
            server_keys: Mutex::new(JwkSet { keys: Vec::new() }),
            tokens: AtomicUsize::new(0),
            vouched_by: Mutex::default(),
            scores: Mutex::default(),
            score_status: Mutex::new(200),
        });
        let router = Router::new()
            .route("/keys", get(keys))
            .route("/token", post(token))
            .route("/items/{item}/scores", post(score))
            .with_state(shared.clone());
        let task = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Self { shared, task }
    }

    pub fn issuer(&self) -> String {
        self.shared.base.clone()
    }

    fn at(&self, path: &str) -> String {
        format!("{}/{path}", self.shared.base)
    }

    /// Its settings at the server.
    pub fn form(&self) -> Value {
        json!({
            "name": "Moodle", "issuer": self.issuer(), "clientId": CLIENT, "deployments": [DEPLOYMENT],
            "authUrl": self.at("auth"), "tokenUrl": self.at("token"), "keysUrl": self.at("keys"),
        })
    }

    pub fn line_item(&self, name: &str) -> String {
        self.at(&format!("items/{name}?type_id=1"))
    }

    /// Reads the keys that the server publishes, as a platform does.
    pub async fn read_keys(&self, t: &TestApp) {
        let keys = t.get("/api/lti/keys").send().await.ok();
        *self.shared.server_keys.lock().unwrap() = serde_json::from_value(keys).unwrap();
    }

    pub fn rotate(&self, name: &str) {
        *self.shared.key.lock().unwrap() = new_key(name);
    }

    pub fn key_reads(&self) -> usize {
        self.shared.key_reads.load(SeqCst)
    }

    pub fn tokens(&self) -> usize {
        self.shared.tokens.load(SeqCst)
    }

    /// The name of the server's key with which it got the last token.
    pub fn vouched_by(&self) -> Option<String> {
        self.shared.vouched_by.lock().unwrap().clone()
    }

    pub fn answer_scores(&self, status: u16) {
        *self.shared.score_status.lock().unwrap() = status;
    }

    pub fn scores(&self) -> Vec<Score> {
        std::mem::take(&mut self.shared.scores.lock().unwrap())
    }

    /// Begins a launch as a browser that this platform sends: the cookie, and what the server asks for.
    pub async fn begin(&self, t: &TestApp, target: &str) -> (String, HashMap<String, String>) {
        let query = Url::parse_with_params(
            "form:",
            [
                ("iss", self.issuer().as_str()),
                ("login_hint", "hint"),
                ("lti_message_hint", "message"),
                ("client_id", CLIENT),
                ("target_link_uri", target),
            ],
        );
        let begun = t.get(format!("/api/lti/login?{}", query.unwrap().query().unwrap())).send().await;
        assert_eq!(begun.status, 303, "{}", begun.text);
        let set = begun.header("set-cookie").to_owned();
        assert!(set.contains("; Path=/api/lti; ") && set.ends_with("; HttpOnly; Secure; SameSite=None; Partitioned"));
        let location = Url::parse(begun.header("location")).unwrap();
        assert!(begun.header("location").starts_with(&self.at("auth?")));
        let asked: HashMap<String, String> = location.query_pairs().into_owned().collect();
        for (name, value) in [
            ("scope", "openid"),
            ("response_type", "id_token"),
            ("response_mode", "form_post"),
            ("prompt", "none"),
            ("client_id", CLIENT),
            ("login_hint", "hint"),
            ("lti_message_hint", "message"),
        ] {
            assert_eq!(asked[name], value);
        }
        (set.split(';').next().unwrap().to_owned(), asked)
    }

    /// The claims of a learner's launch.
    pub fn learner(&self, nonce: &str, subject: &str, test: &str, target: &str) -> Value {
        let now = self.shared.app.now().as_secs();
        let mut claims = json!({
            "iss": self.issuer(), "aud": CLIENT, "sub": subject, "iat": now, "exp": now + 300, "nonce": nonce,
            "name": format!("Learner {subject}"), "email": format!("{subject}@uni.example.org"),
            "https://purl.imsglobal.org/spec/lti-ags/claim/endpoint": {
                "scope": ["https://purl.imsglobal.org/spec/lti-ags/scope/score"],
                "lineitem": self.line_item("5"),
            },
        });
        for (name, value) in [
            ("version", json!("1.3.0")),
            ("message_type", json!("LtiResourceLinkRequest")),
            ("deployment_id", json!(DEPLOYMENT)),
            ("target_link_uri", json!(target)),
            ("resource_link", json!({"id": "activity-4"})),
            ("roles", json!(["http://purl.imsglobal.org/vocab/lis/v2/membership#Learner"])),
            ("custom", json!({"test": test})),
        ] {
            claims[format!("{CLAIM}{name}")] = value;
        }
        claims
    }

    pub fn sign(&self, claims: &Value) -> String {
        self.shared.key.lock().unwrap().0.sign(claims).unwrap()
    }

    /// Signed with the public key as a shared secret.
    pub fn sign_with_public_key(&self, claims: &Value) -> String {
        let public = serde_json::to_string(&self.shared.key.lock().unwrap().1).unwrap();
        let header = Header { kid: Some("one".into()), ..Header::new(Algorithm::HS256) };
        jsonwebtoken::encode(&header, claims, &EncodingKey::from_secret(public.as_bytes())).unwrap()
    }

    /// The claims of what the server has signed.
    pub fn verified(&self, token: &str, audience: &str) -> Option<Value> {
        self.shared.verified(token, audience)
    }
}

/// Sends a launch back to the server.
pub async fn post_launch(t: &TestApp, cookie: &str, state: &str, token: &str) -> Reply {
    launching(t, cookie, state, token).send().await
}

pub fn launching(t: &TestApp, cookie: &str, state: &str, token: &str) -> super::call::Call {
    let form = Url::parse_with_params("form:", [("state", state), ("id_token", token)]).unwrap();
    let form = form.query().unwrap().to_owned();
    t.post("/api/lti/launch").header("cookie", cookie).body("application/x-www-form-urlencoded", form)
}

/// The name of a claim of LTI.
pub fn claim(name: &str) -> String {
    format!("{CLAIM}{name}")
}

async fn keys(State(shared): State<Arc<Shared>>) -> Json<Value> {
    shared.key_reads.fetch_add(1, SeqCst);
    Json(json!({"keys": [shared.key.lock().unwrap().1]}))
}

async fn token(State(shared): State<Arc<Shared>>, body: Bytes) -> Response {
    let url = Url::parse(&format!("form:?{}", String::from_utf8_lossy(&body))).unwrap();
    let form: HashMap<String, String> = url.query_pairs().into_owned().collect();
    let is_kind = form["grant_type"] == "client_credentials"
        && form["client_assertion_type"] == "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
        && form["scope"] == "https://purl.imsglobal.org/spec/lti-ags/scope/score";
    let claims = shared.verified(&form["client_assertion"], &format!("{}/token", shared.base));
    let is_ours = claims.is_some_and(|claims| claims["iss"] == CLIENT && claims["sub"] == CLIENT);
    if !is_kind || !is_ours {
        return (StatusCode::BAD_REQUEST, Json(json!({"error": "invalid_client"}))).into_response();
    }
    *shared.vouched_by.lock().unwrap() = jsonwebtoken::decode_header(&form["client_assertion"]).unwrap().kid;
    let number = shared.tokens.fetch_add(1, SeqCst);
    Json(json!({"access_token": format!("token-{number}"), "token_type": "Bearer", "expires_in": 3600})).into_response()
}

async fn score(State(shared): State<Arc<Shared>>, uri: Uri, headers: HeaderMap, body: Bytes) -> StatusCode {
    let last = format!("Bearer token-{}", shared.tokens.load(SeqCst).saturating_sub(1));
    let is_ours = headers.get("authorization").is_some_and(|value| value == last.as_str());
    let is_score = headers["content-type"] == "application/vnd.ims.lis.v1.score+json";
    let answered = if is_ours && is_score { *shared.score_status.lock().unwrap() } else { 401 };
    let score = Score { path: uri.to_string(), body: serde_json::from_slice(&body).unwrap(), answered };
    shared.scores.lock().unwrap().push(score);
    StatusCode::from_u16(answered).unwrap()
}

impl Shared {
    fn verified(&self, token: &str, audience: &str) -> Option<Value> {
        let name = jsonwebtoken::decode_header(token).ok()?.kid?;
        let keys = self.server_keys.lock().unwrap();
        let key = DecodingKey::from_jwk(keys.find(&name)?).ok()?;
        let mut rules = Validation::new(Algorithm::RS256);
        rules.set_audience(&[audience]);
        rules.validate_exp = false;
        let claims = jsonwebtoken::decode::<Value>(token, &key, &rules).ok()?.claims;
        let now = self.app.now().as_secs();
        (claims["exp"].as_i64()? > now && claims["iat"].as_i64()? <= now).then_some(claims)
    }
}
