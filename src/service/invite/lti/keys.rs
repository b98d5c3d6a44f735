//! The keys with which this server signs for platforms: one at a time, made at the first need. Those before it stay
//! published for a while (`docs/lti.md#keys`).

use super::stored;
use crate::{
    app::App,
    domain::{
        Error, ErrorCode, Instant, Result,
        lti::{LtiKey, LtiSettings, RetiredLtiKey},
    },
    secrets::{rsa::RsaSigner, token},
    service::{
        actor::SiteOperator,
        work::{By, Work},
    },
};
use jsonwebtoken::jwk::{Jwk, JwkSet};

const TABLE: &str = "settings_lti";

/// A key as people see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenKey {
    /// Its name in the published set.
    pub name: String,
    pub made_at: Instant,
    /// Time at which it was retired, and until when it is published; `None` for the key that signs.
    pub retired: Option<(Instant, Instant)>,
}

impl From<&LtiKey> for SeenKey {
    fn from(key: &LtiKey) -> Self {
        Self { name: key.name.clone(), made_at: key.made_at, retired: None }
    }
}

impl From<&RetiredLtiKey> for SeenKey {
    fn from(key: &RetiredLtiKey) -> Self {
        let retired = Some((key.retired_at, key.published_until()));
        Self { name: key.name.clone(), made_at: key.made_at, retired }
    }
}

/// A key that is not stored yet.
struct NewKey {
    name: String,
    sealed: Vec<u8>,
}

impl NewKey {
    /// It takes a good part of a second.
    async fn make(app: &App) -> Result<Self> {
        let made = tokio::task::spawn_blocking(RsaSigner::generate).await.map_err(Error::internal)??;
        let name = token::new();
        let sealed = app.secrets.vault.seal(TABLE, name.as_bytes(), 1, &made);
        Ok(Self { name, sealed })
    }

    /// Lets it sign from now on; the key before is retired.
    fn begin(self, w: &mut Work<'_, '_>, mut settings: LtiSettings) -> Result<LtiKey> {
        let key = LtiKey { name: self.name, sealed: self.sealed, made_at: w.now };
        let public = public_of(w.app, settings.key.as_ref())?;
        let public = public.map(|public| serde_json::to_string(&public)).transpose().map_err(Error::internal)?;
        settings.rotate(key.clone(), public);
        w.put(&settings)?;
        w.audit("settings.lti_key", &key.name, "")?;
        Ok(key)
    }
}

fn open(app: &App, key: &LtiKey) -> Option<RsaSigner> {
    let plain = app.secrets.vault.open(TABLE, key.name.as_bytes(), 1, &key.sealed).ok()?;
    Some(RsaSigner::of_key(&plain, &key.name))
}

/// The public half, unless the key was lost with the master key.
fn public_of(app: &App, key: Option<&LtiKey>) -> Result<Option<Jwk>> {
    Ok(key.and_then(|key| open(app, key)).map(|signer| signer.public()).transpose()?)
}

/// The key of the site; a new one where there is none, or where it was lost with the master key.
///
/// # Errors
/// Storage only.
pub(super) async fn signer(app: &App) -> Result<RsaSigner> {
    let known = stored(&app.store.read()?)?.key;
    if let Some(signer) = known.as_ref().and_then(|key| open(app, key)) {
        return Ok(signer);
    }
    let new = NewKey::make(app).await?;
    let key = app
        .write(By::Server, move |w| {
            let settings = stored(&**w)?;
            // Two calls may have made one.
            match settings.key.clone().filter(|key| open(w.app, key).is_some()) {
                Some(other) => Ok(other),
                None => new.begin(w, settings),
            }
        })
        .await?;
    open(app, &key).ok_or_else(|| Error::internal("a key that was just sealed does not open"))
}

/// The public keys of this server, for platforms: the one that signs, and those that did until lately.
///
/// # Errors
/// Storage only.
pub fn published(app: &App) -> Result<JwkSet> {
    let settings = stored(&app.store.read()?)?;
    let signing = public_of(app, settings.key.as_ref())?;
    let retired = settings.published(app.now()).map(|key| serde_json::from_str(&key.public).map_err(Error::internal));
    Ok(JwkSet { keys: signing.into_iter().map(Ok).chain(retired).collect::<Result<_>>()? })
}

/// The key that signs, then the retired ones that are published, newest first.
///
/// # Errors
/// Storage only.
pub fn list(app: &App, _: &SiteOperator) -> Result<Vec<SeenKey>> {
    let settings = stored(&app.store.read()?)?;
    let signing = settings.key.iter().map(SeenKey::from);
    Ok(signing.chain(settings.published(app.now()).map(SeenKey::from)).collect())
}

/// Retires the present key and makes a new one; `read` is the name of the present one as the caller knows it.
///
/// # Errors
/// 409 `changed_meanwhile` if there is another one meanwhile.
pub async fn rotate(app: &App, by: &SiteOperator, read: Option<String>) -> Result<SeenKey> {
    // Before a key is made in vain.
    check_read(&stored(&app.store.read()?)?, read.as_deref())?;
    let new = NewKey::make(app).await?;
    app.write(by, move |w| {
        let settings = stored(&**w)?;
        check_read(&settings, read.as_deref())?;
        Ok(SeenKey::from(&new.begin(w, settings)?))
    })
    .await
}

fn check_read(settings: &LtiSettings, read: Option<&str>) -> Result<()> {
    match (read, &settings.key) {
        (Some(read), Some(key)) if key.name != read => {
            let detail = "Another administrator has made a new key in the meantime.";
            Err(Error::conflict(ErrorCode::ChangedMeanwhile, detail))
        }
        (Some(_), None) => Err(Error::never_stored()),
        _ => Ok(()),
    }
}
