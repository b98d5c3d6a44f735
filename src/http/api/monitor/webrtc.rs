//! Signaling of live video (docs/behaviour/monitoring.md#live-monitoring). The server (SFU) is the other end of every connection.
//! It returns its answer or offer in the reply, and also queues it as a signal for pages that poll.

use crate::{
    app::App,
    domain::{Error, InviteId, MediaSessionId},
    http::{
        error::ApiResult,
        extract::{
            AttemptKey, FORM_LIMIT, Id, LinkToken, Loaded, MediaPeer, Of, OwnSession, Query, Serving, TEXT_LIMIT,
            UnreadBody, Within, media_session,
        },
        refusals::{Conflict, Gone, Malformed, NotFound, TooLarge, TooMany},
        wire::Confirmation,
    },
    live::media::{OFFER_BYTES, SDP_BYTES, SdpDescription},
    service::{
        actor::Actor,
        actor::{Proctor, Watcher},
        monitor::video,
    },
};
use axum::{Json, extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{collections::BTreeMap, str::FromStr};
use utoipa::{IntoParams, ToSchema};

/// Maximum body with a session description, in bytes: JSON escapes each line end to two characters more.
const SDP_LIMIT: usize = SDP_BYTES + SDP_BYTES / 8;
/// Maximum body with an offer, in bytes: beside the parts that are read, it may list many candidate addresses.
const OFFER_LIMIT: usize = 2 * OFFER_BYTES;

/// SDP offer of a candidate's page.
#[derive(Deserialize, ToSchema)]
pub struct OfferInput {
    /// `offer`.
    #[serde(rename = "type")]
    kind: String,
    sdp: String,
    invite_id: String,
    /// The page's previous session, which this offer replaces.
    #[serde(default)]
    session_id: Option<String>,
}

/// SDP answer of an admin's page.
#[derive(Deserialize, ToSchema)]
pub struct AnswerInput {
    /// `answer`.
    #[serde(rename = "type")]
    kind: String,
    sdp: String,
    #[serde(default)]
    invite_id: Option<String>,
    /// Id of the media session; the caller's latest one for this invite by default.
    #[serde(default)]
    session_id: Option<String>,
}

/// ICE candidate of a page.
#[derive(Deserialize, ToSchema)]
pub struct IceCandidateInput {
    /// `RTCIceCandidateInit`, a candidate line or `null`.
    #[schema(value_type = Object)]
    candidate: Value,
    invite_id: String,
    #[serde(default)]
    session_id: Option<String>,
}

/// The server's SDP answer.
#[derive(Serialize, ToSchema)]
pub struct OfferReply {
    session_id: String,
    /// `answer`.
    #[serde(rename = "type")]
    kind: &'static str,
    sdp: String,
    /// Cursor of the signal queue: later signals have higher numbers.
    cursor: u64,
}

/// ICE server to be used by the page.
#[derive(Serialize, ToSchema)]
pub struct IceServer {
    urls: String,
}

fn ice_servers(urls: &[String]) -> Vec<IceServer> {
    urls.iter().map(|urls| IceServer { urls: urls.clone() }).collect()
}

/// The server's SDP offer for a new viewing session.
#[derive(Serialize, ToSchema)]
pub struct SessionReply {
    session_id: String,
    /// `offer`.
    #[serde(rename = "type")]
    kind: &'static str,
    sdp: String,
    /// Cursor of the signal queue: later signals have higher numbers.
    cursor: u64,
    ice_servers: Vec<IceServer>,
}

/// A queued signal.
#[derive(Serialize, ToSchema)]
pub struct SignalReply {
    /// Number of the signal, ascending.
    n: u64,
    session_id: String,
    /// `answer`, `offer`, `ice-candidate`, `layers`, `proctor` or `closed`.
    #[serde(rename = "type")]
    kind: &'static str,
    #[schema(value_type = Object)]
    data: Value,
}

/// Signals queued for a page.
#[derive(Serialize, ToSchema)]
#[schema(as = WebrtcSignals)]
pub struct WebrtcSignalsReply {
    signals: Vec<SignalReply>,
    /// Value of `after` for the next call.
    cursor: u64,
}

#[derive(Deserialize, IntoParams)]
pub struct SignalsQuery {
    /// List only the signals of this media session.
    #[serde(default)]
    session_id: Option<String>,
    /// List only signals with a higher number.
    #[serde(default)]
    after: Option<u64>,
}

/// A new wall.
#[derive(Serialize, ToSchema)]
pub struct WallReply {
    session_id: String,
    ice_servers: Vec<IceServer>,
}

/// Candidates to be shown on a wall.
#[derive(Deserialize, ToSchema)]
pub struct WallInput {
    /// At most 48. Candidates without a running test are left out.
    invite_ids: Vec<String>,
    /// Invite of the candidate in focus: large picture, with sound.
    #[serde(default)]
    focus: Option<String>,
}

/// The server's SDP offer for a changed wall.
#[derive(Serialize, ToSchema)]
pub struct WallOfferReply {
    /// `offer`.
    #[serde(rename = "type")]
    kind: &'static str,
    /// `null` if the media lines are unchanged; no answer is needed then.
    sdp: Option<String>,
    /// Invite id by media line (`mid`), complete in each reply.
    mids: BTreeMap<String, String>,
    /// Cursor of the signal queue: later signals have higher numbers.
    cursor: u64,
}

/// Tracks of the proctor that the candidate receives.
#[derive(Deserialize, ToSchema)]
pub struct ProctorInput {
    audio: bool,
    video: bool,
}

/// Live video configuration of a candidate's page.
#[derive(Serialize, ToSchema)]
pub struct MediaReply {
    /// Live video is available on this server.
    webrtc: bool,
    ice_servers: Vec<IceServer>,
    /// Id of the server's process: a new value means that the server restarted and connections must be re-established.
    boot: String,
}

/// Parses an id; a malformed one is reported as not found.
fn id<T: FromStr>(text: &str, what: &str) -> Result<T, Error> {
    text.parse().map_err(|_| Error::not_found(what))
}

fn session_id(text: Option<&str>) -> Result<Option<MediaSessionId>, Error> {
    text.map(media_session).transpose()
}

fn must_be(kind: &str, wanted: &str) -> Result<(), Error> {
    if kind == wanted { Ok(()) } else { Err(Error::field("type", format!("The type must be '{wanted}'."))) }
}

/// Publish the candidate's camera and microphone: send an SDP offer, receive the server's answer.
#[utoipa::path(post, path = "/webrtc/offer", tag = "video", request_body = OfferInput,
    params(("X-Attempt-Key" = Option<String>, Header)),
    responses((status = 200, body = OfferReply), NotFound, Conflict, Gone))]
pub async fn offer(
    State(app): State<App>,
    AttemptKey(key): AttemptKey,
    body: UnreadBody,
) -> ApiResult<Json<OfferReply>> {
    let input: OfferInput = body.json(OFFER_LIMIT).await?;
    let invite = id(&input.invite_id, "invite")?;
    let app = app.holding(invite);
    let publisher = video::publisher(&app, invite, key.as_deref()).await?;
    must_be(&input.kind, "offer")?;
    // Only validated: a new offer replaces the page's earlier session in any case.
    session_id(input.session_id.as_deref())?;
    let (session, SdpDescription { sdp, cursor }) = video::publish(&app, publisher, &input.sdp).await?;
    Ok(Json(OfferReply { session_id: session.to_string(), kind: "answer", sdp, cursor }))
}

/// Start watching a candidate; returns the server's SDP offer.
#[utoipa::path(post, path = "/webrtc/start-session/{invite_id}", tag = "video", params(("invite_id" = String, Path)),
    responses((status = 200, body = SessionReply), Conflict, TooMany))]
pub async fn start_session(
    State(app): State<App>,
    Of(by, invite): Of<Watcher, InviteId>,
) -> ApiResult<Json<SessionReply>> {
    let (session, SdpDescription { sdp, cursor }) = video::start_session(&app, &by, invite).await?;
    let ice_servers = ice_servers(app.media.ice_servers());
    Ok(Json(SessionReply { session_id: session.to_string(), kind: "offer", sdp, cursor, ice_servers }))
}

/// Send the SDP answer to the server's offer.
#[utoipa::path(post, path = "/webrtc/answer", tag = "video", request_body = AnswerInput,
    responses((status = 200, body = Confirmation), NotFound, Conflict))]
pub async fn answer(
    State(app): State<App>,
    Within(by): Within<Watcher>,
    body: UnreadBody,
) -> ApiResult<Json<Confirmation>> {
    let input: AnswerInput = body.json(SDP_LIMIT).await?;
    must_be(&input.kind, "answer")?;
    let invite = input.invite_id.as_deref().map(|text| id(text, "invite")).transpose()?;
    let session = session_id(input.session_id.as_deref())?;
    video::answer(&app, &by, invite, session, &input.sdp).await?;
    Ok(Confirmation::new("The connection is being established."))
}

/// List the queued signals of a page: a candidate's page authenticates with its attempt key, an admin's with its
/// session. Reading does not consume signals.
#[utoipa::path(get, path = "/webrtc/signals/{invite_id}", tag = "video",
    params(("invite_id" = String, Path), ("X-Attempt-Key" = Option<String>, Header), SignalsQuery),
    responses((status = 200, body = WebrtcSignalsReply), Conflict))]
pub async fn signals(
    State(app): State<App>,
    MediaPeer { actor, key }: MediaPeer,
    Id(invite): Id<InviteId>,
    Query(query): Query<SignalsQuery>,
) -> ApiResult<Json<WebrtcSignalsReply>> {
    let peer = video::peer(&app, &actor, invite, key.as_deref())?;
    let session = session_id(query.session_id.as_deref())?;
    let (signals, cursor) = video::signals(&app, peer, session, query.after.unwrap_or_default())?;
    let signals = signals
        .into_iter()
        .map(|s| SignalReply { n: s.n, session_id: s.session.to_string(), kind: s.kind, data: s.data })
        .collect();
    Ok(Json(WebrtcSignalsReply { signals, cursor }))
}

/// Report an ICE candidate of a page. Accepted and ignored: the server learns addresses from the packets.
#[utoipa::path(post, path = "/webrtc/ice-candidate", tag = "video", request_body = IceCandidateInput,
    params(("X-Attempt-Key" = Option<String>, Header)),
    responses((status = 200, body = Confirmation), NotFound, Conflict))]
pub async fn ice_candidate(
    State(app): State<App>,
    MediaPeer { actor, key }: MediaPeer,
    body: UnreadBody,
) -> ApiResult<Json<Confirmation>> {
    let input: IceCandidateInput = body.json(FORM_LIMIT).await?;
    let peer = video::peer(&app, &actor, id(&input.invite_id, "invite")?, key.as_deref())?;
    if !matches!(input.candidate, Value::Null | Value::String(_) | Value::Object(_)) {
        return Err(Error::field("candidate", "This is not an ICE candidate.").into());
    }
    video::ice_candidate(&app, peer, session_id(input.session_id.as_deref())?)?;
    Ok(Confirmation::new("The ICE candidate was accepted."))
}

#[derive(Default, Deserialize)]
struct EndInput {
    #[serde(default)]
    attempt_key: Option<String>,
    #[serde(default)]
    session_id: Option<String>,
}

/// Stop publishing or watching. An unloading page sends its attempt key or session id in the body, as JSON with any
/// content type. Does not end the test.
#[utoipa::path(post, path = "/webrtc/end-session/{invite_id}", tag = "video",
    params(("invite_id" = String, Path), ("session_id" = Option<String>, Query), ("X-Attempt-Key" = Option<String>, Header)),
    responses((status = 200, body = Confirmation), Malformed, Conflict, TooLarge))]
pub async fn end_session(
    State(app): State<App>,
    MediaPeer { actor, key }: MediaPeer,
    Id(invite): Id<InviteId>,
    Query(query): Query<SignalsQuery>,
    body: UnreadBody,
) -> ApiResult<Json<Confirmation>> {
    let input: EndInput = body.json_if_any(FORM_LIMIT).await?;
    let key = input.attempt_key.or(key);
    let session = session_id(input.session_id.or(query.session_id).as_deref())?;
    let app = app.holding(invite);
    end(&app, &actor, invite, key.as_deref(), session)?;
    Ok(Confirmation::new("The connection was closed."))
}

fn end(
    app: &App,
    actor: &Actor,
    invite: InviteId,
    key: Option<&str>,
    session: Option<MediaSessionId>,
) -> Result<(), Error> {
    let peer = video::peer(app, actor, invite, key)?;
    video::end_session(app, peer, session);
    Ok(())
}

/// Open a wall: one connection that shows many candidates.
#[utoipa::path(post, path = "/webrtc/walls", tag = "video",
    responses((status = 201, body = WallReply), Conflict, TooMany))]
pub async fn open_wall(
    State(app): State<App>,
    Within(by): Within<Watcher>,
) -> ApiResult<(StatusCode, Json<WallReply>)> {
    let session = video::open_wall(&app, &by).await?;
    let ice_servers = ice_servers(app.media.ice_servers());
    Ok((StatusCode::CREATED, Json(WallReply { session_id: session.to_string(), ice_servers })))
}

/// Set the candidates shown on a wall and the one in focus. One change at a time: the next one waits for the SDP answer
/// to this one.
#[utoipa::path(put, path = "/webrtc/walls/{session_id}", tag = "video", params(("session_id" = String, Path)),
    request_body = WallInput,
    responses((status = 200, body = WallOfferReply), Conflict))]
pub async fn set_wall(
    State(app): State<App>,
    Loaded(by, OwnSession(session)): Loaded<Watcher, OwnSession>,
    body: UnreadBody,
) -> ApiResult<Json<WallOfferReply>> {
    let input: WallInput = body.json(TEXT_LIMIT).await?;
    let invites = input.invite_ids.iter().map(|text| id(text, "invite")).collect::<Result<Vec<InviteId>, _>>()?;
    let focus = input.focus.as_deref().map(|text| id(text, "invite")).transpose()?;
    let wall = video::set_wall(&app, &by, session, invites, focus).await?;
    let mids = wall.mids.into_iter().map(|(mid, invite)| (mid, invite.to_string())).collect();
    Ok(Json(WallOfferReply { kind: "offer", sdp: wall.sdp, mids, cursor: wall.cursor }))
}

/// Close a wall.
#[utoipa::path(delete, path = "/webrtc/walls/{session_id}", tag = "video", params(("session_id" = String, Path)),
    responses((status = 200, body = Confirmation)))]
pub async fn close_wall(
    State(app): State<App>,
    Loaded(by, OwnSession(session)): Loaded<Watcher, OwnSession>,
) -> ApiResult<Json<Confirmation>> {
    video::close_wall(&app, &by, session)?;
    Ok(Confirmation::new("The wall was closed."))
}

/// Set whether the candidate receives the admin's own audio and video. For sessions with a single candidate.
#[utoipa::path(put, path = "/webrtc/sessions/{session_id}/proctor", tag = "video",
    params(("session_id" = String, Path)), request_body = ProctorInput,
    responses((status = 200, body = Confirmation)))]
pub async fn set_proctor(
    State(app): State<App>,
    Loaded(by, OwnSession(session)): Loaded<Proctor, OwnSession>,
    body: UnreadBody,
) -> ApiResult<Json<Confirmation>> {
    let input: ProctorInput = body.json(FORM_LIMIT).await?;
    video::set_proctor(&app, &by, session, input.audio, input.video).await?;
    Ok(Confirmation::new("The candidate's page was notified."))
}

/// Get the live video configuration of a candidate's page.
#[utoipa::path(get, path = "/take-test/{token}/media", tag = "video", params(("token" = String, Path)),
    responses((status = 200, body = MediaReply)))]
pub async fn configuration(Serving(app): Serving, LinkToken(token): LinkToken) -> ApiResult<Json<MediaReply>> {
    let (webrtc, urls) = video::configuration(&app, &token)?;
    Ok(Json(MediaReply { webrtc, ice_servers: ice_servers(&urls), boot: app.hub.boot().to_owned() }))
}
