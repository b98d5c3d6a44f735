//! Messages of RFC 5424 over TLS (RFC 5425), TCP (RFC 6587 with octet counting) or UDP (RFC 5426).

use crate::{
    domain::{
        audit_out::{AuditRecord, Idle, SyslogServer, SyslogTransport},
        time::SignedDuration,
    },
    secrets::roots,
};
use nix::sys::socket::{setsockopt, sockopt};
use rustls::{
    ClientConfig, RootCertStore,
    crypto::aws_lc_rs,
    pki_types::{CertificateDer, ServerName},
};
use std::{
    io,
    net::{IpAddr, SocketAddr},
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, Waker},
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncWrite, AsyncWriteExt, ReadBuf},
    net::{TcpStream, UdpSocket, lookup_host},
    time::timeout,
};
use tokio_rustls::{TlsConnector, client::TlsStream};

/// The syslog protocols have no receipts. A connection whose other end has not acknowledged bytes for this long fails.
const ACKNOWLEDGED_WITHIN: Duration = Duration::from_secs(20);
/// Records that were sent longer ago over a connection that still works have arrived at the receiver's machine.
pub const SETTLES_AFTER: SignedDuration = SignedDuration::from_secs(30);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
const SEND_TIMEOUT: Duration = Duration::from_secs(30);
/// Facility 13 (log audit), severity 5 (notice).
const PRIORITY: u8 = 13 * 8 + 5;
/// Longest MSGID.
const MAX_ID: usize = 32;
/// Longest message in a datagram: what IPv4 carries.
const MAX_DATAGRAM: usize = 65_000;

trait Line: AsyncRead + AsyncWrite + Unpin + Send + Sync {
    /// An error of the connection that reading has not shown.
    fn failure(&self) -> io::Result<Option<io::Error>>;
}

impl Line for TcpStream {
    fn failure(&self) -> io::Result<Option<io::Error>> {
        self.take_error()
    }
}

impl Line for TlsStream<TcpStream> {
    fn failure(&self) -> io::Result<Option<io::Error>> {
        self.get_ref().0.take_error()
    }
}

enum Open {
    Line(Box<dyn Line>),
    Datagrams(UdpSocket),
}

pub struct SyslogSink {
    pub server: SyslogServer,
    host_name: String,
    extra: Vec<CertificateDer<'static>>,
    open: Option<Open>,
}

impl SyslogSink {
    pub fn new(server: SyslogServer, extra: Vec<CertificateDer<'static>>) -> Self {
        let known = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
        let host_name: String = known.chars().filter(char::is_ascii_graphic).take(255).collect();
        let host_name = if host_name.is_empty() { "-".into() } else { host_name };
        Self { server, host_name, extra, open: None }
    }

    fn message(&self, record: &AuditRecord) -> String {
        let id: String = record.action.chars().filter(char::is_ascii_graphic).take(MAX_ID).collect();
        let id = if id.is_empty() { "-" } else { &id };
        let (host, pid) = (&self.host_name, std::process::id());
        format!("<{PRIORITY}>1 {} {host} invigil {pid} {id} - {}", record.at, record.json)
    }

    pub async fn send(&mut self, records: &[AuditRecord]) -> io::Result<()> {
        if self.check()? == Idle::Closed {
            self.open = None;
        }
        // Taken: after an error, the connection is gone.
        let mut open = match self.open.take() {
            Some(open) => open,
            None => {
                timeout(CONNECT_TIMEOUT, self.connect()).await.map_err(|_| silent("the receiver does not answer"))??
            }
        };
        let sent = timeout(SEND_TIMEOUT, self.put(&mut open, records)).await;
        sent.map_err(|_| silent("the receiver has stopped reading"))??;
        self.open = Some(open);
        Ok(())
    }

    async fn put(&self, open: &mut Open, records: &[AuditRecord]) -> io::Result<()> {
        match open {
            Open::Line(line) => {
                let mut bytes = Vec::new();
                for record in records {
                    let message = self.message(record);
                    bytes.extend_from_slice(format!("{} {message}", message.len()).as_bytes());
                }
                line.write_all(&bytes).await?;
                line.flush().await
            }
            Open::Datagrams(socket) => {
                for record in records {
                    let message = self.message(record);
                    socket.send(&message.as_bytes()[..message.len().min(MAX_DATAGRAM)]).await?;
                }
                Ok(())
            }
        }
    }

    async fn connect(&self) -> io::Result<Open> {
        let SyslogServer { transport, host, port } = &self.server;
        let addresses: Vec<SocketAddr> = lookup_host((host.as_str(), *port)).await?.collect();
        if *transport == SyslogTransport::Udp {
            let to = *addresses.first().ok_or_else(|| io::Error::other("the name has no address"))?;
            let any: IpAddr = if to.is_ipv4() { [0; 4].into() } else { [0; 16].into() };
            let socket = UdpSocket::bind((any, 0)).await?;
            socket.connect(to).await?;
            return Ok(Open::Datagrams(socket));
        }
        let stream = TcpStream::connect(&*addresses).await?;
        stream.set_nodelay(true)?;
        let limit = u32::try_from(ACKNOWLEDGED_WITHIN.as_millis()).unwrap_or(u32::MAX);
        setsockopt(&stream, sockopt::TcpUserTimeout, &limit)?;
        if *transport == SyslogTransport::Tcp {
            return Ok(Open::Line(Box::new(stream)));
        }
        let mut all = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
        all.add_parsable_certificates(roots::of_this_machine().into_iter().chain(self.extra.iter().cloned()));
        let config = ClientConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(io::Error::other)?
            .with_root_certificates(all)
            .with_no_client_auth();
        let name = ServerName::try_from(host.clone()).map_err(io::Error::other)?;
        let stream = TlsConnector::from(Arc::new(config)).connect(name, stream).await?;
        Ok(Open::Line(Box::new(stream)))
    }

    /// Looks for the end of the connection, without waiting. What a receiver says is thrown away: the protocol has no
    /// replies.
    pub fn check(&mut self) -> io::Result<Idle> {
        let Some(Open::Line(line)) = &mut self.open else { return Ok(Idle::Open) };
        let mut context = Context::from_waker(Waker::noop());
        let mut space = [0; 1024];
        // A receiver that talks without end is read from at the next look.
        for _ in 0..64 {
            let mut buffer = ReadBuf::new(&mut space);
            match Pin::new(&mut **line).poll_read(&mut context, &mut buffer) {
                Poll::Pending => return Ok(Idle::Open),
                Poll::Ready(Ok(())) if buffer.filled().is_empty() => {
                    // What reached the receiver's machine after the receiver had closed was refused, and the end of the
                    // stream does not say so.
                    let failure = line.failure();
                    self.open = None;
                    return failure?.map_or(Ok(Idle::Closed), Err);
                }
                Poll::Ready(Ok(())) => {}
                Poll::Ready(Err(error)) => {
                    self.open = None;
                    return Err(error);
                }
            }
        }
        Ok(Idle::Open)
    }
}

fn silent(words: &str) -> io::Error {
    io::Error::new(io::ErrorKind::TimedOut, words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::net::TcpListener;

    #[tokio::test]
    async fn what_a_closed_receiver_has_refused_has_not_arrived() {
        for is_late in [false, true] {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let url = format!("tcp://{}", listener.local_addr().unwrap());
            let mut sink = SyslogSink::new(url.parse().unwrap(), Vec::new());
            let mut open = sink.connect().await.unwrap();
            drop(listener.accept().await.unwrap());
            if is_late {
                // Written before the end of the connection was seen.
                let record = AuditRecord { at: "-".into(), action: "-".into(), json: "{}".into() };
                sink.put(&mut open, &[record]).await.unwrap();
            }
            sink.open = Some(open);
            let ended = loop {
                match sink.check() {
                    Ok(Idle::Open) => tokio::task::yield_now().await,
                    ended => break ended,
                }
            };
            assert_eq!(ended.is_err(), is_late, "{ended:?}");
        }
    }

    #[test]
    fn a_message_has_the_form_of_the_standard() {
        let mut sink = SyslogSink::new("tcp://127.0.0.1:1".parse().unwrap(), Vec::new());
        sink.host_name = "exam".into();
        let record = AuditRecord {
            at: "2026-03-02T08:00:00Z".into(),
            action: "test.create with a blank and far too many letters".into(),
            json: r#"{"number":1}"#.into(),
        };
        let pid = std::process::id();
        let id = "test.createwithablankandfartooma";
        assert_eq!(id.len(), MAX_ID);
        let message = format!(r#"<109>1 2026-03-02T08:00:00Z exam invigil {pid} {id} - {{"number":1}}"#);
        assert_eq!(sink.message(&record), message);
    }
}
