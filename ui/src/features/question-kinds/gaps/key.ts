import type { Gap, GapKind, Question, QuestionType } from "@/api/questions";
import { t } from "@/features/question-kinds/staff-texts";
import { blankMarked, filled, listProblem, type MarkedChoice, padded } from "../form/choices";
import { first, type Problem } from "../form/problem";
import { blankNumber, type NumberDraft, numberProblem, readNumberKey, writeNumberKey } from "../numeric/key";
import { blankText, readTextKey, type TextDraft, textProblem, writeTextKey } from "../short-text/key";

export const GAPS_MAX = 20;

/** The key of a gap. It keeps what was written for each kind. */
export interface GapDraft {
  kind: GapKind;
  options: MarkedChoice[];
  text: TextDraft;
  number: NumberDraft;
}

/** By id. A gap whose marker is deleted from the text keeps its key, for when it comes back. */
export type GapDrafts = Record<string, GapDraft>;

export const blankGap = (): GapDraft => ({
  kind: "text",
  options: padded([], blankMarked),
  text: blankText(),
  number: blankNumber(),
});

const MARKER = /\[\[([\w-]{1,64})\]\]/g;

/** Ids of the markers in the text, in order; one that occurs twice is there twice. */
const markersIn = (text: string) => [...text.matchAll(MARKER)].map(([, id = ""]) => id);
/** Each gap once. */
export const gapIds = (text: string) => [...new Set(markersIn(text))];

export const marker = (id: string) => `[[${id}]]`;

/** Said of marks like those that 'Insert gap' writes, in a question of another type. */
export function strayGaps(type: QuestionType, text: string): string | undefined {
  const stray = type === "gaps" ? [] : gapIds(text).filter((id) => /^g\d+$/.test(id));
  if (stray.length === 0) return undefined;
  return t("strayGaps", { gaps: stray.map(marker).join(", ") });
}

/** The next free name: `g1`, `g2`. */
export function newGapId(text: string, known: GapDrafts): string {
  const taken = new Set([...markersIn(text), ...Object.keys(known)]);
  let number = 1;
  while (taken.has(`g${number}`)) number += 1;
  return `g${number}`;
}

export const gapOf = (gaps: GapDrafts, id: string): GapDraft =>
  (Object.hasOwn(gaps, id) ? gaps[id] : undefined) ?? blankGap();

export function readGaps({ gaps = [] }: Question): GapDrafts {
  return Object.fromEntries(gaps.map((gap) => [gap.id, readGap(gap)]));
}

function readGap(gap: Gap): GapDraft {
  const options = (gap.options ?? []).map(({ id, text }) => ({
    id,
    text,
    correct: id === gap.correct_answer,
  }));
  return {
    kind: gap.kind,
    options: padded(options, blankMarked),
    text: readTextKey(gap),
    number: readNumberKey(gap),
  };
}

function writeGap(id: string, draft: GapDraft): Gap {
  const { kind } = draft;
  if (kind === "text") return { id, kind, ...writeTextKey(draft.text) };
  if (kind === "number") return { id, kind, ...writeNumberKey(draft.number) };
  const options = filled(draft.options);
  const correct = options.find((option) => option.correct)?.id;
  return {
    id,
    kind,
    options: options.map((option) => ({ id: option.id, text: option.text })),
    ...(correct && { correct_answer: correct }),
  };
}

export const writeGaps = (gaps: GapDrafts, text: string): Partial<Question> => ({
  gaps: gapIds(text).map((id) => writeGap(id, gapOf(gaps, id))),
});

function gapProblem({ kind, options, text, number }: GapDraft): Problem | null {
  if (kind === "text") return textProblem(text);
  if (kind === "number") return numberProblem(number);
  const choices = filled(options);
  return first(
    listProblem(choices, "options", "options"),
    !choices.some(({ correct }) => correct) && { place: "correct_answer", text: t("markCorrect") },
  );
}

export function gapsProblem(gaps: GapDrafts, text: string): Problem | null {
  const markers = markersIn(text);
  const ids = gapIds(text);
  const twice = markers.find((id, index) => markers.indexOf(id) < index);
  const problems = ids.map((id, index) => {
    const problem = gapProblem(gapOf(gaps, id));
    return problem && { place: `gaps[${index}].${problem.place}`, text: problem.text };
  });
  return first(
    ids.length === 0 && { place: "gaps", text: t("insertOneGap") },
    ids.length > GAPS_MAX && { place: "gaps", text: t("gapsMax", { max: GAPS_MAX }) },
    twice !== undefined && { place: "gaps", text: t("gapTwice", { gap: marker(twice) }) },
    ...problems,
  );
}
