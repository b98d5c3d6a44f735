import type { TextKey } from "@/api/questions";
import { t } from "@/features/question-kinds/staff-texts";
import { blankChoice, type ChoiceDraft, filled } from "../form/choices";
import { first, type Problem } from "../form/problem";

export const ACCEPTED_MAX = 50;

export interface TextDraft {
  accepted: ChoiceDraft[];
  case_sensitive: boolean;
  space_sensitive: boolean;
  pattern: string;
}

export const blankText = (): TextDraft => ({
  accepted: [blankChoice()],
  case_sensitive: false,
  space_sensitive: false,
  pattern: "",
});

export function readTextKey(key: TextKey): TextDraft {
  const accepted = (key.accepted ?? []).map(blankChoice);
  return {
    accepted: accepted.length > 0 ? accepted : [blankChoice()],
    case_sensitive: key.case_sensitive ?? false,
    space_sensitive: key.space_sensitive ?? false,
    pattern: key.pattern ?? "",
  };
}

/** Spaces must match at the ends too, where they are to count at all. */
const acceptedOf = ({ accepted, space_sensitive }: TextDraft) =>
  space_sensitive
    ? accepted.map(({ text }) => text).filter((text) => text.trim() !== "")
    : filled(accepted).map(({ text }) => text);

export function writeTextKey(draft: TextDraft): TextKey {
  const accepted = acceptedOf(draft);
  return {
    ...(accepted.length > 0 && { accepted }),
    ...(draft.case_sensitive && { case_sensitive: true }),
    ...(draft.space_sensitive && { space_sensitive: true }),
    ...(draft.pattern.trim() && { pattern: draft.pattern.trim() }),
  };
}

export function textProblem(draft: TextDraft): Problem | null {
  const { accepted = [], pattern } = writeTextKey(draft);
  return first(
    accepted.length === 0 && !pattern && { place: "accepted", text: t("oneAccepted") },
    accepted.length > ACCEPTED_MAX && {
      place: "accepted",
      text: t("acceptedMax", { max: ACCEPTED_MAX }),
    },
  );
}
