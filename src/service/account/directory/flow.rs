//! The way of a sign-in by a provider: to the provider, back with a code, and from there to a session. Nothing is stored
//! in between: the browser carries what it needs, sealed, in a cookie. Its tabs share it, so it has a part for each.

use super::{
    admit::{Identity, Voucher, admit, expired, no_role},
    held::Held,
};
use crate::{
    app::App,
    directory::{Claims, OidcFault, TokenUse},
    domain::{
        Error, Instant, Result, SessionId, UserId,
        directory::{DirectoryLink, OidcProvider, Side, roles_of},
        time::{MINUTE, SignedDuration},
        user::{self, ProvidedSession, SESSION_IDLE, Session, User},
    },
    secrets::token,
    service::{
        account::accounts::{Origin, SignedIn, begin_session, signed_in},
        settings::{self, oidc},
        work::By,
    },
    store::{Read, records},
};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use sha2::{Digest, Sha256};
use std::net::IpAddr;

/// How long a person may take at the provider.
pub const FLOW_TTL: SignedDuration = SignedDuration::from_mins(10);
/// How long the page may take to fetch its session.
const REDEEM_TTL: SignedDuration = MINUTE;
/// Sign-ins that one browser may have under way at once.
const MAX_FLOWS: usize = 4;
/// Separator of the parts that a browser carries.
const BETWEEN: &str = ".";

/// The sealed value of the way to the provider and back.
#[derive(Serialize, Deserialize)]
struct Flow {
    provider: String,
    state: String,
    nonce: String,
    verifier: String,
    at: i64,
}

/// The sealed value of the way back to the page.
#[derive(Serialize, Deserialize)]
struct Done {
    session: SessionId,
    user: UserId,
    at: i64,
}

/// The start of a sign-in.
pub struct Begun {
    /// The address of the provider's sign-in.
    pub location: String,
    /// Value that a cookie carries until the browser returns.
    pub carried: String,
}

/// A session for the page.
pub struct Redeemed {
    pub signed_in: SignedIn,
    /// Value that the cookie still carries, for sign-ins of other tabs.
    pub carried: Option<String>,
}

/// Parameters with which the provider sends the browser back (RFC 6749 section 4.1.2, RFC 9207).
pub struct Returned {
    pub code: Option<String>,
    pub state: Option<String>,
    pub error: Option<String>,
    pub issuer: Option<String>,
}

fn seal(app: &App, what: &str, value: &impl Serialize) -> Result<String> {
    let plain = serde_json::to_vec(value).map_err(Error::internal)?;
    Ok(BASE64_URL_SAFE_NO_PAD.encode(app.secrets.vault.seal(what, &app.term(), 1, &plain)))
}

fn open<T: DeserializeOwned>(app: &App, what: &str, part: &str) -> Option<T> {
    let sealed = BASE64_URL_SAFE_NO_PAD.decode(part).ok()?;
    let plain = app.secrets.vault.open(what, &app.term(), 1, &sealed).ok()?;
    serde_json::from_slice(&plain).ok()
}

/// The parts of what a browser carries, the newest first.
fn parts(carried: Option<&str>) -> impl Iterator<Item = &str> {
    carried.into_iter().flat_map(|all| all.split(BETWEEN)).take(MAX_FLOWS)
}

/// The part that is wanted, as it is carried and opened.
///
/// # Errors
/// 401 `sign_in_expired`.
fn find<'a, T: DeserializeOwned>(
    app: &App,
    what: &str,
    carried: Option<&'a str>,
    is_wanted: impl Fn(&T) -> bool,
) -> Result<(&'a str, T)> {
    let mut opened = parts(carried).filter_map(|part| Some((part, open::<T>(app, what, part)?)));
    opened.find(|(_, value)| is_wanted(value)).ok_or_else(expired)
}

/// The carried parts but one: those that other tabs need.
fn others<'a>(app: &App, carried: Option<&'a str>, but: Option<&str>) -> Vec<&'a str> {
    let now = app.now();
    let is_needed = |part: &str| {
        let flow = || open::<Flow>(app, FLOW, part).is_some_and(|flow| is_within(flow.at, FLOW_TTL, now));
        flow() || open::<Done>(app, DONE, part).is_some_and(|done| is_within(done.at, REDEEM_TTL, now))
    };
    parts(carried).filter(|part| Some(*part) != but && is_needed(part)).collect()
}

/// The carried parts with another one.
fn joined<'a>(first: &'a str, mut others: Vec<&'a str>) -> String {
    others.insert(0, first);
    others.truncate(MAX_FLOWS);
    others.join(BETWEEN)
}

const FLOW: &str = "oidc_flow";
const DONE: &str = "oidc_done";

fn is_within(at: i64, ttl: SignedDuration, now: Instant) -> bool {
    let age = now.since(Instant::from_millis(at));
    !age.is_negative() && age < ttl
}

/// Where the provider sends the browser back to; to be registered with the provider.
///
/// # Errors
/// Storage only.
pub fn redirect_uri(app: &App, provider: &str) -> Result<String> {
    Ok(format!("{}/api/auth/oidc/{provider}/callback", settings::public_url(app)?))
}

/// The way to the provider.
///
/// # Errors
/// 404 for an unknown provider; 503 `provider_failed`; 429.
pub async fn begin(app: &App, id: &str, carried: Option<&str>, from: IpAddr) -> Result<Begun> {
    let provider = oidc::get(app, id)?;
    let now = app.now();
    app.limits.accounts.signs_in_by_provider(from, now)?;
    let discovered = oidc::client(app, &provider)?.discover(now).await.map_err(|fault| refused(&provider, fault))?;
    let flow = Flow {
        provider: provider.id.clone(),
        state: token::new(),
        nonce: token::new(),
        verifier: token::new(),
        at: now.as_millis(),
    };
    let challenge = BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(flow.verifier.as_bytes()));
    let location = discovered.sign_in_address(&[
        ("response_type", "code"),
        ("client_id", &provider.client_id),
        ("redirect_uri", &redirect_uri(app, id)?),
        ("scope", &provider.scopes),
        ("state", &flow.state),
        ("nonce", &flow.nonce),
        ("code_challenge", &challenge),
        ("code_challenge_method", "S256"),
    ]);
    Ok(Begun { location, carried: joined(&seal(app, FLOW, &flow)?, others(app, carried, None)) })
}

/// Logs why, with what must not be shown to strangers, and keeps the sentence for the person.
fn refused(provider: &OidcProvider, fault: OidcFault) -> Error {
    tracing::warn!(provider = provider.id, %fault, "sign-in by a provider failed");
    fault.into()
}

/// Groups of a person that a log names.
const LOGGED_GROUPS: usize = 20;

/// Logs why a person whom the provider knows is not let in, with what its settings are compared with.
fn not_admitted(provider: &OidcProvider, claims: &Claims, error: &Error) {
    // Addresses are not for logs.
    let readable = |group: &String| group.chars().filter(|c| !c.is_control()).take(100).collect::<String>();
    let shown = |group: &String| if group.contains('@') { "(an address)".into() } else { readable(group) };
    let named = claims.groups(&provider.groups_claim);
    let groups = named.map(|all| all.iter().take(LOGGED_GROUPS).map(shown).collect::<Vec<_>>());
    let (code, has_email) = (error.code.as_str(), claims.text("email").is_some());
    tracing::info!(provider = provider.id, code, ?groups, has_email, "sign-in by a provider failed");
}

/// The person has come back: verifies who it is, and begins a session. Returns what the browser carries to
/// [`redeem`].
///
/// # Errors
/// 401 `sign_in_expired`, also for a browser that did not begin the sign-in; `provider_refused`, `token_refused`; 403
/// `no_role`, `email_not_verified`, `account_inactive`; 409 `email_taken`; 503 `provider_failed`; 429.
pub async fn complete(
    app: &App,
    id: &str,
    returned: Returned,
    carried: Option<&str>,
    origin: Origin,
) -> Result<String> {
    let provider = oidc::get(app, id)?;
    let now = app.now();
    app.limits.accounts.signs_in_by_provider(origin.address, now)?;
    let is_own = |flow: &Flow| flow.provider == id && returned.state.as_deref() == Some(&flow.state);
    let (part, flow) = find(app, FLOW, carried, is_own)?;
    if !is_within(flow.at, FLOW_TTL, now) {
        return Err(expired());
    }
    if let Some(error) = returned.error {
        return Err(refused(
            &provider,
            OidcFault::Refused(error.chars().filter(|c| !c.is_control()).take(100).collect()),
        ));
    }
    if returned.issuer.is_some_and(|issuer| issuer != provider.issuer) {
        return Err(refused(&provider, OidcFault::Token("the reply is of another issuer")));
    }
    let code = returned.code.ok_or_else(expired)?;
    let said = claims_for(app, &provider, &code, &flow, now).await.map_err(|fault| refused(&provider, fault))?;
    let (claims, held) = said?;
    let not_admitted = |error: &Error| not_admitted(&provider, &claims, error);
    let person = identity(&provider, &claims)?;
    // Only who has signed in at the provider takes a place in the table of those that were used.
    if !app.limits.accounts.uses_flow(token::hash(&flow.state), now) {
        return Err(expired());
    }
    let is_known =
        app.store.read()?.find::<DirectoryLink, _>(records::LINKS_BY_SUBJECT, person.subject_hash)?.is_some();
    let password_hash = if is_known { None } else { Some(app.secrets.passwords.hash(token::new()).await?) };
    let (session, user_id) = (app.new_id::<SessionId>(), app.new_id::<UserId>());
    let provided_by = ProvidedSession {
        provider: provider.id.clone(),
        sid: claims.text("sid").map(str::to_owned).unwrap_or_default(),
    };
    let tokens_sealed = (provider.side == Side::Staff).then(|| held.seal(app, session)).flatten();
    let session = app
        .write_at(now, By::Server, move |w| {
            let Some(user) = admit(w, person, password_hash, user_id)? else { return Ok(None) };
            let begun = begin_session(w, &user, session, origin, Some(provided_by))?;
            // One that the page does not fetch ends with the time to fetch it.
            let unfetched = Session { last_seen_at: now.plus(REDEEM_TTL - SESSION_IDLE), tokens_sealed, ..begun };
            w.put(&unfetched)?;
            Ok(Some(unfetched))
        })
        .await
        .and_then(|begun| begun.ok_or_else(no_role))
        .inspect_err(not_admitted)?;
    let done = seal(app, DONE, &Done { session: session.id, user: session.user_id, at: now.as_millis() })?;
    Ok(joined(&done, others(app, carried, Some(part))))
}

/// The claims about a person, and the tokens for asking again. The outer result is the provider's, the inner one this server's
/// own.
async fn claims_for(
    app: &App,
    provider: &OidcProvider,
    code: &str,
    flow: &Flow,
    now: Instant,
) -> Result<Result<(Claims, Held)>, OidcFault> {
    let prepared = oidc::client(app, provider).and_then(|client| Ok((client, redirect_uri(app, &provider.id)?)));
    let (client, uri) = match prepared {
        Ok(prepared) => prepared,
        Err(error) => return Ok(Err(error)),
    };
    let grant = client.exchange(code, &flow.verifier, &uri, now).await?;
    let mut claims = client.verify(&grant.id_token, TokenUse::SignIn, now).await?;
    if claims.text("nonce") != Some(&flow.nonce) {
        return Err(OidcFault::Token("the token belongs to another sign-in (nonce)"));
    }
    let claim = &provider.groups_claim;
    let lacks_groups = |claims: &Claims| !provider.roles.is_empty() && claims.groups(claim).is_none();
    let of_userinfo = lacks_groups(&claims);
    if claims.text("email").is_none() || of_userinfo {
        client.complete(&mut claims, &grant.tokens, now).await?;
    }
    // Someone in many groups is not someone in none, who would lose all roles.
    if lacks_groups(&claims) && claims.withholds(claim) {
        return Err(OidcFault::Token("the person is in more groups than the token can name: let it name app roles"));
    }
    let userinfo_names = of_userinfo.then(|| !lacks_groups(&claims));
    Ok(Ok((claims, Held::of(grant.tokens, userinfo_names, now))))
}

fn identity(provider: &OidcProvider, claims: &Claims) -> Result<Identity> {
    let subject = claims.subject().ok_or_else(|| refused(provider, OidcFault::Token("the token names no person")))?;
    let groups = claims.groups(&provider.groups_claim).unwrap_or_default();
    Ok(Identity {
        subject_hash: subject_hash(&provider.issuer, subject),
        email: claims.text("email").map(user::normalise_email),
        email_is_verified: claims.is_true("email_verified"),
        name: claims.text("name").map(str::to_owned),
        roles: roles_of(&groups, &provider.roles),
        voucher: Voucher::Oidc(Box::new(provider.clone())),
    })
}

/// A person's name at an issuer.
pub(super) fn subject_hash(issuer: &str, subject: &str) -> [u8; 32] {
    token::hash(&serde_json::json!([issuer, subject]).to_string())
}

/// The session that [`complete`] has begun, for the page; once.
///
/// # Errors
/// 401 `sign_in_expired`.
pub async fn redeem(app: &App, carried: Option<&str>) -> Result<Redeemed> {
    let now = app.now();
    let (part, done) = find(app, DONE, carried, |done: &Done| is_within(done.at, REDEEM_TTL, now))?;
    let (session, user) = app
        .write_at(now, By::Server, move |w| {
            let (session, user) = (w.get::<Session>(done.session)?, w.get::<User>(done.user)?);
            // Before its first use, its last one is set before its start.
            let waits =
                |session: &Session, user: &User| session.holds(user, now) && session.last_seen_at < session.created_at;
            let found = session.zip(user).filter(|(session, user)| waits(session, user));
            let (session, user) = found.ok_or_else(expired)?;
            let session = Session { last_seen_at: now, ..session };
            w.put(&session)?;
            Ok((session, user))
        })
        .await?;
    let rest = others(app, carried, Some(part));
    let carried = (!rest.is_empty()).then(|| rest.join(BETWEEN));
    Ok(Redeemed { signed_in: signed_in(app, user, &session, None)?, carried })
}
