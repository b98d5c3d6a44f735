import { localInstant } from "@/lib/days";
import { formatDateTime } from "@/lib/format";
import { type InviteDraft, type InviteProblem, scheduleProblem, windowOf } from "./draft";
import { t } from "./form-texts";

function windowProblem(draft: InviteDraft, now = new Date()): InviteProblem | null {
  const { opens, closes } = windowOf(draft);
  if (!opens && draft.opensTime !== "") return { fields: ["opensDay"], text: t("pleaseOpens") };
  if (!closes && draft.closesTime !== "") return { fields: ["closesDay"], text: t("pleaseCloses") };
  if (closes && closes <= now) return { fields: ["closesDay"], text: t("closeInFuture") };
  if (opens && closes && closes <= opens) return { fields: ["closesDay"], text: t("closeAfterOpen") };
  const at = draft.mode === "admin" ? localInstant(draft.day, draft.slot) : null;
  if (at && ((opens && at < opens) || (closes && at >= closes)))
    return { fields: ["slot"], text: t("betweenBoth") };
  return null;
}

/** When an invitation can be started; undefined for one without bounds. */
export function boundWords(
  opensAt: Date | string | null | undefined,
  closesAt: Date | string | null | undefined,
): string | undefined {
  const opens = opensAt && formatDateTime(opensAt);
  const closes = closesAt && formatDateTime(closesAt);
  if (opens && closes) return t("windowBoth", { opens, closes });
  if (opens) return t("windowFrom", { opens });
  return closes ? t("windowUntil", { closes }) : undefined;
}

/** The first problem of the scheduling step. */
export const timingProblem = (draft: InviteDraft, now = new Date()) =>
  scheduleProblem(draft, now) ?? windowProblem(draft, now);
