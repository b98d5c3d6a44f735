//! Where entries of the audit log are sent, and how far they are (`docs/behaviour/data.md#audit-log-out`).

use super::Instant;
use serde::{Deserialize, Serialize};
use std::{fmt, path::PathBuf, str::FromStr};

/// The protocol below syslog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SyslogTransport {
    /// RFC 5425.
    Tls,
    /// RFC 6587 with octet counting.
    Tcp,
    /// RFC 5426: losses remain unseen.
    Udp,
}

impl SyslogTransport {
    const ALL: [Self; 3] = [Self::Tls, Self::Tcp, Self::Udp];

    const fn scheme(self) -> &'static str {
        match self {
            Self::Tls => "tcp+tls",
            Self::Tcp => "tcp",
            Self::Udp => "udp",
        }
    }

    const fn port(self) -> u16 {
        match self {
            Self::Tls => 6514,
            Self::Tcp => 601,
            Self::Udp => 514,
        }
    }
}

/// A receiver of syslog messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyslogServer {
    pub transport: SyslogTransport,
    /// A name or an address, without brackets.
    pub host: String,
    pub port: u16,
}

impl fmt::Display for SyslogServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (scheme, port) = (self.transport.scheme(), self.port);
        if self.host.contains(':') {
            write!(f, "{scheme}://[{}]:{port}", self.host)
        } else {
            write!(f, "{scheme}://{}:{port}", self.host)
        }
    }
}

impl FromStr for SyslogServer {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let bad =
            || format!("'{text}' is no syslog server: give tcp+tls://HOST:PORT, tcp://HOST:PORT or udp://HOST:PORT");
        let (scheme, rest) = text.trim().split_once("://").ok_or_else(bad)?;
        let transport = SyslogTransport::ALL.into_iter().find(|one| one.scheme() == scheme).ok_or_else(bad)?;
        let rest = rest.strip_suffix('/').unwrap_or(rest);
        let (host, port) = match rest.strip_prefix('[') {
            Some(rest) => {
                let (host, after) = rest.split_once(']').ok_or_else(bad)?;
                (host, if after.is_empty() { None } else { Some(after.strip_prefix(':').ok_or_else(bad)?) })
            }
            None => rest.split_once(':').map_or((rest, None), |(host, port)| (host, Some(port))),
        };
        let port = port.map_or(Ok(transport.port()), |port| port.parse().map_err(|_| bad()))?;
        let is_host = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | ':');
        if host.is_empty() || port == 0 || !host.chars().all(is_host) {
            return Err(bad());
        }
        Ok(Self { transport, host: host.to_owned(), port })
    }
}

/// A place that receives the audit log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AuditTarget {
    File(PathBuf),
    Syslog(SyslogServer),
}

impl fmt::Display for AuditTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => path.display().fmt(f),
            Self::Syslog(server) => server.fmt(f),
        }
    }
}

/// An entry of the audit log, ready to be sent.
#[derive(Clone, Debug)]
pub struct AuditRecord {
    /// RFC 3339.
    pub at: String,
    pub action: String,
    /// One line, without its end.
    pub json: String,
}

/// State of an idle connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Idle {
    Open,
    /// The receiver has read all, and closed the connection in order.
    Closed,
}

/// How far the audit log has been sent to a place. Durable: after a crash, what follows it is sent, perhaps again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditPosition {
    /// Like [`AuditTarget`] is written.
    pub target: String,
    /// The last entry that has arrived.
    pub number: u64,
    /// Its hash: a log that was replaced by a restore goes on from its own position.
    pub hash: [u8; 32],
    pub at: Instant,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn servers_are_read_and_written() {
        for (text, written) in [
            ("tcp+tls://siem.example.org", "tcp+tls://siem.example.org:6514"),
            ("tcp://10.0.0.7:1514/", "tcp://10.0.0.7:1514"),
            ("udp://[::1]", "udp://[::1]:514"),
            ("tcp://[fd00::7]:601", "tcp://[fd00::7]:601"),
        ] {
            let server: SyslogServer = text.parse().unwrap();
            assert_eq!(server.to_string(), written);
            assert_eq!(written.parse(), Ok(server));
        }
        for bad in
            ["", "siem:514", "http://siem", "tcp://", "tcp://a:0", "tcp://a:b", "tcp://a b", "tcp://u@a", "udp://[::1"]
        {
            assert!(bad.parse::<SyslogServer>().is_err(), "{bad}");
        }
    }
}
