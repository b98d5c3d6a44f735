//! Entities, ids, domain rules and their errors. Pure: no I/O, no clock, no wire types.

pub mod accommodation;
pub mod agreement;
pub mod anonymity;
pub mod assignment;
pub mod attempt;
pub mod audit;
pub mod backup_plan;
pub mod bank;
pub mod company;
pub mod compiler_message;
pub mod decision;
pub mod decision_letter;
pub mod email_verification;
pub mod error;
pub mod evidence;
pub mod hex;
pub mod history;
pub mod id;
pub mod idempotency;
pub mod import;
pub mod invite;
pub mod judging;
pub mod late_answer;
pub mod list;
pub mod mail;
pub mod marking;
pub mod message;
pub mod model_verdict;
pub mod network;
pub mod notification;
pub mod outage;
pub mod own_page;
pub mod paper;
pub mod picture;
mod picture_hash;
pub mod placeholders;
pub mod question;
pub mod rate_limit;
pub mod repair;
pub mod review;
pub mod rich_text;
pub mod rubric;
pub mod runner_token;
pub mod screenshot;
pub mod section_clock;
pub mod settings;
pub mod share;
pub mod signal;
pub mod similarity;
pub mod statistics;
pub mod submission;
pub mod test;
pub mod theme;
pub mod time;
pub mod timeline;
pub mod upkeep;
pub mod usage;
pub mod user;
pub mod wording;

pub use error::{Error, ErrorKind, FieldMessages, Result};
pub use id::{
    AttemptId, ImportId, InviteId, MailId, MarkingId, MediaSessionId, MessageId, NoteId, NotificationId, OutageId,
    QuestionId, RepairId, RubricItemId, RunId, RunnerTokenId, ScreenshotId, SessionId, ShareId, TestId, UserId,
};
pub use picture_hash::PictureHash;
pub use time::Instant;
