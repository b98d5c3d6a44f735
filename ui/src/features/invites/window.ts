import { localInstant } from "@/lib/days";
import { type InviteDraft, type InviteProblem, scheduleProblem, windowOf } from "./draft";

function windowProblem(draft: InviteDraft, now = new Date()): InviteProblem | null {
  const { opens, closes } = windowOf(draft);
  if (!opens && draft.opensTime !== "")
    return { fields: ["opensDay"], text: "Please choose the day it opens" };
  if (!closes && draft.closesTime !== "")
    return { fields: ["closesDay"], text: "Please choose the day it closes" };
  if (closes && closes <= now)
    return { fields: ["closesDay"], text: "The invitation must close in the future" };
  if (opens && closes && closes <= opens)
    return { fields: ["closesDay"], text: "The invitation must close after it opens" };
  const at = draft.mode === "admin" ? localInstant(draft.day, draft.slot) : null;
  if (at && ((opens && at < opens) || (closes && at >= closes)))
    return { fields: ["slot"], text: "The scheduled time must be between opening and closing" };
  return null;
}

/** The first problem of the scheduling step. */
export const timingProblem = (draft: InviteDraft, now = new Date()) =>
  scheduleProblem(draft, now) ?? windowProblem(draft, now);
