//! Tokens of code runners.

use crate::{
    app::App,
    domain::{
        Error, ErrorCode, Result, RunnerTokenId,
        runner_token::{MAX_KEPT, MAX_TOKENS, RunnerToken, check_name},
    },
    secrets::token,
    service::{actor::Custodian, query, work::Work},
    state::runners::RemoteRunner,
    store::{Read, records::counter},
};

/// A token without its secret.
pub struct ListedRunnerToken {
    pub token: RunnerToken,
    /// Name of the administrator.
    pub by: String,
    /// Runners that are registered with it now.
    pub runners: Vec<RemoteRunner>,
    /// Answers whose verdicts are of this machine.
    pub verdicts: u64,
}

/// The valid ones, then those that were revoked, newest first.
fn sorted(read: &impl Read) -> Result<Vec<RunnerToken>> {
    let mut tokens: Vec<RunnerToken> = read.records()?;
    tokens.sort_by_key(|token| (!token.is_valid(), std::cmp::Reverse(token.at)));
    Ok(tokens)
}

fn listed(read: &impl Read, remotes: &[RemoteRunner], token: RunnerToken) -> Result<ListedRunnerToken> {
    let runners = remotes.iter().filter(|remote| remote.token == token.id).cloned().collect();
    let (by, verdicts) = (query::person::name_of(read, token.by)?, read.count(&counter::judged_by(token.id))?);
    Ok(ListedRunnerToken { token, by, runners, verdicts })
}

/// All tokens: the valid ones, then those that were revoked, newest first.
///
/// # Errors
/// Storage only.
pub fn list(app: &App, _: &Custodian) -> Result<Vec<ListedRunnerToken>> {
    let (read, mut remotes) = (app.store.read()?, app.code.runner.remotes());
    // They are registered by a clock that is never set; what is shown is the time of day.
    let ahead = app.now().since(app.clock.continuous());
    for remote in &mut remotes {
        remote.since = remote.since.plus(ahead);
    }
    sorted(&read)?.into_iter().map(|token| listed(&read, &remotes, token)).collect()
}

/// # Errors
/// 404.
pub fn get(app: &App, _: &Custodian, id: RunnerTokenId) -> Result<RunnerToken> {
    app.store.read()?.get(id)?.ok_or_else(not_found)
}

/// The token with this id, or the newest one with this name.
///
/// # Errors
/// 404.
pub fn find(app: &App, _: &Custodian, named: &str) -> Result<RunnerToken> {
    let (tokens, named) = (sorted(&app.store.read()?)?, named.trim());
    let found = tokens.into_iter().find(|token| token.name == named || token.id.to_string() == named);
    found.ok_or_else(not_found)
}

fn not_found() -> Error {
    Error::not_found("token of a code runner")
}

/// Makes a token. Returns it once: only its hash is stored.
///
/// # Errors
/// 409 `name_taken`, `too_many`; 422.
pub async fn create(app: &App, by: &Custodian, name: &str) -> Result<(RunnerToken, String)> {
    let (name, id, secret) = (check_name(name)?, app.new_id::<RunnerTokenId>(), token::new());
    let token_hash = token::hash(&secret);
    let made = app.write(by, move |w| {
        make_room(w, &name)?;
        let made = RunnerToken { id, name, token_hash, by: w.by.account(), at: w.now, revoked_at: None };
        w.put(&made)?;
        w.audit("runner.token", id, "")?;
        Ok(made)
    });
    Ok((made.await?, secret))
}

/// Deletes the oldest tokens that were revoked, so that [`MAX_KEPT`] are kept with the next one.
fn make_room(w: &mut Work<'_, '_>, name: &str) -> Result<()> {
    let mut tokens: Vec<RunnerToken> = w.records()?;
    tokens.sort_by_key(|token| token.at);
    let surplus = (tokens.len() + 1).saturating_sub(MAX_KEPT);
    let (valid, revoked): (Vec<_>, Vec<_>) = tokens.into_iter().partition(RunnerToken::is_valid);
    if valid.iter().any(|token| token.name == name) {
        return Err(Error::conflict(ErrorCode::NameTaken, format!("There is already a token named {name}.")));
    }
    if valid.len() >= MAX_TOKENS {
        let detail = format!("There are already {MAX_TOKENS} tokens that are valid, which is the limit.");
        return Err(Error::conflict(ErrorCode::TooMany, detail));
    }
    for token in revoked.iter().take(surplus) {
        w.delete::<RunnerToken>(token.id)?;
    }
    Ok(())
}

/// Revokes a token: its runners are refused from now on, and what they have waits for another one. Repeating it changes
/// nothing.
///
/// # Errors
/// 404.
pub async fn revoke(app: &App, by: &Custodian, id: RunnerTokenId) -> Result<()> {
    app.write(by, move |w| {
        let mut token: RunnerToken = w.get(id)?.ok_or_else(not_found)?;
        if token.is_valid() {
            token.revoked_at = Some(w.now);
            w.put(&token)?;
            w.audit("runner.revoke", id, "")?;
        }
        let app = w.app.clone();
        w.after_commit(move || app.code.runner.revoke(id));
        Ok(())
    })
    .await
}
