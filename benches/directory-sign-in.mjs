// Sign-in by a directory: how many a minute beside saves, and whether its duration reveals who exists there.
// `node benches/directory-sign-in.mjs BINARY [SECONDS] [PAIRS]`; needs slapd (Debian's package) and openssl.
//
// Saves of one candidate are measured alone, and beside 1,000 sign-ins a minute of different people; both figures are of
// the same run. Each guess comes from its own IP address, so that no rate limit applies. Exits with 1 if a sign-in fails,
// or if the ratio of the medians of known and unknown people is outside 0.9 to 1.1.

import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ADMIN, call, caller, exam, ratio, ready, saves, share, show, within, words } from "./support.mjs";

const [binary, seconds = "30", pairs = "200"] = process.argv.slice(2);
if (!binary) {
  console.error("usage: node benches/directory-sign-in.mjs BINARY [SECONDS] [PAIRS]");
  process.exit(2);
}

const PER_MINUTE = 1000;
const PEOPLE = 500;
const PASSWORD = "directory horse";
const LOWEST = 0.9;
const HIGHEST = 1.1;
const folder = mkdtempSync(join(tmpdir(), "invigil-directory-"));
const path = (name) => join(folder, name);
const children = [];

async function freePort() {
  const server = createServer();
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

function certificates() {
  const openssl = (...args) => execFileSync("openssl", args, { cwd: folder, stdio: "pipe" });
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  openssl("req", "-x509", ...key, "-keyout", "ca.key", "-out", "ca.pem", "-days", "2", "-subj", "/CN=Directory CA");
  openssl("req", ...key, "-keyout", "key.pem", "-out", "request.pem", "-subj", "/CN=localhost");
  writeFileSync(path("names"), "subjectAltName=DNS:localhost\n");
  const signed = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2", "-extfile", "names"];
  openssl("x509", "-req", "-in", "request.pem", ...signed, "-out", "cert.pem");
}

function people() {
  const entries = [
    "dn: dc=example,dc=org\nobjectClass: domain\ndc: example",
    `dn: cn=invigil,dc=example,dc=org\nobjectClass: applicationProcess\nobjectClass: simpleSecurityObject\ncn: invigil\nuserPassword: ${PASSWORD}`,
  ];
  const members = [];
  for (let n = 0; n < PEOPLE; n++) {
    const dn = `uid=p${n},dc=example,dc=org`;
    members.push(`member: ${dn}`);
    entries.push(
      `dn: ${dn}\nobjectClass: inetOrgPerson\nuid: p${n}\ncn: Person ${n}\nsn: ${n}\nmail: p${n}@example.org\nuserPassword: ${PASSWORD}`,
    );
  }
  entries.push(`dn: cn=hr,dc=example,dc=org\nobjectClass: groupOfNames\ncn: hr\n${members.join("\n")}`);
  return `${entries.join("\n\n")}\n`;
}

async function directory() {
  certificates();
  mkdirSync(path("directory"));
  writeFileSync(path("people.ldif"), people());
  const schemas = ["core", "cosine", "inetorgperson"].map((name) => `include /etc/ldap/schema/${name}.schema`);
  const settings = [
    ...schemas,
    "modulepath /usr/lib/ldap",
    "moduleload back_mdb",
    `TLSCACertificateFile ${path("ca.pem")}`,
    `TLSCertificateFile ${path("cert.pem")}`,
    `TLSCertificateKeyFile ${path("key.pem")}`,
    "database mdb",
    'suffix "dc=example,dc=org"',
    `directory ${path("directory")}`,
    "index objectClass,uid,mail,member,entryUUID eq",
    "access to attrs=userPassword by anonymous auth by * none",
    'access to * by dn.exact="cn=invigil,dc=example,dc=org" read by * none',
  ];
  writeFileSync(path("slapd.conf"), `${settings.join("\n")}\n`);
  execFileSync("/usr/sbin/slapadd", ["-q", "-f", path("slapd.conf"), "-l", path("people.ldif")], { stdio: "pipe" });
  const port = await freePort();
  const url = `ldaps://localhost:${port}`;
  children.push(spawn("/usr/sbin/slapd", ["-d", "0", "-h", `ldaps://127.0.0.1:${port}/`, "-f", path("slapd.conf")]));
  return url;
}

const invigil = (args, input) => execFileSync(binary, [...args, "--data", path("data")], { input, stdio: ["pipe", "pipe", "inherit"] });

function serve() {
  const proxy = ["--trusted-proxy", "127.0.0.0/8", "--log-level", "error", "--media-listen", "off"];
  const server = spawn(binary, ["serve", "--data", path("data"), "--listen", "127.0.0.1:0", ...proxy], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(server);
  return ready(server);
}

let url = "";
let done;
const send = (method, route, body, headers) => call(`${url}/api${route}`, method, body, headers);

async function signIns(ends) {
  const running = [];
  for (let n = 0; performance.now() < ends; n++) {
    const person = { email: `p${n % PEOPLE}`, password: PASSWORD };
    running.push(done("POST", "/auth/login", person).then(({ ms }) => ms));
    await sleep(60_000 / PER_MINUTE);
  }
  return Promise.all(running);
}

async function guess(email) {
  const { status, ms } = await send("POST", "/auth/login", { email, password: "a wrong horse" });
  if (status !== 401) throw new Error(`${email}: ${status}`);
  return ms;
}

let failed = false;
try {
  const server = await directory();
  invigil(["admin", "create", "--email", ADMIN.email, "--name", "Ada", "--password-stdin"], `${ADMIN.password}\n`);
  const role = ["--role", "cn=hr,dc=example,dc=org=viewer"];
  const account = ["--bind-dn", "cn=invigil,dc=example,dc=org", "--password-stdin", "--base", "dc=example,dc=org"];
  invigil(["ldap", "set", "--server", server, "--ca", path("ca.pem"), ...account, ...role], `${PASSWORD}\n`);
  url = await serve();
  done = caller(url);
  const { candidate } = await exam(done);

  const length = Number(seconds) * 1000;
  await saves(done, candidate, within(2000));
  const alone = await saves(done, candidate, within(length));
  const ends = performance.now() + length;
  const [beside, entered] = await Promise.all([saves(done, candidate, () => performance.now() < ends), signIns(ends)]);
  console.log(`saves alone: ${words(alone)}`);
  console.log(`saves beside sign-ins: ${words(beside)}; p99 ratio ${(share(beside, 0.99) / share(alone, 0.99)).toFixed(2)}`);
  console.log(`sign-ins, ${Math.round((entered.length / Number(seconds)) * 60)} a minute: ${words(entered)}`);

  const found = await ratio(Number(pairs), (n) => guess(`p${n}`), (n) => guess(`x${n}`));
  show(`known, unknown (${pairs} each)`, found);
  failed = found.ratio < LOWEST || found.ratio > HIGHEST;
} finally {
  for (const child of children) {
    child.removeAllListeners("exit");
    child.kill();
  }
  rmSync(folder, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);
