// The real binary, in a temporary folder, on a free port.

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const BIN = process.env.INVIGIL_BIN ?? fileURLToPath(new URL("../../../target/debug/invigil", import.meta.url));

export const ADMIN = { email: "ada@example.org", name: "Ada Admin", password: "correct horse battery" };

export class Server {
  readonly data = mkdtempSync(join(tmpdir(), "invigil-e2e-"));
  url = "";
  /** The server's stderr: its log. */
  log = "";
  private process: ChildProcess | undefined;

  /** Runs a command on the same data folder, with `input` on its standard input. */
  cli(args: string[], input = ""): string {
    return execFileSync(BIN, [...args, "--data", this.data], { input, encoding: "utf8", stdio: ["pipe", "pipe", "pipe"] });
  }

  createAdmin(): void {
    this.cli(["admin", "create", "--email", ADMIN.email, "--name", ADMIN.name, "--password-stdin"], ADMIN.password);
  }

  useMail(port: number): void {
    const from = ["--from-email", "tests@example.org", "--from-name", "Example Hiring"];
    this.cli(["smtp", "set", "--host", "127.0.0.1", "--port", String(port), "--tls", "none", ...from]);
  }

  /** Starts, or starts again on the same port. Extra flags come last. */
  async start(...flags: string[]): Promise<void> {
    const listen = this.url ? new URL(this.url).host : "127.0.0.1:0";
    // A second start must not depend on ports taken meanwhile: any free port works for live video.
    const media = flags.includes("--media-listen") ? [] : ["--media-listen", "127.0.0.1:0"];
    const args = ["serve", "--data", this.data, "--listen", listen, ...media, ...flags];
    // Probing every language would slow each test down.
    const runner = flags.includes("--runner") ? {} : { INVIGIL_RUNNER: "off" };
    const child = spawn(BIN, args, { env: { ...process.env, ...runner }, stdio: ["ignore", "pipe", "pipe"] });
    this.process = child;
    child.stderr.on("data", (chunk: Buffer) => {
      this.log += chunk.toString();
    });
    this.url = await new Promise<string>((resolve, reject) => {
      child.once("exit", (code) => reject(new Error(`serve ended with ${code}: ${this.log}`)));
      createInterface({ input: child.stdout }).on("line", (line) => {
        const ready = /ready on (https?:\/\/\S+)/.exec(line);
        if (ready?.[1]) resolve(ready[1]);
      });
    });
  }

  /** Ends the process; `SIGKILL` is a crash. */
  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    const child = this.process;
    this.process = undefined;
    if (!child || child.exitCode !== null) return;
    // Wait for the end of its streams too: the log is complete then.
    const ended = new Promise((resolve) => child.once("close", resolve));
    child.kill(signal);
    await ended;
  }

  async dispose(): Promise<void> {
    await this.stop();
    rmSync(this.data, { recursive: true, force: true });
  }
}
