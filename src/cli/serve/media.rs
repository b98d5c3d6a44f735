//! Live video: its flags and its port.

use crate::{
    app::App,
    cli::failure::Failure,
    live::media::{MAX_THREADS, MediaNotice, MediaOptions, Port},
};
use std::{
    future::Future,
    io,
    net::{IpAddr, SocketAddr},
};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

#[derive(clap::Args)]
pub struct MediaFlags {
    /// Address and port for live video, over UDP and TCP, or 'off' [default: the port after that of --listen]
    #[arg(long, env = "INVIGIL_MEDIA_LISTEN", value_name = "ADDR:PORT|off")]
    media_listen: Option<String>,
    /// Address at which browsers reach the live video port; may be repeated [default: this machine's addresses]
    #[arg(long, env = "INVIGIL_MEDIA_ADVERTISE", value_name = "IP[:PORT]", value_delimiter = ',')]
    media_advertise: Vec<String>,
    /// STUN server for browsers that cannot connect otherwise; may be repeated [default: none]
    #[arg(long, env = "INVIGIL_ICE_SERVER", value_name = "URL", value_delimiter = ',')]
    ice_server: Vec<String>,
    /// Threads for live video, each for some 3,500 cameras; 'auto' is one per core [default: 1]
    #[arg(long, env = "INVIGIL_MEDIA_THREADS", value_name = "N|auto")]
    media_threads: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listen {
    Off,
    /// The port after that of `--listen`, on the same address.
    Beside,
    On(SocketAddr),
}

#[derive(Clone, Debug)]
pub struct MediaSettings {
    pub listen: Listen,
    pub options: MediaOptions,
}

impl MediaFlags {
    pub fn resolve(self) -> Result<MediaSettings, Failure> {
        let listen = match self.media_listen.as_deref().map(str::trim) {
            None | Some("") => Listen::Beside,
            Some("off") => Listen::Off,
            Some(text) => Listen::On(text.parse().map_err(|_| {
                Failure::refused(format!("'{text}' is neither an address and port, such as 0.0.0.0:8081, nor 'off'"))
            })?),
        };
        let given = |list: Vec<String>| list.into_iter().map(|t| t.trim().to_owned()).filter(|t| !t.is_empty());
        let advertise = given(self.media_advertise).map(|text| advertised(&text)).collect::<Result<_, _>>()?;
        let ice_servers = given(self.ice_server).map(ice_server).collect::<Result<_, _>>()?;
        let threads = threads(self.media_threads.as_deref().map(str::trim))?;
        Ok(MediaSettings { listen, options: MediaOptions { advertise, ice_servers, threads } })
    }
}

fn threads(given: Option<&str>) -> Result<usize, Failure> {
    match given {
        None | Some("") => Ok(1),
        Some("auto") => Ok(std::thread::available_parallelism().map_or(1, usize::from).min(MAX_THREADS)),
        Some(text) => text.parse().ok().filter(|threads| (1..=MAX_THREADS).contains(threads)).ok_or_else(|| {
            Failure::refused(format!(
                "'{text}' is neither a number of media threads from 1 to {MAX_THREADS} nor 'auto'"
            ))
        }),
    }
}

fn advertised(text: &str) -> Result<(IpAddr, Option<u16>), Failure> {
    let bad = || Failure::refused(format!("'{text}' is not an IP address, such as 203.0.113.9 or 203.0.113.9:8081"));
    if let Ok(ip) = text.parse::<IpAddr>() {
        return Ok((ip, None))
            .and_then(|found: (IpAddr, _)| if found.0.is_unspecified() { Err(bad()) } else { Ok(found) });
    }
    let address: SocketAddr = text.parse().map_err(|_| bad())?;
    if address.ip().is_unspecified() || address.port() == 0 {
        Err(bad())
    } else {
        Ok((address.ip(), Some(address.port())))
    }
}

/// Checks a STUN URL (RFC 7064). TURN is refused: it needs a user name and a password, which browsers take apart from
/// the URL and every candidate would see; without them a browser makes no connection at all.
fn ice_server(url: String) -> Result<String, Failure> {
    if url.starts_with("turn:") || url.starts_with("turns:") {
        return Err(Failure::refused(
            "--ice-server accepts only STUN servers, such as stun:stun.example.org:3478; TURN is not supported",
        ));
    }
    let known = ["stun:", "stuns:"];
    let rest = known.iter().find_map(|scheme| url.strip_prefix(scheme));
    if rest.is_some_and(|rest| !rest.is_empty() && !rest.contains('@') && !rest.contains(char::is_whitespace)) {
        return Ok(url);
    }
    Err(Failure::refused(format!("'{url}' is not a STUN server, such as stun:stun.example.org:3478")))
}

impl MediaSettings {
    /// Address of live video for pages on `http`, whose configured port is `wanted`. `None` if live video is off; `Err`
    /// with the reason if there is no port for it.
    pub fn address(&self, http: SocketAddr, wanted: u16) -> Option<Result<SocketAddr, &'static str>> {
        Some(match self.listen {
            Listen::Off => return None,
            Listen::On(address) => Ok(address),
            // With any free port for the pages, any free port for video.
            Listen::Beside if wanted == 0 => Ok(SocketAddr::new(http.ip(), 0)),
            Listen::Beside => match http.port().checked_add(1) {
                Some(port) => Ok(SocketAddr::new(http.ip(), port)),
                None => Err("there is no port after 65535"),
            },
        })
    }
}

/// Running live video: its notices, and a future that ends with it.
pub type Started = (mpsc::Receiver<MediaNotice>, std::pin::Pin<Box<dyn Future<Output = ()> + Send>>);

/// Starts live video for a server that listens on `http`. If that fails, the server runs without it, and pages send
/// still frames.
pub fn start(
    settings: &MediaSettings,
    http: SocketAddr,
    wanted: u16,
    app: &App,
    stop: &CancellationToken,
) -> Option<Started> {
    let address = settings.address(http, wanted)?;
    let named = address.map_or_else(|_| "the port after that of --listen".to_owned(), |address| address.to_string());
    let port = address.map_err(io::Error::other).and_then(Port::bind);
    let started = port.and_then(|port| app.media.start(port, settings.options.clone(), stop.clone()));
    match started {
        Ok((notices, end)) => Some((notices, Box::pin(end))),
        Err(error) => {
            app.media.failed(format!("{named} cannot be used: {error}"));
            tracing::warn!(
                %error, port = %named,
                "no live video: its port cannot be used; pages send still frames. Choose another with --media-listen"
            );
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flags(listen: Option<&str>, advertise: &[&str], servers: &[&str]) -> Result<MediaSettings, Failure> {
        let list = |given: &[&str]| given.iter().map(|t| (*t).to_owned()).collect();
        MediaFlags {
            media_listen: listen.map(str::to_owned),
            media_advertise: list(advertise),
            ice_server: list(servers),
            media_threads: None,
        }
        .resolve()
    }

    #[test]
    fn flags_resolve_to_addresses() {
        let none = flags(None, &[], &[]).ok().unwrap();
        assert_eq!((none.listen, none.options.advertise.len()), (Listen::Beside, 0));
        assert_eq!(flags(Some("off"), &[], &[]).ok().unwrap().listen, Listen::Off);
        let all = flags(Some("0.0.0.0:9000"), &["203.0.113.9", "[2001:db8::1]:9001"], &["stuns:s.example.org"]);
        let all = all.ok().unwrap();
        assert_eq!(all.listen, Listen::On("0.0.0.0:9000".parse().unwrap()));
        let named = [("203.0.113.9".parse().unwrap(), None), ("2001:db8::1".parse().unwrap(), Some(9001))];
        assert_eq!((all.options.advertise.as_slice(), all.options.ice_servers.len()), (&named[..], 1));
    }

    #[test]
    fn threads_are_counted_or_found() {
        assert_eq!([threads(None).ok(), threads(Some("")).ok(), threads(Some("3")).ok()], [Some(1), Some(1), Some(3)]);
        assert!(threads(Some("auto")).is_ok_and(|threads| (1..=MAX_THREADS).contains(&threads)));
        for bad in ["0", "33", "-1", "1.5", "all", "99999999999999999999"] {
            assert!(threads(Some(bad)).is_err(), "{bad}");
        }
    }

    #[test]
    fn there_is_no_port_after_the_last_one() {
        let beside = flags(None, &[], &[]).ok().unwrap();
        let next = |port: u16| beside.address(SocketAddr::from(([127, 0, 0, 1], port)), port).unwrap().ok();
        assert_eq!((next(65_535), next(65_534).map(|a| a.port())), (None, Some(65_535)));
    }

    #[test]
    fn invalid_values_are_refused() {
        assert!(flags(Some("8081"), &[], &[]).is_err());
        for bad in ["example.org", "0.0.0.0", "203.0.113.9:0", "203.0.113.9:x"] {
            assert!(flags(None, &[bad], &[]).is_err(), "{bad}");
        }
        for bad in
            ["stun.example.org", "http://x", "stun:", "stun: x", "turn:t.example.org", "turns:t", "stun:user:pass@x"]
        {
            assert!(flags(None, &[], &[bad]).is_err(), "{bad}");
        }
    }
}
