import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AiSettings } from "@/api/types";
import { forgetAiKey, keyField, mayHaveKey, writeAiKey } from "./key";

const held = new Map<string, string>();
beforeEach(() => {
  held.clear();
  vi.stubGlobal("window", {
    localStorage: {
      getItem: (key: string) => held.get(key) ?? null,
      setItem: (key: string, value: string) => held.set(key, value),
      removeItem: (key: string) => held.delete(key),
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

const settings = (changes: Partial<AiSettings> = {}): AiSettings => ({
  provider: "gemini",
  baseUrl: "",
  model: "",
  hasKey: false,
  reviewNeedsPerson: false,
  minAgreement: 0,
  version: 1,
  ...changes,
});

describe("this browser's key", () => {
  it("is sent with calls to Gemini only", () => {
    writeAiKey(" secret ");
    expect(keyField(settings())).toEqual({ geminiApiKey: "secret" });
    expect(keyField(settings({ provider: "openai" }))).toEqual({});
    forgetAiKey();
    expect(keyField(settings())).toEqual({});
  });
  it("is requested only if no key can exist elsewhere", () => {
    expect(mayHaveKey(settings())).toBe(false);
    expect(mayHaveKey(undefined)).toBe(true);
    expect(mayHaveKey(settings({ hasKey: true }))).toBe(true);
    expect(mayHaveKey(settings({ provider: "openai" }))).toBe(true);
    writeAiKey("secret");
    expect(mayHaveKey(settings())).toBe(true);
  });
});
