import { expect, it } from "vitest";
import type { SendRow } from "@/api/ranking";
import { decidedSo, effectWords, inserted, namesOf, PLACEHOLDERS, templateOf, toldBefore } from "./labels";

const rows = (...outcomes: SendRow["outcome"][]) => outcomes.map((outcome) => ({ outcome }) as SendRow);

it("says how many emails are sent before they are", () => {
  expect(effectWords(rows("queued", "queued"))).toBe("2 emails are sent.");
  expect(effectWords(rows("queued", "already_told"))).toBe("1 email is sent. 1 is left out.");
  expect(effectWords(rows("no_address", "decision_differs"))).toBe("No email is sent. 2 are left out.");
});

it("templates use known placeholders, and never a score", () => {
  for (const { subject, body } of (["shortlist", "reject"] as const).map(templateOf)) {
    const used = `${subject} ${body}`.match(/\{[^}]*\}/g) ?? [];
    expect(used.filter((name) => !PLACEHOLDERS.includes(name))).toEqual([]);
    expect(`${subject} ${body}`).not.toMatch(/score|percent|rank/i);
  }
  expect(inserted("Hello ,", 6, "{applicant_name}")).toBe("Hello {applicant_name},");
});

it("writes about a decision to those who have it alone", () => {
  const row = (value: string | null) => ({ decision: value === null ? null : { value } });
  const all = [row("shortlist"), row(null), row("hold"), row("reject"), row("shortlist")];
  expect(decidedSo(all, "shortlist")).toHaveLength(2);
  expect(decidedSo(all, "reject")).toHaveLength(1);
});

it("leaves out who was told the same before", () => {
  const row = (applicant_name: string, ...values: ("shortlist" | "reject")[]) => ({
    submission_id: applicant_name,
    applicant_name,
    told: values.map((value) => ({ value, at: "2026-03-02T10:00:00Z" })),
  });
  const all = [row("Ann", "shortlist"), row("Bob"), row("Cem", "shortlist", "reject"), row("Dee", "reject")];
  expect(namesOf(toldBefore(all, "shortlist"))).toBe("Ann");
  expect(namesOf(toldBefore(all, "reject"))).toBe("Cem, Dee");
  expect(namesOf(["a", "b", "c", "d", "e", "f", "g"].map((name) => row(name)))).toBe(
    "a, b, c, d, e and 2 more",
  );
});
