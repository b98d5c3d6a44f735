//! An identity provider on loopback that speaks `OpenID` Connect, and signs hostile tokens on request.

use axum::{
    Json, Router,
    body::Bytes,
    extract::State,
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use invigil::{app::App, domain::Instant};
use jsonwebtoken::{Algorithm, EncodingKey, Header, jwk::Jwk};
use reqwest::Url;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::{
    collections::{HashMap, HashSet},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst},
    },
};
use tokio::{net::TcpListener, sync::oneshot, task::JoinHandle};

pub const CLIENT: &str = "invigil";
pub const SECRET: &str = "a client's secret";

/// What is wrong with the next token, or with its reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    None,
    Unsigned,
    /// Signed with the public key as a shared secret.
    PublicKeyAsSecret,
    OtherAudience,
    SeveralAudiences,
    OtherIssuer,
    Expired,
    Endless,
    NotYet,
    OtherNonce,
    WithoutNonce,
    /// A key that the provider does not list, under a name that it does not list.
    UnknownKey,
    /// Another key under the name of the listed one.
    OtherKey,
    WithoutSubject,
    Garbage,
    /// A reply of 1 MiB.
    Oversized,
    /// The call for the code is answered with 500.
    Broken,
}

struct Key {
    name: String,
    sign: EncodingKey,
    public: Jwk,
}

impl Key {
    fn new(name: &str) -> Self {
        let pair = rcgen::KeyPair::generate().unwrap();
        let sign = EncodingKey::from_ec_der(&pair.serialize_der());
        let mut public = Jwk::from_encoding_key(&sign, Algorithm::ES256).unwrap();
        public.common.key_id = Some(name.to_owned());
        Self { name: name.to_owned(), sign, public }
    }
}

struct Shared {
    issuer: String,
    now: Box<dyn Fn() -> Instant + Send + Sync>,
    flaw: Mutex<Flaw>,
    key: Mutex<Key>,
    /// Of the person who signs in.
    claims: Mutex<Value>,
    /// Returned by the userinfo call alone.
    userinfo: Mutex<Value>,
    /// The type in the header of tokens.
    token_type: Mutex<Option<String>>,
    /// What was asked for, by code.
    codes: Mutex<HashMap<String, HashMap<String, String>>>,
    key_reads: AtomicUsize,
    /// Tokens that it accepts.
    tokens: Mutex<HashSet<String>>,
    /// Whether it gives refresh tokens.
    renews: AtomicBool,
    /// Whether it adds an ID token to a renewal.
    names_again: AtomicBool,
    /// The next token call says that it has begun, and waits.
    pause: Mutex<Option<(oneshot::Sender<()>, oneshot::Receiver<()>)>>,
}

/// Stops when dropped.
pub struct OidcProvider {
    shared: Arc<Shared>,
    task: JoinHandle<()>,
}

impl Drop for OidcProvider {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl OidcProvider {
    /// `app` has the clock.
    pub async fn start(app: &App) -> Self {
        let app = app.clone();
        Self::start_by(move || app.now()).await
    }

    pub async fn start_by(now: impl Fn() -> Instant + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let shared = Arc::new(Shared {
            issuer: format!("http://{}", listener.local_addr().unwrap()),
            now: Box::new(now),
            flaw: Mutex::new(Flaw::None),
            key: Mutex::new(Key::new("one")),
            claims: Mutex::default(),
            userinfo: Mutex::default(),
            token_type: Mutex::new(Some("JWT".into())),
            codes: Mutex::default(),
            key_reads: AtomicUsize::new(0),
            tokens: Mutex::default(),
            renews: AtomicBool::new(false),
            names_again: AtomicBool::new(true),
            pause: Mutex::default(),
        });
        let router = Router::new()
            .route("/.well-known/openid-configuration", get(discovery))
            .route("/keys", get(keys))
            .route("/token", post(token))
            .route("/me", get(userinfo))
            .with_state(shared.clone());
        let task = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Self { shared, task }
    }

    pub fn issuer(&self) -> &str {
        &self.shared.issuer
    }

    /// Holds up the next token call: what is heard once it has begun, and what lets it go on.
    pub fn pause(&self) -> (oneshot::Receiver<()>, oneshot::Sender<()>) {
        let ((begun, has_begun), (go_on, goes_on)) = (oneshot::channel(), oneshot::channel());
        *self.shared.pause.lock().unwrap() = Some((begun, goes_on));
        (has_begun, go_on)
    }

    pub fn set_flaw(&self, flaw: Flaw) {
        *self.shared.flaw.lock().unwrap() = flaw;
    }

    /// Who signs in next.
    pub fn set_person(&self, claims: Value) {
        *self.shared.claims.lock().unwrap() = claims;
    }

    pub fn set_userinfo(&self, claims: Value) {
        *self.shared.userinfo.lock().unwrap() = claims;
    }

    /// From now on it gives refresh tokens, and an ID token at a renewal if it `names_again` who the person is.
    pub fn set_renewal(&self, names_again: bool) {
        self.shared.renews.store(true, SeqCst);
        self.shared.names_again.store(names_again, SeqCst);
    }

    /// It takes back all tokens, as when a person is disabled.
    pub fn revoke(&self) {
        self.shared.tokens.lock().unwrap().clear();
    }

    /// The `typ` of tokens from now on.
    pub fn set_token_type(&self, named: Option<&str>) {
        *self.shared.token_type.lock().unwrap() = named.map(str::to_owned);
    }

    /// New keys, as providers have from time to time.
    pub fn rotate(&self, name: &str) {
        *self.shared.key.lock().unwrap() = Key::new(name);
    }

    /// How often its keys were read.
    pub fn key_reads(&self) -> usize {
        self.shared.key_reads.load(SeqCst)
    }

    /// The person signs in: returns what the provider sends with the browser to the callback.
    pub fn sign_in(&self, location: &str) -> String {
        let url = Url::parse(location).unwrap();
        assert!(location.starts_with(&format!("{}/authorize?", self.issuer())), "{location}");
        let asked: HashMap<String, String> = url.query_pairs().into_owned().collect();
        for (name, value) in [("response_type", "code"), ("client_id", CLIENT), ("code_challenge_method", "S256")] {
            assert_eq!(asked[name], value);
        }
        let code = invigil::secrets::token::new();
        let state = asked["state"].clone();
        self.shared.codes.lock().unwrap().insert(code.clone(), asked);
        format!("code={code}&state={state}")
    }

    /// A token of this provider with these claims beside those that every one has.
    pub fn signed(&self, more: Value) -> String {
        self.shared.signed(Flaw::None, more)
    }

    /// A token that ends sessions, with these claims.
    pub fn logout_token(&self, more: &Value) -> String {
        let mut claims = json!({
            "events": {"http://schemas.openid.net/event/backchannel-logout": {}},
            "jti": invigil::secrets::token::new(),
        });
        claims.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        self.signed(claims)
    }
}

async fn discovery(State(shared): State<Arc<Shared>>) -> Json<Value> {
    let at = |path: &str| format!("{}/{path}", shared.issuer);
    Json(json!({
        "issuer": shared.issuer,
        "authorization_endpoint": at("authorize"),
        "token_endpoint": at("token"),
        "jwks_uri": at("keys"),
        "userinfo_endpoint": at("me"),
    }))
}

async fn keys(State(shared): State<Arc<Shared>>) -> Json<Value> {
    shared.key_reads.fetch_add(1, SeqCst);
    // One of a kind that the server does not know.
    Json(
        json!({"keys": [{"kty": "OKP", "crv": "X25519", "x": "AA", "kid": "zero"}, shared.key.lock().unwrap().public]}),
    )
}

async fn userinfo(State(shared): State<Arc<Shared>>, headers: HeaderMap) -> Response {
    let presented = headers.get("authorization").and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    if presented.is_none_or(|token| !shared.tokens.lock().unwrap().contains(token)) {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    Json(shared.userinfo.lock().unwrap().clone()).into_response()
}

async fn token(State(shared): State<Arc<Shared>>, headers: HeaderMap, body: Bytes) -> Response {
    let pause = shared.pause.lock().unwrap().take();
    if let Some((begun, goes_on)) = pause {
        begun.send(()).unwrap();
        goes_on.await.unwrap();
    }
    let refused = |error: &str| (StatusCode::BAD_REQUEST, Json(json!({"error": error}))).into_response();
    let url = Url::parse(&format!("form:?{}", String::from_utf8_lossy(&body))).unwrap();
    let form: HashMap<String, String> = url.query_pairs().into_owned().collect();
    let basic = base64::prelude::BASE64_STANDARD.encode(format!("{CLIENT}:a+client%27s+secret"));
    if headers.get("authorization").is_none_or(|value| value != format!("Basic {basic}").as_str()) {
        return refused("invalid_client");
    }
    let flaw = *shared.flaw.lock().unwrap();
    match flaw {
        Flaw::Broken => return StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        Flaw::Oversized => return Json(json!({"id_token": "a".repeat(1 << 20)})).into_response(),
        _ => {}
    }
    let mut nonce = None;
    if form["grant_type"] == "refresh_token" {
        // Each serves once.
        if !shared.tokens.lock().unwrap().remove(&form["refresh_token"]) {
            return refused("invalid_grant");
        }
    } else {
        let Some(asked) = shared.codes.lock().unwrap().remove(&form["code"]) else { return refused("invalid_grant") };
        let challenge = BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(form["code_verifier"].as_bytes()));
        if challenge != asked["code_challenge"] || form["redirect_uri"] != asked["redirect_uri"] {
            return refused("invalid_grant");
        }
        nonce = Some(asked["nonce"].clone());
    }
    let mut claims = shared.claims.lock().unwrap().clone();
    match flaw {
        Flaw::OtherNonce => claims["nonce"] = json!("another"),
        Flaw::WithoutNonce => {}
        _ => {
            if let Some(nonce) = &nonce {
                claims["nonce"] = json!(nonce);
            }
        }
    }
    let mut reply = json!({"access_token": shared.new_token(), "expires_in": 300});
    if shared.renews.load(SeqCst) {
        reply["refresh_token"] = json!(shared.new_token());
    }
    if nonce.is_some() || shared.names_again.load(SeqCst) {
        reply["id_token"] = json!(shared.signed(flaw, claims));
    }
    Json(reply).into_response()
}

impl Shared {
    fn new_token(&self) -> String {
        let token = invigil::secrets::token::new();
        self.tokens.lock().unwrap().insert(token.clone());
        token
    }

    fn signed(&self, flaw: Flaw, mut claims: Value) -> String {
        let now = (self.now)().as_secs();
        let mut set = |name: &str, value: Value| {
            let map = claims.as_object_mut().unwrap();
            map.entry(name).or_insert(value);
        };
        match flaw {
            Flaw::OtherAudience => set("aud", json!("another client")),
            Flaw::SeveralAudiences => set("aud", json!([CLIENT, "another client"])),
            Flaw::OtherIssuer => set("iss", json!("https://another.example.org")),
            Flaw::Expired => set("exp", json!(now - 61)),
            Flaw::NotYet => set("nbf", json!(now + 120)),
            _ => {}
        }
        set("iss", json!(self.issuer));
        set("aud", json!(CLIENT));
        set("iat", json!(now));
        if flaw != Flaw::Endless {
            set("exp", json!(now + 300));
        }
        if flaw == Flaw::WithoutSubject {
            claims.as_object_mut().unwrap().remove("sub");
        }
        let key = self.key.lock().unwrap();
        let typ = self.token_type.lock().unwrap().clone();
        let with = |key: &Key| {
            let header = Header { typ: typ.clone(), kid: Some(key.name.clone()), ..Header::new(Algorithm::ES256) };
            jsonwebtoken::encode(&header, &claims, &key.sign).unwrap()
        };
        match flaw {
            Flaw::Garbage => "a.b.c".into(),
            Flaw::Unsigned => {
                let part = |value: &Value| BASE64_URL_SAFE_NO_PAD.encode(value.to_string());
                format!("{}.{}.", part(&json!({"alg": "none", "kid": key.name})), part(&claims))
            }
            Flaw::PublicKeyAsSecret => {
                let secret = EncodingKey::from_secret(serde_json::to_string(&key.public).unwrap().as_bytes());
                let header = Header { kid: Some(key.name.clone()), ..Header::new(Algorithm::HS256) };
                jsonwebtoken::encode(&header, &claims, &secret).unwrap()
            }
            Flaw::UnknownKey => with(&Key::new("unlisted")),
            Flaw::OtherKey => with(&Key::new(&key.name)),
            _ => with(&key),
        }
    }
}
