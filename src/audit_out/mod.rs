//! Sends the audit log: JSON lines to a file, messages to a syslog server. Each call ends by its own time limit.

mod file;
mod syslog;

use crate::domain::{
    audit_out::{AuditRecord, AuditTarget, Idle, SyslogTransport},
    time::SignedDuration,
};
use file::FileSink;
use rustls::pki_types::CertificateDer;
use std::io;
use syslog::SyslogSink;

/// A place that receives records in their order.
pub enum AuditSink {
    File(FileSink),
    Syslog(Box<SyslogSink>),
}

impl AuditSink {
    /// `extra`: authorities to trust beside those of this machine.
    #[must_use]
    pub fn new(target: &AuditTarget, extra: Vec<CertificateDer<'static>>) -> Self {
        match target {
            AuditTarget::File(path) => Self::File(FileSink::new(path.clone())),
            AuditTarget::Syslog(server) => Self::Syslog(Box::new(SyslogSink::new(server.clone(), extra))),
        }
    }

    /// Returns the time for which records that were sent may still turn out to be lost: until then, they are sent again
    /// after a failure.
    #[must_use]
    pub const fn settles_after(&self) -> SignedDuration {
        match self {
            Self::Syslog(sink) if !matches!(sink.server.transport, SyslogTransport::Udp) => syslog::SETTLES_AFTER,
            Self::File(_) | Self::Syslog(_) => SignedDuration::ZERO,
        }
    }

    /// Sends records. After an error, some of them may have arrived.
    ///
    /// # Errors
    /// I/O; time limits.
    pub async fn send(&mut self, records: &[AuditRecord]) -> io::Result<()> {
        match self {
            Self::File(sink) => sink.send(records).await,
            Self::Syslog(sink) => sink.send(records).await,
        }
    }

    /// Looks whether the last records are lost, while there are none to send.
    ///
    /// # Errors
    /// The connection has failed.
    pub fn check(&mut self) -> io::Result<Idle> {
        match self {
            Self::File(_) => Ok(Idle::Open),
            Self::Syslog(sink) => sink.check(),
        }
    }
}
