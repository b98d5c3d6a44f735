//! Checks the secure context of browsers, and the certificate.

use super::finding::DoctorFinding;
use crate::{
    app::{App, TlsTermination},
    domain::{
        Instant, Result,
        sentence::Sentence,
        time::{DAY, SignedDuration},
    },
    secrets::CertificateChain,
    sentence,
    service::settings,
};
use http::Uri;
use std::{net::IpAddr, path::Path};

/// Time before the expiry from which a renewal is due: it takes people time.
const RENEWAL_NOTICE: SignedDuration = DAY.saturating_mul(21);

pub fn check(app: &App) -> Result<Vec<DoctorFinding>> {
    let url = settings::public_url(app)?;
    let parsed: Option<Uri> = url.parse().ok();
    let host = parsed.as_ref().and_then(Uri::host).unwrap_or_default().to_owned();
    let secure = parsed.as_ref().and_then(Uri::scheme_str) == Some("https");
    let speaks_tls = !matches!(app.config.host.tls, TlsTermination::None);
    let mut found = vec![address(&url, &host, secure, speaks_tls)];
    match &app.config.host.tls {
        TlsTermination::None => {}
        TlsTermination::Files { cert, key } => found.push(certificate(cert, key, &host, app.now())),
        TlsTermination::SelfSigned => found.extend(own_authority(app, &host)),
    }
    Ok(found)
}

/// Returns true for a loopback host.
pub fn is_this_machine(host: &str) -> bool {
    host == "localhost" || host.trim_matches(['[', ']']).parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

/// Cameras work only in a secure context (W3C Secure Contexts, section 3.1): https, or a loopback host.
fn address(url: &str, host: &str, secure: bool, speaks_tls: bool) -> DoctorFinding {
    const TOPIC: &str = "secure_context";
    let loopback = is_this_machine(host);
    match (secure, speaks_tls) {
        (true, true) => {
            DoctorFinding::ok(TOPIC, sentence!("addressFine": "Browsers reach {url} over https: cameras work.", url))
        }
        (true, false) => DoctorFinding::ok(
            TOPIC,
            sentence!("addressByProxy": "Browsers reach {url} through a proxy that speaks https: cameras work.", url),
        ),
        (false, true) => DoctorFinding::problem(
            TOPIC,
            sentence!("addressPlain": "Links point to {url}, but this server speaks https.", url),
            sentence!("addressPlainFix": "Give --public-url with https://."),
        ),
        (false, false) if loopback => DoctorFinding::warning(
            TOPIC,
            sentence!("addressLocal": "Links point to {url}, which only this machine can reach.", url),
            sentence!(
                "addressLocalFix": "For candidates elsewhere, serve over https and give the address that they use with --public-url."
            ),
        ),
        (false, false) => DoctorFinding::problem(
            TOPIC,
            sentence!(
                "addressInsecure": "Links point to {url} without https: browsers block the camera on such a page.",
                url
            ),
            sentence!(
                "addressInsecureFix": "Serve with --tls-cert and --tls-key, or --tls-self-signed, or behind a proxy that speaks https; give --public-url with https://."
            ),
        ),
    }
}

fn certificate(cert: &Path, key: &Path, host: &str, now: Instant) -> DoctorFinding {
    const TOPIC: &str = "certificate";
    let chain = match CertificateChain::read(cert, key) {
        Ok(chain) => chain,
        Err(error) => {
            let fix = sentence!(
                "certificateUnreadFix": "Put the chain (server certificate first) and its key where --tls-cert and --tls-key point."
            );
            return DoctorFinding::problem(TOPIC, Sentence::foreign(format!("{error}.")), fix);
        }
    };
    let (begins, ends) = (Instant::from(chain.begins()), Instant::from(chain.ends()));
    let renew = sentence!("certificateRenew": "Renew the certificate.");
    if now >= ends {
        return DoctorFinding::problem(
            TOPIC,
            sentence!("certificateExpired": "The certificate expired on {ends}.", ends),
            renew,
        );
    }
    if now < begins {
        return DoctorFinding::problem(
            TOPIC,
            sentence!("certificateEarly": "The certificate is not valid before {begins}.", begins),
            sentence!("certificateEarlyFix": "Check the clock, or wait."),
        );
    }
    if !chain.covers(host) {
        let fix = sentence!(
            "certificateOtherNameFix": "Get a certificate for that name, or give the name that it is for with --public-url."
        );
        let said = sentence!("certificateOtherName": "The certificate is not for {host}.", host);
        return DoctorFinding::problem(TOPIC, said, fix);
    }
    if !chain.is_trusted(host, now.timestamp().into()) {
        return DoctorFinding::warning(
            TOPIC,
            sentence!("certificateUntrusted": "No authority that this machine trusts has issued the certificate."),
            sentence!(
                "certificateUntrustedFix": "If its authority is your own, clients must trust it; otherwise the file may lack \
                 intermediate certificates: it must hold the whole chain."
            ),
        );
    }
    let left = ends.since(now);
    let days = left.as_hours() / 24;
    if left < RENEWAL_NOTICE {
        let said =
            sentence!("certificateEndsSoon": "The certificate expires on {ends} (days left: {days}).", ends, days);
        DoctorFinding::warning(TOPIC, said, renew)
    } else {
        DoctorFinding::ok(
            TOPIC,
            sentence!(
                "certificateFine": "The certificate is for {host}, is trusted, and expires on {ends} (days left: {days}).",
                host, ends, days
            ),
        )
    }
}

/// The certificate of the local authority. Whether clients trust it cannot be checked from here.
fn own_authority(app: &App, host: &str) -> Option<DoctorFinding> {
    const TOPIC: &str = "certificate";
    let dir = app.config.host.data.as_ref()?.join("tls");
    let (cert, key, ca) = (dir.join("server.pem"), dir.join("server.key"), dir.join("ca.pem"));
    if !cert.exists() {
        let said = sentence!("certificateLater": "A certificate from a local authority is created at the start.");
        return Some(DoctorFinding::ok(TOPIC, said));
    }
    let line = certificate(&cert, &key, host, app.now());
    if line.said.english.starts_with("No authority")
        || line.state == crate::service::operate::doctor::finding::Severity::Ok
    {
        let said = sentence!(
            "certificateOwn": "The certificate is for {host}, from the local authority in {file}.",
            host,
            file = ca.display().to_string(),
        );
        let hint = sentence!("certificateOwnHint": "Clients must trust that file: see docs/operations.md, TLS.");
        return Some(DoctorFinding::ok(TOPIC, said).with_hint(hint));
    }
    let fix = sentence!("certificateOwnFix": "Restart the server: it renews this certificate automatically.");
    Some(line.with_hint(fix))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::secrets::self_signed;
    use crate::service::operate::doctor::finding::Severity;
    use std::time::SystemTime;

    #[test]
    fn a_page_without_a_secure_context_is_a_problem() {
        let state = |url: &str, host: &str, secure, tls| address(url, host, secure, tls).state;
        assert_eq!(state("https://t.example.org", "t.example.org", true, true), Severity::Ok);
        assert_eq!(state("https://t.example.org", "t.example.org", true, false), Severity::Ok);
        assert_eq!(state("http://t.example.org", "t.example.org", false, false), Severity::Problem);
        assert_eq!(state("http://t.example.org", "t.example.org", false, true), Severity::Problem);
        assert_eq!(state("http://[::1]:8080", "[::1]", false, false), Severity::Warning);
    }

    #[test]
    fn a_certificate_is_judged_by_pair_time_name_and_authority() {
        let dir = tempfile::tempdir().unwrap();
        let made = self_signed(dir.path(), &["tests.lan".to_owned()], SystemTime::now()).unwrap();
        let now = Instant::from(SystemTime::now());
        let look = |host, at| certificate(&made.cert_pem, &made.key_pem, host, at);
        assert_eq!(look("tests.lan", now).state, Severity::Warning);
        assert!(look("tests.lan", now).said.english.contains("No authority"));
        assert!(look("other.lan", now).said.english.contains("not for other.lan"));
        assert!(look("tests.lan", now.plus(400 * DAY)).said.english.contains("expired on"));
        assert!(look("tests.lan", now.plus(-3 * DAY)).said.english.contains("not valid before"));
        let wrong = certificate(&made.cert_pem, &made.ca_pem, "tests.lan", now);
        assert_eq!(wrong.state, Severity::Problem);
    }
}
