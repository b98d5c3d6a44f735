import { describe, expect, it } from "vitest";
import { emptyDraft } from "@/features/questions/drafts/store";
import { infoProblem, minutesOf, toInput } from "./checks";

const draft = (changes: object) => ({ ...emptyDraft(), title: "Rust basics", ...changes });

describe("step 1", () => {
  it.each([
    [{ title: "  " }, "title"],
    [{ duration_minutes: "0" }, "duration"],
    [{ duration_minutes: "481" }, "duration"],
    [{ duration_minutes: "" }, "duration"],
    [{ duration_minutes: "7.5" }, "duration"],
  ])("refuses %j", (changes, field) => {
    expect(infoProblem(draft(changes))?.field).toBe(field);
  });

  it("accepts the bounds of the range, and a blank description", () => {
    expect(infoProblem(draft({ duration_minutes: "1" }))).toBeNull();
    expect(infoProblem(draft({ duration_minutes: 480, description: "" }))).toBeNull();
  });

  it("sends trimmed texts and whole minutes", () => {
    const made = draft({ title: " T ", description: " d ", duration_minutes: "45" });
    expect(toInput(made, minutesOf(made) ?? 0)).toEqual({
      title: "T",
      description: "d",
      duration_minutes: 45,
      require_fullscreen: false,
      history: "saves",
      questions: [],
    });
    expect(toInput({ ...made, require_fullscreen: true }, 45).require_fullscreen).toBe(true);
  });
});
