//! The one place where everything is wired.

use crate::sync::Mutex;
use crate::{
    ai,
    domain::{Instant, Result},
    live::{Hub, media::Media},
    mail::Mailer,
    secrets::{Jwt, MasterKey, Passwords, Vault, token},
    service::{
        account_limits::AccountLimits,
        ai_settings,
        backup::{gate::Gate, schedule::Plan},
        export::Exports,
        fair_use::FairUse,
        in_flight::InFlight,
        pacing::Pacing,
        papers::PaperCache,
        places::Places,
        presence::Presences,
        progress::Progresses,
        sign_in_guard::SignInGuard,
        signals::SignalKinds,
        statistics::Figures,
        stills::Stills,
    },
    store::Store,
};
use std::{net::SocketAddr, ops::Deref, path::PathBuf, sync::Arc};
use uuid::Uuid;

mod clock;

pub use clock::{Clock, Machine, SteadyClock, ThisMachine};

/// One demo account, shown on the sign-in screen of a demo only.
#[derive(Clone, Debug)]
pub struct DemoAccount {
    pub admin: bool,
    pub email: String,
    pub password: String,
}

/// Who speaks TLS.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Tls {
    /// Nobody, or a proxy.
    #[default]
    None,
    Files {
        cert: PathBuf,
        key: PathBuf,
    },
    /// With a certificate of the data folder's own authority.
    SelfSigned,
}

/// What the process was started with, as far as the doctor asks.
#[derive(Clone, Debug, Default)]
pub struct Host {
    pub data: Option<PathBuf>,
    pub tls: Tls,
    pub backups: Option<Plan>,
    /// Where live video is served; `None`: it is switched off.
    pub media: Option<Result<SocketAddr, &'static str>>,
}

/// What the command line settled.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// Origin of the links in mails, without a trailing slash. `None`: what `serve` stored last.
    pub public_url: Option<String>,
    pub demo_accounts: Vec<DemoAccount>,
    pub host: Host,
}

/// What an [`App`] is made of; tests bring their own.
pub struct Parts {
    pub store: Store,
    pub clock: Arc<dyn Clock>,
    pub master: MasterKey,
    pub passwords: Passwords,
    pub mailer: Arc<dyn Mailer>,
    pub ai: Arc<dyn ai::Provider>,
    pub config: Config,
}

pub struct Inner {
    pub store: Store,
    pub clock: Arc<dyn Clock>,
    pub master: MasterKey,
    pub vault: Vault,
    pub jwt: Jwt,
    pub passwords: Passwords,
    pub mailer: Arc<dyn Mailer>,
    pub ai: Arc<dyn ai::Provider>,
    pub hub: Arc<Hub>,
    pub media: Media,
    pub config: Config,
    pub papers: PaperCache,
    pub sign_in_guard: SignInGuard,
    pub account_limits: AccountLimits,
    pub in_flight: InFlight,
    pub pacing: Pacing,
    pub presences: Presences,
    pub stills: Stills,
    pub progress: Progresses,
    pub figures: Figures,
    pub fair_use: FairUse,
    pub exports: Exports,
    pub signal_kinds: SignalKinds,
    /// The way to the folder of the daily backups.
    pub backup_folder: Gate,
    /// The way to what the doctor looks at on this machine's disks.
    pub own_disk: Gate,
    /// Requests to the AI service.
    pub ai_places: Places,
    /// When this process began to serve.
    pub started_at: Instant,
    /// The one-time token of the first-run setup, while there is no admin.
    pub setup_token: Mutex<Option<String>>,
}

/// A handle to the running application; cheap to clone.
#[derive(Clone)]
pub struct App(Arc<Inner>);

impl Deref for App {
    type Target = Inner;
    fn deref(&self) -> &Inner {
        &self.0
    }
}

impl App {
    #[must_use]
    pub fn new(parts: Parts) -> Self {
        let hub = Arc::new(Hub::new(token::new()));
        let clock = parts.clock.clone();
        Self(Arc::new(Inner {
            media: Media::new(hub.clone(), move || clock.now()),
            hub,
            vault: Vault::new(&parts.master),
            jwt: Jwt::new(&parts.master),
            papers: PaperCache::default(),
            sign_in_guard: SignInGuard::default(),
            account_limits: AccountLimits::default(),
            in_flight: InFlight::default(),
            pacing: Pacing::default(),
            presences: Presences::default(),
            stills: Stills::default(),
            progress: Progresses::default(),
            figures: Figures::default(),
            fair_use: FairUse::default(),
            exports: Exports::default(),
            signal_kinds: SignalKinds::default(),
            backup_folder: Gate::default(),
            own_disk: Gate::default(),
            ai_places: Places::new(ai_settings::MAX_REQUESTS, ai_settings::MAX_REQUESTS_EACH),
            started_at: parts.clock.now(),
            setup_token: Mutex::new(None),
            store: parts.store,
            clock: parts.clock,
            master: parts.master,
            passwords: parts.passwords,
            mailer: parts.mailer,
            ai: parts.ai,
            config: parts.config,
        }))
    }

    #[must_use]
    pub fn now(&self) -> Instant {
        self.clock.now()
    }

    /// A UUID version 7 at the application's time.
    #[must_use]
    pub fn new_id<I: From<Uuid>>(&self) -> I {
        let millis = u64::try_from(self.now().0).unwrap_or_default();
        I::from(uuid::Builder::from_unix_timestamp_millis(millis, &token::random_bytes::<10>()).into_uuid())
    }

    /// Origin under which browsers reach this server, for links.
    ///
    /// # Errors
    /// Storage only.
    pub fn public_url(&self) -> Result<String> {
        if let Some(url) = &self.config.public_url {
            Ok(url.clone())
        } else {
            let site = crate::service::settings::site(&self.store.read()?)?;
            Ok(site.public_url.unwrap_or_else(|| "http://127.0.0.1:8080".into()))
        }
    }
}
