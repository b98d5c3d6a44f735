// Reporter that prints failures at the very end of a run, in a line or two each: only the end of a long log is read.

import { basename } from "node:path";
import type { FullConfig, Reporter, Suite, TestCase } from "@playwright/test/reporter";

const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");

/** The message on one line without colours, and its location in the tests. */
function reason(test: TestCase): string[] {
  return test.results.flatMap(({ errors, retry, duration }) =>
    errors.map(({ message = "", location }) => {
      const words = message.replace(COLOURS, "").replace(/\s+/g, " ").slice(0, 400);
      const at = location ? `, ${basename(location.file)}:${location.line}` : "";
      return `    try ${retry + 1}, ${Math.round(duration / 1000)} s${at}: ${words}`;
    }),
  );
}

export default class Summary implements Reporter {
  private tests: TestCase[] = [];

  onBegin(_: FullConfig, suite: Suite): void {
    this.tests = suite.allTests();
  }

  onEnd(): void {
    for (const outcome of ["flaky", "unexpected"] as const) {
      for (const test of this.tests.filter((one) => one.outcome() === outcome))
        console.log([`  ${outcome}: ${test.title}`, ...reason(test)].join("\n"));
    }
  }

  printsToStdio(): boolean {
    return false;
  }
}
