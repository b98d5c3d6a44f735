//! The calls by which pages connect to live video (spec section 8). The server is the other end of every connection; an
//! answer or an offer is in the reply, and waits among the signals too for pages that poll.

use crate::{
    app::App,
    domain::{Error, InviteId, MediaSessionId},
    http::{
        error::{ApiResult, Envelope},
        extract::{AUTH_LIMIT, AsAdmin, AttemptKey, Body, Caller, Id, Query, TEXT_LIMIT, Token},
        wire::Message,
    },
    live::media::{Description, OFFER_BYTES, SDP_BYTES},
    service::{actor::Actor, monitor::video},
};
use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{collections::BTreeMap, str::FromStr};
use utoipa::{IntoParams, ToSchema};

/// Around a description, in bytes: line ends are two characters in JSON.
const SDP_LIMIT: usize = SDP_BYTES + SDP_BYTES / 8;
/// Beside what is read of it, an offer may name many addresses.
const OFFER_LIMIT: usize = 2 * OFFER_BYTES;

#[derive(Deserialize, ToSchema)]
pub struct OfferInput {
    /// `offer`.
    #[serde(rename = "type")]
    kind: String,
    sdp: String,
    invite_id: String,
    #[serde(default)]
    session_id: Option<String>,
}

#[derive(Deserialize, ToSchema)]
pub struct AnswerInput {
    /// `answer`.
    #[serde(rename = "type")]
    kind: String,
    sdp: String,
    #[serde(default)]
    invite_id: Option<String>,
    /// Without it the caller's latest session for that invite is meant.
    #[serde(default)]
    session_id: Option<String>,
}

#[derive(Deserialize, ToSchema)]
pub struct IceCandidateInput {
    #[schema(value_type = Object)]
    candidate: Value,
    invite_id: String,
    #[serde(default)]
    session_id: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct OfferReply {
    session_id: String,
    /// `answer`.
    #[serde(rename = "type")]
    kind: &'static str,
    sdp: String,
    /// Signals that come from now on have larger numbers.
    cursor: u64,
}

#[derive(Serialize, ToSchema)]
pub struct IceServer {
    urls: String,
}

fn ice_servers(urls: &[String]) -> Vec<IceServer> {
    urls.iter().map(|urls| IceServer { urls: urls.clone() }).collect()
}

#[derive(Serialize, ToSchema)]
pub struct SessionReply {
    session_id: String,
    /// `offer`.
    #[serde(rename = "type")]
    kind: &'static str,
    sdp: String,
    cursor: u64,
    ice_servers: Vec<IceServer>,
}

#[derive(Serialize, ToSchema)]
pub struct SignalReply {
    n: u64,
    session_id: String,
    /// `answer`, `offer`, `ice-candidate`, `layers`, `proctor` or `closed`.
    #[serde(rename = "type")]
    kind: &'static str,
    #[schema(value_type = Object)]
    data: Value,
}

#[derive(Serialize, ToSchema)]
#[schema(as = WebrtcSignals)]
pub struct SignalsReply {
    signals: Vec<SignalReply>,
    /// To ask after next time.
    cursor: u64,
}

#[derive(Deserialize, IntoParams)]
pub struct SignalsQuery {
    #[serde(default)]
    session_id: Option<String>,
    #[serde(default)]
    after: Option<u64>,
}

#[derive(Serialize, ToSchema)]
pub struct WallReply {
    session_id: String,
    ice_servers: Vec<IceServer>,
}

#[derive(Deserialize, ToSchema)]
pub struct WallInput {
    /// At most 48. Who is not in a test at the moment is left out.
    invite_ids: Vec<String>,
    /// Whose large picture and sound are wanted.
    #[serde(default)]
    focus: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct WallOfferReply {
    /// `offer`.
    #[serde(rename = "type")]
    kind: &'static str,
    /// Null where the media lines stay as they are: then nothing is to be answered.
    sdp: Option<String>,
    /// Which media line shows which invite; all of them, each time.
    mids: BTreeMap<String, String>,
    cursor: u64,
}

#[derive(Deserialize, ToSchema)]
pub struct ProctorInput {
    audio: bool,
    video: bool,
}

#[derive(Serialize, ToSchema)]
pub struct MediaReply {
    /// Whether this server carries live video.
    webrtc: bool,
    ice_servers: Vec<IceServer>,
    /// Another one means that the server was started anew, and connections are to be made again.
    boot: String,
}

/// A malformed id names nothing.
fn id<T: FromStr>(text: &str, what: &str) -> Result<T, Error> {
    text.parse().map_err(|_| Error::not_found(what))
}

fn session_id(text: Option<&str>) -> Result<Option<MediaSessionId>, Error> {
    let unknown = |_| Error { code: "unknown_session", ..Error::not_found("live video connection") };
    text.map(|t| t.parse().map_err(unknown)).transpose()
}

fn must_be(kind: &str, wanted: &str) -> Result<(), Error> {
    if kind == wanted { Ok(()) } else { Err(Error::field("type", format!("The type must be '{wanted}'."))) }
}

/// A candidate's page publishes its camera and microphone.
#[utoipa::path(post, path = "/webrtc/offer", tag = "video", request_body = OfferInput,
    params(("X-Attempt-Key" = Option<String>, Header)),
    responses((status = 200, body = OfferReply), (status = 404, body = Envelope), (status = 409, body = Envelope),
        (status = 410, body = Envelope), (status = 413, body = Envelope), (status = 422, body = Envelope),
        (status = 429, body = Envelope), (status = 503, body = Envelope)))]
pub async fn offer(State(app): State<App>, AttemptKey(key): AttemptKey, body: Body) -> ApiResult<Json<OfferReply>> {
    let input: OfferInput = body.json(OFFER_LIMIT).await?;
    let publisher = video::publisher(&app, id(&input.invite_id, "invite")?, key.as_deref()).await?;
    must_be(&input.kind, "offer")?;
    // A page names its earlier session, which a new offer replaces in any case.
    session_id(input.session_id.as_deref())?;
    let (session, Description { sdp, cursor }) = video::publish(&app, publisher, &input.sdp).await?;
    Ok(Json(OfferReply { session_id: session.to_string(), kind: "answer", sdp, cursor }))
}

/// An admin watches one candidate.
#[utoipa::path(post, path = "/webrtc/start-session/{invite_id}", tag = "video", params(("invite_id" = String, Path)),
    responses((status = 200, body = SessionReply), (status = 401, body = Envelope), (status = 403, body = Envelope),
        (status = 404, body = Envelope), (status = 409, body = Envelope), (status = 429, body = Envelope),
        (status = 503, body = Envelope)))]
pub async fn start_session(
    State(app): State<App>,
    AsAdmin(admin): AsAdmin,
    Id(invite): Id<InviteId>,
) -> ApiResult<Json<SessionReply>> {
    let (session, Description { sdp, cursor }) = video::start_session(&app, &admin, invite).await?;
    let ice_servers = ice_servers(app.media.ice_servers());
    Ok(Json(SessionReply { session_id: session.to_string(), kind: "offer", sdp, cursor, ice_servers }))
}

/// An admin's page completes the server's offer.
#[utoipa::path(post, path = "/webrtc/answer", tag = "video", request_body = AnswerInput,
    responses((status = 200, body = Message), (status = 401, body = Envelope), (status = 403, body = Envelope),
        (status = 404, body = Envelope), (status = 409, body = Envelope), (status = 413, body = Envelope),
        (status = 422, body = Envelope), (status = 429, body = Envelope),
        (status = 503, body = Envelope)))]
pub async fn answer(State(app): State<App>, AsAdmin(admin): AsAdmin, body: Body) -> ApiResult<Json<Message>> {
    let input: AnswerInput = body.json(SDP_LIMIT).await?;
    must_be(&input.kind, "answer")?;
    let invite = input.invite_id.as_deref().map(|text| id(text, "invite")).transpose()?;
    let session = session_id(input.session_id.as_deref())?;
    video::answer(&app, &admin, invite, session, &input.sdp).await?;
    Ok(Message::new("The connection is being made."))
}

/// What waits for a page: the candidate's with its attempt key, an admin's with its token. Reading consumes nothing.
#[utoipa::path(get, path = "/webrtc/signals/{invite_id}", tag = "video",
    params(("invite_id" = String, Path), ("X-Attempt-Key" = Option<String>, Header), SignalsQuery),
    responses((status = 200, body = SignalsReply), (status = 404, body = Envelope), (status = 409, body = Envelope)))]
pub async fn signals(
    State(app): State<App>,
    Caller(actor): Caller,
    AttemptKey(key): AttemptKey,
    Id(invite): Id<InviteId>,
    Query(query): Query<SignalsQuery>,
) -> ApiResult<Json<SignalsReply>> {
    let peer = video::peer(&app, &actor, invite, key.as_deref())?;
    let session = session_id(query.session_id.as_deref())?;
    let (signals, cursor) = video::signals(&app, peer, session, query.after.unwrap_or_default())?;
    let signals = signals
        .into_iter()
        .map(|s| SignalReply { n: s.n, session_id: s.session.to_string(), kind: s.kind, data: s.data })
        .collect();
    Ok(Json(SignalsReply { signals, cursor }))
}

/// A page tells an address of its own.
#[utoipa::path(post, path = "/webrtc/ice-candidate", tag = "video", request_body = IceCandidateInput,
    params(("X-Attempt-Key" = Option<String>, Header)),
    responses((status = 200, body = Message), (status = 404, body = Envelope), (status = 409, body = Envelope),
        (status = 413, body = Envelope), (status = 422, body = Envelope)))]
pub async fn ice_candidate(
    State(app): State<App>,
    Caller(actor): Caller,
    AttemptKey(key): AttemptKey,
    body: Body,
) -> ApiResult<Json<Message>> {
    let input: IceCandidateInput = body.json(AUTH_LIMIT).await?;
    let peer = video::peer(&app, &actor, id(&input.invite_id, "invite")?, key.as_deref())?;
    if !matches!(input.candidate, Value::Null | Value::String(_) | Value::Object(_)) {
        return Err(Error::field("candidate", "This is no ICE candidate.").into());
    }
    video::ice_candidate(&app, peer, session_id(input.session_id.as_deref())?)?;
    Ok(Message::new("Noted."))
}

#[derive(Default, Deserialize)]
struct EndInput {
    #[serde(default)]
    attempt_key: Option<String>,
    #[serde(default)]
    session_id: Option<String>,
}

/// Stop publishing, or stop watching. A page that is being left sends its attempt key, or the session, in the body, as
/// JSON or as text. Ends no test.
#[utoipa::path(post, path = "/webrtc/end-session/{invite_id}", tag = "video",
    params(("invite_id" = String, Path), ("session_id" = Option<String>, Query),
        ("X-Attempt-Key" = Option<String>, Header)),
    responses((status = 200, body = Message), (status = 400, body = Envelope), (status = 404, body = Envelope),
        (status = 409, body = Envelope), (status = 413, body = Envelope), (status = 422, body = Envelope)))]
pub async fn end_session(
    State(app): State<App>,
    Caller(actor): Caller,
    AttemptKey(key): AttemptKey,
    Id(invite): Id<InviteId>,
    Query(query): Query<SignalsQuery>,
    body: Body,
) -> ApiResult<Json<Message>> {
    let input: EndInput = body.json_if_any(AUTH_LIMIT).await?;
    let key = input.attempt_key.or(key);
    let session = session_id(input.session_id.or(query.session_id).as_deref())?;
    end(&app, &actor, invite, key.as_deref(), session)?;
    Ok(Message::new("The connection is ended."))
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

/// Make a wall: one connection that shows many candidates.
#[utoipa::path(post, path = "/webrtc/walls", tag = "video",
    responses((status = 201, body = WallReply), (status = 401, body = Envelope), (status = 403, body = Envelope),
        (status = 409, body = Envelope), (status = 429, body = Envelope),
        (status = 503, body = Envelope)))]
pub async fn open_wall(State(app): State<App>, AsAdmin(admin): AsAdmin) -> ApiResult<(StatusCode, Json<WallReply>)> {
    let session = video::open_wall(&app, &admin).await?;
    let ice_servers = ice_servers(app.media.ice_servers());
    Ok((StatusCode::CREATED, Json(WallReply { session_id: session.to_string(), ice_servers })))
}

/// Say whom a wall shows, and who is in focus. One change at a time: the next one waits for the answer to this one.
#[utoipa::path(put, path = "/webrtc/walls/{session_id}", tag = "video", params(("session_id" = String, Path)),
    request_body = WallInput,
    responses((status = 200, body = WallOfferReply), (status = 401, body = Envelope), (status = 403, body = Envelope),
        (status = 404, body = Envelope), (status = 409, body = Envelope), (status = 413, body = Envelope),
        (status = 422, body = Envelope), (status = 429, body = Envelope),
        (status = 503, body = Envelope)))]
pub async fn set_wall(
    State(app): State<App>,
    AsAdmin(admin): AsAdmin,
    Path(session): Path<String>,
    body: Body,
) -> ApiResult<Json<WallOfferReply>> {
    let session = own(&app, &admin, &session)?;
    let input: WallInput = body.json(TEXT_LIMIT).await?;
    let invites = input.invite_ids.iter().map(|text| id(text, "invite")).collect::<Result<Vec<InviteId>, _>>()?;
    let focus = input.focus.as_deref().map(|text| id(text, "invite")).transpose()?;
    let wall = video::set_wall(&app, &admin, session, invites, focus).await?;
    let mids = wall.mids.into_iter().map(|(mid, invite)| (mid, invite.to_string())).collect();
    Ok(Json(WallOfferReply { kind: "offer", sdp: wall.sdp, mids, cursor: wall.cursor }))
}

fn own(app: &App, admin: &crate::service::actor::Admin, session: &str) -> Result<MediaSessionId, Error> {
    let unknown = || Error { code: "unknown_session", ..Error::not_found("live video connection") };
    let session = session_id(Some(session))?.ok_or_else(unknown)?;
    video::own(app, admin, session)
}

/// Close a wall.
#[utoipa::path(delete, path = "/webrtc/walls/{session_id}", tag = "video", params(("session_id" = String, Path)),
    responses((status = 200, body = Message), (status = 401, body = Envelope), (status = 403, body = Envelope),
        (status = 404, body = Envelope)))]
pub async fn close_wall(
    State(app): State<App>,
    AsAdmin(admin): AsAdmin,
    Path(session): Path<String>,
) -> ApiResult<Json<Message>> {
    let session = own(&app, &admin, &session)?;
    video::close_wall(&app, &admin, session)?;
    Ok(Message::new("The wall is closed."))
}

/// Say what of the admin's own voice and picture reaches the candidate of a single monitor.
#[utoipa::path(put, path = "/webrtc/sessions/{session_id}/proctor", tag = "video",
    params(("session_id" = String, Path)), request_body = ProctorInput,
    responses((status = 200, body = Message), (status = 401, body = Envelope), (status = 403, body = Envelope),
        (status = 404, body = Envelope), (status = 413, body = Envelope), (status = 422, body = Envelope), (status = 429, body = Envelope),
        (status = 503, body = Envelope)))]
pub async fn set_proctor(
    State(app): State<App>,
    AsAdmin(admin): AsAdmin,
    Path(session): Path<String>,
    body: Body,
) -> ApiResult<Json<Message>> {
    let session = own(&app, &admin, &session)?;
    let input: ProctorInput = body.json(AUTH_LIMIT).await?;
    video::set_proctor(&app, &admin, session, input.audio, input.video).await?;
    Ok(Message::new("The candidate's page is told."))
}

/// What a candidate's page needs to know before it connects.
#[utoipa::path(get, path = "/take-test/{token}/media", tag = "video", params(("token" = String, Path)),
    responses((status = 200, body = MediaReply), (status = 404, body = Envelope)))]
pub async fn configuration(State(app): State<App>, Token(token): Token) -> ApiResult<Json<MediaReply>> {
    let (webrtc, urls) = video::configuration(&app, &token)?;
    Ok(Json(MediaReply { webrtc, ice_servers: ice_servers(&urls), boot: app.hub.boot().to_owned() }))
}
