//! Questions of candidates to their proctors (`docs/behaviour/sessions.md#questions`): a queue that proctors claim and answer.

use super::{
    incidents::check_text,
    session::{announcing, sessions},
};
use crate::{
    app::App,
    domain::{
        Error, ErrorCode, ExamSessionId, MessageId, Result, TestId, UserId,
        asked_question::{AskedQuestion, Claim, GivenAnswer, MAX_ASKED, MAX_WAITING},
        attempt::Attempt,
        error::Changed,
        exam_session::Seat,
        invite::Invite,
        message::{MAX_TEXT, MessageKind, ProctorMessage},
        permission::Scope,
        timeline::{TimelineEventKind, TimelineLink},
    },
    service::{
        actor::{Proctor, Watcher},
        events,
        query::{
            self,
            page::{self, Slice},
        },
        work::{By, Work, timeline},
    },
    store::{
        IndexRange, Read, Snapshot,
        records::{ASKED_BY_ID, ASKED_BY_SESSION, ASKED_BY_TEST, ATTEMPTS_BY_DUE},
    },
};
use std::{
    cell::RefCell,
    collections::{BTreeSet, HashMap, hash_map::Entry},
};

/// Newest questions in a list, which has all that wait.
const MAX_LISTED: usize = 500;
/// Characters of the page's own id of a question.
const MAX_CLIENT_ID: usize = 64;

/// A question, as proctors see it.
pub struct Asked {
    pub question: AskedQuestion,
    pub name: String,
    pub test_title: String,
    /// The proctor whose claim holds.
    pub claimed_by: Option<String>,
    pub answered_by: Option<String>,
    /// The test has ended, so no answer would be read.
    pub is_over: bool,
    /// The caller may answer to the whole session.
    pub may_answer_all: bool,
}

impl Asked {
    const fn waits(&self) -> bool {
        self.question.answer.is_none() && !self.is_over
    }
}

/// The candidate asks. Repeated with the same `client_id`, it is one question.
///
/// # Errors
/// 404 `unknown_link`; 409 `attempt_elsewhere`, `not_started`, `finished`, `too_many`; 410; 422.
pub async fn ask(
    app: &App,
    secret: &str,
    presented: Option<&str>,
    text: &str,
    client_id: &str,
) -> Result<AskedQuestion> {
    let text = check_text("text", text, MAX_TEXT)?;
    let client_id = client_id.trim().to_owned();
    if client_id.chars().count() > MAX_CLIENT_ID {
        return Err(Error::field("client_id", format!("The id has at most {MAX_CLIENT_ID} characters.")));
    }
    let (fresh, secret, presented): (MessageId, _, _) = (app.new_id(), secret.to_owned(), presented.map(str::to_owned));
    app.write(By::Candidate, move |w| {
        let attempt = query::attempt::holding(w, &secret, presented.as_deref(), w.now)?;
        let asked: Vec<AskedQuestion> = w.children(attempt.id)?;
        if let Some(known) = asked.iter().find(|known| !client_id.is_empty() && known.client_id == client_id) {
            return Ok(known.clone());
        }
        if asked.iter().filter(|known| known.answer.is_none()).count() >= MAX_WAITING {
            let detail = format!("{MAX_WAITING} of your questions wait for an answer. Please wait for one of them.");
            return Err(Error::conflict(ErrorCode::TooMany, detail));
        }
        if asked.len() >= MAX_ASKED {
            return Err(Error::conflict(ErrorCode::TooMany, "You have asked too many questions in this test."));
        }
        let question = AskedQuestion {
            attempt_id: attempt.id,
            id: fresh,
            invite_id: attempt.invite_id,
            test_id: attempt.test_id,
            session_id: w.get::<Seat>(attempt.invite_id)?.map(|seat| seat.session_id),
            text,
            asked_at: w.now,
            client_id,
            claim: None,
            answer: None,
        };
        w.put(&question)?;
        events::question_changed(w, &question);
        Ok(question)
    })
    .await
}

/// The own questions of the candidate, oldest first.
///
/// # Errors
/// Those of [`ask`].
pub fn of_candidate(app: &App, secret: &str, presented: Option<&str>) -> Result<Vec<AskedQuestion>> {
    let read = app.store.read()?;
    let attempt = query::attempt::holding(&read, secret, presented, app.now())?;
    let mut asked: Vec<AskedQuestion> = read.children(attempt.id)?;
    asked.sort_by_key(|question| (question.asked_at, question.id));
    Ok(asked)
}

/// The questions of a session whose people the caller sees: those that wait first, then the newest.
///
/// # Errors
/// 404.
pub fn of_session(app: &App, by: &Watcher, id: ExamSessionId) -> Result<Vec<Asked>> {
    let read = app.store.read()?;
    let session = sessions::reached(&read, (by.id(), by.scope()), id)?;
    let found = gathered(&read, by, ASKED_BY_SESSION.under(id), |question| {
        question.session_id == Some(id) && session.shows(by.id(), question.invite_id)
    })?;
    listed(app, &read, by, found)
}

/// The questions of a test, or of all whose candidates the caller may watch, without those of other proctors' shares.
///
/// # Errors
/// 404 for a test that the caller may not watch.
pub fn of_tests(app: &App, by: &Watcher, test: Option<TestId>) -> Result<Vec<Asked>> {
    let read = app.store.read()?;
    let range = match test {
        Some(test) => {
            by.require(test, "test")?;
            ASKED_BY_TEST.under(test)
        }
        // Ids are in the order of time. By test, all questions of the latest test would be the newest.
        None => ASKED_BY_ID.all(),
    };
    let found = gathered(&read, by, range, |question| test.is_none_or(|test| question.test_id == test))?;
    listed(app, &read, by, found)
}

/// The newest questions of those whom the caller looks after, with all that wait, which may be older.
fn gathered(
    read: &Snapshot,
    by: &Watcher,
    range: IndexRange<AskedQuestion>,
    is_meant: impl Fn(&AskedQuestion) -> bool,
) -> Result<Vec<AskedQuestion>> {
    // A session has all its shares: read once, not with each question.
    let shares = RefCell::new(query::exam_session::Shares::of(by.id()));
    let is_shown = |question: &AskedQuestion| -> Result<bool> {
        let is_of_tests = is_meant(question) && by.scope().permits(question.test_id);
        Ok(is_of_tests && shares.borrow_mut().contain(read, question.invite_id)?)
    };
    let first = Slice { limit: MAX_LISTED, after: None };
    let mut found = page::newest_judged(read, range, &first, is_shown)?.items;
    if found.len() < MAX_LISTED {
        return Ok(found);
    }
    let known: BTreeSet<MessageId> = found.iter().map(|question| question.id).collect();
    for attempt in read.linked::<Attempt>(ATTEMPTS_BY_DUE.all())? {
        for question in read.children::<AskedQuestion>(attempt.id)? {
            if question.answer.is_none() && !known.contains(&question.id) && is_shown(&question)? {
                found.push(question);
            }
        }
    }
    Ok(found)
}

fn listed(app: &App, read: &Snapshot, by: &Watcher, found: Vec<AskedQuestion>) -> Result<Vec<Asked>> {
    let mut listed = Vec::with_capacity(found.len());
    let mut sessions: HashMap<Option<ExamSessionId>, bool> = HashMap::new();
    for question in found {
        let may_answer_all = match sessions.entry(question.session_id) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(place) => *place.insert(may_answer_all(read, (by.id(), by.scope()), question.session_id)?),
        };
        listed.extend(shown(app, read, question, may_answer_all)?);
    }
    listed.sort_by_key(|asked| (!asked.waits(), std::cmp::Reverse(asked.question.asked_at)));
    // Of those that wait, who asked first is answered first.
    let waiting = listed.iter().take_while(|asked| asked.waits()).count();
    if let Some(waiting) = listed.get_mut(..waiting) {
        waiting.reverse();
    }
    Ok(listed)
}

fn may_answer_all(read: &impl Read, by: (Option<UserId>, &Scope), session: Option<ExamSessionId>) -> Result<bool> {
    session.map_or(Ok(false), |id| sessions::is_changeable(read, by, id))
}

/// `None` where the name is hidden: beside a result, the words of a question would show whose it is.
fn shown(app: &App, read: &impl Read, question: AskedQuestion, may_answer_all: bool) -> Result<Option<Asked>> {
    let attempt: Option<Attempt> = read.get(question.attempt_id)?;
    let is_over = !attempt.is_some_and(|attempt| attempt.is_running());
    if is_over && query::naming::hides(read, question.test_id)? {
        return Ok(None);
    }
    let Some(invite) = read.get::<Invite>(question.invite_id)? else { return Ok(None) };
    let mut names = timeline::AdminNames::default();
    let claim = question.claimed(app.now()).filter(|_| question.answer.is_none());
    let claimed_by = claim.map(|claim| name_of(&mut names, read, claim.by)).transpose()?;
    let answered_by = question.answer.as_ref().map(|answer| name_of(&mut names, read, answer.by)).transpose()?;
    Ok(Some(Asked {
        name: invite.applicant_name,
        test_title: invite.test_title,
        claimed_by,
        answered_by,
        is_over,
        may_answer_all,
        question,
    }))
}

fn name_of(names: &mut timeline::AdminNames, read: &impl Read, account: Option<UserId>) -> Result<String> {
    account.map_or_else(|| Ok("the operator".into()), |id| names.of(read, id))
}

/// Says that the caller is about to answer. Twice is once; a claim of another that is 5 minutes old is taken over.
///
/// # Errors
/// 404; 409 `already_claimed`, `already_answered`, with who and when; 409 `finished`.
pub async fn claim(app: &App, by: &Proctor, id: MessageId) -> Result<Asked> {
    let proctor = by.clone();
    app.write(by, move |w| {
        let mut question = open(w, &proctor, id)?;
        question.claim = Some(Claim { by: w.by.account(), at: w.now });
        w.put(&question)?;
        events::question_changed(w, &question);
        answered(w, &proctor, question)
    })
    .await
}

/// Says that the caller does not answer after all: others need not wait until the claim is old. Twice is once.
///
/// # Errors
/// Those of [`claim`].
pub async fn withdraw(app: &App, by: &Proctor, id: MessageId) -> Result<Asked> {
    let proctor = by.clone();
    app.write(by, move |w| {
        let mut question = open(w, &proctor, id)?;
        if question.claim.take().is_some() {
            w.put(&question)?;
            events::question_changed(w, &question);
        }
        answered(w, &proctor, question)
    })
    .await
}

/// Answers a question, to the candidate or to the whole session; no question is answered twice.
///
/// # Errors
/// 403 `forbidden` for an answer to all by who looks after a part of the session; 404; 409 `already_claimed`,
/// `already_answered`, `finished`, `too_many`, `timeline_full`; 422.
pub async fn answer(app: &App, by: &Proctor, id: MessageId, text: &str, to_all: bool) -> Result<Asked> {
    let text = check_text("text", text, MAX_TEXT)?;
    let (fresh, apart): (MessageId, MessageId) = (app.new_id(), app.new_id());
    let proctor = by.clone();
    app.write(by, move |w| {
        let mut question = open(w, &proctor, id)?;
        let by = w.by.account();
        question.answer = Some(GivenAnswer { text: text.clone(), to_all, by, at: w.now });
        if to_all {
            let none = || Error::field("to", "This candidate is in no exam session: answer the candidate alone.");
            let session = sessions::for_change(w, &proctor, question.session_id.ok_or_else(none)?)?;
            announcing::store(w, &session, fresh, text.clone())?;
            // Who has left the session since does not hear what is said to it.
            if w.get::<Seat>(question.invite_id)?.is_none_or(|seat| seat.session_id != session.id) {
                reply(w, &question, apart, text)?;
            }
        } else {
            reply(w, &question, fresh, text)?;
        }
        w.put(&question)?;
        w.audit("attempt.answer", question.attempt_id, "")?;
        events::question_changed(w, &question);
        answered(w, &proctor, question)
    })
    .await
}

fn reply(w: &mut Work<'_, '_>, question: &AskedQuestion, id: MessageId, text: String) -> Result<()> {
    let attempt = query::attempt::load(w, question.attempt_id)?;
    let (kind, sent_by) = (MessageKind::Answer, w.by.account());
    let message = ProctorMessage {
        id,
        attempt_id: attempt.id,
        text,
        sent_at: w.now,
        sent_by,
        seen_at: None,
        kind,
        question_id: None,
    };
    w.put(&message)?;
    w.timeline_linked(attempt.id, (TimelineEventKind::Message, TimelineLink::Message(id)), &message.text)?;
    events::message(w, &attempt, &message);
    Ok(())
}

/// A question that the caller may answer now.
fn open(w: &Work<'_, '_>, by: &Proctor, id: MessageId) -> Result<AskedQuestion> {
    let found: Option<AskedQuestion> = w.find(ASKED_BY_ID, id)?;
    let question = found.ok_or_else(|| Error::not_found("question"))?;
    by.require(question.test_id, "question")?;
    if !query::exam_session::is_looked_after(&**w, by.id(), question.invite_id)? {
        return Err(Error::not_found("question"));
    }
    query::attempt::load(w, question.attempt_id)?.require_running()?;
    question.require_open(w.by.account(), w.now).map_err(|error| {
        let (by, at) = match (&question.answer, question.claim) {
            (Some(answer), _) => (answer.by, answer.at),
            (None, Some(claim)) => (claim.by, claim.at),
            (None, None) => return error,
        };
        let name = name_of(&mut timeline::AdminNames::default(), &**w, by).unwrap_or_default();
        Error { changed: Some(Box::new(Changed { by: name, at: at.to_string() })), ..error }
    })?;
    Ok(question)
}

fn answered(w: &Work<'_, '_>, by: &Proctor, question: AskedQuestion) -> Result<Asked> {
    let may_answer_all = may_answer_all(&**w, (by.id(), by.scope()), question.session_id)?;
    shown(w.app, &**w, question, may_answer_all)?.ok_or_else(|| Error::not_found("question"))
}
