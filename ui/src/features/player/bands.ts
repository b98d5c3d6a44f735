import type { HistoryOfQuestion, Timeline, TimelineEntry } from "@/api/types";
import { spent } from "@/lib/format";
import { entryWords, stretches } from "@/lib/timeline";
import { counter } from "./characters";
import { IDLE_MS } from "./playback";
import { SOURCE, type Span } from "./replay";
import { t } from "./texts";

/** Something on the track, in ms from the start; an instant has no length. */
export interface Mark {
  from: number;
  to: number;
  words: string;
}

export interface Band {
  kind: keyof typeof NAMES;
  name: string;
  marks: Mark[];
}

/** Names of each kind of band. */
const NAMES = {
  typing: "typing",
  choices: "choices",
  page: "byPage",
  pastes: "pastes",
  saves: "saves",
  runs: "runs",
  away: "away",
  signals: "signals",
  connection: "noConnection",
  camera: "camera",
  proctor: "proctor",
} as const;

const band = (kind: Band["kind"], marks: Mark[]): Band => ({ kind, name: t(NAMES[kind]), marks });

const instant = (at: number, words: string): Mark => ({ from: at, to: at, words });

/** Marks that are closer than a pause become one. */
function runs(moments: number[], words: string): Mark[] {
  const found: Mark[] = [];
  for (const at of moments) {
    const last = found.at(-1);
    if (last && at - last.to <= IDLE_MS) last.to = at;
    else found.push(instant(at, words));
  }
  return found;
}

type Steps = HistoryOfQuestion["steps"];

export const isPaste = ([, source]: Steps[number]) => source === SOURCE.pasted || source === SOURCE.dropped;

/** "412 characters pasted". */
export function pasteWords([, source]: Steps[number], characters: number): string {
  return t(source === SOURCE.dropped ? "droppedIn" : "pasted", { count: characters });
}

/** A save by how it arrived. What an administrator decided later is not its own. */
const SAVED = {
  counted: "saved",
  found: "savedBefore",
  after_end: "savedAfterEnd",
  other_browser: "savedElsewhere",
  file: "savedFile",
} as const satisfies Record<HistoryOfQuestion["saves"][number]["arrival"], string>;

function answerBands({ steps, saves }: HistoryOfQuestion): Band[] {
  const of = (...sources: number[]) =>
    steps.filter(([, source]) => sources.includes(source)).map(([at]) => at);
  const count = counter(steps);
  return [
    band("typing", runs(of(SOURCE.typed, SOURCE.undone), t("typing"))),
    band(
      "choices",
      of(SOURCE.chosen).map((at) => instant(at, t("chosen"))),
    ),
    // A template, a cleared answer, the text of another tab.
    band(
      "page",
      of(SOURCE.program).map((at) => instant(at, t("filledByPage"))),
    ),
    band(
      "pastes",
      steps.filter(isPaste).map((step) => instant(step[0], pasteWords(step, count(step)))),
    ),
    band(
      "saves",
      saves.map(({ at_ms, arrival }) => instant(at_ms, t(SAVED[arrival]))),
    ),
  ];
}

/** Signals that end each absence, by the signal that begins it. */
const RETURNS: Partial<Record<NonNullable<TimelineEntry["signal"]>, TimelineEntry["signal"]>> = {
  tab_hidden: "tab_visible",
  blur: "focus",
  camera_lost: "camera_back",
  camera_denied: "camera_back",
  camera_muted: "camera_back",
  camera_black: "camera_back",
  camera_frozen: "camera_back",
  microphone_lost: "microphone_back",
};
const BACK = Object.values(RETURNS);
const ENDS: readonly TimelineEntry["kind"][] = ["ended", "submitted"];

const since = ({ start, length }: Span, at: string) => Math.min(Math.max(Date.parse(at) - start, 0), length);

const AWAY: readonly TimelineEntry["signal"][] = ["tab_hidden", "blur"];

/** Signals of the page, of having left it or the others; an absence lasts until the candidate was back, or the attempt ended. */
function absences(entries: TimelineEntry[], span: Span, ofAway: boolean): Mark[] {
  return entries.flatMap(({ kind, signal, at, by, text }, index) => {
    if (kind !== "signal" || !signal || BACK.includes(signal) || signal === "paste") return [];
    if (AWAY.includes(signal) !== ofAway) return [];
    const { title } = entryWords({ kind, signal, at, by, text });
    const back = RETURNS[signal];
    const isEnd = (later: TimelineEntry) => later.signal === back || ENDS.includes(later.kind);
    const end = back && entries.slice(index + 1).find(isEnd);
    const from = since(span, at);
    const to = end ? since(span, end.at) : span.length;
    return [{ from, to: back ? to : from, words: title }];
  });
}

const PROCTOR: readonly TimelineEntry["kind"][] = [
  "released",
  "time_added",
  "reopened",
  "message",
  "flag",
  "screenshot",
  "watching",
  "proctor_speaking",
  "ended",
];

/** The server ends an attempt whose time is up. */
const isByPerson = ({ kind, by }: TimelineEntry) => kind !== "ended" || Boolean(by);

const ofKinds = (entries: TimelineEntry[], kinds: readonly TimelineEntry["kind"][], span: Span): Mark[] =>
  entries
    .filter(({ kind }) => kinds.includes(kind))
    .map((entry) => instant(since(span, entry.at), entryWords(entry).title));

function camera(timeline: Timeline, { start, length }: Span): Mark[] {
  return stretches(timeline, start, start + length)
    .filter(({ monitored }) => monitored)
    .map(({ from, to }) => ({ from: from - start, to: to - start, words: t("cameraOn") }));
}

/** Until the page was heard from again; without that, to the end. */
function gaps(entries: TimelineEntry[], span: Span): Mark[] {
  const lost = entries.filter(({ kind }) => kind === "connection_lost");
  return lost.map((entry) => {
    const from = since(span, entry.at);
    const to = entry.until ? Math.max(from, since(span, entry.until)) : span.length;
    return {
      from,
      to,
      words: t("lasted", { words: entryWords(entry).title, time: spent((to - from) / 1000) }),
    };
  });
}

/** Events of an attempt for one question; bands without marks are left out. */
export function bandsOf(question: HistoryOfQuestion, timeline: Timeline, span: Span): Band[] {
  const { entries } = timeline;
  const all = answerBands(question);
  const [answered, saved] = [all.slice(0, -1), all.slice(-1)];
  const bands = [
    ...answered,
    band("runs", ofKinds(entries, ["run"], span)),
    band("away", absences(entries, span, true)),
    ...saved,
    band("signals", absences(entries, span, false)),
    band("connection", gaps(entries, span)),
    band("camera", camera(timeline, span)),
    band("proctor", ofKinds(entries.filter(isByPerson), PROCTOR, span)),
  ];
  return bands.filter(({ marks }) => marks.length > 0);
}
