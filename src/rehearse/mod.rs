//! The rehearsal's engine (`docs/rehearsal.md`): plays candidates against a running server from this machine, measures, and
//! judges. It knows the server by its API alone.
//!
//! `api` makes the calls; `certificate` examines the certificate before any token is sent, `links` where candidates are led; `candidate` and `camera` play;
//! `measures` holds what was measured, and `verdict` judges it.

mod api;
mod camera;
mod candidate;
mod certificate;
mod links;
mod measures;
mod own;
mod pictures;
mod progress;
mod verdict;

pub use api::{finding_json, verdict_name};
pub use measures::CertificateFigures;
pub use progress::Progress;
pub use verdict::{Judged, judge};

use crate::domain::{Instant as WallTime, rehearsal::Verdict};
use api::{Begun, CallError, Clients, Conductor};
use camera::CameraSwitch;
use candidate::{Played, Schedule, play};
use measures::{CallMeasures, Measures, OwnLoad, ServerFigures, ServerMeasures, VideoMeasures};
use own::OwnWatch;
use reqwest::{Url, header::HeaderValue};
use rustls::{ClientConfig, RootCertStore, crypto::aws_lc_rs};
use serde_json::json;
use std::{
    sync::Arc,
    time::{Duration, SystemTime},
};
use tokio::{
    task::JoinSet,
    time::{Instant, MissedTickBehavior, interval},
};
use tokio_util::sync::CancellationToken;

/// Figures of the server are read this often: each reading writes a little to its disk.
const FIGURES_EVERY: Duration = Duration::from_secs(3);
/// Pages are opened within this part of the time, and tests started within this time.
const OPEN_SHARE: u32 = 6;
const START_WITHIN: Duration = Duration::from_secs(1);
const SUBMIT_WITHIN: Duration = Duration::from_secs(2);
/// One of so many candidates loses the connection once, all at the same moment.
const LOSE_ONE_OF: usize = 5;
/// Minutes that the server keeps the rehearsal longer than it is meant to take.
const SPARE_MINUTES: u64 = 3;

/// A rehearsal to be held.
pub struct RehearsalOrder {
    /// Address of the server, without a trailing slash.
    pub base: String,
    /// The header that carries the token.
    pub token: HeaderValue,
    pub session: String,
    pub candidates: u32,
    pub length: Duration,
    /// Candidates that send video too.
    pub cameras: u32,
    pub accepts_tcp: bool,
    /// Authorities that are trusted.
    pub trusted: RootCertStore,
    /// Name of this machine.
    pub machine: String,
}

/// The outcome of a rehearsal.
#[derive(Clone, Debug)]
pub struct RehearsalReport {
    pub judged: Judged,
    pub candidates: u32,
    pub machine: String,
    /// The server has the outcome, for the session's page.
    pub is_posted: bool,
    /// The server removed all that the rehearsal made; `None`: it made nothing.
    pub is_removed: Option<bool>,
}

/// Holds a rehearsal. `stop` cuts it off: all that it made is removed then too.
///
/// # Errors
/// In words, if there is nothing to judge: the server cannot be reached, or refuses.
pub async fn hold(
    order: RehearsalOrder,
    progress: Arc<Progress>,
    stop: CancellationToken,
) -> Result<RehearsalReport, String> {
    let mut measures = Measures {
        candidates: order.candidates,
        at: WallTime::from(SystemTime::now()),
        certificate: None,
        links: None,
        clock: None,
        calls: CallMeasures::default(),
        server: None,
        video: None,
        accepts_tcp: order.accepts_tcp,
        own: OwnLoad::default(),
        cut_off: None,
    };
    if let Some((host, port)) = tls_address(&order.base) {
        let found = certificate::examine(&host, port, order.trusted.clone()).await?;
        let is_refused = found.refused.is_some();
        measures.certificate = Some(found);
        if is_refused {
            // The token is sent to no server that may be another one.
            return Ok(report(&order, judge(&measures), (false, None)));
        }
    }
    let tls = ClientConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| format!("cannot set up the connection: {error}"))?
        .with_root_certificates(order.trusted.clone())
        .with_no_client_auth();
    let clients = Arc::new(Clients { base: order.base.clone(), tls });
    let conductor = Conductor::new(&clients, order.token.clone(), order.session.clone())?;
    let words = |error: CallError| format!("{} does not hold the rehearsal: {}", order.base, error.words());
    let before = conductor.server().await.map_err(words)?;
    measures.links = links::examine(&order.base, &before.public_url, &order.trusted).await;
    let minutes = (order.length.as_secs().div_ceil(60) + SPARE_MINUTES).min(60);
    let begun = conductor.begin(order.candidates, minutes).await.map_err(words)?;
    let id = begun.id.clone();
    let played = Stage { order: &order, clients, conductor: &conductor, progress, stop }.play(begun, before).await;
    played.into_measures(&mut measures);
    let judged = judge(&measures);
    let outcome = json!({
        "candidates": order.candidates,
        "verdict": verdict_name(judged.verdict),
        "reason": judged.reason,
        "fits": judged.fits,
        "machine": order.machine,
        "findings": judged.findings.iter().map(finding_json).collect::<Vec<_>>(),
    });
    // One that was cut off by hand is no outcome.
    let outcome = measures.cut_off.is_none().then_some(outcome);
    let is_outcome = outcome.is_some();
    let ended = conductor.end(&id, outcome).await;
    let is_posted = is_outcome && ended.is_ok();
    Ok(report(&order, judged, (is_posted, Some(ended.unwrap_or(false)))))
}

fn report(
    order: &RehearsalOrder,
    mut judged: Judged,
    (is_posted, is_removed): (bool, Option<bool>),
) -> RehearsalReport {
    let (candidates, machine) = (order.candidates, order.machine.clone());
    if is_removed.is_none() && judged.verdict == Verdict::Go {
        judged.verdict = Verdict::Undecided;
    }
    RehearsalReport { judged, candidates, machine, is_posted, is_removed }
}

/// Host and port of an address with TLS.
fn tls_address(base: &str) -> Option<(String, u16)> {
    let url = Url::parse(base).ok().filter(|url| url.scheme() == "https")?;
    let host = url.host_str()?.trim_matches(['[', ']']).to_owned();
    Some((host, url.port_or_known_default()?))
}

/// Plays all candidates at once.
struct Stage<'a> {
    order: &'a RehearsalOrder,
    clients: Arc<Clients>,
    conductor: &'a Conductor,
    progress: Arc<Progress>,
    stop: CancellationToken,
}

/// All that the candidates measured.
struct PlayedAll {
    candidates: Vec<Played>,
    server: ServerMeasures,
    own: OwnLoad,
    cut_off: Option<String>,
}

impl Stage<'_> {
    async fn play(self, begun: Begun, before: ServerFigures) -> PlayedAll {
        let watch = OwnWatch::start();
        let now = Instant::now();
        let (number, length) = (begun.candidates.len().max(1), self.order.length);
        let opened = now + length / OPEN_SHARE;
        let each = |within: Duration, place: usize| within.mul_f64(share(place, number));
        // A switch that is off takes everyone with it who is behind it.
        let lose = opened + length / 3;
        let camera = CameraSwitch::new();
        let halt = self.stop.child_token();
        let mut playing = JoinSet::new();
        for (place, link) in begun.candidates.into_iter().enumerate() {
            let schedule = Schedule {
                open: now + each(length / OPEN_SHARE, place),
                start: opened + Duration::from_millis(200) + each(START_WITHIN, place),
                lose: (place % LOSE_ONE_OF == 0).then_some(lose),
                submit: now + length + each(SUBMIT_WITHIN, place),
                delay: each(Duration::from_secs(2), (place * 7) % number),
            };
            let with_camera = u32::try_from(place).is_ok_and(|place| place < self.order.cameras);
            let camera = (with_camera && before.media_port.is_some()).then(|| camera.clone());
            let shared = (self.progress.clone(), halt.clone());
            playing.spawn(play(self.clients.clone(), link, schedule, camera, shared));
        }
        let (candidates, server) = self.until_played(playing, before).await;
        let cut_off = self.stop.is_cancelled().then(|| "The rehearsal was cut off.".to_owned());
        PlayedAll { candidates, server, own: watch.end().await, cut_off }
    }

    /// Reads the server's figures until all candidates have ended.
    async fn until_played(&self, mut playing: JoinSet<Played>, before: ServerFigures) -> (Vec<Played>, ServerMeasures) {
        let mut candidates = Vec::new();
        let mut ticks = interval(FIGURES_EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        ticks.tick().await;
        let mut server = ServerMeasures::begin(before.clone());
        let (mut last, mut at) = (before, Instant::now());
        loop {
            tokio::select! {
                played = playing.join_next() => match played {
                    // A panic is a defect of this program, and is reported as one by its hook.
                    Some(played) => candidates.extend(played.ok()),
                    None => return (candidates, server),
                },
                _ = ticks.tick() => {
                    if let Ok(figures) = self.conductor.server().await {
                        server.note(&last, figures.clone(), at.elapsed());
                        (last, at) = (figures, Instant::now());
                    }
                }
            }
        }
    }
}

/// The place of one of `number` within a time, from 0 to 1.
fn share(place: usize, number: usize) -> f64 {
    let float = |count: usize| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
    float(place) / float(number.max(1))
}

impl PlayedAll {
    fn into_measures(self, measures: &mut Measures) {
        let mut video = VideoMeasures::default();
        let mut clock = None;
        for Played { calls, clock: said, camera } in self.candidates {
            measures.calls.add(calls);
            // The quickest call says it best.
            clock = clock.into_iter().chain(said).min_by_key(|(_, took)| *took);
            if let Some(camera) = camera {
                video.add(camera);
            }
        }
        measures.clock = clock.map(|(ahead, _)| ahead);
        measures.video = (video.tried > 0).then_some(video);
        measures.server = Some(self.server);
        measures.own = self.own;
        measures.cut_off = self.cut_off;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_with_tls_have_a_certificate() {
        assert_eq!(tls_address("https://tests.example.org"), Some(("tests.example.org".into(), 443)));
        assert_eq!(tls_address("https://[::1]:8443"), Some(("::1".into(), 8443)));
        assert_eq!(tls_address("http://127.0.0.1:8080"), None);
    }

    #[test]
    #[expect(clippy::float_cmp, reason = "fourths are exact")]
    fn candidates_are_spread_evenly() {
        assert_eq!([0, 1, 3].map(|place| share(place, 4)), [0.0, 0.25, 0.75]);
        assert_eq!(share(0, 0), 0.0);
    }
}
