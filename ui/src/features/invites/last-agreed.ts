import type { LastAgreed } from "@/api/types";
import { agreedWords } from "@/lib/agreed";
import { t } from "./form-texts";

/** What was agreed at the last invitation, in words for staff. */
export function lastAgreedWords({ extra_minutes, extra_percent, agreed }: LastAgreed): string[] {
  const extra = extra_minutes
    ? [t("extraMinutes", { count: extra_minutes })]
    : extra_percent
      ? [t("extraPercent", { percent: extra_percent })]
      : [];
  return [...extra, ...agreedWords(agreed)];
}

/** The same as it is sent for a person of a list, whose own extra time goes first. */
export function agreedAgain({ extra_minutes, extra_percent, agreed }: LastAgreed, hasExtra: boolean) {
  const { breaks, larger_type = false, no_camera = false, helper = "" } = agreed ?? {};
  return {
    ...(!hasExtra && extra_minutes !== undefined && { extra_minutes }),
    ...(!hasExtra && extra_percent !== undefined && { extra_percent }),
    ...(breaks && { breaks }),
    ...(larger_type && { larger_type }),
    ...(no_camera && { no_camera }),
    ...(helper && { helper }),
  };
}
