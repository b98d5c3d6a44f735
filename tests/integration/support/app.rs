//! The whole application in memory, behind its real router.

use super::{call::Call, mailer::TestMailer};
use axum::Router;
use http::Method;
use invigil::{
    ai::HttpProvider,
    app::{App, AppParts, Clock, Config, Host},
    domain::{Instant, time::SignedDuration},
    live::media::{MediaOptions, Port},
    mail::Mailer,
    secrets::{MasterKey, Passwords},
    service::monitor::video,
    store::{Backing, Replica, Store, StoreOptions, records},
};
use std::{
    net::SocketAddr,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, AtomicI64, Ordering::SeqCst},
    },
};
use tokio_util::sync::{CancellationToken, DropGuard};

pub const PUBLIC_URL: &str = "https://tests.example.org";
/// A Monday morning, far from any daylight saving change.
pub const BEGIN: &str = "2026-03-02T08:00:00Z";

/// A manual clock.
pub struct TestClock {
    now: AtomicI64,
    broken: AtomicBool,
}

impl TestClock {
    pub fn set(&self, rfc3339: &str) {
        self.set_to(Instant::parse(rfc3339).unwrap());
    }

    fn set_to(&self, at: Instant) {
        self.now.store(at.as_millis(), SeqCst);
    }

    pub fn advance(&self, by: SignedDuration) {
        self.set_to(self.now().plus(by));
    }

    /// Makes every later use of the clock panic, so that a handler panics.
    pub fn break_down(&self) {
        self.broken.store(true, SeqCst);
    }
}

impl Clock for TestClock {
    fn now(&self) -> Instant {
        assert!(!self.broken.load(SeqCst), "the clock's secret words");
        Instant::from_millis(self.now.load(SeqCst))
    }
}

pub struct TestApp {
    pub app: App,
    pub clock: Arc<TestClock>,
    /// Unused if the test passes its own mailer.
    pub mailer: Arc<TestMailer>,
    pub router: Router,
    media_stop: OnceLock<DropGuard>,
}

fn small(backing: Backing) -> StoreOptions {
    StoreOptions { cache_bytes: 4 << 20, ..StoreOptions::new(backing) }
}

impl TestApp {
    pub fn new() -> Self {
        let mailer = Arc::new(TestMailer::default());
        Self::build(mailer.clone(), mailer, Config { public_url: Some(PUBLIC_URL.into()), ..Config::default() }, None)
    }

    pub fn with_config(config: Config) -> Self {
        let mailer = Arc::new(TestMailer::default());
        Self::build(mailer.clone(), mailer, config, None)
    }

    pub fn with_metrics_token(token: &str) -> Self {
        let mailer = Arc::new(TestMailer::default());
        Self::build(mailer.clone(), mailer, Config::default(), Some(token.into()))
    }

    pub fn with_mailer(mailer: Arc<dyn Mailer>) -> Self {
        let config = Config { public_url: Some(PUBLIC_URL.into()), ..Config::default() };
        Self::build(Arc::default(), mailer, config, None)
    }

    /// With database and key in a folder, so that it can be reopened like after a restart.
    pub fn on_disk(folder: &std::path::Path) -> Self {
        Self::on_disk_with(folder, None)
    }

    /// As [`TestApp::on_disk`], for the leader of a twin where there is a log.
    pub fn on_disk_with(folder: &std::path::Path, log: Option<Replica>) -> Self {
        let key = folder.join("secret.key");
        let master = MasterKey::read(&key).unwrap_or_else(|_| {
            let fresh = MasterKey::generate();
            fresh.write_new(&key).unwrap();
            fresh
        });
        let mailer = Arc::new(TestMailer::default());
        let host = Host { data: log.is_some().then(|| folder.to_owned()), ..Host::default() };
        let config = Config { host, ..Config::default() };
        let options = StoreOptions { log, ..small(Backing::File(folder.join("invigil.redb"))) };
        Self::stored((options, master), mailer.clone(), mailer, config, None)
    }

    /// As [`TestApp::on_disk`], for a server that starts at another time.
    pub fn restarted(folder: &std::path::Path, at: Instant, config: Config) -> Self {
        let master = MasterKey::read(&folder.join("secret.key")).unwrap();
        let backing = Backing::File(folder.join("invigil.redb"));
        let store = Store::open(small(backing), records::KINDS, records::MIGRATIONS).unwrap();
        let clock = Arc::new(TestClock { now: AtomicI64::new(at.as_millis()), broken: AtomicBool::new(false) });
        let (passwords, ai) = (Passwords::for_tests(), Arc::new(HttpProvider::new()));
        let mailer = Arc::new(TestMailer::default());
        let app =
            App::new(AppParts { store, clock: clock.clone(), master, passwords, mailer: mailer.clone(), ai, config });
        Self { router: invigil::http::router(app.clone(), None), app, clock, mailer, media_stop: OnceLock::new() }
    }

    /// With the test's own clock; the one in `clock` is unused.
    pub fn with_clock(clock: Arc<dyn Clock>) -> Self {
        Self::with_clock_on(clock, Backing::Memory)
    }

    /// As [`TestApp::with_clock`], with the test's own disk.
    pub fn with_clock_on(clock: Arc<dyn Clock>, backing: Backing) -> Self {
        let t = Self::new();
        let store = Store::open(small(backing), records::KINDS, records::MIGRATIONS).unwrap();
        let (passwords, ai) = (Passwords::for_tests(), Arc::new(HttpProvider::new()));
        let (master, mailer, config) = (MasterKey::generate(), t.mailer.clone(), Config::default());
        let app = App::new(AppParts { store, clock, master, passwords, mailer, ai, config });
        Self { router: invigil::http::router(app.clone(), None), app, ..t }
    }

    /// With the test's own disk.
    pub fn on_backing(backing: Backing) -> Self {
        Self::configured_on(backing, Config::default())
    }

    pub fn configured_on(backing: Backing, config: Config) -> Self {
        let mailer = Arc::new(TestMailer::default());
        Self::stored((small(backing), MasterKey::generate()), mailer.clone(), mailer, config, None)
    }

    fn build(
        recorder: Arc<TestMailer>,
        mailer: Arc<dyn Mailer>,
        config: Config,
        metrics_token: Option<String>,
    ) -> Self {
        Self::stored((small(Backing::Memory), MasterKey::generate()), recorder, mailer, config, metrics_token)
    }

    fn stored(
        (options, master): (StoreOptions, MasterKey),
        recorder: Arc<TestMailer>,
        mailer: Arc<dyn Mailer>,
        config: Config,
        metrics_token: Option<String>,
    ) -> Self {
        let store = Store::open(options, records::KINDS, records::MIGRATIONS).unwrap();
        let now = AtomicI64::new(Instant::parse(BEGIN).unwrap().as_millis());
        let clock = Arc::new(TestClock { now, broken: AtomicBool::new(false) });
        let (passwords, ai) = (Passwords::for_tests(), Arc::new(HttpProvider::new()));
        let app = App::new(AppParts { store, clock: clock.clone(), master, passwords, mailer, ai, config });
        let router = invigil::http::router(app.clone(), metrics_token);
        Self { app, clock, mailer: recorder, router, media_stop: OnceLock::new() }
    }

    /// Starts live video on a free loopback port, like `serve` does.
    pub fn start_media(&self) -> SocketAddr {
        // `make prove` sets more, for all tests of live video.
        let threads = std::env::var("INVIGIL_TEST_MEDIA_THREADS").ok().map_or(1, |n| n.parse().unwrap());
        self.start_media_on(threads)
    }

    pub fn start_media_on(&self, threads: usize) -> SocketAddr {
        let port = Port::bind(([127, 0, 0, 1], 0).into()).unwrap();
        let (address, stop) = (port.address(), CancellationToken::new());
        let (notices, _) =
            self.app.media.start(port, MediaOptions { threads, ..MediaOptions::default() }, stop.clone()).unwrap();
        tokio::spawn(video::work(self.app.clone(), notices, stop.clone()));
        // Stops with the application.
        self.media_stop.set(stop.drop_guard()).ok().unwrap();
        address
    }

    pub fn get(&self, path: impl Into<String>) -> Call {
        self.call(Method::GET, path)
    }
    pub fn post(&self, path: impl Into<String>) -> Call {
        self.call(Method::POST, path)
    }
    pub fn put(&self, path: impl Into<String>) -> Call {
        self.call(Method::PUT, path)
    }
    pub fn delete(&self, path: impl Into<String>) -> Call {
        self.call(Method::DELETE, path)
    }
    pub fn call(&self, method: Method, path: impl Into<String>) -> Call {
        Call::new(self.router.clone(), method, path.into())
    }

    pub fn now(&self) -> Instant {
        self.app.now()
    }

    /// The present instant moved by this length of time, as the wire spells it.
    pub fn at(&self, ahead: SignedDuration) -> String {
        self.now().plus(ahead).to_string()
    }

    /// Asserts that indexes and counters equal a rebuild; called at the end of long tests.
    pub fn assert_sound(&self) {
        let report = self.app.store.check().unwrap();
        assert_eq!(report.problems, Vec::<String>::new());
        assert!(report.records > 0);
    }

    /// Lets spawned tasks reach the store, and waits until it has executed their writes.
    pub async fn settle(&self) {
        for _ in 0..4 {
            tokio::task::yield_now().await;
            self.app.store.write(|_| Ok::<_, invigil::domain::Error>(())).await.unwrap();
        }
    }
}
