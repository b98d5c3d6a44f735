import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ENGLISH, show } from "@/i18n";
import { entries as inGerman } from "@/i18n/de/entries";
import { entries } from "@/i18n/en/entries";
import { speakEnglish } from "@/lib/language";
import { HOLE, literalsOf, rustFiles, SERVER } from "@/test/rust";
import { ApiFailure, entryKey } from "./errors";

const german = () =>
  show({
    tag: "de",
    direction: "ltr",
    parts: {
      refusals: { busy: "Der Server ist beschäftigt.", invalid: "Bitte prüfen." },
      errors: { serverRefused: "Abgelehnt ({status})." },
    },
  } as never);
const refused = (code: string) =>
  new ApiFailure(409, { code, detail: "The folder is full.", request_id: "r" } as never).detail;

beforeEach(() => vi.stubGlobal("document", { documentElement: {} }));
afterEach(() => {
  speakEnglish();
  show(ENGLISH);
  vi.unstubAllGlobals();
});

describe("a refusal", () => {
  it("is the server's sentence in English", () => {
    expect(refused("busy")).toBe("The folder is full.");
  });

  it("is the sentence of its code in another language, and no more than the status without one", () => {
    german();
    expect(refused("busy")).toBe("Der Server ist beschäftigt.");
    expect(refused("invalid")).toBe("Bitte prüfen.");
    expect(refused("backup_failed")).toBe("Abgelehnt (409).");
  });

  it("of an entry is in the language of the page as well", () => {
    const fields = () =>
      new ApiFailure(422, { code: "invalid", fields: { email: "The @ is missing." } } as never).fields;
    expect(fields()).toEqual({ email: "The @ is missing." });
    german();
    expect(fields()).toEqual({ email: "Bitte prüfen." });
  });

  it("of an entry says why where there are words for it, with the number", () => {
    show({ tag: "de", direction: "ltr", parts: { entries: inGerman } as never });
    const password = "Password must be at least 12 characters long";
    const { detail, fields } = new ApiFailure(422, {
      code: "invalid",
      detail: password,
      fields: { password },
    });
    expect(fields).toEqual({ password: "Das Passwort muss mindestens 12 Zeichen lang sein." });
    expect(detail).toBe(fields.password);
  });

  it("of an address names the character, or what is wrong at least", () => {
    show({ tag: "de", direction: "ltr", parts: { entries: inGerman } as never });
    const said = (email: string) =>
      new ApiFailure(422, { code: "invalid", fields: { email } } as never).fields.email;
    const address = "This is not a valid email address";
    const own = "Dies ist keine gültige E-Mail-Adresse";
    expect(said(`${address}: it contains ';'.`)).toBe(`${own}: sie enthält „;“.`);
    expect(said(`${address}: it contains '\uff20', where @ belongs.`)).toBe(
      `${own}: sie enthält „\uff20“ anstelle von @.`,
    );
    expect(said(`${address}: it is too long (254 bytes at most).`)).toBe(
      `${own}: sie ist zu lang (höchstens 254 Bytes).`,
    );
    expect(said(`${address}: the @ is missing.`)).toBe(`${own}: das @ fehlt.`);
    expect(said(`${address}: it contains an invisible character (U+200B).`)).toBe(`${own}.`);
  });

  it("of an entry is found by the server's words", () => {
    const files = ["domain", "service/account", "service/monitor"].flatMap(rustFiles);
    const literals = files.flatMap((file) => literalsOf(readFileSync(join(SERVER, file), "utf8")));
    // With the reasons why an address is refused.
    const address = "This is not a valid email address";
    const reasons = literalsOf(readFileSync(join(SERVER, "domain/mailbox.rs"), "utf8"));
    const refusals = reasons.map((text) => `${address}: ${text.replace(`${HOLE}: `, "")}.`);
    const filled = [...literals, ...refusals].flatMap((text) => [
      text.replaceAll(HOLE, "1"),
      text.replaceAll(HOLE, ","),
    ]);
    const said = new Set(filled.map(entryKey));
    expect(Object.keys(entries).filter((key) => !said.has(key))).toEqual([]);
    const shown = Object.values(entries).map((text) => text.replace("{n}", "1").replace("{character}", ","));
    expect(shown.map(entryKey)).toEqual(Object.keys(entries));
  });
});
