import { type Choice, choicesOf, type Question } from "@/api/questions";
import { t } from "@/features/question-kinds/staff-texts";
import {
  blankChoice,
  CHOICES_MAX,
  type ChoiceDraft,
  filled,
  isFilled,
  listProblem,
  newChoiceId,
  padded,
  written,
} from "../form/choices";
import { first, type Problem } from "../form/problem";

/** A prompt (`text`) with its match. Pairs with equal matches share one option. */
export interface PairDraft extends ChoiceDraft {
  option_id: string;
  option: string;
}

export interface MatchingDraft {
  pairs: PairDraft[];
  /** Options that match nothing. */
  distractors: ChoiceDraft[];
}

export const blankPair = (): PairDraft => ({ ...blankChoice(), option_id: newChoiceId(), option: "" });

export function readMatching(question: Question): MatchingDraft {
  const { prompts = [], pairs = {} } = question;
  const options = choicesOf(question);
  const drafts = prompts.map(({ id, text }) => {
    const option = options.find((o) => o.id === pairs[id]);
    return { id, text, option_id: option?.id ?? newChoiceId(), option: option?.text ?? "" };
  });
  const used = new Set(Object.values(pairs));
  return {
    pairs: padded(drafts, blankPair, drafts.length === 0 ? 3 : undefined),
    distractors: options.filter(({ id }) => !used.has(id)).map(({ id, text }) => ({ id, text })),
  };
}

const begun = (pairs: PairDraft[]) =>
  pairs.filter(({ text, option }) => text.trim() !== "" || option.trim() !== "");

/** Whether anything was written. */
export const isMatched = ({ pairs, distractors }: MatchingDraft) =>
  begun(pairs).length > 0 || filled(distractors).length > 0;

/** One option for each different match, then the distractors. */
function optionsOf({ pairs, distractors }: MatchingDraft): Choice[] {
  const options = new Map<string, Choice>();
  for (const { option_id, option } of begun(pairs)) {
    const text = option.trim();
    if (text && !options.has(text)) options.set(text, { id: option_id, text });
  }
  return [...options.values(), ...filled(distractors).map(({ id, text }) => ({ id, text }))];
}

export function writeMatching(draft: MatchingDraft): Partial<Question> {
  const options = optionsOf(draft);
  const pairs = filled(draft.pairs);
  const idOf = (text: string) => options.find((option) => option.text === text.trim())?.id ?? "";
  return {
    prompts: pairs.map(({ id, text }) => ({ id, text })),
    options: written(options),
    pairs: Object.fromEntries(pairs.map(({ id, option }) => [id, idOf(option)])),
  };
}

export function matchingProblem(draft: MatchingDraft): Problem | null {
  const pairs = begun(draft.pairs);
  const matches = pairs.map(({ option }) => option.trim());
  const isTwin = filled(draft.distractors).some(({ text }) => matches.includes(text));
  return first(
    listProblem(filled(pairs), "prompts", "pairs"),
    pairs.some((pair) => !isFilled(pair) || pair.option.trim() === "") && {
      place: "pairs",
      text: t("bothSides"),
    },
    isTwin && { place: "options", text: t("wrongIsMatch") },
    optionsOf(draft).length < 2 && { place: "options", text: t("twoMatches") },
    optionsOf(draft).length > CHOICES_MAX && {
      place: "options",
      text: t("matchesMax", { max: CHOICES_MAX }),
    },
    new Set(filled(draft.distractors).map(({ text }) => text)).size < filled(draft.distractors).length && {
      place: "options",
      text: t("sameWrong"),
    },
  );
}
