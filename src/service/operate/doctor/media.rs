//! Checks that browsers can reach live video, and that its threads keep up.

use super::{finding::DoctorFinding, tls::is_this_machine};
use crate::{
    app::App,
    domain::{Result, sentence::Sentence},
    live::media::{MediaThreadLoad, Port, Reached},
    sentence,
    service::settings,
};
use http::Uri;
use std::net::SocketAddr;

const TOPIC: &str = "media_port";
const LOAD: &str = "media_load";
/// Share of a core from which a thread has no reserve for more candidates.
const BUSY: f64 = 0.8;

fn port_fix() -> Sentence {
    sentence!("mediaPortFix": "Free that port, or choose another with --media-listen, and start again.")
}

fn unavailable(error: &str) -> Sentence {
    sentence!("mediaUnavailable": "Live video is unavailable, pages send still frames: {error}.", error)
}

pub async fn port(app: &App) -> Result<DoctorFinding> {
    let Some(wanted) = app.config.host.media else {
        let line = DoctorFinding::note(TOPIC, sentence!("mediaOff": "Live video is off: pages send still frames."));
        let hint = sentence!("mediaOffHint": "Serve without '--media-listen off' to enable it.");
        return Ok(line.with_hint(hint));
    };
    if let Some(failure) = app.media.failure() {
        return Ok(DoctorFinding::problem(TOPIC, unavailable(&failure), port_fix()));
    }
    let url = settings::public_url(app)?;
    let host = url.parse::<Uri>().ok().and_then(|url| url.host().map(str::to_owned)).unwrap_or_default();
    let for_others = !is_this_machine(&host);
    let wanted = match wanted {
        Ok(wanted) => wanted,
        Err(error) => {
            let fix = sentence!("mediaNoPortFix": "Choose a port with --media-listen, and start again.");
            return Ok(DoctorFinding::problem(TOPIC, unavailable(error), fix));
        }
    };
    Ok(if app.media.address().is_some() {
        judge(&app.media.probe(|| app.new_id()).await, for_others)
    } else {
        before_the_start(wanted, for_others)
    })
}

/// A thread of live video that is at its limit, although the others may be idle.
pub fn load(app: &App) -> Option<DoctorFinding> {
    judge_load(&app.media.loads())
}

fn judge_load(threads: &[MediaThreadLoad]) -> Option<DoctorFinding> {
    let fix = || sentence!("mediaThreadsFix": "Serve with a larger --media-threads, at most one for each core of this machine.");
    let busiest = threads.iter().max_by(|a, b| a.busy.total_cmp(&b.busy))?;
    if busiest.busy >= BUSY {
        let said = sentence!(
            "mediaThreadBusy": "A thread of live video takes {percent} % of a core: with more candidates, pictures would come late.",
            percent = format!("{:.0}", busiest.busy * 100.0),
        );
        return Some(DoctorFinding::warning(LOAD, said, fix()));
    }
    let packets: u64 = threads.iter().map(|thread| thread.packets_dropped).sum();
    let frames: u64 = threads.iter().map(|thread| thread.frames_dropped).sum();
    (packets + frames > 0).then(|| {
        let said = sentence!(
            "mediaDropped": "Live video has dropped {packets} packets and {frames} frames since the start, as one of its threads did not keep up.",
            packets = packets.to_string(),
            frames = frames.to_string(),
        );
        DoctorFinding::warning(LOAD, said, fix())
    })
}

fn before_the_start(wanted: SocketAddr, for_others: bool) -> DoctorFinding {
    match Port::bind(wanted) {
        Err(error) => {
            let said = sentence!(
                "mediaNotServed": "Live video cannot be served on {wanted}: {error}.",
                wanted = wanted.to_string(),
                error = error.to_string(),
            );
            DoctorFinding::problem(TOPIC, said, port_fix())
        }
        Ok(_) if for_others && wanted.ip().is_loopback() => local_only(&wanted.to_string(), wanted.port()),
        Ok(_) => DoctorFinding::ok(
            TOPIC,
            sentence!(
                "mediaCanBeServed": "Live video can be served on {wanted}, over UDP and TCP.",
                wanted = wanted.to_string(),
            ),
        ),
    }
}

fn local_only(named: &str, port: u16) -> DoctorFinding {
    let said = sentence!(
        "mediaLocal": "Live video is at {named}, which only browsers on this machine can reach; all others send still frames.",
        named
    );
    let fix = sentence!(
        "mediaLocalFix": "Give --media-listen 0.0.0.0:{port}, or the address that browsers can reach.",
        port = port.to_string(),
    );
    DoctorFinding::problem(TOPIC, said, fix)
}

/// Firefox pairs no ICE candidate with a loopback address (`media.peerconnection.ice.loopback`); Chromium does.
fn firefox(port: u16) -> Sentence {
    sentence!(
        "mediaFirefox": "Firefox does not connect live video to a loopback address and sends still frames. To use live video in \
         Firefox, give --media-listen 0.0.0.0:{port}.",
        port = port.to_string(),
    )
}

fn not_reached(addresses: &str) -> Sentence {
    sentence!("mediaNotReached": "Live video cannot be reached from this machine at {addresses}.", addresses)
}

/// Judges a probe from this machine. A router without NAT loopback fails it although outside browsers get through.
fn judge(tried: &[Reached], for_others: bool) -> DoctorFinding {
    let names = |list: Vec<&Reached>| {
        let mut names: Vec<String> = list.iter().map(|r| r.address.to_string()).collect();
        names.dedup();
        names.join(", ")
    };
    let way = |udp: bool| tried.iter().filter(move |r| r.is_udp == udp);
    let works = |udp: bool| way(udp).any(|r| r.is_reached);
    let all = names(tried.iter().collect());
    let Some(first) = tried.first() else {
        return DoctorFinding::problem(
            TOPIC,
            sentence!("mediaNoAddress": "Live video has no address to send to browsers."),
            sentence!("mediaNoAddressFix": "Give one with --media-advertise."),
        );
    };
    if for_others && tried.iter().all(|r| r.address.ip().is_loopback()) {
        return local_only(&all, first.address.port());
    }
    let missed = names(tried.iter().filter(|r| !r.is_reached).collect());
    match (works(true), works(false)) {
        (false, false) => DoctorFinding::problem(
            TOPIC,
            not_reached(&all),
            sentence!(
                "mediaNotReachedFix": "Check --media-advertise and this machine's firewall: both UDP and TCP must be allowed."
            ),
        ),
        (true, true) if missed.is_empty() => {
            let is_local = tried.iter().all(|r| r.address.ip().is_loopback());
            let hint = if is_local {
                firefox(first.address.port())
            } else {
                sentence!("mediaFirewall": "Firewalls on the way must allow UDP and TCP to it, which cannot be checked from here.")
            };
            let said = sentence!("mediaReached": "Live video can be reached at {all}, over UDP and TCP.", all);
            DoctorFinding::ok(TOPIC, said).with_hint(hint)
        }
        (true, true) => DoctorFinding::warning(
            TOPIC,
            not_reached(&missed),
            sentence!(
                "mediaRouter": "If that is a router's address, it may still work from outside; otherwise check --media-advertise."
            ),
        ),
        (udp, _) => DoctorFinding::warning(
            TOPIC,
            sentence!(
                "mediaOneProtocol": "Live video can be reached over {protocol} only, at {all}.",
                protocol = if udp { "UDP" } else { "TCP" }, all
            ),
            sentence!(
                "mediaOneProtocolFix": "Allow both UDP and TCP in this machine's firewall: browsers use what their network allows."
            ),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::operate::doctor::finding::Severity;

    fn tried(ways: &[(&str, bool, bool)]) -> Vec<Reached> {
        let way = |(address, is_udp, is_reached): &(&str, bool, bool)| Reached {
            address: address.parse().unwrap(),
            is_udp: *is_udp,
            is_reached: *is_reached,
        };
        ways.iter().map(way).collect()
    }

    #[test]
    fn the_verdict_follows_from_the_probe() {
        let (lan, router) = ("192.0.2.7:8081", "203.0.113.9:8081");
        let state = |ways: &[_]| judge(&tried(ways), true).state;
        assert_eq!(state(&[(lan, true, true), (lan, false, true)]), Severity::Ok);
        assert_eq!(state(&[(lan, true, false), (lan, false, true)]), Severity::Warning);
        assert_eq!(state(&[(lan, true, false), (lan, false, false)]), Severity::Problem);
        let behind = [(lan, true, true), (lan, false, true), (router, true, false), (router, false, false)];
        let line = judge(&tried(&behind), true);
        assert!(
            line.state == Severity::Warning && line.said.english.contains(router) && !line.said.english.contains(lan),
            "{line:?}"
        );
        assert_eq!(state(&[]), Severity::Problem);
    }

    #[test]
    fn a_thread_at_its_limit_is_named_among_idle_ones() {
        let thread = |busy, packets_dropped| MediaThreadLoad {
            thread: "1".to_owned(),
            busy,
            sessions: 1,
            packets_dropped,
            frames_dropped: 0,
        };
        assert_eq!(judge_load(&[]), None);
        assert_eq!(judge_load(&[thread(0.1, 0), thread(0.79, 0)]), None);
        let said = |threads: &[MediaThreadLoad]| judge_load(threads).unwrap().said.english;
        assert!(said(&[thread(0.1, 0), thread(0.93, 5), thread(0.0, 0)]).contains("93 %"));
        assert!(said(&[thread(0.1, 2), thread(0.1, 5)]).contains("7 packets and 0 frames"));
    }

    #[test]
    fn a_loopback_address_is_for_this_machine() {
        let own = tried(&[("127.0.0.1:8081", true, true), ("127.0.0.1:8081", false, true)]);
        let line = judge(&own, false);
        assert_eq!(line.state, Severity::Ok);
        assert!(line.fix.unwrap().english.contains("Firefox") && line.said.english.contains("127.0.0.1:8081"));
        let line = judge(&own, true);
        assert_eq!((line.state, line.fix.unwrap().english.contains("0.0.0.0:8081")), (Severity::Problem, true));
    }

    #[test]
    fn before_the_start_the_port_is_tried() {
        let taken = Port::bind("127.0.0.1:0".parse().unwrap()).unwrap();
        assert_eq!(before_the_start(taken.address(), false).state, Severity::Problem);
        let address = taken.address();
        drop(taken);
        assert_eq!(before_the_start(address, false).state, Severity::Ok);
        assert_eq!(before_the_start(address, true).state, Severity::Problem);
    }
}
