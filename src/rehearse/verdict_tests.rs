//! The verdict: a server in order, and each planted fault.

use super::*;
use crate::rehearse::measures::{LinkFigures, LinkTrouble, ServerFigures};

const NOW: Instant = Instant::from_millis(1_772_438_400_000);

fn server() -> ServerMeasures {
    let before = ServerFigures {
        now: NOW.to_string(),
        processors: 8,
        processor_ms: Some(0),
        files_limit: Some(65_536),
        files_open: Some(40),
        memory_free_bytes: Some(8 * GIB),
        memory_used_bytes: Some(100 * MIB),
        disk_free_bytes: Some(100 * GIB),
        disk_has_room: true,
        syncs_us: vec![900; 12],
        last_backup_at: Some(NOW.plus(HOUR * -6).to_string()),
        media_port: Some(8_081),
        cameras: 0,
        clock_set: SignedDuration::ZERO,
        public_url: String::new(),
    };
    let worst = ServerFigures { memory_used_bytes: Some(300 * MIB), files_open: Some(900), ..before.clone() };
    ServerMeasures { before, worst, processor_share: Some(0.2) }
}

fn durations(millis: u64) -> Durations {
    std::iter::repeat_n(Duration::from_millis(millis), 400).collect()
}

fn calls() -> CallMeasures {
    CallMeasures {
        page: durations(40),
        start: durations(60),
        save: durations(20),
        reconnect: durations(50),
        submit: durations(60),
        ..CallMeasures::default()
    }
}

fn video() -> VideoMeasures {
    VideoMeasures {
        tried: 400,
        over_udp: 400,
        over_tcp: 0,
        connect: durations(300),
        loss: vec![0.0; 400],
        errors: Vec::new(),
    }
}

fn good() -> Measures {
    Measures {
        candidates: 400,
        at: NOW,
        certificate: Some(CertificateFigures { refused: None, expires_at: Some(NOW.plus(DAY * 60)) }),
        links: None,
        clock: Some(SignedDuration::from_millis(-40)),
        calls: calls(),
        server: Some(server()),
        video: Some(video()),
        accepts_tcp: false,
        own: OwnLoad { processor_share: 0.3, lag: Duration::from_millis(3) },
        cut_off: None,
    }
}

fn with_server(change: impl FnOnce(&mut ServerFigures)) -> Measures {
    let mut measures = good();
    if let Some(server) = &mut measures.server {
        change(&mut server.worst);
    }
    measures
}

fn faults(judged: &Judged) -> Vec<&str> {
    let faults = judged.findings.iter().filter(|finding| finding.mark == Mark::Fault);
    faults.map(|finding| finding.measure.as_str()).collect()
}

#[test]
fn a_server_in_order_is_go_with_margins() {
    let judged = judge(&good());
    assert_eq!((judged.verdict, faults(&judged)), (Verdict::Go, Vec::new()), "{judged:#?}");
    let marks: Vec<Mark> = judged.findings.iter().map(|finding| finding.mark).collect();
    assert!(marks.iter().all(|mark| *mark == Mark::Ok), "{judged:#?}");
    let margin = |name: &str| judged.findings.iter().find(|finding| finding.measure == name).unwrap().margin;
    assert_eq!((margin("save_p99"), margin("sync"), margin("own_processor")), (Some(98), Some(99), Some(63)));
    // The processors are the first to be used up: 20 % for 400, of 85 %.
    assert_eq!(judged.fits, Some(1_700));
}

#[test]
fn each_planted_fault_is_found_and_nothing_else() {
    let lossy = VideoMeasures { loss: vec![0.05; 400], ..video() };
    let blocked = VideoMeasures { over_udp: 0, over_tcp: 400, loss: Vec::new(), ..video() };
    let partly = VideoMeasures { over_udp: 390, over_tcp: 10, ..video() };
    let wrong =
        CertificateFigures { refused: Some("not valid for this name".into()), expires_at: Some(NOW.plus(DAY * 60)) };
    let trouble = Some(LinkTrouble::Refused("not valid for this name".into()));
    let elsewhere = LinkFigures { url: "https://old.example.org".into(), trouble };
    for (name, expected, measures) in vec![
        ("slow fsync", "sync", with_server(|server| server.syncs_us = vec![250_000; 12])),
        ("UDP blocked", "udp", Measures { video: Some(blocked.clone()), ..good() }),
        ("UDP blocked for some", "udp", Measures { video: Some(partly.clone()), ..good() }),
        ("wrong name", "certificate", Measures { certificate: Some(wrong), ..good() }),
        ("wrong name in the links", "links", Measures { links: Some(elsewhere), ..good() }),
        ("clock ahead", "clock", Measures { clock: Some(SignedDuration::from_mins(5)), ..good() }),
        ("clock behind", "clock", Measures { clock: Some(SignedDuration::from_mins(-5)), ..good() }),
        ("clock set behind", "clock", with_server(|server| server.clock_set = SignedDuration::from_mins(-5))),
        ("clock set ahead", "clock", with_server(|server| server.clock_set = SignedDuration::from_mins(5))),
        ("256 files", "files", with_server(|server| server.files_limit = Some(256))),
        ("5 % loss", "loss", Measures { video: Some(lossy), ..good() }),
        ("disk nearly full", "disk", with_server(|server| server.disk_free_bytes = Some(200 * MIB))),
        ("disk full", "disk", with_server(|server| server.disk_has_room = false)),
        ("stale backup", "backup", {
            with_server(|server| server.last_backup_at = Some(NOW.plus(HOUR * -49).to_string()))
        }),
        ("no backup", "backup", with_server(|server| server.last_backup_at = None)),
        ("little memory", "memory", with_server(|server| server.memory_free_bytes = Some(90 * MIB))),
        ("slow saves", "save_p99", Measures { calls: CallMeasures { save: durations(1_200), ..calls() }, ..good() }),
        ("failed calls", "errors", Measures { calls: CallMeasures { failed: 1, ..calls() }, ..good() }),
        ("many retries", "errors", Measures { calls: CallMeasures { retried: 100, ..calls() }, ..good() }),
        ("lost answers", "lost", Measures { calls: CallMeasures { lost: 1, ..calls() }, ..good() }),
        ("no camera", "camera", Measures { video: Some(VideoMeasures { over_udp: 399, ..video() }), ..good() }),
    ] {
        let judged = judge(&measures);
        assert_eq!((judged.verdict, faults(&judged)), (Verdict::NoGo, vec![expected]), "{name}");
        let found = judged.findings.iter().find(|finding| finding.measure == expected).unwrap();
        assert!(!found.fix.is_empty() && judged.fits.is_none(), "{name}");
    }
    // It is not said to be blocked where it passes for others.
    let said = |video: &VideoMeasures| {
        let judged = judge(&Measures { video: Some(video.clone()), ..good() });
        judged.findings.into_iter().find(|finding| finding.measure == "udp").unwrap().said
    };
    assert!(said(&blocked).contains("is blocked") && said(&partly).contains("for some cameras"));
    let accepted = judge(&Measures { video: Some(blocked), accepts_tcp: true, ..good() });
    assert_eq!((accepted.verdict, faults(&accepted)), (Verdict::Go, Vec::new()));
}

#[test]
fn few_candidates_need_as_many_files_as_any_server() {
    for (candidates, limit, is_found) in
        [(10, 1_024, false), (10, 1_023, true), (400, 1_600, false), (400, 1_599, true)]
    {
        let measures = Measures { candidates, ..with_server(|server| server.files_limit = Some(limit)) };
        assert_eq!(faults(&judge(&measures)) == ["files"], is_found, "{candidates} {limit}");
    }
}

#[test]
fn a_machine_that_is_the_limit_gives_no_verdict() {
    let busy = OwnLoad { processor_share: 0.97, ..good().own };
    let late = OwnLoad { lag: Duration::from_millis(400), ..good().own };
    let slow = CallMeasures { save: durations(9_000), ..calls() };
    for own in [busy.clone(), late] {
        let judged = judge(&Measures { own: own.clone(), ..good() });
        assert_eq!((judged.verdict, judged.fits), (Verdict::Undecided, None));
        assert!(judged.reason.contains("busy itself"));
        // Slow saves may be its own doing.
        assert_eq!(judge(&Measures { own, calls: slow.clone(), ..good() }).verdict, Verdict::Undecided);
    }
    // The age of a backup is not.
    let stale = with_server(|server| server.last_backup_at = None);
    assert_eq!(judge(&Measures { own: busy, ..stale }).verdict, Verdict::NoGo);
}

#[test]
fn what_was_cut_off_or_never_began_is_no_go_only_for_what_is_certain() {
    let cut = judge(&Measures { cut_off: Some("The rehearsal was cut off.".into()), ..good() });
    assert_eq!((cut.verdict, cut.reason.as_str()), (Verdict::Undecided, "The rehearsal was cut off."));
    let refused = CertificateFigures { refused: Some("expired".into()), expires_at: None };
    let nothing = Measures { server: None, clock: None, calls: CallMeasures::default(), video: None, ..good() };
    assert_eq!(judge(&nothing).verdict, Verdict::Undecided);
    let judged = judge(&Measures { certificate: Some(refused), ..nothing });
    assert_eq!((judged.verdict, faults(&judged)), (Verdict::NoGo, vec!["certificate"]));
}

#[test]
fn what_is_close_to_its_limit_is_a_warning() {
    let soon = CertificateFigures { refused: None, expires_at: Some(NOW.plus(DAY * 5)) };
    for (expected, measures) in [
        ("certificate_expiry", Measures { certificate: Some(soon), ..good() }),
        ("save_p99", Measures { calls: CallMeasures { save: durations(700), ..calls() }, ..good() }),
        ("disk", with_server(|server| server.disk_free_bytes = Some(2 * GIB))),
        ("sync", with_server(|server| server.syncs_us = vec![60_000; 12])),
        ("loss", Measures { video: Some(VideoMeasures { loss: vec![0.02; 400], ..video() }), ..good() }),
    ] {
        let judged = judge(&measures);
        let warned: Vec<_> =
            judged.findings.iter().filter(|f| f.mark == Mark::Warning).map(|f| f.measure.as_str()).collect();
        assert_eq!((judged.verdict, warned), (Verdict::Go, vec![expected]));
    }
}

#[test]
fn what_was_not_measured_is_said() {
    let judged = judge(&Measures { video: None, ..good() });
    let camera = judged.findings.iter().find(|finding| finding.measure == "camera").unwrap();
    assert_eq!((camera.mark, judged.verdict), (Mark::Unknown, Verdict::Go));
}
