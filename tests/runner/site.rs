//! A place of one test: a user of its own, a folder, a runner, and a process to attack.

use crate::client::Client;
use nix::{
    sys::signal::{Signal, kill},
    unistd::{Gid, Pid, Uid, chown, getuid},
};
use serde_json::{Value, json};
use std::{
    fs,
    io::{BufRead, BufReader},
    os::unix::{
        fs::{DirBuilderExt, MetadataExt, PermissionsExt},
        process::CommandExt,
    },
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{
        OnceLock,
        atomic::{AtomicU32, Ordering::Relaxed},
    },
    thread,
    time::{Duration, Instant},
};
use tempfile::TempDir;

/// The binary, where every user may execute it: the checkout may be in a folder of root's own.
pub fn binary() -> &'static Path {
    static PLACE: OnceLock<PathBuf> = OnceLock::new();
    PLACE.get_or_init(|| {
        let built = Path::new(env!("CARGO_BIN_EXE_invigil"));
        let is_open = |path: &Path| fs::metadata(path).is_ok_and(|meta| meta.mode() & 0o001 != 0);
        if !getuid().is_root() || built.ancestors().all(is_open) {
            return built.to_owned();
        }
        let copy = PathBuf::from(format!("/var/tmp/invigil-runner-tests-{}", std::process::id()));
        fs::copy(built, &copy).unwrap();
        fs::set_permissions(&copy, fs::Permissions::from_mode(0o755)).unwrap();
        copy
    })
}
/// Numbers above are of no account; each site has one.
const FIRST_UID: u32 = 1_000_000;
const UIDS_PER_PROCESS: u32 = 64;
/// Probes of all languages on a busy machine.
const START_TIMEOUT: Duration = Duration::from_mins(2);
const CGROUPS: &str = "/sys/fs/cgroup";
/// Joins the cgroup `$0`, or the leaf that an earlier runner has made of it, and becomes the user `$1`.
const DELEGATE: &str = r#"{ echo 0 > "$0/cgroup.procs" || echo 0 > "$0/runner/cgroup.procs"; } 2> /dev/null && user=$1 && shift &&
exec /usr/bin/setpriv --reuid "$user" --regid "$user" --clear-groups -- "$@""#;
pub const SECRET: &str = "GOT the secret\n";

const VICTIM: &str = r"
import os, signal, socket, sys, time
data = sys.argv[1]
for s in (signal.SIGUSR1, signal.SIGIO):
    signal.signal(s, lambda *a: open(data + '/signalled', 'w').close())
tcp = socket.socket(); tcp.bind(('127.0.0.1', 0)); tcp.listen()
udp = socket.socket(type=socket.SOCK_DGRAM); udp.bind(('127.0.0.1', 0))
abstract = socket.socket(socket.AF_UNIX); abstract.bind('\0victim-%d' % os.getpid()); abstract.listen()
path = socket.socket(socket.AF_UNIX); path.bind(data + '/invigil.sock'); path.listen()
print(tcp.getsockname()[1], udp.getsockname()[1], flush=True)
while True:
    time.sleep(1)
";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layers {
    /// Everything that the machine has; namespaces are demanded if it has them.
    All,
    /// Without namespaces and cgroup.
    Base,
}

/// Whether a user without privileges may create namespaces here. Where not, the base alone is tested.
pub fn has_namespaces() -> bool {
    static FOUND: OnceLock<bool> = OnceLock::new();
    *FOUND.get_or_init(|| {
        let mut unshare = Command::new("/usr/bin/unshare");
        unshare
            .args(["--user", "--map-root-user", "--mount", "--pid", "--fork", "--net", "/bin/true"])
            .current_dir("/");
        if getuid().is_root() {
            unshare.uid(FIRST_UID).gid(FIRST_UID);
        }
        let found = unshare.stderr(Stdio::null()).status().is_ok_and(|status| status.success());
        if !found {
            eprintln!("not run: the layer of namespaces, which this machine refuses");
        }
        found
    })
}

/// Whether cgroups can be delegated to the users of the tests: by root, on a machine with cgroup v2 and its controllers.
pub fn has_cgroup() -> bool {
    let controllers = fs::read_to_string(CGROUPS.to_owned() + "/cgroup.controllers").unwrap_or_default();
    let has = |needed: &str| controllers.split_whitespace().any(|given| given == needed);
    let found = getuid().is_root() && has("memory") && has("pids");
    if !found {
        eprintln!("not run: a delegated cgroup, which this machine or user does not have");
    }
    found
}

pub struct Site {
    pub uid: Uid,
    dir: TempDir,
    runner: Option<Child>,
    victim: Option<Child>,
    layers: Layers,
    sabotage: &'static str,
}

static NEXT: AtomicU32 = AtomicU32::new(0);

impl Site {
    pub fn new(layers: Layers) -> Self {
        Self::sabotaged(layers, "")
    }

    /// With faults of a debug build.
    pub fn sabotaged(layers: Layers, sabotage: &'static str) -> Self {
        let own = getuid();
        // As root, every test has a user of its own, so that what it leaves behind is found.
        let next = || FIRST_UID + std::process::id() * UIDS_PER_PROCESS + NEXT.fetch_add(1, Relaxed) % UIDS_PER_PROCESS;
        let uid = if own.is_root() { Uid::from_raw(next()) } else { own };
        let dir = tempfile::Builder::new().prefix("runner-").tempdir_in("/var/tmp").unwrap();
        let site = Self { uid, dir, runner: None, victim: None, layers, sabotage };
        fs::set_permissions(site.path(), fs::Permissions::from_mode(0o755)).unwrap();
        site.give(site.path());
        for name in ["data", "cache", "cache/other"] {
            fs::DirBuilder::new().mode(0o700).create(site.path().join(name)).unwrap();
            site.give(&site.path().join(name));
        }
        for name in ["data/invigil.redb", "cache/other/secret"] {
            fs::write(site.path().join(name), SECRET).unwrap();
            fs::set_permissions(site.path().join(name), fs::Permissions::from_mode(0o600)).unwrap();
            site.give(&site.path().join(name));
        }
        site.write_languages(&["python", "c++"]);
        site
    }

    pub fn path(&self) -> &Path {
        self.dir.path()
    }

    pub fn data(&self) -> PathBuf {
        self.path().join("data")
    }

    /// Where the folders of jobs are.
    pub fn jobs(&self) -> PathBuf {
        self.path().join("cache/jobs")
    }

    /// Folders of runners, and what runners left.
    pub fn folders(&self) -> usize {
        let entries = fs::read_dir(self.jobs()).unwrap().flatten();
        entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir())).count()
    }

    pub fn socket(&self) -> PathBuf {
        self.path().join("runner.sock")
    }

    pub fn give(&self, path: &Path) {
        if getuid().is_root() {
            chown(path, Some(self.uid), Some(Gid::from_raw(self.uid.as_raw()))).unwrap();
        }
    }

    /// Offers only these, so that a start is quick, and forms of them that may do more.
    pub fn write_languages(&self, offered: &[&str]) {
        let mut table = serde_json::Map::new();
        for language in invigil::runner::language::languages() {
            let mut form = |suffix: &str, field: &str, value: Value| {
                let mut fields = serde_json::to_value(&language).unwrap();
                fields[field] = value;
                table.insert(format!("{}{suffix}", language.name), fields);
            };
            if !offered.contains(&language.name.as_str()) {
                table.insert(language.name.clone(), Value::Null);
                continue;
            }
            if ["python", "c++"].contains(&language.name.as_str()) {
                form("-wide", "limits_address_space", json!(false));
                form("-fork", "may_fork", json!(true));
            }
        }
        if offered.contains(&"python") {
            let python = invigil::runner::language::languages().into_iter().find(|l| l.name == "python");
            let mut python = serde_json::to_value(python.unwrap()).unwrap();
            python["read"] = json!([self.path().join("setuid")]);
            table.insert("python-setuid".into(), python);
        }
        fs::write(self.path().join("languages.json"), Value::Object(table).to_string()).unwrap();
    }

    /// A command as the site's user.
    pub fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command.env_clear().env("PATH", "/usr/bin:/bin").current_dir(self.path());
        if getuid().is_root() {
            command.uid(self.uid.as_raw()).gid(self.uid.as_raw());
        }
        command
    }

    /// A cgroup of the site's user, as a service manager delegates it.
    fn delegated(&self) -> PathBuf {
        let group = Path::new(CGROUPS).join(format!("invigil-{}", self.uid));
        fs::write(CGROUPS.to_owned() + "/cgroup.subtree_control", "+memory +pids").unwrap();
        fs::create_dir_all(&group).unwrap();
        self.give(&group);
        for file in ["cgroup.procs", "cgroup.threads", "cgroup.subtree_control"] {
            self.give(&group.join(file));
        }
        group
    }

    pub fn invigil(&self, args: &[&str]) -> Command {
        let mut command = if self.layers == Layers::All && has_cgroup() {
            let mut command = self.command("/bin/sh");
            command.uid(0).gid(0).arg("-c").arg(DELEGATE).arg(self.delegated()).arg(self.uid.to_string()).arg(binary());
            command
        } else {
            self.command(binary())
        };
        let sabotage = match self.layers {
            Layers::All => self.sabotage.to_owned(),
            Layers::Base => format!("namespaces,cgroup,{}", self.sabotage),
        };
        command
            .args(args)
            .env("CACHE_DIRECTORY", self.path().join("cache"))
            .env("INVIGIL_RUNNER_SOCKET", self.socket())
            .env("INVIGIL_RUNNER_LANGUAGES", self.path().join("languages.json"))
            .env("INVIGIL_SANDBOX_SABOTAGE", sabotage);
        command
    }

    pub fn log(&self) -> String {
        fs::read_to_string(self.path().join("log")).unwrap_or_default()
    }

    /// Starts the runner and connects to it.
    pub fn start(&mut self) -> Client {
        self.start_with(1, &[])
    }

    /// With so many programs at once.
    pub fn start_with_slots(&mut self, slots: usize) -> Client {
        self.start_with(slots, &[])
    }

    /// As a server starts it: it ends with this process.
    pub fn start_as_child(&mut self) -> Client {
        self.start_with(1, &["--lifeline"])
    }

    /// As [`Site::start_as_child`], with slots for programs that wait.
    pub fn start_wide(&mut self) -> Client {
        self.start_with(4, &["--lifeline"])
    }

    /// Starts the runner, and does not wait for it.
    pub fn spawn(&mut self, slots: usize, more: &[&str]) {
        let log = fs::OpenOptions::new().create(true).append(true).open(self.path().join("log")).unwrap();
        let mut command = self.invigil(&[&["runner", "--slots", &slots.to_string()], more].concat());
        self.runner = Some(command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(log).spawn().unwrap());
    }

    fn start_with(&mut self, slots: usize, more: &[&str]) -> Client {
        self.spawn(slots, more);
        let began = Instant::now();
        loop {
            if let Ok(client) = Client::connect(&self.socket()) {
                let is_expected = self.layers == Layers::All && has_namespaces();
                let holds = client.welcome.layers.iter().any(|layer| layer == "namespaces");
                assert!(holds || !is_expected, "{}", self.log());
                let is_limited = client.welcome.layers.iter().any(|layer| layer == "cgroup");
                assert_eq!(is_limited, self.layers == Layers::All && has_cgroup(), "{}", self.log());
                return client;
            }
            let ended = self.runner.as_mut().unwrap().try_wait().unwrap();
            assert!(ended.is_none() && began.elapsed() < START_TIMEOUT, "{ended:?} {}", self.log());
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Kills the runner with SIGKILL.
    pub fn kill_runner(&mut self) {
        let mut runner = self.runner.take().unwrap();
        runner.kill().unwrap();
        runner.wait().unwrap();
    }

    /// Stops the runner with SIGTERM.
    pub fn stop_runner(&mut self) -> Option<i32> {
        let mut runner = self.runner.take().unwrap();
        kill(Pid::from_raw(runner.id().cast_signed()), Signal::SIGTERM).unwrap();
        runner.wait().unwrap().code()
    }

    /// Starts the process to attack, and returns what an attack knows.
    pub fn victim(&mut self) -> Value {
        let mut command = self.command("/usr/bin/python3");
        command.args(["-c", VICTIM]).arg(self.data()).env("SECRET", "GOT the key");
        let mut victim = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(victim.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let ports: Vec<u16> = line.split_whitespace().map(|port| port.parse().unwrap()).collect();
        let pid = victim.id();
        self.victim = Some(victim);
        json!({
            "pid": pid, "tcp": ports[0], "udp": ports[1], "data": self.data(), "other": self.path().join("cache/other"),
            "setuid": self.path().join("setuid/id"),
        })
    }

    /// A tracer that ends before its victim has stopped leaves it stopped.
    pub fn wake_victim(&self) {
        if let Some(victim) = &self.victim {
            let _ = kill(Pid::from_raw(i32::try_from(victim.id()).unwrap()), Signal::SIGCONT);
        }
    }

    /// Processes of the site's user.
    pub fn entries(&self) -> Vec<i32> {
        let entries = fs::read_dir("/proc").unwrap().flatten();
        let own = entries.filter(|entry| entry.metadata().is_ok_and(|meta| meta.uid() == self.uid.as_raw()));
        own.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect()
    }

    /// Those that run.
    pub fn processes(&self) -> Vec<i32> {
        let runs = |pid: &i32| {
            let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
            stat.rsplit_once(')').is_some_and(|(_, fields)| !fields.trim_start().starts_with(['Z', 'X']))
        };
        self.entries().into_iter().filter(runs).collect()
    }

    /// Processes that are not among those `known`.
    pub fn others(&self, known: &[i32]) -> Vec<i32> {
        self.processes().into_iter().filter(|pid| !known.contains(pid)).collect()
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        for mut child in self.runner.take().into_iter().chain(self.victim.take()) {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Tests of the base share the count of processes of their user: without root, only one of them runs at a time.
pub fn one_at_a_time() -> fs::File {
    let path = std::env::temp_dir().join(format!("invigil-runner-tests-{}", getuid()));
    let lock = fs::OpenOptions::new().create(true).write(true).truncate(false).open(path).unwrap();
    if !getuid().is_root() {
        lock.lock().unwrap();
    }
    lock
}
