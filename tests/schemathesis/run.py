"""run.py BINARY EXAMPLES: schemathesis by every role, a site each; then a control that it must find faults in."""

import json
import os
import pathlib
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
# Up to so many examples a call the run is a short one, without every boundary of every field.
SHORT = 5


def roles(site):
    bearer = lambda token: {"Authorization": f"Bearer {token}"}
    return {
        "anonymous": {},
        "applicant": bearer(site.applicant),
        "admin": bearer(site.sign_in("bob@example.org")),
        "superadmin": bearer(site.admin),
        "holder of an attempt's key": {"X-Attempt-Key": site.key},
    }


def schemathesis(url, document, headers, examples, ids, extra=()):
    """Its output; and whether it found nothing."""
    command = [
        str(pathlib.Path(sys.executable).parent / "schemathesis"), "run", str(document), "--url", url,
        "--checks", CHECKS, "--max-examples", str(examples), "--seed", "2026", "--workers", "2",
        "--phases", "coverage,fuzzing" if examples > SHORT else "fuzzing", "--continue-on-failure", "--request-timeout", "40",
        "--suppress-health-check", "all", "--warnings", "off", "--output-sanitize", "false",
        # Ends the session that everything is called with.
        "--exclude-path", "/api/auth/logout",
        # Streams end when the caller leaves; other tests read them.
        "--exclude-path-regex", "/events$",
    ]
    for name, value in headers.items():
        command += ["-H", f"{name}: {value}"]
    env = {**os.environ, "SCHEMATHESIS_HOOKS": "hooks", "PYTHONPATH": str(HERE), "PYTHONDONTWRITEBYTECODE": "1", "INVIGIL_IDS": json.dumps(ids)}
    done = subprocess.run([*command, *extra], env=env, cwd=document.parent, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr, done.returncode == 0


ROLES = ["anonymous", "applicant", "admin", "superadmin", "holder of an attempt's key"]


def main():
    binary, examples = sys.argv[1], int(sys.argv[2])
    # One role alone, while somebody mends what it found.
    only = os.environ.get("INVIGIL_ROLE", "")
    failed = False
    for role in ROLES:
        if only not in role:
            continue
        site = Site(binary)
        try:
            document = pathlib.Path(site.folder.name) / "openapi.json"
            document.write_text(json.dumps(site.call("GET", "/openapi.json")), encoding="utf-8")
            if role == ROLES[0]:
                missed, output = control.missed(schemathesis, document)
                if missed:
                    raise SystemExit(f"schemathesis: the control did not find {', '.join(missed)}:\n{output}")
            output, clean = schemathesis(site.url, document, roles(site)[role], examples, site.ids)
            faults = site.faults()
        finally:
            site.stop()
        summary = [line for line in output.splitlines() if "generated" in line or "passed" in line]
        print(f"schemathesis: {role}: {'nothing found' if clean and not faults else 'FAULTS'} {' '.join(summary)}")
        if not clean or faults:
            failed = True
            print(output, *faults[:20], sep="\n")
    raise SystemExit(1 if failed else 0)


main()
