import { afterEach, describe, expect, it, vi } from "vitest";
import { ENGLISH, show, texts } from ".";
import { format } from "./message";

const EN = {
  plain: "It's here.",
  named: "Hello {name}, it is {time}.",
  left: "{count, plural, =0 {Nothing left.} one {# answer left.} other {# answers left.}}",
  by: "{who, select, candidate {By you} other {By {name}}}",
  quoted: "''{name}'' uses '{ braces }'",
} as const;
const t = texts("sample" as never, EN);

vi.stubGlobal("document", { documentElement: {} });
afterEach(() => show(ENGLISH));

describe("messages", () => {
  it("take arguments, plural forms and choices", () => {
    expect(t("plain")).toBe("It's here.");
    expect(t("named", { name: "Ada", time: 3 })).toBe("Hello Ada, it is 3.");
    expect([0, 1, 2].map((count) => t("left", { count }))).toEqual([
      "Nothing left.",
      "1 answer left.",
      "2 answers left.",
    ]);
    expect(t("by", { who: "candidate", name: "x" })).toBe("By you");
    expect(t("by", { who: "admin", name: "Grace" })).toBe("By Grace");
    expect(t("quoted", { name: "Cam" })).toBe("'Cam' uses { braces }");
  });

  it("are those of the language that is shown, in its plural forms, and English where it has none", () => {
    const left = "{count, plural, one {# odpowiedź} few {# odpowiedzi} other {# odpowiedzi…}}";
    show({ tag: "pl", direction: "ltr", parts: { sample: { left } } as object });
    expect([1, 3, 5].map((count) => t("left", { count }))).toEqual([
      "1 odpowiedź",
      "3 odpowiedzi",
      "5 odpowiedzi…",
    ]);
    expect(t("plain")).toBe("It's here.");
    expect(document.documentElement.lang).toBe("pl");
    show({ tag: "pl", direction: "ltr", parts: { sample: { left: "{count, plural, one {#}" } } as object });
    expect(t("left", { count: 2 })).toBe("2 answers left.");
  });

  it("write numbers with the decimal mark of the language", () => {
    const text = "{at} s, {count, plural, one {#} other {# MB}}";
    const at = (tag: string) => format(tag, text, { at: 1.5, count: 1024.25 }, () => "").join("");
    expect(["en", "de", "pt-BR", "ar", "ja"].map(at)).toEqual([
      "1.5 s, 1024.25 MB",
      "1,5 s, 1024,25 MB",
      "1,5 s, 1024,25 MB",
      "1.5 s, 1024.25 MB",
      "1.5 s, 1024.25 MB",
    ]);
  });

  it("are refused when malformed", () => {
    for (const text of ["{name", "a } b", "{n, plural, one {x}}", "<b>x</i>", "<b>x", "{n, number}"])
      expect(() => format("en", text, {}, () => "")).toThrow("malformed");
  });

  it("do not compile with a wrong key or wrong arguments", () => {
    // @ts-expect-error: no such key
    t("absent");
    // @ts-expect-error: an argument is missing
    t("named", { name: "Ada" });
    // @ts-expect-error: there is none
    t("plain", { name: "Ada" });
    // @ts-expect-error: a count is a number
    t("left", { count: "1" });
  });
});
