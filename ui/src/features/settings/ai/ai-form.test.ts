import { describe, expect, it } from "vitest";
import { type AiValues, aiSchema, bodyOf } from "./ai-form";

const values = (changes: Partial<AiValues> = {}): AiValues => ({
  provider: "openai",
  baseUrl: "http://llm.local:8000/v1",
  model: "local",
  apiKey: "",
  removeKey: false,
  reviewNeedsPerson: true,
  minAgreement: 0,
  ...changes,
});

describe("AI settings", () => {
  it("keep, replace or clear the stored key", () => {
    expect(bodyOf(values())).not.toHaveProperty("apiKey");
    expect(bodyOf(values({ apiKey: "k" }))).toMatchObject({ apiKey: "k", provider: "openai" });
    expect(bodyOf(values({ apiKey: "k", removeKey: true }))).toHaveProperty("apiKey", null);
    expect(bodyOf(values())).not.toHaveProperty("removeKey");
  });
  it("require a URL that a server can call", () => {
    expect(aiSchema.safeParse(values()).success).toBe(true);
    expect(aiSchema.safeParse(values({ baseUrl: "" })).success).toBe(true);
    for (const baseUrl of ["llm.local", "ftp://llm.local", "javascript:1"])
      expect(aiSchema.safeParse(values({ baseUrl })).success).toBe(false);
  });
});
