import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { ENGLISH, show } from "@/i18n";
import { receipt as german } from "@/i18n/de/receipt";
import { receipt } from "@/i18n/en/receipt";
import { roleWords } from "./seen-by";

const VIEW = join(import.meta.dirname, "../../../../src/service/attempt/own_page/view.rs");

afterEach(() => show(ENGLISH));

it("knows each role by the server's words", () => {
  const source = readFileSync(VIEW, "utf8");
  const body = /fn seen_by\([\s\S]*?\n\}/.exec(source)?.[0] ?? "";
  const said = [...body.matchAll(/"([a-z][^"]*)"/gi)].map(([, text = ""]) => text);
  expect(said.length).toBeGreaterThan(4);
  const { seenByAdministrators, seenByReviewers, seenByLink, seenByAi, seenByOperator } = receipt;
  expect(said).toEqual([
    `${seenByAdministrators}{of}`,
    seenByReviewers,
    seenByLink,
    seenByAi,
    seenByOperator,
  ]);
});

it("says roles in the language of the page", () => {
  expect(roleWords("administrators of Acme", "Acme")).toBe("Administrators of Acme");
  show({ tag: "de", direction: "ltr", parts: { receipt: german } });
  expect(roleWords("administrators", null)).toBe("Administratoren");
  expect(roleWords("administrators of Acme", "Acme")).toBe("Administratoren von Acme");
  expect(roleWords("the person who runs this server", "Acme")).toBe("Die Person, die diesen Server betreibt");
  expect(roleWords("a new role", "Acme")).toBe("A new role");
});
