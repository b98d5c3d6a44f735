import type { PersonState } from "@/api/types";
import type { Tone } from "@/ui/Badge";
import { t } from "./texts";

/** In the order in which a day goes. */
export const STATES: readonly PersonState[] = [
  "in_trouble",
  "late",
  "expected",
  "here",
  "ready",
  "testing",
  "done",
  "absent",
];

const LABELS = {
  expected: "expected",
  here: "here",
  ready: "ready",
  testing: "testing",
  done: "done",
  in_trouble: "inTrouble",
  late: "late",
  absent: "absent",
} as const satisfies Record<PersonState, string>;

export const stateLabel = (state: PersonState) => t(LABELS[state]);

export const STATE_TONES: Record<PersonState, Tone> = {
  expected: "grey",
  here: "blue",
  ready: "violet",
  testing: "green",
  done: "neutral",
  in_trouble: "red",
  late: "amber",
  absent: "grey",
};

/** Keys of the text that says when and how someone was checked in. */
export const WAYS = { list: "inByList", code: "inByCode", projector: "inByProjector" } as const;
