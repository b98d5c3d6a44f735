//! The seed of a machine that joins a twin: for the holder of a join token, outside the calls of people.

use super::{
    api::result::export::{FileOrder, download},
    error::{ApiError, ApiResult},
};
use crate::{
    app::App,
    domain::{Error, ErrorCode, background_job::JobKind},
    service::{
        export::export_error::Failed,
        operate::{
            backup::BackupError,
            seeding::{self, SeedGrant},
        },
    },
};
use axum::{
    extract::State,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::Response,
};
use base64::{Engine, prelude::BASE64_STANDARD};
use std::time::{Duration, Instant};

const MEMBER: &str = "x-twin-member";
const SETTINGS: &str = "x-twin-settings";
/// How long a name that is taken waits for a newer look at the members, which comes every two seconds.
const LOOK_LIMIT: Duration = Duration::from_secs(4);
const LOOK_INTERVAL: Duration = Duration::from_millis(100);

async fn granted(app: &App, headers: &HeaderMap) -> ApiResult<SeedGrant> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned();
    let token = text(header::AUTHORIZATION.as_str()).strip_prefix("Bearer ").unwrap_or_default().to_owned();
    let member = text(MEMBER);
    let asked = Instant::now();
    loop {
        // Before the members are compared: what is found then is at least as new.
        let is_final = asked.elapsed() >= LOOK_LIMIT || looked_since(app, asked);
        let (app, token, member) = (app.clone(), token.clone(), member.clone());
        match blocking(move || seeding::accept(&app, &token, &member)).await {
            // One of that name may have left since the last look.
            Err(ApiError(error)) if error.code == ErrorCode::NameTaken && !is_final => {
                tokio::time::sleep(LOOK_INTERVAL).await;
            }
            accepted => return accepted,
        }
    }
}

/// Whether the members are known as of a look at the log that began after this.
fn looked_since(app: &App, asked: Instant) -> bool {
    let known = app.store.log_standing().map(|log| Duration::from_millis(log.answered_ms_ago));
    known.is_none_or(|age| age < asked.elapsed())
}

/// Reads and writes small files.
async fn blocking<T: Send + 'static>(work: impl FnOnce() -> Result<T, Error> + Send + 'static) -> ApiResult<T> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|_| Err(Error::internal("a seed panicked"))).map_err(ApiError)
}

pub async fn send(State(app): State<App>, headers: HeaderMap) -> ApiResult<Response> {
    let grant = granted(&app, &headers).await?;
    let slot = app.limits.exports.begin(None)?;
    grant.note(&app).await?;
    let settings = BASE64_STANDARD.encode(grant.settings(&app)?);
    let settings = HeaderValue::from_str(&settings).map_err(|_| Error::internal("sealed settings are no header"))?;
    let media_type = "application/octet-stream";
    let still_held = Box::new(|_: &App| true);
    let file = FileOrder { kind: JobKind::Backup, media_type, name: "seed.backup", slot, still_held };
    let mut response = download(app.clone(), file, move |mut out| {
        grant.write(&app, &mut out).map(drop).map_err(|error| match error {
            BackupError::Io(error) => Failed::Output(error),
            other => Failed::Refused(other.into()),
        })
    });
    response.headers_mut().insert(SETTINGS, settings);
    Ok(response)
}

pub async fn finish(State(app): State<App>, headers: HeaderMap) -> ApiResult<StatusCode> {
    let grant = granted(&app, &headers).await?;
    blocking(move || grant.finish()).await?;
    Ok(StatusCode::NO_CONTENT)
}
