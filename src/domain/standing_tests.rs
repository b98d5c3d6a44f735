//! Causes, and what proctor and timeline read of each. The candidate's side of the same table, and the badges, are tested
//! in `ui/src/features/take/camera/causes.test.ts`.

use super::*;
use crate::domain::time::SECOND;
use serde::Deserialize;

#[derive(Deserialize)]
struct Row {
    cause: String,
    page: Option<String>,
    #[serde(default)]
    leaving: bool,
    path: String,
    /// Age of the last heartbeat; of the last save; of the server.
    heard_s: Option<i64>,
    saved_s: Option<i64>,
    booted_s: Option<i64>,
    proctor: Proctor,
    timeline: Option<String>,
}

#[derive(Deserialize)]
struct Proctor {
    connection: String,
    video: String,
    reads: Option<String>,
}

const NOW: Instant = Instant::from_millis(1_000_000_000);

fn ago(seconds: i64) -> Instant {
    Instant::from_millis(1_000_000_000 - seconds * 1_000)
}

fn camera(name: &str) -> Camera {
    let named = |camera: &&Camera| format!("{camera:?}").to_lowercase() == name;
    *Camera::ALL.iter().find(named).unwrap()
}

/// A measurement: the video stopped ten seconds ago.
fn path(name: &str) -> VideoPath {
    match name {
        "arrives" => VideoPath::Arrives(Via::WebRtc, ago(100)),
        "empty" => VideoPath::Empty(ago(10)),
        "dead" => VideoPath::Dead(ago(10)),
        "left" => VideoPath::Left(ago(10)),
        "negotiating" => VideoPath::Negotiating(ago(1)),
        _ => VideoPath::None,
    }
}

#[test]
fn each_cause_has_its_words() {
    let rows: Vec<Row> = serde_json::from_str(include_str!("../../tests/camera-causes.json")).unwrap();
    for row in &rows {
        let at = ago(row.heard_s.unwrap_or_default());
        let report = |name: &String| PageReport { at, since: ago(300), camera: camera(name), leaving: row.leaving };
        let evidence = Evidence {
            page: row.page.as_ref().map(report),
            path: path(&row.path),
            saved_at: row.saved_s.map(ago),
            started_at: ago(600),
            booted_at: ago(row.booted_s.unwrap_or(3_600)),
        };
        let Standing { connection, camera, video, .. } = standing(&evidence, NOW);
        let reads = video.reason.or_else(|| camera.and_then(Camera::in_words));
        let got = (format!("{connection:?}").to_lowercase(), format!("{:?}", video.state).to_lowercase(), reads);
        let Proctor { connection, video, reads } = &row.proctor;
        assert_eq!(got, (connection.clone(), video.clone(), reads.as_deref()), "{}", row.cause);
        if let Some(timeline) = &row.timeline {
            assert_eq!(why_it_stopped(evidence.page, evidence.path), timeline, "{}", row.cause);
        }
    }
    for camera in Camera::ALL {
        let name = format!("{camera:?}").to_lowercase();
        assert!(rows.iter().any(|row| row.page.as_deref() == Some(&*name)), "{name} is in no row");
    }
}

#[test]
fn who_is_heard_from_is_never_lost_whatever_the_camera_does() {
    for camera in Camera::ALL {
        for path in ["none", "empty", "dead", "negotiating", "arrives"].map(path) {
            let page = PageReport { at: ago(8), since: ago(3_000), camera, leaving: false };
            let evidence =
                Evidence { page: Some(page), path, saved_at: None, started_at: ago(6_000), booted_at: ago(9_000) };
            assert_eq!(standing(&evidence, NOW).connection, Connection::Connected, "{camera:?}, {path:?}");
        }
    }
}

#[test]
fn a_first_picture_may_take_its_time() {
    let at = |now: Instant, path| {
        let page = PageReport { at: ago(0), since: ago(0), camera: Camera::On, leaving: false };
        let evidence = Evidence { page: Some(page), path, saved_at: None, started_at: ago(1), booted_at: ago(9_000) };
        standing(&evidence, now).video.state
    };
    assert_eq!(at(NOW, VideoPath::None), VideoStatus::Connecting);
    assert_eq!(at(NOW.plus(15 * SECOND), VideoPath::None), VideoStatus::Offline);
    assert_eq!(at(NOW.plus(15 * SECOND), VideoPath::Left(NOW.plus(SECOND))), VideoStatus::Connecting);
}
