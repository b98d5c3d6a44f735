//! A look at people who are signed in by an identity provider, where it lets itself be asked about them: by its userinfo call,
//! or with a refresh token. One that does not answer changes nothing.

use super::{admit::Voucher, asking::ask_all, flow::subject_hash, held::Held, renewal::renew, watched::Watched};
use crate::{
    app::App,
    directory::{Claims, LEEWAY, OidcClient, OidcFault, TokenUse},
    domain::{
        Error, Instant, Result,
        directory::{DirectoryLink, OidcProvider, Side, roles_of},
        user::{Session, User},
    },
    service::{settings::oidc, work::By},
    store::Read,
};
use std::{collections::BTreeMap, sync::Arc, time::Duration};
use tokio::time::timeout;

/// People about whom one provider is asked at the same time.
const MAX_CONCURRENT: usize = 16;
/// Longest userinfo call. A renewal may take longer: it has taken a token that serves once.
const USERINFO_FOR: Duration = Duration::from_secs(5);

/// The word of a provider about a person.
enum Word {
    Groups(Vec<String>),
    /// It has ended what it began, or took its tokens back.
    Ended,
    /// It does not say which groups a person has now.
    Nothing,
}

/// Asks one provider about the people who are due. Returns how many accounts changed, or lost a session.
///
/// # Errors
/// Storage; if TLS cannot be set up. A provider that does not answer is no error.
pub async fn look(app: &App, provider: &str, watched: &mut Watched) -> Result<usize> {
    let now = app.now();
    let stored = oidc::stored(&app.store.read()?)?;
    // Applicants have no roles.
    let provider = stored.get(provider).filter(|provider| provider.side == Side::Staff);
    let Some(provider) = provider else { return Ok(0) };
    let id = provider.id.clone();
    let mut sessions = app.blocking(move |app| signed_in(app, &id)).await?;
    watched.keep(sessions.keys());
    let due: Vec<(String, Session)> =
        watched.due(now).into_iter().filter_map(|name| sessions.remove_entry(&name)).collect();
    if due.is_empty() {
        return Ok(0);
    }
    let client = &oidc::client(app, provider)?;
    // A line that failed asks no more: the provider may not answer at all.
    let ask = |(), session: Session| async move {
        let word = check(app, provider, client, &session, now).await;
        let has_failed = matches!(word, Err(OidcFault::Failed(_)));
        (word, (!has_failed).then_some(()))
    };
    let mut changed = 0;
    for (name, word) in ask_all(due, vec![(); MAX_CONCURRENT], ask).await {
        match word {
            Ok(has_changed) => {
                changed += usize::from(has_changed);
                watched.asked(name, now);
            }
            // It may be about this person alone.
            Err(OidcFault::Refused(_) | OidcFault::Token(_)) => watched.asked(name, now),
            Err(OidcFault::Failed(_)) => watched.failed(name, now),
        }
    }
    Ok(changed)
}

/// The sessions of the provider with tokens, by what names them.
fn signed_in(app: &App, provider: &str) -> Result<BTreeMap<String, Session>> {
    let (read, now) = (app.store.read()?, app.now());
    let mut found = BTreeMap::new();
    for session in read.records::<Session>()? {
        let is_of_it = session.provided.as_ref().is_some_and(|by| by.provider == provider);
        if !is_of_it || session.tokens_sealed.is_none() {
            continue;
        }
        let user: Option<User> = read.get(session.user_id)?;
        if user.is_some_and(|user| session.holds(&user, now)) {
            found.insert(session.id.to_string(), session);
        }
    }
    Ok(found)
}

/// Asks about one person, and does what follows. Returns whether anything changed.
async fn check(
    app: &App,
    provider: &OidcProvider,
    client: &Arc<OidcClient>,
    session: &Session,
    now: Instant,
) -> Result<bool, OidcFault> {
    let not_stored = |error: Error| {
        tracing::warn!(%error, "a person of a provider cannot be checked; the others are");
        false
    };
    let known = match known(app, provider, session) {
        Ok(known) => known,
        Err(error) => return Ok(not_stored(error)),
    };
    let Some((user, link, mut held)) = known else { return Ok(false) };
    let kept = held.clone();
    let word = ask(provider, client, &mut held, link.subject_hash, now).await.inspect_err(|fault| {
        tracing::warn!(provider = provider.id, %fault, "a provider cannot be asked about a person who is signed in");
    });
    // Whatever it said: the tokens from before may serve no more.
    if held != kept
        && let Err(error) = keep(app, session, &held).await
    {
        not_stored(error);
    }
    let done = match word? {
        Word::Groups(groups) => {
            let voucher = Voucher::Oidc(Box::new(provider.clone()));
            renew(app, voucher, &user, roles_of(&groups, &provider.roles)).await
        }
        Word::Ended => end(app, session).await,
        Word::Nothing => {
            let provider = &provider.id;
            tracing::info!(provider, "a provider says no more about the groups of a person who is signed in");
            Ok(false)
        }
    };
    Ok(done.unwrap_or_else(not_stored))
}

/// The account of the session, if this provider still vouches for it, with the tokens.
fn known(app: &App, provider: &OidcProvider, session: &Session) -> Result<Option<(User, DirectoryLink, Held)>> {
    let read = app.store.read()?;
    let link: Option<DirectoryLink> = read.get(session.user_id)?;
    let Some(link) = link.filter(|link| link.provider == provider.id) else { return Ok(None) };
    let user: Option<User> = read.get(session.user_id)?;
    Ok(user.zip(Held::open(app, session)).map(|(user, held)| (user, link, held)))
}

/// The groups of now. What has named groups in this session, and names none now, says that there are none; what never named
/// any says nothing.
async fn ask(
    provider: &OidcProvider,
    client: &Arc<OidcClient>,
    held: &mut Held,
    subject: [u8; 32],
    now: Instant,
) -> Result<Word, OidcFault> {
    let claim = &provider.groups_claim;
    let mut is_refused = false;
    if held.userinfo_names != Some(false)
        && let Some(access) = held.lasting(now)
    {
        match of_userinfo(provider, client, &access, subject, now).await {
            Ok(Some(claims)) if claims.groups(claim).is_some() => {
                held.userinfo_names = Some(true);
                return Ok(Word::Groups(claims.groups(claim).unwrap_or_default()));
            }
            Ok(Some(claims)) if claims.withholds(claim) => return Err(too_many()),
            Ok(_) if held.refresh.is_none() && held.userinfo_names == Some(true) => {
                return Ok(Word::Groups(Vec::new()));
            }
            Ok(_) => held.userinfo_names = held.userinfo_names.or(Some(false)),
            Err(OidcFault::Refused(_)) => is_refused = true,
            Err(fault) if held.refresh.is_none() => return Err(fault),
            // The refresh token may serve.
            Err(_) => {}
        }
    }
    let Some(refresh) = held.refresh.clone() else {
        // Before its end, the token was taken back.
        let is_early = held.ends.is_some_and(|ends| now < ends.plus(-LEEWAY));
        if is_refused && is_early && held.userinfo_names == Some(true) {
            return Ok(Word::Ended);
        }
        held.forget();
        return Ok(Word::Nothing);
    };
    let renewed = match client.renew(&refresh, now).await {
        Ok(renewed) => renewed,
        Err(OidcFault::Refused(error)) if error == "invalid_grant" => return Ok(Word::Ended),
        Err(fault) => return Err(fault),
    };
    held.take(renewed.tokens, now);
    let mut is_withheld = false;
    if let Some(token) = renewed.id_token {
        let claims = own(provider, client.verify(&token, TokenUse::SignIn, now).await?, subject)?;
        if let Some(groups) = claims.groups(claim) {
            held.renewal_names = true;
            return Ok(Word::Groups(groups));
        }
        is_withheld = claims.withholds(claim);
    }
    if held.userinfo_names != Some(false)
        && let Some(access) = held.lasting(now)
        && let Some(claims) = of_userinfo(provider, client, &access, subject, now).await?
    {
        if let Some(groups) = claims.groups(claim) {
            held.userinfo_names = Some(true);
            return Ok(Word::Groups(groups));
        }
        is_withheld |= claims.withholds(claim);
    }
    if is_withheld {
        return Err(too_many());
    }
    if held.renewal_names || held.userinfo_names == Some(true) {
        return Ok(Word::Groups(Vec::new()));
    }
    held.forget();
    Ok(Word::Nothing)
}

/// The userinfo of this person; `None` where there is no such call.
async fn of_userinfo(
    provider: &OidcProvider,
    client: &OidcClient,
    access: &str,
    subject: [u8; 32],
    now: Instant,
) -> Result<Option<Claims>, OidcFault> {
    let said = timeout(USERINFO_FOR, client.userinfo(access, now)).await;
    let said = said.unwrap_or_else(|_| Err(OidcFault::Failed("Userinfo: no reply in time".into())))?;
    said.map(|claims| own(provider, claims, subject)).transpose()
}

fn own(provider: &OidcProvider, claims: Claims, subject: [u8; 32]) -> Result<Claims, OidcFault> {
    let is_own = claims.subject().is_some_and(|named| subject_hash(&provider.issuer, named) == subject);
    if is_own { Ok(claims) } else { Err(OidcFault::Token("the provider speaks of another person")) }
}

const fn too_many() -> OidcFault {
    OidcFault::Token("the person is in more groups than the provider names")
}

/// Stores the tokens of now with the session, unless that has ended meanwhile.
async fn keep(app: &App, session: &Session, held: &Held) -> Result<()> {
    let (id, tokens_sealed) = (session.id, held.seal(app, session.id));
    app.write(By::Server, move |w| {
        let Some(session) = w.get::<Session>(id)? else { return Ok(()) };
        Ok(w.put(&Session { tokens_sealed, ..session })?)
    })
    .await
}

async fn end(app: &App, session: &Session) -> Result<bool> {
    let (id, person) = (session.id, session.user_id);
    let ended = app
        .write(By::Server, move |w| oidc::end_sessions(w, Some(person), "by the provider", |session| session.id == id));
    let ended = ended.await?;
    Ok(ended > 0)
}
