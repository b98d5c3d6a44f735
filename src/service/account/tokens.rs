//! Tokens by which programs call the API for an account (`docs/api.md`).

use crate::{
    app::App,
    domain::{
        ApiTokenId, Error, ErrorCode, Result, UserId,
        api_token::{ApiToken, MAX_API_TOKENS, NewApiToken},
        permission::{Capability, Rights},
        test::Test,
        user::User,
    },
    secrets::token,
    service::{actor, events, query, work::By},
    store::{
        Read,
        records::{API_TOKENS_BY_OWNER, API_TOKENS_BY_TOKEN},
    },
};

/// A token, with the name of its owner.
pub struct ListedToken {
    pub token: ApiToken,
    pub owner_name: String,
}

/// The tokens that a caller sees and revokes: all of them, or the own ones.
#[derive(Clone, Copy)]
pub enum TokenKeeper {
    All(By),
    Own(UserId),
}

impl TokenKeeper {
    /// Who manages the accounts of staff sees the tokens of all.
    #[must_use]
    pub fn of(user: &User, rights: &Rights) -> Self {
        let manages_staff = rights.scope(Capability::ManageStaff).is_some();
        if manages_staff { Self::All(By::Account(user.id)) } else { Self::Own(user.id) }
    }

    fn keeps(self, token: &ApiToken) -> bool {
        match self {
            Self::All(_) => true,
            Self::Own(owner) => token.owner == owner,
        }
    }

    const fn by(self) -> By {
        match self {
            Self::All(by) => by,
            Self::Own(owner) => By::Account(owner),
        }
    }
}

fn not_found() -> Error {
    Error::not_found("token")
}

/// The newest first, with those that have expired.
///
/// # Errors
/// Storage only.
pub fn list(app: &App, keeper: TokenKeeper) -> Result<Vec<ListedToken>> {
    let read = app.store.read()?;
    let mut tokens: Vec<ApiToken> = match keeper {
        TokenKeeper::All(_) => read.records()?,
        TokenKeeper::Own(owner) => read.linked(API_TOKENS_BY_OWNER.under(owner))?,
    };
    tokens.sort_by_key(|token| std::cmp::Reverse((token.made_at, token.id)));
    let listed =
        |token: ApiToken| Ok(ListedToken { owner_name: query::person::name_of(&read, Some(token.owner))?, token });
    tokens.into_iter().map(listed).collect()
}

/// Makes a token for an account. Returns it once: only its hash is stored.
///
/// # Errors
/// 403 `forbidden` for more than the owner's own rights; 404; 409 `name_taken`, `too_many`; 422.
pub async fn create(app: &App, by: By, owner: UserId, new: NewApiToken) -> Result<(ListedToken, String)> {
    let (id, secret) = (app.new_id::<ApiTokenId>(), token::new_of_api());
    let token_hash = token::hash(&secret);
    let made = app.write(by, move |w| {
        let user: User = w.get(owner)?.ok_or_else(|| Error::not_found("account"))?;
        let own = actor::rights(&**w, &user)?;
        let (name, expires_at) = new.check(&own, w.now, |test| w.has::<Test>(test).unwrap_or_default())?;
        let others: Vec<ApiToken> = w.linked(API_TOKENS_BY_OWNER.under(owner))?;
        if others.iter().any(|token| token.name == name) {
            let detail = format!("There is already a token named '{name}'. Revoke it first, or choose another name.");
            return Err(Error::conflict(ErrorCode::NameTaken, detail));
        }
        if others.len() >= MAX_API_TOKENS {
            let detail =
                format!("This account already has {MAX_API_TOKENS} tokens, which is the limit. Revoke one first.");
            return Err(Error::conflict(ErrorCode::TooMany, detail));
        }
        let token =
            ApiToken { id, owner, name, token_hash, reach: new.reach, made_at: w.now, expires_at, last_used_at: None };
        w.put(&token)?;
        w.audit("token.create", id, token.reach.role.name())?;
        Ok(ListedToken { token, owner_name: user.full_name })
    });
    Ok((made.await?, secret))
}

/// Revokes a token: the next call with it is refused.
///
/// # Errors
/// 404, also for one of another account.
pub async fn revoke(app: &App, keeper: TokenKeeper, id: ApiTokenId) -> Result<()> {
    app.write(keeper.by(), move |w| {
        let token: ApiToken = w.get(id)?.filter(|token| keeper.keeps(token)).ok_or_else(not_found)?;
        w.delete::<ApiToken>(token.id)?;
        events::sessions_ended(w, token.owner);
        w.audit("token.revoke", id, "")
    })
    .await
}

/// The token that an operator names: by its id, or as it is.
///
/// # Errors
/// 404.
pub fn find(app: &App, named: &str) -> Result<ApiTokenId> {
    let (read, named) = (app.store.read()?, named.trim());
    if let Ok(id) = named.parse() {
        return read.has::<ApiToken>(id)?.then_some(id).ok_or_else(not_found);
    }
    let found: Option<ApiToken> = read.find(API_TOKENS_BY_TOKEN, token::hash(named))?;
    found.map(|token| token.id).ok_or_else(not_found)
}
