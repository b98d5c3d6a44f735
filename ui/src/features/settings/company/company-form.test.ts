import { describe, expect, it } from "vitest";
import type { CompanySettings } from "@/api/types";
import { changed, HALF_HOURS, valuesOf } from "./company-form";

const STORED: CompanySettings = {
  version: 3,
  name: "Acme",
  contact: "",
  reply_to: "",
  first_slot: "09:00",
  last_slot: "17:30",
  invitation_subject: "",
  invitation_text: "",
  reminder_text: "",
  intro_text: "",
  translations: {},
  placeholders: ["applicant_name", "test_title", "company", "duration_minutes"],
  logo: null,
};

describe("the company form", () => {
  it("sends what was changed", () => {
    const values = valuesOf(STORED);
    expect(changed(values, STORED)).toEqual({});
    expect(changed({ ...values, name: "", last_slot: "20:00" }, STORED)).toEqual({
      name: "",
      last_slot: "20:00",
    });
  });

  it("offers all half hours of a day", () => {
    expect(HALF_HOURS).toHaveLength(48);
    expect([HALF_HOURS[0]?.value, HALF_HOURS[19]?.value, HALF_HOURS.at(-1)?.value]).toEqual([
      "00:00",
      "09:30",
      "23:30",
    ]);
  });
});
