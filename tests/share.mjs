// The share of the long tests that a run takes: a fifth of them, chosen by a seed. `all` takes all of them.
// As a command: share.mjs nextest|cargo SEED prints the filter, or the arguments, that leave the others of MODULES out;
// share.mjs run SEED NAME COMMAND... runs a suite that the share contains.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { argv, exit } from "node:process";
import { pathToFileURL } from "node:url";

/** The modules, and two tests, in Rust that compute for most of the time: half of the work, in a tenth of the tests. */
const MODULES = [
  "api::anonymous::",
  "api::demo::",
  "api::take::section_lives::",
  "attacks::bytes::",
  "attacks::no_attack_works_with_namespaces",
  "attacks::no_attack_works_with_the_base_alone",
  "attacks::states::",
  "cli::judging::",
  "cli::rehearse::",
  "cli::remote_runner::",
  "cli::runner::",
  "directory::active::",
  "faults::clock::",
  "faults::disk::",
  "faults::greedy::",
  "faults::outside::",
  "faults::states::",
  "kills::",
  "languages::",
  "neighbours::",
  "priority::",
  "service::import::hostile::",
  "service::import::round_trips::",
];

/**
 * @param {string} seed
 * @param {string} name of a module, a file or a suite
 */
export function isChosen(seed, name) {
  return seed === "all" || createHash("sha256").update(`${seed} ${name}`).digest()[0] % 5 === 0;
}

/**
 * @param {string} suite
 * @param {string} program
 * @param {string[]} rest
 */
function run(suite, program, ...rest) {
  console.log([program, ...rest].join(" "));
  const { error, status } = spawnSync(program, rest, { stdio: "inherit" });
  if (error) console.error(`${suite}: ${error.message}`);
  exit(status ?? 1);
}

if (import.meta.url === pathToFileURL(argv[1]).href) {
  const [, , form, seed, suite, ...command] = argv;
  const left = MODULES.filter((module) => !isChosen(seed, module));
  if (form === "nextest") console.log(["all()", ...left.map((module) => `test(/^${module}/)`)].join(" - "));
  else if (form === "cargo") console.log(left.map((module) => `--skip ${module}`).join(" "));
  else if (isChosen(seed, suite)) run(suite, command[0], ...command.slice(1));
  else console.log(`${suite}: left out of this share`);
}
