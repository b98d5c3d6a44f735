//! The way of a launch: from the platform to its sign-in, and back with a signed message. Nothing is stored in between: the
//! platform carries the state, sealed, and the browser a word that the state knows.

use super::{
    claims::{Kind, Message, Part, test_of},
    deep_link::{self, Offer},
    platforms, refused, stored,
    words::Addressed,
};
use crate::{
    app::App,
    directory::{Claims, OidcFault, TokenUse, Url, is_usable_url},
    domain::{
        Error, ErrorCode, ErrorKind, Instant, Result, TestId,
        invite::{Invite, InviteStatus},
        lti::{LtiLaunch, LtiPlatform},
        mail::{Mail, MailState},
        submission::Submission,
        time::SignedDuration,
    },
    secrets::token,
    service::{
        invite::invites::{NewInvite, PreparedInvite},
        query, settings,
        test::{archive, staged_import},
        webhook::raise,
        work::{By, Work},
    },
    store::{
        Read,
        records::{LAUNCHES_BY_KEY, MAIL_BY_INVITE, TestHead},
    },
};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use serde::{Deserialize, Serialize};
use std::{collections::HashMap, net::IpAddr};

/// How long a launch may take at the platform.
pub const FLOW_TTL: SignedDuration = SignedDuration::from_mins(10);
const FLOW: &str = "lti_flow";

/// The sealed value of the way to the platform and back.
#[derive(Serialize, Deserialize)]
struct Flow {
    platform: String,
    nonce: String,
    /// Hash of the browser's word.
    browser: [u8; 32],
    /// The test that the launch was begun for, if its address named one.
    test: Option<String>,
    at: i64,
}

impl Flow {
    fn test(&self) -> Option<TestId> {
        self.test.as_deref().and_then(|id| id.trim().parse().ok())
    }
}

/// The start of a launch as a platform sends it (LTI 1.3 Security section 5.1.1).
#[derive(Clone, Debug, Default)]
pub struct LoginRequest {
    pub issuer: String,
    pub login_hint: String,
    pub target: String,
    pub message_hint: Option<String>,
    pub client_id: Option<String>,
    pub deployment: Option<String>,
}

/// The word of a browser.
pub struct Carried(pub Option<String>);

pub struct Begun {
    /// The address of the platform's sign-in.
    pub location: String,
    /// Word that a cookie carries until the browser returns.
    pub word: String,
}

/// A launch that holds.
pub struct Launched {
    pub outcome: Outcome,
    /// Origins of the platform's pages, which may show ours in a frame.
    pub frames: Vec<String>,
}

pub enum Outcome {
    /// A learner goes to their invite.
    Learner { link: String, title: String },
    /// A teacher sees what the activity is.
    Teacher { title: String, link: String },
    /// A teacher chooses a test.
    Offer(Offer),
}

fn expired() -> Error {
    let detail = "This launch has expired, was used already, or began in another browser. Please open the activity again \
        in your course. If that does not help, let the activity open in a new window.";
    Error::new(ErrorKind::Unauthorized, ErrorCode::SignInExpired, detail)
}

/// The way to the platform's sign-in.
///
/// # Errors
/// 401 `token_refused` for an unknown platform, or for an address of another server.
pub fn begin(app: &App, request: &LoginRequest, carried: Carried) -> Result<Begun> {
    let settings = stored(&app.store.read()?)?;
    let client_id = request.client_id.as_deref().filter(|id| !id.is_empty());
    let platform = settings.launching(&request.issuer, client_id);
    let platform = platform.ok_or_else(|| refused("its platform is not known here"))?;
    let is_known = |id: &String| platform.deployments.contains(id);
    if request.deployment.as_ref().is_some_and(|id| !id.is_empty() && !is_known(id)) {
        return Err(refused("its deployment id is not known here"));
    }
    if request.login_hint.is_empty() {
        return Err(refused("it names no person"));
    }
    let addresses = platforms::addresses(app)?;
    if !is_ours(&addresses.launch, &request.target) {
        return Err(refused("its address is not one of this server"));
    }
    // Launches in several windows share the word.
    let word = match carried.0 {
        Some(word) if token::well_formed(&word) => word,
        _ => token::new(),
    };
    let flow = Flow {
        platform: platform.id.clone(),
        nonce: token::new(),
        browser: token::hash(&word),
        test: test_of(&request.target),
        at: app.now().as_millis(),
    };
    let plain = serde_json::to_vec(&flow).map_err(Error::internal)?;
    let state = BASE64_URL_SAFE_NO_PAD.encode(app.secrets.vault.seal(FLOW, &app.term(), 1, &plain));
    let mut parameters = vec![
        ("scope", "openid"),
        ("response_type", "id_token"),
        ("response_mode", "form_post"),
        ("prompt", "none"),
        ("client_id", platform.client_id.as_str()),
        ("redirect_uri", addresses.launch.as_str()),
        ("login_hint", request.login_hint.as_str()),
        ("state", state.as_str()),
        ("nonce", flow.nonce.as_str()),
    ];
    parameters.extend(request.message_hint.as_deref().map(|hint| ("lti_message_hint", hint)));
    let location = Url::parse_with_params(&platform.auth_url, parameters).map_err(Error::internal)?;
    Ok(Begun { location: location.into(), word })
}

/// Whether an activity's address is on this server.
fn is_ours(launch: &str, target: &str) -> bool {
    let ours = origin(launch);
    ours.is_some() && origin(target) == ours
}

/// Scheme, host and port of an address, as a browser writes them.
fn origin(address: &str) -> Option<String> {
    let origin = Url::parse(address).ok()?.origin();
    origin.is_tuple().then(|| origin.ascii_serialization())
}

/// Someone has come back from the platform's sign-in. `addressed` gets what the launch says of their language, also where it
/// is refused.
///
/// # Errors
/// 401 `sign_in_expired`, also for a browser that did not begin the launch; `token_refused`; 403 `forbidden` for a test that
/// the platform may not use, or a choice by a learner; 404 for a test that does not exist; 409 `archived`,
/// `account_inactive`; 503 `provider_failed`; 429.
pub async fn complete(
    app: &App,
    state: &str,
    token: Option<&str>,
    error: Option<&str>,
    carried: Carried,
    from: IpAddr,
    addressed: &mut Addressed,
) -> Result<Launched> {
    let now = app.now();
    let flow = flow_of(app, state, carried, now)?;
    addressed.test = flow.test();
    app.limits.accounts.launches(from, now)?;
    let settings = stored(&app.store.read()?)?;
    let platform = settings.get(&flow.platform).ok_or_else(|| refused("its platform is not known here"))?;
    if let Some(error) = error {
        let error: String = error.chars().filter(|c| !c.is_control()).take(100).collect();
        tracing::warn!(platform = platform.id, error, "a platform refused a launch");
        return Err(refused("the platform did not sign you in"));
    }
    let claims = verified(app, platform, token.unwrap_or_default(), &flow, now).await?;
    let message = Message(&claims);
    addressed.locale = message.locale();
    let kind = message.kind(platform)?;
    let part = message.part()?;
    let named = if kind == Kind::Launch { Some(test_named(&message, &flow, platform)?) } else { None };
    addressed.test = named.or(addressed.test);
    // Only who was signed in by the platform takes a place in the table of launches that were used.
    if !app.limits.accounts.uses_flow(token::hash(&flow.nonce), now) {
        return Err(expired());
    }
    let frames = [Some(platform.auth_url.as_str()), Some(platform.issuer.as_str()), message.page()];
    let mut frames: Vec<String> =
        frames.into_iter().flatten().filter(|page| is_usable_url(page)).filter_map(origin).collect();
    let outcome = match (named, part) {
        (None, Part::Learner) => {
            let detail = "Only teachers of a course choose its tests.";
            return Err(Error::forbidden(ErrorCode::Forbidden, detail));
        }
        (None, Part::Teacher) => {
            let offer = deep_link::offer(app, platform, &message).await?;
            frames.extend(origin(&offer.return_url));
            Outcome::Offer(offer)
        }
        (Some(test), Part::Teacher) => {
            let test = head(&app.store.read()?, test)?;
            // A learner who comes now would be refused.
            archive::require_current(&app.store.read()?, test.id)?;
            let base = settings::public_url(app)?;
            Outcome::Teacher { title: test.title, link: format!("{base}/admin/tests/{}/results", test.id) }
        }
        (Some(test), Part::Learner) => invited(app, platform, &message, test).await?,
    };
    frames.sort();
    frames.dedup();
    Ok(Launched { outcome, frames })
}

fn flow_of(app: &App, state: &str, carried: Carried, now: Instant) -> Result<Flow> {
    let sealed = BASE64_URL_SAFE_NO_PAD.decode(state).map_err(|_| expired())?;
    let plain = app.secrets.vault.open(FLOW, &app.term(), 1, &sealed).map_err(|_| expired())?;
    let flow: Flow = serde_json::from_slice(&plain).map_err(|_| expired())?;
    let age = now.since(Instant::from_millis(flow.at));
    let is_own = carried.0.is_some_and(|word| token::hash(&word) == flow.browser);
    if is_own && !age.is_negative() && age < FLOW_TTL { Ok(flow) } else { Err(expired()) }
}

async fn verified(app: &App, platform: &LtiPlatform, token: &str, flow: &Flow, now: Instant) -> Result<Claims> {
    let claims = platforms::client(app, platform)?.verify(token, TokenUse::SignIn, now).await.map_err(|fault| {
        tracing::warn!(platform = platform.id, %fault, "a launch was refused");
        match fault {
            OidcFault::Token(why) => refused(why),
            OidcFault::Failed(_) | OidcFault::Refused(_) => {
                let detail =
                    "The keys of your learning platform cannot be read at present. Please try again in a moment.";
                Error { code: ErrorCode::ProviderFailed, ..Error::unavailable(detail, 5) }
            }
        }
    })?;
    if claims.text("nonce") != Some(&flow.nonce) {
        return Err(refused("it belongs to another launch (nonce)"));
    }
    if !claims.0.contains_key("iat") {
        return Err(refused("it does not say when it was made"));
    }
    Ok(claims)
}

/// The test of a launch, which the platform may use.
fn test_named(message: &Message<'_>, flow: &Flow, platform: &LtiPlatform) -> Result<TestId> {
    let test = message.test()?.ok_or_else(|| refused("it names no test: choose one for this activity"))?;
    if flow.test().is_some_and(|begun| begun != test) {
        return Err(refused("it is for another test than it began with"));
    }
    if !platform.scope.permits(test) {
        let detail = "This learning platform may not use this test. Please ask your teacher.";
        return Err(Error::forbidden(ErrorCode::Forbidden, detail));
    }
    Ok(test)
}

fn head(read: &impl Read, test: TestId) -> Result<TestHead> {
    let found = if staged_import::hidden(read)?.contains(&test) { None } else { read.head::<TestHead>(test)? };
    found.ok_or_else(|| Error::not_found("test"))
}

/// The learner's invite for this activity; a new one at the first launch, and after one that has expired unused.
async fn invited(app: &App, platform: &LtiPlatform, message: &Message<'_>, test_id: TestId) -> Result<Outcome> {
    let now = app.now();
    let (name, email) = message.person(platform)?;
    let (subject, activity) = (message.subject()?.to_owned(), message.activity()?.to_owned());
    let key = serde_json::json!([platform.identity(), message.deployment()?, activity, subject, test_id.to_string()]);
    let key = token::hash(&key.to_string());
    let (line_item, platform) = (message.line_item(), platform.identity());
    let prepared = PreparedInvite::new(app, NewInvite::without_schedule(test_id, email, name), now)?;
    let invite = app
        .write_at(now, By::Server, move |w| {
            let earlier: Option<LtiLaunch> = w.find(LAUNCHES_BY_KEY, key)?;
            if let Some(mut launch) = earlier {
                let invite = w.get::<Invite>(launch.invite_id)?;
                let invite = invite.ok_or_else(|| Error::internal("a launch without an invite"))?;
                let is_over = invite.revoked_at.is_none() && invite.status(w.now) == InviteStatus::Expired;
                if !is_over {
                    if launch.line_item != line_item && line_item.is_some() {
                        (launch.line_item, launch.sent) = (line_item, None);
                        w.put(&launch)?;
                    }
                    catch_up(w, &invite)?;
                    return Ok(invite);
                }
                w.delete::<LtiLaunch>(launch.invite_id)?;
            }
            let id = insert(w, prepared)?;
            let launched_at = w.now;
            w.put(&LtiLaunch { invite_id: id, key, platform, subject, activity, line_item, launched_at, sent: None })?;
            w.get::<Invite>(id)?.ok_or_else(|| Error::internal("an invite that was just stored is missing"))
        })
        .await?;
    // It has no date to choose: the page of the test itself shows what there is to know before the start.
    let link = query::link::link_of(app, &invite)?.replacen("/test-invite/", "/take-test/", 1);
    Ok(Outcome::Learner { link, title: invite.test_title })
}

/// Stores an invite that needs no mail: its learner is here.
fn insert(w: &mut Work<'_, '_>, prepared: PreparedInvite) -> Result<crate::domain::InviteId> {
    let now = w.now;
    let id = prepared.insert(w, now)?;
    let mails: Vec<Mail> = w.linked(MAIL_BY_INVITE.under(id))?;
    for mail in mails {
        w.put(&Mail { state: MailState::GivenUp, ..mail })?;
    }
    let mut invite: Invite = w.get(id)?.ok_or_else(|| Error::internal("an invite that was just stored is missing"))?;
    invite.reminders.stopped_at = Some(now);
    w.put(&invite)?;
    Ok(id)
}

/// Queues the grade of a result that became final while it could not be sent: before the activity had a grade, or while the
/// receiver was switched off.
fn catch_up(w: &mut Work<'_, '_>, invite: &Invite) -> Result<()> {
    let Some(id) = invite.attempt_id else { return Ok(()) };
    let result = w.get::<Submission>(id)?.filter(|result| !result.is_provisional());
    let Some(result) = result else { return Ok(()) };
    if query::naming::hides(&**w, invite.test_id)? {
        return Ok(());
    }
    raise::graded(w, invite, &result)
}

/// The fields of a form; the last of each name.
#[must_use]
pub fn form_fields(body: &[u8]) -> HashMap<String, String> {
    let url = std::str::from_utf8(body).ok().and_then(|text| Url::parse(&format!("form:?{text}")).ok());
    url.map(|url| url.query_pairs().into_owned().collect()).unwrap_or_default()
}
