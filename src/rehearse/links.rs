//! The address in the candidates' links, where it is not the one that is rehearsed: the hall's name server, or the certificate,
//! may know the one and not the other.

use super::{
    certificate,
    measures::{LinkFigures, LinkTrouble},
};
use crate::domain::rehearsal::{Mark, RehearsalFinding};
use reqwest::Url;
use rustls::RootCertStore;
use std::{net::IpAddr, time::Duration};
use tokio::{net::TcpStream, time::timeout};

const TIMEOUT: Duration = Duration::from_secs(10);

/// `None` where the links lead to the address that is rehearsed, or the server does not say where they lead.
pub async fn examine(base: &str, links: &str, trusted: &RootCertStore) -> Option<LinkFigures> {
    let (base, url) = (Url::parse(base).ok()?, Url::parse(links).ok()?);
    if base.origin() == url.origin() {
        return None;
    }
    let host = url.host_str()?.trim_matches(['[', ']']).to_owned();
    let port = url.port_or_known_default()?;
    let reached = if url.scheme() == "https" {
        certificate::examine(&host, port, trusted.clone()).await.map(|found| found.refused)
    } else {
        connect(&host, port).await.map(|()| None)
    };
    let trouble = match reached {
        Ok(refused) => refused.map(LinkTrouble::Refused),
        // The server's own machine may see the network otherwise than the hall does.
        Err(why) => Some(LinkTrouble::Unreachable { why, is_certain: !is_this_machine(&base) }),
    };
    Some(LinkFigures { url: links.to_owned(), trouble })
}

async fn connect(host: &str, port: u16) -> Result<(), String> {
    let words = |error: &dyn std::fmt::Display| format!("{host}:{port} cannot be reached: {error}");
    let connected = timeout(TIMEOUT, TcpStream::connect((host, port))).await.map_err(|_| words(&"no answer"))?;
    connected.map(drop).map_err(|error| words(&error))
}

fn is_this_machine(url: &Url) -> bool {
    let Some(host) = url.host_str().map(|host| host.trim_matches(['[', ']'])) else { return false };
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// The finding of links that lead elsewhere.
#[must_use]
pub fn finding(found: &LinkFigures) -> RehearsalFinding {
    let LinkFigures { url, trouble } = found;
    let (mark, said) = match trouble {
        None => {
            let said =
                format!("The links of candidates lead to {url}: it can be reached, and its speed was not measured.");
            (Mark::Ok, said)
        }
        Some(LinkTrouble::Refused(why)) => (
            Mark::Fault,
            format!("Browsers refuse the certificate of {url}, where the links of candidates lead: {why}."),
        ),
        Some(LinkTrouble::Unreachable { why, is_certain }) => {
            let mark = if *is_certain { Mark::Fault } else { Mark::Warning };
            (mark, format!("The links of candidates lead to {url}, which this machine does not reach: {why}."))
        }
    };
    let fix = match mark {
        Mark::Ok => String::new(),
        Mark::Warning | Mark::Fault | Mark::Unknown => {
            "Start the server with --public-url, an address that the hall reaches, and a certificate for its name."
                .to_owned()
        }
    };
    RehearsalFinding {
        measure: "links".to_owned(),
        mark,
        value: url.clone(),
        limit: String::new(),
        margin: None,
        said,
        fix,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn links_to_the_address_that_is_rehearsed_are_no_finding() {
        let trusted = RootCertStore::empty();
        for (base, links) in [
            ("https://tests.example.org", "https://tests.example.org:443"),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080/"),
            ("https://tests.example.org", ""),
        ] {
            assert_eq!(examine(base, links, &trusted).await, None, "{base} {links}");
        }
    }

    #[tokio::test]
    async fn links_that_lead_elsewhere_are_tried() {
        let trusted = RootCertStore::empty();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let open = format!("http://{}", listener.local_addr().unwrap());
        let found = examine("http://localhost:1", &open, &trusted).await.unwrap();
        assert_eq!((found.trouble.as_ref(), finding(&found).mark), (None, Mark::Ok));
        drop(listener);
        for (base, mark) in [("http://[::1]:1", Mark::Warning), ("https://10.0.0.7", Mark::Fault)] {
            let found = examine(base, &open, &trusted).await.unwrap();
            assert_eq!(finding(&found).mark, mark, "{base}");
        }
    }
}
