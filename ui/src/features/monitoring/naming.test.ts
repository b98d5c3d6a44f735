import { describe, expect, it } from "vitest";
import { sampled } from "@/test/data";
import { named } from "./naming";

describe("names of watched candidates", () => {
  const hidden = { ...sampled("Invite"), id: "i-1", applicant_name: "Hidden name", applicant_email: "" };
  const row = {
    ...sampled("MonitoringRow"),
    invite_id: "i-1",
    applicant_name: "Nora",
    applicant_email: "nora@example.org",
  };

  it("come from monitoring where the list hides them", () => {
    const other = { ...hidden, id: "i-2" };
    const [first, second] = named([hidden, other], [row]) ?? [];
    expect(first).toMatchObject({ applicant_name: "Nora", applicant_email: "nora@example.org" });
    expect(second).toBe(other);
  });

  it("wait for the list", () => expect(named(undefined, [row])).toBeUndefined());
});
