import type { CandidateQuestion } from "@/api/types";
import { readCode, starterOf, writeCode } from "../answer/code-text";
import type { EditLog, HeldText, Packed } from "../journal/types";
import { changeBetween, replacementBetween } from "./change";
import { type Change, SOURCE, type Source, TICK_MS } from "./codec";
import { reportedAs } from "./origin";
import { sourceOf } from "./source";
import { Span } from "./span";

export interface RecorderDeps {
  questions: CandidateQuestion[];
  /** Milliseconds since the start of the attempt, by a steady clock. */
  elapsed(): number;
  /** Name of the input that is being handled; undefined if there is none. */
  how(): string | undefined;
  /** What was pasted or dropped last. */
  pasted(): string;
}

/** Keeps how each answer changes, until the server has it. */
export class Recorder implements EditLog {
  readonly #spans = new Map<string, Span>();
  readonly #questions: Map<string, CandidateQuestion>;

  constructor(private readonly deps: RecorderDeps) {
    this.#questions = new Map(deps.questions.map((question) => [question.id, question]));
  }

  changed(question_id: string, held: HeldText, after: string): void {
    const span = this.#open(question_id, held);
    const question = this.#questions.get(question_id);
    const source = sourceOf(this.deps.how(), question?.type);
    const starter = question && span.text === "" ? starterBefore(question, after) : "";
    if (starter) this.#step(span, starter, SOURCE.program);
    if (span.text !== after) this.#step(span, after, source);
  }

  pack(question_id: string, held: HeldText, seq?: number): Packed {
    const span = this.#spans.get(question_id);
    if (span?.text !== held.answer) return { edits: held.edits, numbered() {} };
    span.confirm(held.acked_seq);
    const edits = span.encoded();
    const end = span.end();
    if (seq !== undefined) span.mark(seq, end);
    return { edits, numbered: (given) => span.mark(given, end) };
  }

  /** The steps of this answer; others begin if its text came from elsewhere. */
  #open(question_id: string, held: HeldText): Span {
    const known = this.#spans.get(question_id);
    const complete = !held.unnumbered && held.acked_seq === held.seq;
    if (known?.text === held.answer && !complete) {
      known.confirm(held.acked_seq);
      return known;
    }
    const span = Span.from(held);
    this.#spans.set(question_id, span);
    return span;
  }

  #step(span: Span, after: string, source: Source): void {
    const tick = Math.max(span.lastTick, Math.floor(this.deps.elapsed() / TICK_MS), 0);
    span.add({ tick, source, ...this.#change(span.text, after, source) });
  }

  #change(before: string, after: string, source: Source): Change {
    if (source === SOURCE.chosen) return { position: 0, deleted: before.length, inserted: after };
    const pasted = source === SOURCE.pasted || source === SOURCE.dropped ? this.deps.pasted() : "";
    const whole =
      replacementBetween(before, after, pasted) ??
      // Code in one of several languages is stored as JSON.
      replacementBetween(before, after, JSON.stringify(pasted).slice(1, -1));
    return whole ?? changeBetween(before, after);
  }
}

/** The code that an untouched answer shows, if `after` was made of it. */
function starterBefore(question: CandidateQuestion, after: string): string {
  if (question.type !== "coding") return "";
  // The language may have been chosen before.
  const starter = writeCode(question, starterOf(question, readCode(question, after).language));
  const { deleted, inserted } = changeBetween(starter, after);
  return deleted + inserted.length < after.length ? starter : "";
}

/** Names the input that is being handled: also of fields that are not yet there. */
function inputNames(signal: AbortSignal): () => string | undefined {
  let last: Event | undefined;
  const note = (event: Event) => {
    last = event;
  };
  window.addEventListener("input", note, { signal, capture: true });
  return () => {
    const input = last instanceof InputEvent && last.eventPhase !== Event.NONE ? last.inputType : undefined;
    return reportedAs() ?? input;
  };
}

/** Text of the last paste or drop, as a field takes it over. */
function pastedText(signal: AbortSignal): () => string {
  let last = "";
  const keep = (data: DataTransfer | null) => {
    last = (data?.getData("text/plain") ?? "").replace(/\r\n?/g, "\n");
  };
  const options = { signal, capture: true };
  window.addEventListener("paste", ({ clipboardData }) => keep(clipboardData), options);
  window.addEventListener("drop", ({ dataTransfer }) => keep(dataTransfer), options);
  return () => last;
}

interface Recorded {
  journal: { log: EditLog };
  questions: CandidateQuestion[];
  elapsed(): number;
}

/** Keeps the edits of a journal's answers until `signal` aborts. */
export function record({ journal, questions, elapsed }: Recorded, signal: AbortSignal): void {
  journal.log = new Recorder({
    questions,
    elapsed,
    how: inputNames(signal),
    pasted: pastedText(signal),
  });
}
