//! The files of evidence, from what is stored.

use crate::{
    domain::{
        Result,
        arrangement::Agreed,
        attempt::Attempt,
        evidence::documents::{AnswersDocument, CONSENT},
        history::HistoryChain,
        paper::Paper,
        passage::Passage,
        repair::Repair,
        rich_text::RichTextFormat,
        submission::Grade,
        test::QuestionDraft,
        test_translation::{PaperTranslation, Place, TranslatedText},
        timeline::Period,
    },
    service::{
        attempt::consent::GivenConsent,
        monitor::{messages::SentMessage, screenshots::Taken},
        query,
        result::results::SubmissionDetail,
        work::timeline::TimelineMoment,
    },
    store::Snapshot,
};
use serde::Serialize;
use serde_json::{Value, json};

/// A variant's name as the API spells it.
fn name(variant: impl Serialize) -> String {
    let variant = serde_json::to_value(variant).unwrap_or_default();
    let mut name = String::new();
    for c in variant.as_str().unwrap_or_default().chars() {
        if c.is_ascii_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.push(c.to_ascii_lowercase());
    }
    name
}

fn consent(GivenConsent { proof, text }: &GivenConsent) -> Value {
    let mut facts = json!({
        "file": CONSENT,
        "sha256": proof.hash.to_string(),
        "version": proof.version,
        "of": if proof.is_of_test { "test" } else { "site" },
        "format": if text.format == RichTextFormat::Plain { "plain" } else { "markdown" },
        "accepted_at": proof.at.to_string(),
    });
    if let Some(language) = proof.language {
        facts["language"] = json!(language.code());
    }
    facts
}

fn agreed(agreed: &Agreed) -> Value {
    json!({
        "breaks": agreed.breaks,
        "larger_type": agreed.larger_type,
        "no_camera": agreed.no_camera,
        "helper": agreed.helper,
    })
}

pub(super) fn attempt(
    detail: &SubmissionDetail,
    attempt: &Attempt,
    chain: Option<&HistoryChain>,
    given: Option<&GivenConsent>,
) -> Value {
    let submission = &detail.submission;
    let mut facts = json!({
        "id": submission.id.to_string(),
        "candidate": { "name": submission.applicant_name, "email": submission.applicant_email },
        "test": { "id": submission.test_id.to_string(), "title": submission.test_title },
        "started_at": submission.started_at.to_string(),
        "ended_at": submission.submitted_at.to_string(),
        "ended_by": submission.ended_by.audited_as(),
        "duration_minutes": detail.paper.duration_minutes,
        "extra_ms": i64::try_from(attempt.extra.as_millis()).unwrap_or_default(),
        "history": detail.paper.history.name(),
        "history_since": chain.and_then(|chain| chain.since).map(|at| at.to_string()),
    });
    // Absent where the page did not report it, as in evidence of before.
    if let Some(language) = attempt.language {
        facts["language"] = json!(language.code());
    }
    // Absent where nothing was asked for, as in evidence of before.
    if let Some(given) = given {
        facts["consent"] = consent(given);
    }
    if !detail.agreed.is_nothing() {
        facts["agreed"] = agreed(&detail.agreed);
    }
    facts
}

pub(super) fn paper(paper: &Paper) -> Value {
    let questions: Vec<QuestionDraft> = paper.questions.iter().map(QuestionDraft::from).collect();
    let mut document = json!({
        "title": paper.title,
        "description": paper.description,
        "duration_minutes": paper.duration_minutes,
        "require_fullscreen": paper.require_fullscreen,
        "history": paper.history.name(),
        "questions": questions,
    });
    // Absent without any, as in evidence of before.
    if !paper.passages.is_empty() {
        document["passages"] = paper.passages.iter().map(|passage| passage_of(paper, passage)).collect();
    }
    if let Some(language) = paper.language {
        document["language"] = json!(language.code());
    }
    if !paper.translations.is_empty() {
        document["translations"] = paper.translations.iter().map(translation).collect();
    }
    document
}

/// The texts that the candidate could read in another language.
fn translation(translation: &PaperTranslation) -> Value {
    let text = |text: &TranslatedText| {
        let Place { part, of, at } = &text.place;
        json!({ "part": part.name(), "of": of, "at": at, "text": text.text })
    };
    json!({
        "language": translation.language.code(),
        "texts": translation.texts.iter().map(text).collect::<Vec<_>>(),
    })
}

fn passage_of(paper: &Paper, passage: &Passage) -> Value {
    let asked = passage.places.iter().filter_map(|place| paper.questions.get(*place as usize));
    json!({
        "id": passage.id,
        "title": passage.title,
        "text": passage.text.text,
        "format": passage.text.format,
        "questions": asked.map(|question| question.id.as_str()).collect::<Vec<_>>(),
    })
}

pub(super) fn answers(detail: &SubmissionDetail) -> AnswersDocument {
    AnswersDocument::of(detail.answers.clone(), detail.late.clone())
}

fn moment(moment: &TimelineMoment) -> Value {
    match moment {
        TimelineMoment::Entry { entry, by } => {
            json!({ "at": entry.at.to_string(), "kind": name(entry.kind), "text": entry.text, "by": by })
        }
        TimelineMoment::Signal(signal) => {
            json!({ "at": signal.at.to_string(), "signal": name(signal.kind), "text": signal.detail })
        }
        TimelineMoment::Gap(gap) => json!({
            "at": gap.from.to_string(),
            "until": gap.to.map(|to| to.to_string()),
            "kind": "connection_lost",
            "text": gap.words,
        }),
    }
}

fn period(period: &Period) -> Value {
    json!({ "from": period.from.to_string(), "to": period.to.map(|to| to.to_string()) })
}

fn message(sent: &SentMessage) -> Value {
    let message = &sent.message;
    json!({
        "sent_at": message.sent_at.to_string(),
        "by": sent.by,
        "text": message.text,
        "seen_at": message.seen_at.map(|at| at.to_string()),
    })
}

/// Path of a screenshot in the file; they are numbered from 1.
pub(super) fn path(number: usize, taken: &Taken) -> String {
    let extension = if taken.screenshot.format.media_type() == "image/png" { "png" } else { "jpg" };
    format!("screenshots/{number:03}.{extension}")
}

pub(super) fn timeline(detail: &SubmissionDetail) -> Value {
    let shot = |(number, taken): (usize, &Taken)| {
        let at = taken.screenshot.taken_at.to_string();
        json!({ "file": path(number, taken), "at": at, "by": taken.by })
    };
    let timeline = &detail.timeline;
    json!({
        "entries": timeline.moments.iter().map(moment).collect::<Vec<_>>(),
        "not_kept": timeline.not_kept + detail.signals_not_kept,
        "monitored": timeline.monitored.iter().map(period).collect::<Vec<_>>(),
        "messages": detail.messages.iter().map(message).collect::<Vec<_>>(),
        "screenshots": (1..).zip(&detail.screenshots).map(shot).collect::<Vec<_>>(),
    })
}

fn grade(read: &Snapshot, detail: &SubmissionDetail, grade: &Grade) -> Result<Value> {
    let by = match (grade.reviewed_at, grade.by_ai) {
        (Some(_), false) => Some(query::person::name_of(read, grade.reviewed_by)?),
        _ => None,
    };
    Ok(json!({
        "question": grade.question_id,
        "points": detail.paper.questions.get(grade.place as usize).map(|question| question.points),
        "status": name(grade.status),
        "earned": grade.earned,
        "manual_score": grade.manual_score,
        "comments": grade.comments,
        "reviewed_at": grade.reviewed_at.map(|at| at.to_string()),
        "reviewed_by": by,
        "by_ai": grade.by_ai,
        "repaired_by": grade.repaired.map(|repaired| repaired.by.to_string()),
    }))
}

fn repair(read: &Snapshot, repair: &Repair) -> Result<Value> {
    let undone = |undone: crate::domain::repair::Undone| -> Result<Value> {
        Ok(json!({ "by": query::person::name_of(read, undone.by)?, "at": undone.at.to_string() }))
    };
    Ok(json!({
        "id": repair.id.to_string(),
        "question": repair.question_id,
        "action": repair.action.name(),
        "value": repair.value,
        "reason": repair.reason,
        "by": query::person::name_of(read, repair.by)?,
        "at": repair.at.to_string(),
        "undone": repair.undone.map(undone).transpose()?,
    }))
}

/// Scores, and the repairs of the questions that were asked.
///
/// # Errors
/// Storage only.
pub(super) fn grades(read: &Snapshot, detail: &SubmissionDetail) -> Result<Value> {
    let grades: Result<Vec<Value>> = detail.grades.iter().map(|one| grade(read, detail, one)).collect();
    let asked = detail.repairs.list.iter().filter(|repair| detail.paper.question(&repair.question_id).is_some());
    let repairs: Result<Vec<Value>> = asked.map(|one| repair(read, one)).collect();
    let submission = &detail.submission;
    Ok(json!({
        "score": submission.final_score(),
        "earned_points": submission.earned_points(),
        "total_points": submission.total_points,
        "provisional": submission.is_provisional(),
        "grades": grades?,
        "repairs": repairs?,
    }))
}
