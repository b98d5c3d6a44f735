//! `OpenLDAP`'s server with settings, data and certificates of its own, on free ports of 127.0.0.1.

use crate::support::free_port::free_port;
use ldap3::{Ldap, LdapConnAsync, Mod};
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use std::{
    collections::HashSet,
    fs,
    net::{Ipv4Addr, TcpStream},
    path::Path,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};
use tempfile::TempDir;

const SLAPD: &str = "/usr/sbin/slapd";
const START: Duration = Duration::from_secs(30);
pub const SITE: &str = "cn=invigil,dc=example,dc=org";
pub const SITE_PASSWORD: &str = "service words";
pub const PASSWORD: &str = "directory horse";
const ROOT: &str = "cn=root,dc=example,dc=org";

/// An authority of the tests, and the certificate of a server.
pub struct Authority {
    pub pem: String,
    pub server_cert: String,
    pub server_key: String,
}

impl Authority {
    pub fn new() -> Self {
        Self::with_server("localhost")
    }

    pub fn with_server(name: &str) -> Self {
        let key = KeyPair::generate().unwrap();
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let pem = params.self_signed(&key).unwrap().pem();
        let issuer = Issuer::new(params, key);
        let own = KeyPair::generate().unwrap();
        let server = CertificateParams::new(vec![name.into()]).unwrap().signed_by(&own, &issuer).unwrap();
        Self { pem, server_cert: server.pem(), server_key: own.serialize_pem() }
    }
}

pub struct Slapd {
    folder: TempDir,
    child: Option<Child>,
    pub plain: u16,
    pub tls: u16,
    pub authority: Authority,
}

/// Why there is none.
pub fn missing() -> Option<&'static str> {
    (!Path::new(SLAPD).exists()).then_some("slapd is not installed")
}

const PEOPLE: &str = "
dn: dc=example,dc=org
objectClass: domain
dc: example

dn: cn=invigil,dc=example,dc=org
objectClass: applicationProcess
objectClass: simpleSecurityObject
cn: invigil
userPassword: service words

dn: ou=people,dc=example,dc=org
objectClass: organizationalUnit
ou: people

dn: ou=groups,dc=example,dc=org
objectClass: organizationalUnit
ou: groups

dn: uid=greta,ou=people,dc=example,dc=org
objectClass: inetOrgPerson
uid: greta
cn: Greta Graf
sn: Graf
mail: greta@example.org
userPassword: directory horse

dn: cn=Kern\\, Kurt (IT)*,ou=people,dc=example,dc=org
objectClass: inetOrgPerson
uid: kurt
cn: Kern, Kurt (IT)*
sn: Kern
mail: Kurt@Example.org
userPassword: directory horse

dn: uid=nemo,ou=people,dc=example,dc=org
objectClass: inetOrgPerson
uid: nemo
cn: Nemo
sn: Nemo
mail: nemo@example.org
userPassword: directory horse

dn: uid=ada,ou=people,dc=example,dc=org
objectClass: inetOrgPerson
uid: ada
cn: Another Ada
sn: Ada
mail: ada@example.org
userPassword: directory horse

dn: uid=twin1,ou=people,dc=example,dc=org
objectClass: inetOrgPerson
uid: twin1
cn: Twin
sn: Twin
mail: twins@example.org
userPassword: directory horse

dn: uid=twin2,ou=people,dc=example,dc=org
objectClass: inetOrgPerson
uid: twin2
cn: Twin
sn: Twin
mail: twins@example.org
userPassword: directory horse

dn: cn=hr,ou=groups,dc=example,dc=org
objectClass: groupOfNames
cn: hr
member: cn=staffing,ou=groups,dc=example,dc=org
member: uid=ada,ou=people,dc=example,dc=org
member: uid=twin1,ou=people,dc=example,dc=org

dn: cn=staffing,ou=groups,dc=example,dc=org
objectClass: groupOfNames
cn: staffing
member: cn=hr,ou=groups,dc=example,dc=org
member: uid=greta,ou=people,dc=example,dc=org

dn: cn=IT\\, all,ou=groups,dc=example,dc=org
objectClass: groupOfUniqueNames
cn: IT, all
uniqueMember: cn=Kern\\, Kurt (IT)*,ou=people,dc=example,dc=org
";

impl Slapd {
    pub fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("data")).unwrap();
        let authority = Authority::new();
        for (name, text) in
            [("ca.pem", &authority.pem), ("cert.pem", &authority.server_cert), ("key.pem", &authority.server_key)]
        {
            fs::write(path(name), text).unwrap();
        }
        fs::write(path("people.ldif"), PEOPLE.trim_start()).unwrap();
        let shown = |name: &str| path(name).display().to_string();
        let schemas: String = ["core", "cosine", "inetorgperson"]
            .map(|name| format!("include /etc/ldap/schema/{name}.schema\n"))
            .concat();
        let settings = format!(
            "{schemas}modulepath /usr/lib/ldap\nmoduleload back_mdb\nmoduleload ppolicy\npidfile {}\n\
             TLSCACertificateFile {}\nTLSCertificateFile {}\nTLSCertificateKeyFile {}\n\
             database mdb\nsuffix \"dc=example,dc=org\"\nrootdn \"{ROOT}\"\nrootpw {PASSWORD:?}\nmaxsize 10485760\n\
             directory {}\noverlay ppolicy\nindex objectClass,uid,mail,member,uniqueMember,entryUUID eq\n\
             access to attrs=userPassword by anonymous auth by * none\n\
             access to * by dn.exact=\"{SITE}\" read by * none\n",
            shown("pid"),
            shown("ca.pem"),
            shown("cert.pem"),
            shown("key.pem"),
            shown("data"),
        );
        fs::write(path("slapd.conf"), settings).unwrap();
        let loaded = Command::new("/usr/sbin/slapadd")
            .args(["-q", "-f", &shown("slapd.conf"), "-l", &shown("people.ldif")])
            .output()
            .unwrap();
        assert!(loaded.status.success(), "{}", String::from_utf8_lossy(&loaded.stderr));
        let mut slapd = Self { folder, child: None, plain: free_port(), tls: free_port(), authority };
        slapd.resume();
        slapd
    }

    pub fn ldaps(&self) -> String {
        format!("ldaps://localhost:{}", self.tls)
    }

    pub fn ldap(&self) -> String {
        format!("ldap://localhost:{}", self.plain)
    }

    pub fn stop(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// Starts it on the ports that it had.
    pub fn resume(&mut self) {
        let addresses = format!("ldap://127.0.0.1:{}/ ldaps://127.0.0.1:{}/", self.plain, self.tls);
        let settings = self.folder.path().join("slapd.conf");
        let command = ["-d", "0", "-h", &addresses, "-f", settings.to_str().unwrap()];
        let child = Command::new(SLAPD).args(command).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        self.child = Some(child.unwrap());
        let begun = Instant::now();
        for port in [self.plain, self.tls] {
            while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err() {
                assert!(begun.elapsed() < START, "slapd does not start");
                std::thread::sleep(Duration::from_millis(20));
            }
        }
    }

    async fn as_root(&self) -> Ldap {
        let (driver, mut ldap) = LdapConnAsync::new(&format!("ldap://127.0.0.1:{}", self.plain)).await.unwrap();
        tokio::spawn(driver.drive());
        ldap.simple_bind(ROOT, PASSWORD).await.unwrap().success().unwrap();
        ldap
    }

    /// Adds people, and returns their names.
    pub async fn hire(&self, count: usize) -> Vec<String> {
        let mut ldap = self.as_root().await;
        let names: Vec<String> = (0..count).map(|n| format!("p{n}")).collect();
        for name in names.iter().map(String::as_str) {
            let mail = format!("{name}@example.org");
            let entry = [
                ("objectClass", "inetOrgPerson"),
                ("uid", name),
                ("cn", name),
                ("sn", name),
                ("mail", mail.as_str()),
                ("userPassword", PASSWORD),
            ];
            let entry = entry.map(|(attribute, value)| (attribute.to_owned(), HashSet::from([value.to_owned()])));
            let added = ldap.add(&format!("uid={name},ou=people,dc=example,dc=org"), entry.to_vec()).await;
            added.unwrap().success().unwrap();
        }
        names
    }

    /// Replaces the values of an attribute.
    pub async fn replace(&self, dn: &str, attribute: &str, values: &[&str]) {
        let change =
            vec![Mod::Replace(attribute.to_owned(), values.iter().map(|v| (*v).to_owned()).collect::<HashSet<_>>())];
        self.as_root().await.modify(dn, change).await.unwrap().success().unwrap();
    }

    pub async fn delete(&self, dn: &str) {
        self.as_root().await.delete(dn).await.unwrap().success().unwrap();
    }
}

impl Drop for Slapd {
    fn drop(&mut self) {
        self.stop();
    }
}
