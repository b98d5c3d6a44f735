//! Stages of a delivery.

use crate::domain::mail::{Consequence, PauseCause};

/// Stage of a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DeliveryStage {
    Lookup,
    /// TCP, implicit TLS and the greeting.
    Greeting,
    Hello,
    StartTls,
    SignIn,
    Sender,
    Recipient,
    /// DATA, before the content.
    Data,
    /// The content and its final dot: without a reply the server may have taken it.
    Content,
}

impl DeliveryStage {
    /// Names the command that the server replied to (RFC 5321 section 4.1).
    pub(super) const fn line(self) -> &'static str {
        match self {
            Self::Lookup | Self::Greeting => "as its greeting",
            Self::Hello => "in answer to EHLO",
            Self::StartTls => "in answer to STARTTLS",
            Self::SignIn => "in answer to AUTH",
            Self::Sender => "in answer to MAIL FROM",
            Self::Recipient => "in answer to RCPT TO",
            Self::Data => "in answer to DATA",
            Self::Content => "after the content",
        }
    }

    /// The consequence of a connection that ends or stays silent at this stage.
    pub(super) const fn unanswered(self) -> Consequence {
        match self {
            Self::Content => Consequence::Unconfirmed,
            _ => Consequence::PausesAll(PauseCause::Connection),
        }
    }
}
