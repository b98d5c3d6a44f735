//! Samba's domain controller, an Active Directory of its own: on an address of its own, since its ports are fixed.

use super::slapd::Authority;
use std::{
    fs,
    net::TcpStream,
    path::Path,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};
use tempfile::TempDir;

const SAMBA: &str = "/usr/sbin/samba";
const SETUP: &str = "/usr/share/samba/setup";
const START: Duration = Duration::from_mins(1);
pub const BASE: &str = "dc=ad,dc=example,dc=org";
/// Its policy wants three kinds of characters.
pub const PASSWORD: &str = "Directory Horse 1";

pub struct Samba {
    folder: TempDir,
    child: Option<Child>,
    pub address: String,
    pub authority: Authority,
    /// Of its domain: `S-1-5-21-..`.
    pub sid: String,
}

/// Why there is none.
pub fn missing() -> Option<&'static str> {
    if !Path::new(SAMBA).exists() || !Path::new(SETUP).exists() {
        return Some("samba-ad-dc is not installed");
    }
    // Its ports are below 1024.
    let is_root = fs::metadata("/proc/self").is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0);
    (!is_root).then_some("a domain controller needs root")
}

impl Samba {
    pub fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let [_, .., high, low] = std::process::id().to_be_bytes();
        let address = format!("127.88.{high}.{}", low.max(1));
        let authority = Authority::with_server(&address);
        let mut samba = Self { folder, child: None, address, authority, sid: String::new() };
        samba.sid = samba.provision();
        for (name, text) in [
            ("ca.pem", &samba.authority.pem),
            ("cert.pem", &samba.authority.server_cert),
            ("key.pem", &samba.authority.server_key),
        ] {
            fs::write(samba.folder.path().join(name), text).unwrap();
        }
        // It refuses a key that others may read.
        let own = std::os::unix::fs::PermissionsExt::from_mode(0o600);
        fs::set_permissions(samba.folder.path().join("key.pem"), own).unwrap();
        samba.run();
        samba
    }

    fn shown(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }

    /// Returns the SID of the domain.
    fn provision(&self) -> String {
        let done = Command::new("/usr/bin/samba-tool")
            .args(["domain", "provision", "--realm=AD.EXAMPLE.ORG", "--domain=EXAMPLE", "--server-role=dc"])
            .args(["--dns-backend=NONE", "--host-name=dc1", "--option=bind interfaces only=yes"])
            .arg(format!("--adminpass={PASSWORD}"))
            .arg(format!("--targetdir={}", self.folder.path().display()))
            .arg(format!("--host-ip={}", self.address))
            .arg(format!("--option=interfaces={}/8", self.address))
            // Works on file systems without extended attributes.
            .arg("--option=vfs objects=acl_xattr xattr_tdb dfs_samba4")
            .output()
            .unwrap();
        let output = [done.stdout, done.stderr].concat();
        let output = String::from_utf8_lossy(&output);
        assert!(done.status.success(), "{output}");
        let (_, rest) = output.split_once("DOMAIN SID:").expect("it is printed");
        rest.split_whitespace().next().unwrap_or_default().to_owned()
    }

    fn run(&mut self) {
        let mut command = Command::new(SAMBA);
        command.args(["-i", "-M", "single", "-s", &self.shown("etc/smb.conf"), "--option=server services=ldap"]);
        for (option, file) in [
            ("log file", "log"),
            ("pid directory", ""),
            ("ncalrpc dir", "ncalrpc"),
            ("tls cafile", "ca.pem"),
            ("tls certfile", "cert.pem"),
            ("tls keyfile", "key.pem"),
        ] {
            command.arg(format!("--option={option}={}", self.shown(file)));
        }
        let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        self.child = Some(child.unwrap());
        let begun = Instant::now();
        while TcpStream::connect((self.address.as_str(), 636)).is_err() {
            assert!(begun.elapsed() < START, "samba does not start");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Changes its database with `samba-tool`.
    pub fn tool(&self, arguments: &[&str]) {
        let done = Command::new("/usr/bin/samba-tool")
            .args(arguments)
            .args(["-s", &self.shown("etc/smb.conf"), "-H", &self.shown("private/sam.ldb")])
            .output()
            .unwrap();
        assert!(done.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&done.stderr));
    }

    pub fn user(&self, name: &str, given: &str, surname: &str) {
        let of = |option: &str, value: &str| format!("--{option}={value}");
        let mail = format!("{name}@example.org");
        self.tool(&[
            "user",
            "create",
            name,
            PASSWORD,
            &of("given-name", given),
            &of("surname", surname),
            &of("mail-address", &mail),
        ]);
    }
}

impl Drop for Samba {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
