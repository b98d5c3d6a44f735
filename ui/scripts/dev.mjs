// Server and page with reload: the demo on http://127.0.0.1:8080, the page with hot reload on the address that Vite prints.
// A change below src/ or assets/ builds the server again and restarts it; one that does not build leaves the old one running.
import { spawn } from "node:child_process";
import { watch } from "node:fs";
import { join } from "node:path";

const ui = new URL("..", import.meta.url).pathname;
const root = join(ui, "..");
const cargo = process.env.CARGO ?? "cargo";
const DEBOUNCE_MS = 300;

const run = (command, args, cwd) => spawn(command, args, { cwd, stdio: "inherit" });
const ended = (child) => new Promise((resolve) => child.once("exit", resolve));

let server;
let building = false;
let again = false;

async function restart() {
  if (building) {
    again = true;
    return;
  }
  building = true;
  do {
    again = false;
    if ((await ended(run(cargo, ["build", "--bin", "invigil"], root))) !== 0 || again) continue;
    if (server && server.exitCode === null) {
      const gone = ended(server);
      server.kill("SIGTERM");
      await gone;
    }
    server = run(
      join(root, process.env.CARGO_TARGET_DIR ?? "target", "debug", "invigil"),
      ["serve", "--demo"],
      root,
    );
  } while (again);
  building = false;
}

let timer;
for (const folder of ["src", "assets"]) {
  watch(join(root, folder), { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(restart, DEBOUNCE_MS);
  });
}
const vite = run("npx", ["vite"], ui);
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => {
    server?.kill("SIGTERM");
    vite.kill("SIGTERM");
    process.exit(0);
  });
}
await restart();
