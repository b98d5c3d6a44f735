import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ENGLISH, show } from "@/i18n";
import { speakEnglish } from "@/lib/language";
import { ApiFailure } from "./errors";

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
});
