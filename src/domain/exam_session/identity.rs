//! Pictures of face and identity document, which a waiting room compares before it lets someone in
//! (`docs/behaviour/sessions.md#identity`).

use super::super::{Error, ErrorCode, ExamSessionId, Instant, InviteId, Result, UserId, time::SignedDuration};
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// Maximum size of a picture, in bytes: what one transaction writes beside the saves of candidates.
pub const MAX_PICTURE_BYTES: usize = 256 * 1024;
/// Maximum number of characters of the reason for new pictures.
pub const MAX_REASON: usize = 200;
/// How long pictures are kept after someone was let in, or after the end of the session.
pub const KEPT_FOR: SignedDuration = SignedDuration::from_hours(24);

/// Pictures that a session asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum IdentityAsked {
    #[default]
    None,
    Face,
    FaceAndDocument,
}

impl IdentityAsked {
    #[must_use]
    pub const fn asks(self, kind: PictureKind) -> bool {
        match self {
            Self::None => false,
            Self::Face => matches!(kind, PictureKind::Face),
            Self::FaceAndDocument => true,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PictureKind {
    Face,
    Document,
}

impl PictureKind {
    pub const ALL: [Self; 2] = [Self::Face, Self::Document];

    /// Its part of the key of a picture.
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            Self::Face => 0,
            Self::Document => 1,
        }
    }

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Face => "face",
            Self::Document => "document",
        }
    }
}

impl FromStr for PictureKind {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name).ok_or_else(|| Error::not_found("picture"))
    }
}

/// Someone asks for new pictures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AskedAgain {
    pub at: Instant,
    /// `None` for the operator.
    pub by: Option<UserId>,
    /// Shown to the candidate; may be empty.
    pub reason: String,
}

/// The pictures that there are of one candidate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IdentityCheck {
    pub invite_id: InviteId,
    pub session_id: ExamSessionId,
    /// Time at which the picture of the face arrived.
    pub face_at: Option<Instant>,
    /// Time at which the picture of the document arrived.
    pub document_at: Option<Instant>,
    /// Cleared by the next picture.
    pub again: Option<AskedAgain>,
    /// Time at which all of it is deleted.
    pub erase_at: Instant,
}

impl IdentityCheck {
    #[must_use]
    pub const fn new(invite_id: InviteId, session_id: ExamSessionId, erase_at: Instant) -> Self {
        Self { invite_id, session_id, face_at: None, document_at: None, again: None, erase_at }
    }

    #[must_use]
    pub const fn at(&self, kind: PictureKind) -> Option<Instant> {
        match kind {
            PictureKind::Face => self.face_at,
            PictureKind::Document => self.document_at,
        }
    }

    /// Notes a picture, which replaces an earlier one.
    pub fn took(&mut self, kind: PictureKind, at: Instant) {
        match kind {
            PictureKind::Face => self.face_at = Some(at),
            PictureKind::Document => self.document_at = Some(at),
        }
        self.again = None;
    }

    /// Notes that new pictures are asked for; those that there were are to be deleted.
    pub fn ask_again(&mut self, again: AskedAgain) {
        (self.face_at, self.document_at, self.again) = (None, None, Some(again));
    }

    /// Returns the time at which the newest picture arrived.
    #[must_use]
    pub fn newest(&self) -> Option<Instant> {
        self.face_at.max(self.document_at)
    }

    /// Names of the pictures, for the audit log.
    #[must_use]
    pub fn in_words(&self) -> String {
        let names: Vec<&str> =
            PictureKind::ALL.into_iter().filter(|kind| self.at(*kind).is_some()).map(PictureKind::name).collect();
        if names.is_empty() { "without pictures".into() } else { format!("pictures: {}", names.join(", ")) }
    }
}

/// A picture, sealed for its place. Stored apart from its [`IdentityCheck`], so that lists do not read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IdentityPicture {
    pub invite_id: InviteId,
    pub kind: PictureKind,
    pub sealed: Vec<u8>,
}

/// 409 for pictures of someone who is in already.
#[must_use]
pub fn already_admitted() -> Error {
    Error::conflict(ErrorCode::AlreadyAdmitted, "You have been let in already.")
}

/// Returns the time at which pictures that arrive now are deleted, unless their candidate is let in before: after the
/// session.
#[must_use]
pub fn erased_at(given_up_at: Instant, now: Instant) -> Instant {
    given_up_at.max(now).plus(KEPT_FOR)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::time::HOUR;
    use uuid::Uuid;

    const NOW: Instant = Instant::from_millis(1_000_000);

    #[test]
    fn a_session_asks_for_a_picture_or_two() {
        let asked = |asks: IdentityAsked| PictureKind::ALL.map(|kind| asks.asks(kind));
        assert_eq!(asked(IdentityAsked::None), [false, false]);
        assert_eq!(asked(IdentityAsked::Face), [true, false]);
        assert_eq!(asked(IdentityAsked::FaceAndDocument), [true, true]);
        for kind in PictureKind::ALL {
            assert_eq!(kind.name().parse::<PictureKind>().unwrap(), kind);
        }
        assert!("again".parse::<PictureKind>().is_err());
    }

    #[test]
    fn new_pictures_answer_the_wish_for_them() {
        let mut check = IdentityCheck::new(InviteId(Uuid::nil()), ExamSessionId(Uuid::nil()), NOW);
        assert_eq!((check.newest(), check.in_words().as_str()), (None, "without pictures"));
        check.took(PictureKind::Face, NOW);
        check.took(PictureKind::Document, NOW.plus(HOUR));
        assert_eq!((check.newest(), check.in_words().as_str()), (Some(NOW.plus(HOUR)), "pictures: face, document"));
        check.ask_again(AskedAgain { at: NOW, by: None, reason: "Too dark.".into() });
        assert_eq!((check.newest(), check.again.is_some()), (None, true));
        check.took(PictureKind::Face, NOW);
        assert_eq!(check.again, None);
    }

    #[test]
    fn pictures_end_a_day_after_the_session() {
        assert_eq!(erased_at(NOW.plus(HOUR), NOW), NOW.plus(25 * HOUR));
        assert_eq!(erased_at(NOW, NOW.plus(HOUR)), NOW.plus(25 * HOUR));
    }
}
