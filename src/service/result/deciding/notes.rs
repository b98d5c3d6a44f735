//! Private notes on submissions. No call of a candidate or reviewer, no file that a candidate may download, and no shared
//! link has them.

use crate::{
    app::App,
    domain::{
        AttemptId, Error, ErrorCode, NoteId, Result, UserId,
        decision::{self, MAX_NOTES, Note},
        submission::Submission,
        user::User,
    },
    service::{
        actor::{Decider, ResultReader},
        events, query,
    },
    store::{Read, Record},
};

/// A note, with the name of its author.
pub struct NamedNote {
    pub note: Note,
    pub by: String,
    /// The caller may delete it.
    pub deletable: bool,
}

/// The operator, the author and the first administrator may delete a note.
fn may_delete(read: &impl Read, caller: Option<UserId>, note: &Note) -> Result<bool> {
    let Some(id) = caller else { return Ok(true) };
    Ok(note.by == Some(id) || read.get::<User>(id)?.is_some_and(|user| user.is_first_admin))
}

fn written(read: &impl Read, caller: Option<UserId>, note: Note) -> Result<NamedNote> {
    Ok(NamedNote { by: query::person::name_of(read, note.by)?, deletable: may_delete(read, caller, &note)?, note })
}

/// Oldest first.
///
/// # Errors
/// Storage only.
pub fn list(app: &App, reader: &ResultReader, id: AttemptId) -> Result<Vec<NamedNote>> {
    let read = app.store.read()?;
    let notes: Vec<Note> = read.children(id)?;
    notes.into_iter().map(|note| written(&read, reader.id(), note)).collect()
}

/// # Errors
/// 404; 409 `too_many`; 422.
pub async fn add(app: &App, decider: &Decider, id: AttemptId, text: &str) -> Result<NamedNote> {
    let text = decision::check_note(text)?;
    let (fresh, caller): (NoteId, _) = (app.new_id(), decider.id());
    app.write(decider, move |w| {
        let submission: Submission = w.get(id)?.ok_or_else(|| Error::not_found("result"))?;
        if super::rows::notes(w, id)? as usize >= MAX_NOTES {
            let detail = format!("This candidate already has {MAX_NOTES} notes, which is the limit.");
            return Err(Error::conflict(ErrorCode::TooMany, detail));
        }
        let note = Note { submission_id: id, id: fresh, text, by: w.by.account(), at: w.now };
        w.put(&note)?;
        w.audit("submission.note", id, "")?;
        events::submission_decided(w, &submission);
        written(w, caller, note)
    })
    .await
}

/// # Errors
/// 404; 403 `not_yours` for another administrator's note.
pub async fn delete(app: &App, by: &Decider, id: AttemptId, note: NoteId) -> Result<()> {
    let (caller, id) = (by.id(), query::naming::named(&app.store.read()?, id)?);
    app.write(by, move |w| {
        let note: Note = w.get((id, note))?.ok_or_else(|| Error::not_found("note"))?;
        if !may_delete(w, caller, &note)? {
            let detail = "Only its author and the first administrator can delete a note.";
            return Err(Error::forbidden(ErrorCode::NotYours, detail));
        }
        w.delete::<Note>(note.id())?;
        w.audit("submission.delete_note", id, "")?;
        if let Some(submission) = w.get::<Submission>(id)? {
            events::submission_decided(w, &submission);
        }
        Ok(())
    })
    .await
}
