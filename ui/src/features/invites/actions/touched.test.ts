import { describe, expect, it } from "vitest";
import { matching, touched } from "./touched";

const COUNTS = {
  all: 205,
  sent: 120,
  scheduled: 30,
  in_progress: 5,
  completed: 40,
  expired: 10,
  mail_failed: 7,
  ending_soon: 130,
  older: 0,
};

describe("what all that match a filter are", () => {
  it("counts by the status that is filtered by", () => {
    const of = (status: string) => matching({ status }, COUNTS);
    expect(of("all")).toBe(205);
    expect(of("active")).toBe(150);
    expect(of("ending_soon")).toBe(130);
    expect(of("mail_failed")).toBe(7);
  });

  it("counts for an action those that it can change", () => {
    const of = (action: Parameters<typeof touched>[0], status: string) => touched(action, { status }, COUNTS);
    expect(of("revoke", "all"), "not those that ended").toBe(150);
    expect(of("revoke", "ending_soon")).toBe(130);
    expect(of("remind", "completed")).toBe(0);
    expect(of("resend", "all")).toBe(155);
    expect(of("resend", "in_progress")).toBe(5);
    expect(of("extend", "all")).toBe(160);
    expect(of("extend", "expired")).toBe(10);
  });
});
