//! Prometheus metrics.

use crate::{
    app::App, domain::time::SignedDuration, live::media::Media, runner::client::RunnerStatus,
    service::scoring::judging::queue,
};
use axum::http::Method;
use prometheus_client::{
    encoding::{EncodeLabelSet, text::encode},
    metrics::{counter::Counter, family::Family, gauge::Gauge, histogram::Histogram},
    registry::{Metric, Registry, Unit},
};
use std::{fmt::Write, sync::atomic::AtomicU64, time::Duration};

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct MeasuredRequest {
    /// One of a fixed set of labels, see [`method_label`].
    method: &'static str,
    /// Route template, never a path.
    route: String,
    status: u16,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Route {
    route: String,
}

pub struct Metrics {
    registry: Registry,
    requests: Family<MeasuredRequest, Counter>,
    latency: Family<Route, Histogram>,
    streams: Gauge,
    commits: Gauge,
    writes: Gauge,
    queued: Gauge,
    longest: Gauge<f64, AtomicU64>,
    longest_cpu: Gauge<f64, AtomicU64>,
    reopened: Gauge,
    hashes: Gauge,
    runner: Gauge,
    remote_runners: Gauge,
    runner_slots: Gauge,
    remote_jobs: Gauge,
    runs: Gauge,
    runs_waiting: Gauge,
    judgings_waiting: Gauge,
    judgings_failed: Gauge,
    media: MediaMetrics,
    twin: Option<TwinMetrics>,
}

/// Metrics of live video: sums of all its threads, and what shows a thread that is at its limit.
struct MediaMetrics {
    serving: Gauge,
    threads: Gauge,
    publishers: Gauge,
    viewers: Gauge,
    busy: Family<MediaThread, Gauge<f64, AtomicU64>>,
    sessions: Family<MediaThread, Gauge>,
    packets_dropped: Family<MediaThread, Gauge>,
    frames_dropped: Family<MediaThread, Gauge>,
}

/// The number of a media thread, or `port`: at most 33.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct MediaThread {
    thread: String,
}

/// Metrics of a member that leads; a machine that is alone has none of them.
struct TwinMetrics {
    state: Family<TwinState, Gauge>,
    epoch: Gauge,
    number: Gauge,
    members: Gauge,
    away: Gauge,
    synchronous: Gauge,
    lag: Family<TwinMember, Gauge<f64, AtomicU64>>,
    clock: Family<TwinMember, Gauge<f64, AtomicU64>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct TwinState {
    state: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct TwinMember {
    member: String,
}

/// Upper bounds of the latency buckets, in seconds.
const BUCKETS: [f64; 10] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0];

/// A new metric, as the registry reports it.
fn registered<M: Metric + Clone + Default>(registry: &mut Registry, name: &str, help: &str) -> M {
    let metric = M::default();
    registry.register(name, help, metric.clone());
    metric
}

/// The value as a gauge has it.
fn signed(value: impl TryInto<i64>) -> i64 {
    value.try_into().unwrap_or(i64::MAX)
}

impl Metrics {
    pub fn new(is_member: bool) -> Self {
        let mut registry = Registry::with_prefix("invigil");
        let requests = registered(&mut registry, "http_requests", "Requests by route and status");
        let latency = Family::<Route, Histogram>::new_with_constructor(|| Histogram::new(BUCKETS));
        registry.register("http_request_duration_seconds", "Time until the response began", latency.clone());
        let longest = Gauge::<f64, AtomicU64>::default();
        let help = "Longest time of one write transaction on the writer thread since the start";
        registry.register_with_unit("store_longest_write", help, Unit::Seconds, longest.clone());
        let longest_cpu = Gauge::<f64, AtomicU64>::default();
        let help = "Longest processor time of one write transaction since the start; 0 below 0.5 ms";
        registry.register_with_unit("store_longest_write_cpu", help, Unit::Seconds, longest_cpu.clone());
        let mut gauge = |name: &str, help: &str| registered(&mut registry, name, help);
        Self {
            longest,
            longest_cpu,
            streams: gauge("event_streams", "Open event streams"),
            commits: gauge("store_commits", "Durable commits since the start"),
            writes: gauge("store_writes", "Write transactions of use-cases since the start"),
            queued: gauge("store_queue", "Write transactions that wait"),
            reopened: gauge("store_reopened", "Times the database was reopened after an I/O error"),
            hashes: gauge("password_hashes", "Passwords hashed or checked since the start"),
            runner: gauge("runner_connected", "1 if code can be run"),
            remote_runners: gauge("remote_runners", "Code runners on other machines"),
            runner_slots: gauge("runner_slots", "Programs that all code runners run at the same time"),
            remote_jobs: gauge("remote_runner_jobs", "Jobs that code runners on other machines have"),
            runs: gauge("code_runs", "Runs of candidates' code since the start"),
            runs_waiting: gauge("code_runs_unfinished", "Runs that wait or run"),
            judgings_waiting: gauge("judgings_waiting", "Submitted code that waits for its verdict"),
            judgings_failed: gauge("judgings_failed", "Submitted code that could not be judged"),
            media: MediaMetrics::register(&mut registry),
            twin: is_member.then(|| TwinMetrics::register(&mut registry)),
            registry,
            requests,
            latency,
        }
    }
}

impl MediaMetrics {
    fn register(registry: &mut Registry) -> Self {
        let help = "Share of a core that a thread of live video takes, over the last 5 s";
        let busy = registered(registry, "media_thread_busy_ratio", help);
        let sessions = registered(registry, "media_thread_sessions", "Live video connections of a thread");
        let help = "Packets dropped because a thread of live video did not keep up, since the start";
        let packets_dropped = registered(registry, "media_packets_dropped", help);
        let help = "Frames between threads of live video dropped because one did not keep up, since the start";
        let frames_dropped = registered(registry, "media_frames_dropped", help);
        let mut gauge = |name: &str, help: &str| registered(registry, name, help);
        Self {
            serving: gauge("media_serving", "1 if live video is served"),
            threads: gauge("media_threads", "Threads of live video"),
            publishers: gauge("media_candidates", "Candidates connected by live video, on all threads"),
            viewers: gauge("media_viewers", "Monitors and walls connected by live video, on all threads"),
            busy,
            sessions,
            packets_dropped,
            frames_dropped,
        }
    }

    fn set(&self, media: &Media) {
        let (publishers, viewers) = media.connections();
        self.serving.set(i64::from(media.address().is_some()));
        self.threads.set(signed(media.threads()));
        self.publishers.set(signed(publishers));
        self.viewers.set(signed(viewers));
        for load in media.loads() {
            let of = MediaThread { thread: load.thread };
            self.busy.get_or_create(&of).set(load.busy);
            self.sessions.get_or_create(&of).set(signed(load.sessions));
            self.packets_dropped.get_or_create(&of).set(signed(load.packets_dropped));
            self.frames_dropped.get_or_create(&of).set(signed(load.frames_dropped));
        }
    }
}

impl TwinMetrics {
    fn register(registry: &mut Registry) -> Self {
        let lag = Family::default();
        registry.register_with_unit("twin_lag", "Age of what a member has not applied yet", Unit::Seconds, lag.clone());
        let clock = Family::default();
        let help = "How far the log's clock is ahead of a member's";
        registry.register_with_unit("twin_clock_ahead", help, Unit::Seconds, clock.clone());
        let mut gauge = |name: &str, help: &str| registered(registry, name, help);
        Self {
            epoch: gauge("twin_epoch", "Number of the last take-over"),
            number: gauge("twin_number", "The last batch of this member's data"),
            members: gauge("twin_members", "Members of the twin"),
            away: gauge("twin_members_away", "Members that were not seen for 10 s"),
            synchronous: gauge("twin_log_synchronous", "1 if the log waits for a standby"),
            state: registered(registry, "twin_state", "1 for the state of this member"),
            lag,
            clock,
        }
    }

    fn set(&self, app: &App) {
        let Some(log) = app.store.log_standing() else { return };
        self.state.clear();
        self.state.get_or_create(&TwinState { state: log.state }).set(1);
        self.epoch.set(signed(log.epoch));
        self.number.set(signed(log.number));
        self.members.set(signed(log.members.iter().filter(|member| member.state != "joining").count()));
        self.away.set(signed(log.members.iter().filter(|member| member.is_away).count()));
        self.synchronous.set(i64::from(log.is_synchronous));
        // Members come and go; their names are few.
        self.lag.clear();
        self.clock.clear();
        for member in log.members.iter().filter(|member| member.state != "joining") {
            let ahead = if member.name == log.name { log.clock_ahead_ms } else { member.clock_ahead_ms };
            let ahead = SignedDuration::from_millis(ahead).as_secs_f64();
            self.clock.get_or_create(&TwinMember { member: member.name.clone() }).set(ahead);
        }
        for member in log.members.iter().filter(|member| member.name != log.name) {
            let lag = Duration::from_millis(u64::try_from(member.lag_ms).unwrap_or_default());
            self.lag.get_or_create(&TwinMember { member: member.name.clone() }).set(lag.as_secs_f64());
        }
    }
}

/// Returns the method's label, or `OTHER`: clients can invent methods of any length, and each would create a time
/// series that stays until the next start.
pub fn method_label(method: &Method) -> &'static str {
    const KNOWN: [(Method, &str); 9] = [
        (Method::GET, "GET"),
        (Method::POST, "POST"),
        (Method::PUT, "PUT"),
        (Method::DELETE, "DELETE"),
        (Method::HEAD, "HEAD"),
        (Method::OPTIONS, "OPTIONS"),
        (Method::PATCH, "PATCH"),
        (Method::TRACE, "TRACE"),
        (Method::CONNECT, "CONNECT"),
    ];
    #[cfg(debug_assertions)]
    if *ANY_METHOD {
        return method.to_string().leak();
    }
    KNOWN.iter().find(|(known, _)| known == method).map_or("OTHER", |(_, label)| label)
}

/// Removes the bound, so that a test can prove that it would detect a missing one.
#[cfg(debug_assertions)]
static ANY_METHOD: std::sync::LazyLock<bool> =
    std::sync::LazyLock::new(|| std::env::var("INVIGIL_SABOTAGE").is_ok_and(|what| what == "any-method"));

impl Metrics {
    pub fn observe(&self, method: &'static str, route: &str, status: u16, took: Duration) {
        let labels = MeasuredRequest { method, route: route.to_owned(), status };
        self.requests.get_or_create(&labels).inc();
        self.latency.get_or_create(&Route { route: route.to_owned() }).observe(took.as_secs_f64());
    }

    /// Renders the metrics in the `OpenMetrics` text format.
    pub fn render(&self, app: &App) -> String {
        let stats = app.store.stats();
        let set = |gauge: &Gauge, value: u64| gauge.set(i64::try_from(value).unwrap_or(i64::MAX));
        set(&self.streams, app.hub.subscribers() as u64);
        set(&self.commits, stats.commits);
        set(&self.writes, stats.operations);
        set(&self.queued, stats.queued as u64);
        self.longest.set(stats.longest_closure.as_secs_f64());
        self.longest_cpu.set(stats.longest_closure_cpu.as_secs_f64());
        set(&self.reopened, stats.reopens);
        set(&self.hashes, app.secrets.passwords.computed());
        let slots = match app.code.runner.status() {
            RunnerStatus::Ready(welcome) => Some(welcome.slots),
            RunnerStatus::Off | RunnerStatus::Starting | RunnerStatus::Down(_) => None,
        };
        set(&self.runner, u64::from(slots.is_some()));
        set(&self.runner_slots, slots.unwrap_or_default() as u64);
        let remotes = app.code.runner.remotes();
        set(&self.remote_runners, remotes.len() as u64);
        set(&self.remote_jobs, remotes.iter().map(|remote| remote.running).sum::<usize>() as u64);
        let (runs, unfinished) = app.code.runs.counts();
        set(&self.runs, runs);
        set(&self.runs_waiting, unfinished as u64);
        // The last known figures, where the database cannot be read.
        if let Ok((waiting, failed)) = queue::counts(app) {
            set(&self.judgings_waiting, waiting);
            set(&self.judgings_failed, failed);
        }
        self.media.set(&app.media);
        if let Some(twin) = &self.twin {
            twin.set(app);
        }
        let mut text = String::new();
        if encode(&mut text, &self.registry).is_err() {
            let _ = writeln!(text, "# could not be encoded");
        }
        text
    }
}
