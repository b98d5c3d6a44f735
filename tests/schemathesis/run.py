"""run.py BINARY EXAMPLES: runs schemathesis as every role, each on a fresh site, and a control with known errors."""

import json
import os
import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True

import control
from world import Site

HERE = pathlib.Path(__file__).parent
CHECKS = ",".join([
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "missing_required_header",
    "unsupported_method",
    "allow_header_conformance",
    "ignored_auth",
])
# Up to this many examples per call, skip the coverage phase (every boundary of every field).
SHORT = 5


CALLERS = HERE.parent / "integration" / "support" / "calls.rs"


def bearer(token):
    return {"Authorization": f"Bearer {token}"}


# Headers of each caller in the access table; those who send nothing of their own are one role.
HEADERS = {
    "Public": lambda site: {},
    "Link": lambda site: {},
    "Key": lambda site: {"X-Attempt-Key": site.key},
    "Peer": lambda site: {"X-Attempt-Key": site.key},
    "Account": lambda site: bearer(site.applicant),
    "Applicant": lambda site: bearer(site.applicant),
    "Reviewer": lambda site: bearer(site.reviewer),
    "Staff": lambda site: bearer(site.staff),
    "Admin": lambda site: bearer(site.sign_in("bob@example.org")),
    "Superadmin": lambda site: bearer(site.admin),
    "Machine": lambda site: bearer(site.runner_token),
}
# Callers who are another one's equal.
SAME = {"Link": "Public", "Peer": "Key", "Account": "Applicant"}


def roles():
    """The callers of the access table, one for each kind of credential, and staff with every given role for some tests."""
    names = re.search(r"^use Who::\{([^}]*)\};", CALLERS.read_text(encoding="utf-8"), re.MULTILINE)[1].split(", ")
    names.append("Staff")
    unknown = [name for name in names if name not in HEADERS]
    if unknown:
        raise SystemExit(f"schemathesis: no headers for {', '.join(unknown)}")
    return [name for name in names if name not in SAME]


def schemathesis(url, document, headers, examples, ids, extra=()):
    """Returns its output, and whether it found no errors."""
    command = [
        str(pathlib.Path(sys.executable).parent / "schemathesis"), "run", str(document), "--url", url,
        "--checks", CHECKS, "--max-examples", str(examples), "--seed", "2026", "--workers", "2",
        "--phases", "coverage,fuzzing" if examples > SHORT else "fuzzing", "--continue-on-failure", "--request-timeout", "40",
        "--suppress-health-check", "all", "--warnings", "off", "--output-sanitize", "false",
        # Would end the session used for all calls.
        "--exclude-path", "/api/auth/logout",
        # Event streams never end; other tests cover them.
        "--exclude-path-regex", "/events$",
    ]
    for name, value in headers.items():
        command += ["-H", f"{name}: {value}"]
    env = {**os.environ, "SCHEMATHESIS_HOOKS": "hooks", "PYTHONPATH": str(HERE), "PYTHONDONTWRITEBYTECODE": "1", "INVIGIL_IDS": json.dumps(ids)}
    done = subprocess.run([*command, *extra], env=env, cwd=document.parent, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr, done.returncode == 0


def main():
    binary, examples = sys.argv[1], int(sys.argv[2])
    # Set to run only one role while fixing its findings.
    only = os.environ.get("INVIGIL_ROLE", "")
    failed = False
    for position, role in enumerate(sorted(roles(), key="Public".__ne__)):
        if only not in role:
            continue
        site = Site(binary)
        try:
            document = pathlib.Path(site.folder.name) / "openapi.json"
            document.write_text(json.dumps(site.call("GET", "/openapi.json")), encoding="utf-8")
            if position == 0:
                missed, output = control.missed(schemathesis, document)
                if missed:
                    raise SystemExit(f"schemathesis: the control did not find {', '.join(missed)}:\n{output}")
            output, clean = schemathesis(site.url, document, HEADERS[role](site), examples, site.ids)
            logged = site.logged()
        finally:
            site.stop()
        summary = [line for line in output.splitlines() if "generated" in line or "passed" in line]
        print(f"schemathesis: {role}: {'nothing found' if clean and not logged else 'ERRORS'} {' '.join(summary)}")
        if not clean or logged:
            failed = True
            print(output, *logged[:20], sep="\n")
    raise SystemExit(1 if failed else 0)


main()
