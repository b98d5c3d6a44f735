//! Tokens by which programs call the API (docs/api.md).

use super::grants;
use crate::{
    app::App,
    domain::{ApiTokenId, api_token::NewApiToken, grants::TokenReach},
    http::{
        error::ApiResult,
        extract::{AsAccount, Id, TEXT_LIMIT, UnreadBody},
        refusals::{Conflict, Forbidden},
        wire::{Timestamp, TokenRoleName},
    },
    service::{
        account::tokens::{self, ListedToken, TokenKeeper},
        work::By,
    },
};
use axum::{Json, extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A token of a program, without its secret.
#[derive(Serialize, ToSchema)]
#[schema(as = ApiToken)]
pub struct ApiTokenBody {
    id: String,
    name: String,
    role: TokenRoleName,
    /// Ids of the tests; absent for the whole site.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    tests: Option<Vec<String>>,
    owner_id: String,
    /// Name of the account that it acts for.
    owner: String,
    created_at: Timestamp,
    expires_at: Timestamp,
    /// Time of the last call, rounded to the minute; `null` before the first one.
    #[schema(required)]
    last_used_at: Option<Timestamp>,
}

impl From<ListedToken> for ApiTokenBody {
    fn from(ListedToken { token, owner_name }: ListedToken) -> Self {
        Self {
            id: token.id.to_string(),
            name: token.name,
            role: token.reach.role.into(),
            tests: grants::ids(&token.reach.scope),
            owner_id: token.owner.to_string(),
            owner: owner_name,
            created_at: token.made_at.into(),
            expires_at: token.expires_at.into(),
            last_used_at: token.last_used_at.map(Into::into),
        }
    }
}

/// A token to be made.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ApiTokenInput {
    /// Says its purpose: 1 to 60 characters.
    name: String,
    role: TokenRoleName,
    /// Ids of the tests that it is for; absent for the whole site.
    #[serde(default)]
    tests: Option<Vec<String>>,
    /// Absent: in a year. At most ten years from now.
    #[serde(default)]
    expires_at: Option<Timestamp>,
}

/// A new token.
#[derive(Serialize, ToSchema)]
pub struct NewApiTokenBody {
    #[serde(flatten)]
    made: ApiTokenBody,
    /// The token itself, shown this once.
    token: String,
}

/// List the tokens of the own account, the newest first; for the superadmin, those of all accounts.
#[utoipa::path(get, path = "/tokens", tag = "accounts", operation_id = "api_tokens",
    responses((status = 200, body = Vec<ApiTokenBody>)))]
pub async fn list(
    State(app): State<App>,
    AsAccount { user, rights, .. }: AsAccount,
) -> ApiResult<Json<Vec<ApiTokenBody>>> {
    let listed = tokens::list(&app, TokenKeeper::of(&user, &rights))?;
    Ok(Json(listed.into_iter().map(Into::into).collect()))
}

/// Make a token with the rights of a role, as far as the own account has them. The reply is the only one that holds it.
#[utoipa::path(post, path = "/tokens", tag = "accounts", operation_id = "create_api_token", request_body = ApiTokenInput,
    responses((status = 201, body = NewApiTokenBody), Forbidden, Conflict))]
pub async fn create(
    State(app): State<App>,
    AsAccount { user, .. }: AsAccount,
    body: UnreadBody,
) -> ApiResult<(StatusCode, Json<NewApiTokenBody>)> {
    let ApiTokenInput { name, role, tests, expires_at } = body.json(TEXT_LIMIT).await?;
    let reach = TokenReach { role: role.into(), scope: grants::scope(tests, "tests")? };
    let new = NewApiToken { name, reach, expires_at: expires_at.map(|Timestamp(at)| at) };
    let (made, token) = tokens::create(&app, By::Account(user.id), user.id, new).await?;
    Ok((StatusCode::CREATED, Json(NewApiTokenBody { made: made.into(), token })))
}

/// Revoke a token at once: one of the own account; for the superadmin, any.
#[utoipa::path(delete, path = "/tokens/{id}", tag = "accounts", operation_id = "revoke_api_token",
    params(("id" = String, Path)), responses((status = 204)))]
pub async fn revoke(
    State(app): State<App>,
    AsAccount { user, rights, .. }: AsAccount,
    Id(id): Id<ApiTokenId>,
) -> ApiResult<StatusCode> {
    tokens::revoke(&app, TokenKeeper::of(&user, &rights), id).await?;
    Ok(StatusCode::NO_CONTENT)
}
