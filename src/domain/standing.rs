//! The standing of a running attempt, for those who watch it: whether its page is heard from, what its camera does and whether
//! video arrives, from what the page reports and what the server measures (`docs/behaviour/monitoring.md#live-monitoring`).
//! The connection and the camera are two facts with a word each.

use super::{Instant, camera::Camera, time::SignedDuration, timeline::Via};

/// A page without a heartbeat for this long is offline.
pub const HEARTBEAT_TIMEOUT: SignedDuration = SignedDuration::from_secs(45);
/// A camera that is on may take this long until its first picture arrives.
const PICTURE_TIMEOUT: SignedDuration = SignedDuration::from_secs(15);

/// The last heartbeat of a page.
#[derive(Clone, Copy, Debug)]
pub struct PageReport {
    pub at: Instant,
    /// Since when the camera and the page are as they are.
    pub since: Instant,
    pub camera: Camera,
    pub leaving: bool,
}

/// The server's measurement of a candidate's video.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VideoPath {
    /// No connection so far.
    None,
    Negotiating(Instant),
    /// Frames arrive.
    Arrives(Via, Instant),
    /// The connection stands, but no frame arrives.
    Empty(Instant),
    /// No packet arrives.
    Dead(Instant),
    /// The page ended the connection.
    Left(Instant),
    /// The server is stopping.
    Stopping(Instant),
}

/// All that is known at one moment.
#[derive(Clone, Copy, Debug)]
pub struct Evidence {
    /// `None` since the start of the server or of the attempt.
    pub page: Option<PageReport>,
    pub path: VideoPath,
    pub saved_at: Option<Instant>,
    pub started_at: Instant,
    /// Start of the server.
    pub booted_at: Instant,
}

/// Whether the candidate's page is heard from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Connection {
    /// Not yet, but the server or the attempt has just started.
    Waiting,
    Connected,
    Lost,
    /// The page was closed.
    Closed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VideoStatus {
    /// Video or still frames arrive.
    Live,
    Connecting,
    Offline,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VideoState {
    pub state: VideoStatus,
    pub via: Option<Via>,
    /// A sentence for the admin; `None` unless something is wrong.
    pub reason: Option<&'static str>,
    pub since: Instant,
}

impl VideoState {
    #[must_use]
    pub const fn offline(reason: &'static str, since: Instant) -> Self {
        Self { state: VideoStatus::Offline, via: None, reason: Some(reason), since }
    }

    const fn connecting(since: Instant) -> Self {
        Self { state: VideoStatus::Connecting, via: None, reason: None, since }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    pub connection: Connection,
    /// The last sign of life; while there was none, since when one is awaited.
    pub heard_at: Instant,
    /// `None` until the page has reported.
    pub camera: Option<Camera>,
    pub camera_since: Instant,
    pub video: VideoState,
}

impl Standing {
    /// The state of an attempt that does not run.
    #[must_use]
    pub const fn idle(reason: &'static str, since: Instant) -> Self {
        Self {
            connection: Connection::Waiting,
            heard_at: since,
            camera: None,
            camera_since: since,
            video: VideoState::offline(reason, since),
        }
    }

    /// The state of someone who takes the test without a camera, by agreement: the missing camera is no fault.
    #[must_use]
    pub fn without_camera(self) -> Self {
        if self.video.state == VideoStatus::Live {
            return self;
        }
        let video = VideoState::offline("No camera by agreement.", self.camera_since);
        Self { camera: None, video, ..self }
    }
}

const NETWORK_LOST: &str = "The network was lost.";
const PAGE_CLOSED: &str = "The page was closed.";

/// Judges the evidence at `now`.
#[must_use]
pub fn standing(evidence: &Evidence, now: Instant) -> Standing {
    let (connection, heard_at) = connection(evidence, now);
    let camera = evidence.page.map(|page| match evidence.path {
        // Another tab sends it, or the next heartbeat will say so.
        VideoPath::Arrives(..) if !page.camera.may_send() => Camera::On,
        _ => page.camera,
    });
    let camera_since = evidence.page.map_or(heard_at, |page| page.since);
    let video = video(evidence, (connection, heard_at), now);
    Standing { connection, heard_at, camera, camera_since, video }
}

fn connection(evidence: &Evidence, now: Instant) -> (Connection, Instant) {
    let path = match evidence.path {
        VideoPath::Arrives(..) | VideoPath::Empty(_) => Some(now),
        VideoPath::Negotiating(since) => Some(since),
        _ => None,
    };
    let beside = evidence.saved_at.into_iter().chain(path).max();
    let awaited = evidence.started_at.max(evidence.booted_at);
    let Some(page) = evidence.page else {
        let last = beside.filter(|at| now.since(*at) < HEARTBEAT_TIMEOUT);
        return match (last, evidence.path) {
            (Some(at), _) => (Connection::Connected, at),
            (None, VideoPath::Left(since)) => (Connection::Closed, since),
            (None, VideoPath::Dead(since)) => (Connection::Lost, since),
            (None, _) if now.since(awaited) < HEARTBEAT_TIMEOUT => (Connection::Waiting, awaited),
            (None, _) => (Connection::Lost, beside.map_or(awaited, |at| at.max(awaited))),
        };
    };
    if page.leaving && beside.is_none_or(|at| at <= page.at) {
        return (Connection::Closed, page.at);
    }
    let last = beside.map_or(page.at, |at| at.max(page.at));
    let is_silent = now.since(last) >= HEARTBEAT_TIMEOUT;
    // The video stopped at once with all else, and nothing came since.
    let is_cut = matches!(evidence.path, VideoPath::Dead(since) if last <= since);
    (if is_silent || is_cut { Connection::Lost } else { Connection::Connected }, last)
}

fn video(evidence: &Evidence, (connection, heard_at): (Connection, Instant), now: Instant) -> VideoState {
    let path = evidence.path;
    if let VideoPath::Arrives(via, since) = path {
        return VideoState { state: VideoStatus::Live, via: Some(via), reason: None, since };
    }
    match (connection, evidence.page) {
        (Connection::Closed, page) => VideoState::offline(PAGE_CLOSED, page.map_or(heard_at, |page| page.since)),
        (Connection::Lost, None) if path == VideoPath::None => {
            VideoState::offline("No contact with the candidate's browser yet.", heard_at)
        }
        (Connection::Lost, _) => VideoState::offline(NETWORK_LOST, heard_at),
        (Connection::Waiting, _) => {
            let reason = (heard_at == evidence.booted_at).then_some("The server has just started.");
            VideoState { reason, ..VideoState::connecting(heard_at) }
        }
        (Connection::Connected, page) => match (page.and_then(|p| Some((p.camera.in_words()?, p.since))), path) {
            (Some((words, since)), _) => VideoState::offline(words, since),
            (None, VideoPath::Negotiating(since)) => VideoState::connecting(since),
            (None, VideoPath::Empty(since)) => VideoState::offline(NO_PICTURE, since),
            (None, VideoPath::Dead(since)) => {
                VideoState::offline("The video connection was lost, but the page still reports.", since)
            }
            (None, VideoPath::Stopping(since)) => VideoState::offline("The server is restarting.", since),
            (None, _) => match page {
                Some(page) => first_picture(page.since, path, now),
                None => without_report(evidence, now),
            },
        },
    }
}

/// Answers are saved, and nothing is said of the camera.
fn without_report(evidence: &Evidence, now: Instant) -> VideoState {
    let since = evidence.started_at.max(evidence.booted_at);
    if now.since(since) < HEARTBEAT_TIMEOUT {
        return VideoState::connecting(since);
    }
    VideoState::offline("The page does not report its camera.", since)
}

const NO_PICTURE: &str = "The camera is on, but no picture arrives.";

/// The camera is on, and its page is not connected for video.
fn first_picture(since: Instant, path: VideoPath, now: Instant) -> VideoState {
    let since = if let VideoPath::Left(left) = path { since.max(left) } else { since };
    if now.since(since) < PICTURE_TIMEOUT {
        VideoState::connecting(since)
    } else {
        VideoState::offline(NO_PICTURE, since)
    }
}

/// Why video stopped, for the timeline, which is not corrected later: it claims no more than was measured.
#[must_use]
pub fn why_it_stopped(page: Option<PageReport>, path: VideoPath) -> &'static str {
    // A black or frozen picture arrives: it is not why none does.
    let is_cause = |page: &PageReport| !matches!(page.camera, Camera::Black | Camera::Frozen) && !page.leaving;
    let camera = page.filter(is_cause).and_then(|page| page.camera.in_words());
    match (camera, path) {
        (_, VideoPath::Left(_)) => PAGE_CLOSED,
        (_, VideoPath::Stopping(_)) => "The server is restarting.",
        (Some(words), _) => words,
        (None, VideoPath::Empty(_)) => "No picture comes from the camera.",
        (None, _) if page.is_some_and(|page| page.leaving) => PAGE_CLOSED,
        (None, _) => "The video connection was lost.",
    }
}

#[cfg(test)]
#[path = "standing_tests.rs"]
mod tests;
