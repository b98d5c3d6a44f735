import { describe, expect, it } from "vitest";
import { sampled } from "@/test/data";
import { firstSteps, isFirstDay } from "./first-steps";

const NEW = {
  ...sampled("Overview"),
  total_tests: 0,
  invites_sent: 0,
  completed_tests: 0,
  sends_mail: false,
};
const backup = (state: "ok" | "warning") => ({
  checked_at: "2026-03-02T10:00:00Z",
  findings: [{ topic: "backup", state, said: "" }],
});
const open = (steps: ReturnType<typeof firstSteps>) =>
  steps.filter(({ isDone }) => !isDone).map(({ key }) => key);

describe("the first day", () => {
  it("begins with all steps, and each is done by what it asks for", () => {
    const first = firstSteps({ overview: NEW, company: "", storage: backup("warning") });
    expect(open(first)).toEqual(["company", "mail", "test", "invite", "backup"]);
    expect(isFirstDay(NEW, first)).toBe(true);
    const later = { ...NEW, total_tests: 1, sends_mail: true };
    const steps = firstSteps({ overview: later, company: "Acme", storage: backup("ok") });
    expect(open(steps)).toEqual(["invite"]);
    expect(steps.find(({ key }) => key === "invite")?.to).toContain("send=me");
  });

  it("ends with the first result, and when all is done", () => {
    const steps = firstSteps({ overview: NEW, company: undefined, storage: undefined });
    expect(isFirstDay({ ...NEW, completed_tests: 1 }, steps)).toBe(false);
    expect(
      isFirstDay(
        NEW,
        steps.map((step) => ({ ...step, isDone: true })),
      ),
    ).toBe(false);
  });
});
