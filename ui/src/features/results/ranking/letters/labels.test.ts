import { expect, it } from "vitest";
import type { SendRow } from "@/api/ranking";
import { effectWords, inserted, PLACEHOLDERS, TEMPLATES } from "./labels";

const rows = (...outcomes: SendRow["outcome"][]) => outcomes.map((outcome) => ({ outcome }) as SendRow);

it("says how many emails are sent before they are", () => {
  expect(effectWords(rows("queued", "queued"))).toBe("2 emails are sent.");
  expect(effectWords(rows("queued", "already_told"))).toBe("1 email is sent. 1 is left out.");
  expect(effectWords(rows("no_address", "decision_differs"))).toBe("No email is sent. 2 are left out.");
});

it("templates use known placeholders, and never a score", () => {
  for (const { subject, body } of Object.values(TEMPLATES)) {
    const used = `${subject} ${body}`.match(/\{[^}]*\}/g) ?? [];
    expect(used.filter((name) => !PLACEHOLDERS.includes(name))).toEqual([]);
    expect(`${subject} ${body}`).not.toMatch(/score|percent|rank/i);
  }
  expect(inserted("Hello ,", 6, "{applicant_name}")).toBe("Hello {applicant_name},");
});
