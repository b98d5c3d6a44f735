//! A Postfix with settings and folders of its own, on free ports of 127.0.0.1. It discards what it takes.

use crate::support::free_port::free_port;
use std::{
    fmt::Write,
    fs::{self, File, Permissions},
    net::Ipv4Addr,
    os::unix::fs::{PermissionsExt, chown},
    path::Path,
    process::{Command, Stdio},
    time::{Duration, Instant},
};
use tempfile::TempDir;

const POSTFIX: &str = "/usr/sbin/postfix";
/// As long as a busy machine may need.
const START: Duration = Duration::from_secs(30);

/// A service on a port, with settings of its own.
pub struct Service {
    pub name: &'static str,
    /// `name=value`, without spaces.
    pub options: Vec<String>,
}

pub struct Postfix {
    folder: TempDir,
    ports: Vec<(&'static str, u16)>,
}

/// Why there is none.
pub fn missing() -> Option<&'static str> {
    if !Path::new(POSTFIX).exists() {
        return Some("Postfix is not installed");
    }
    (!nix::unistd::geteuid().is_root()).then_some("Postfix is started by root")
}

fn id_of(user: &str) -> Option<u32> {
    let users = fs::read_to_string("/etc/passwd").unwrap();
    let line = users.lines().find(|line| line.split(':').next() == Some(user))?;
    line.split(':').nth(2)?.parse().ok()
}

impl Postfix {
    pub fn start(settings: &str, services: Vec<Service>, slow_greeting: Duration) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
        let path = |name: &str| folder.path().join(name);
        for name in ["config", "queue", "data"] {
            fs::create_dir(path(name)).unwrap();
        }
        chown(path("data"), id_of("postfix"), None).unwrap();
        let (mut ports, mut master) = (Vec::new(), String::new());
        for Service { name, options } in services {
            let port = free_port();
            writeln!(master, "127.0.0.1:{port} inet n - n - - smtpd").unwrap();
            for option in options {
                writeln!(master, "  -o {option}").unwrap();
            }
            ports.push((name, port));
        }
        let port = free_port();
        writeln!(master, "127.0.0.1:{port} inet n - n - 1 postscreen").unwrap();
        ports.push(("slow greeting", port));
        for line in [
            "smtpd pass - - n - - smtpd",
            "dnsblog unix - - n - 0 dnsblog",
            "tlsproxy unix - - n - 0 tlsproxy",
            "cleanup unix n - n - 0 cleanup",
            "qmgr unix n - n 300 1 qmgr",
            "rewrite unix - - n - - trivial-rewrite",
            "bounce unix - - n - 0 bounce",
            "defer unix - - n - 0 bounce",
            "trace unix - - n - 0 bounce",
            "verify unix - - n - 1 verify",
            "flush unix n - n 1000? 0 flush",
            "proxymap unix - - n - - proxymap",
            "error unix - - n - - error",
            "retry unix - - n - - error",
            "discard unix - - n - - discard",
            "anvil unix - - n - 1 anvil",
            "scache unix - - n - 1 scache",
            "postlog unix-dgram n - n - 1 postlogd",
        ] {
            master += line;
            master.push('\n');
        }
        let shown = |name: &str| path(name).display().to_string();
        let main = format!(
            "compatibility_level = 3.6\nqueue_directory = {}\ndata_directory = {}\nmail_owner = postfix\n\
             setgid_group = postdrop\ninet_interfaces = 127.0.0.1\ninet_protocols = ipv4\nmyhostname = mx.example.net\n\
             mydestination =\nmynetworks = 127.0.0.0/8\nlocal_transport = discard\ndefault_transport = discard\n\
             relay_transport = discard\nalias_maps =\nalias_database =\nmaillog_file_prefixes = {}\n\
             maillog_file = {}\npostscreen_greet_wait = {}s\npostscreen_greet_action = enforce\n\
             postscreen_access_list =\nsmtpd_client_event_limit_exceptions =\n\
             smtpd_relay_restrictions = permit_mynetworks, reject_unauth_destination\n{settings}\n",
            shown("queue"),
            shown("data"),
            folder.path().display(),
            shown("log"),
            slow_greeting.as_secs(),
        );
        fs::write(path("config/main.cf"), main).unwrap();
        fs::write(path("config/master.cf"), master).unwrap();
        let postfix = Self { folder, ports };
        let started = postfix.command("start").status().unwrap();
        assert!(started.success(), "{}", postfix.log());
        let begun = Instant::now();
        for (_, port) in &postfix.ports {
            while std::net::TcpStream::connect((Ipv4Addr::LOCALHOST, *port)).is_err() {
                assert!(begun.elapsed() < START, "{}", postfix.log());
                std::thread::sleep(Duration::from_millis(20));
            }
        }
        postfix
    }

    fn command(&self, what: &str) -> Command {
        let mut command = Command::new(POSTFIX);
        let said = File::options().create(true).append(true).open(self.folder.path().join("said")).unwrap();
        command.arg("-c").arg(self.folder.path().join("config")).arg(what).stdout(Stdio::null()).stderr(said);
        command
    }

    pub fn port(&self, name: &str) -> u16 {
        self.ports.iter().find(|(own, _)| *own == name).unwrap().1
    }

    pub fn log(&self) -> String {
        let read = |name: &str| fs::read_to_string(self.folder.path().join(name)).unwrap_or_default();
        read("said") + &read("log")
    }
}

impl Drop for Postfix {
    fn drop(&mut self) {
        let _ = self.command("abort").status();
    }
}
