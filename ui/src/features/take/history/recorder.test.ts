import { describe, expect, it } from "vitest";
import type { CandidateQuestion, SaveReply } from "@/api/types";
import { AnswerJournal } from "../journal/journal";
import { MemoryStore } from "../journal/memory-store";
import type { Entry } from "../journal/types";
import { applied } from "./change";
import { decode, SOURCE } from "./codec";
import { Recorder } from "./recorder";

const QUESTIONS = [
  { id: "essay", type: "essay" },
  { id: "choice", type: "multiple_choice" },
  { id: "code", type: "coding", expected_language: "Python", starter_code: { Python: "def f():\n" } },
  {
    id: "several",
    type: "coding",
    languages: ["Python", "Java"],
    starter_code: { Python: "def f():\n", Java: "class A {\n}" },
  },
] as CandidateQuestion[];

async function setUp(store = new MemoryStore("tok")) {
  const input = { how: undefined as string | undefined, elapsed: 0, pasted: "" };
  const none = () => {};
  const journal = new AnswerJournal("tok", store, {
    onAnswers: none,
    onEntry: none,
    onChange: none,
    onMessage: none,
  });
  await journal.load();
  await journal.ensureKey(() => "key");
  journal.log = new Recorder({
    questions: QUESTIONS,
    elapsed: () => input.elapsed,
    how: () => input.how,
    pasted: () => input.pasted,
  });
  const type = (id: string, text: string, how?: string | null) => {
    input.how = how === undefined ? "insertText" : (how ?? undefined);
    input.elapsed += 50;
    journal.edit(id, text);
  };
  const confirm = (...entries: Entry[]) => journal.acknowledge(entries, entries, "2026-11-20T14:00:00Z");
  const paste = (id: string, pasted: string, text: string) => {
    input.pasted = pasted;
    type(id, text, "insertFromPaste");
  };
  return { journal, type, paste, confirm };
}

const only = (journal: AnswerJournal): Entry => {
  const [entry, ...others] = journal.unsent();
  if (!entry || others.length > 0) throw new Error("not one entry");
  return entry;
};
const readEdits = ({ edits }: Entry) => decode(edits ?? "");
const replayed = (entry: Entry, from = "") => (readEdits(entry)?.steps ?? []).reduce(applied, from);

describe("recorder", () => {
  it("keeps each key with its tick and its source", async () => {
    const { journal, type } = await setUp();
    type("essay", "a");
    type("essay", "ab");
    type("essay", "abXYZ", "insertFromPaste");
    type("essay", "ab", "historyUndo");
    await journal.settled();
    expect(readEdits(only(journal))).toEqual({
      base: 0,
      steps: [
        { tick: 1, source: SOURCE.typed, position: 0, deleted: 0, inserted: "a" },
        { tick: 2, source: SOURCE.typed, position: 1, deleted: 0, inserted: "b" },
        { tick: 3, source: SOURCE.pasted, position: 2, deleted: 0, inserted: "XYZ" },
        { tick: 4, source: SOURCE.undone, position: 2, deleted: 3, inserted: "" },
      ],
    });
  });

  it("starts from the confirmed entry, whatever was typed while that was on its way", async () => {
    const { journal, type, confirm } = await setUp();
    type("essay", "one");
    await journal.settled();
    const first = only(journal);
    type("essay", "one two");
    await journal.settled();
    expect(readEdits(only(journal))?.base).toBe(0);
    await confirm(first);
    const second = only(journal);
    expect(readEdits(second)).toMatchObject({ base: first.seq, steps: [{ inserted: " two" }] });
    await confirm(second);
    type("essay", "two");
    await journal.settled();
    expect(readEdits(only(journal))?.base).toBe(second.seq);
    expect(replayed(only(journal), "one two")).toBe("two");
  });

  it("joins the edits of entries that were never sent", async () => {
    const { journal, type } = await setUp();
    for (const text of ["a", "ab", "abc"]) {
      type("essay", text);
      await journal.settled();
    }
    expect(readEdits(only(journal))).toMatchObject({ base: 0 });
    expect(replayed(only(journal))).toBe("abc");
  });

  it("continues with the stored edits after a reload", async () => {
    const store = new MemoryStore("tok");
    const { journal, type } = await setUp(store);
    type("essay", "offline");
    await journal.settled();
    const after = await setUp(store);
    expect(replayed(only(after.journal))).toBe("offline");
    after.type("essay", "offline, still");
    await after.journal.settled();
    expect(readEdits(only(after.journal))?.base).toBe(0);
    expect(replayed(only(after.journal))).toBe("offline, still");
  });

  it("sends no edits until the server has a text that they start from", async () => {
    const { journal, type, confirm } = await setUp();
    type("essay", "mine");
    await journal.settled();
    const mine = only(journal);
    // Another writer's entry has a larger number.
    await journal.acknowledge([{ ...mine, seq: 500 }], [mine], "2026-11-20T14:00:00Z");
    await journal.settled();
    type("essay", "mine!");
    await journal.settled();
    const whole = only(journal);
    expect(whole).toMatchObject({ answer: "mine!", edits: undefined });
    await confirm(whole);
    type("essay", "mine!?");
    await journal.settled();
    expect(readEdits(only(journal))).toMatchObject({ base: whole.seq, steps: [{ inserted: "?" }] });
  });

  it("drops edits that do not fit, and the text is sent", async () => {
    const { journal, type, confirm } = await setUp();
    for (let turn = 0; turn < 5; turn++) type("essay", String(turn).repeat(20_000), "insertFromPaste");
    await journal.settled();
    const whole = only(journal);
    expect(whole.edits).toBeUndefined();
    expect(whole.answer).toHaveLength(20_000);
    await confirm(whole);
    type("essay", "short");
    await journal.settled();
    expect(replayed(only(journal), whole.answer)).toBe("short");
  });

  it("distinguishes the starter code from what was typed", async () => {
    const { journal, type } = await setUp();
    type("code", "def f():\n    ");
    await journal.settled();
    expect(readEdits(only(journal))?.steps.map(({ source, inserted }) => [source, inserted])).toEqual([
      [SOURCE.program, "def f():\n"],
      [SOURCE.typed, "    "],
    ]);
  });

  it("keeps all that was pasted over a selection, though most of it was there before", async () => {
    const { journal, type, paste } = await setUp();
    type("essay", "I like dogs very much");
    paste("essay", "I like cats very much", "I like cats very much");
    paste("essay", "cats and cats", "I like cats and cats very much");
    // A field that takes over only a part of it.
    paste("essay", "more than it holds", "I like cats and cats very much more");
    await journal.settled();
    expect(readEdits(only(journal))?.steps.slice(1)).toMatchObject([
      { source: SOURCE.pasted, position: 0, deleted: 21, inserted: "I like cats very much" },
      { source: SOURCE.pasted, position: 7, deleted: 4, inserted: "cats and cats" },
      { source: SOURCE.pasted, inserted: " more" },
    ]);
    expect(replayed(only(journal))).toBe("I like cats and cats very much more");
  });

  it("finds what was pasted in code that is stored with its language", async () => {
    const { journal, type, paste } = await setUp();
    const stored = (source: string) => JSON.stringify({ language: "Python", source });
    type("essay", stored('print("a")\nx'));
    paste("essay", 'print("b")\n', stored('print("b")\nx'));
    await journal.settled();
    expect(readEdits(only(journal))?.steps.at(-1)).toMatchObject({ inserted: 'print(\\"b\\")\\n' });
    expect(replayed(only(journal))).toBe(stored('print("b")\nx'));
  });

  it("distinguishes it in a language that was chosen", async () => {
    const { journal, type } = await setUp();
    const java = (source: string) => JSON.stringify({ language: "Java", source });
    type("several", java("class A {\n  \n}"));
    await journal.settled();
    expect(readEdits(only(journal))?.steps.map(({ source, inserted }) => [source, inserted])).toEqual([
      [SOURCE.program, java("class A {\n}")],
      [SOURCE.typed, "  \\n"],
    ]);
  });

  it("keeps a choice whole", async () => {
    const { journal, type } = await setUp();
    type("choice", "Paris", null);
    type("choice", "Prague", null);
    await journal.settled();
    expect(readEdits(only(journal))?.steps.at(-1)).toMatchObject({
      source: SOURCE.chosen,
      position: 0,
      deleted: 5,
      inserted: "Prague",
    });
  });

  it("replays random edits to the text, with saves that arrive, get lost or come late", async () => {
    const { journal, type, confirm } = await setUp();
    let seed = 11;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    const server = { seq: 0, text: "", whole: 0, exact: 0 };
    const receive = (entry: Entry): SaveReply["acked"][number] => {
      if (entry.seq > server.seq) {
        const edits = readEdits(entry);
        if (edits && edits.base === server.seq) {
          expect(replayed(entry, server.text)).toBe(entry.answer);
          server.exact++;
        } else server.whole++;
        server.seq = entry.seq;
        server.text = entry.answer;
      }
      return { question_id: entry.question_id, seq: server.seq };
    };
    let text = "";
    for (let turn = 0; turn < 2_000; turn++) {
      const at = [...text].slice(0, random(text.length + 1)).join("").length;
      const gone = [...text.slice(at)].slice(0, random(4)).join("").length;
      text = text.slice(0, at) + ["a", "é", "😀", "bc\n", ""][random(5)] + text.slice(at + gone);
      type("essay", text, ["insertText", "insertFromPaste", "deleteContentBackward", null][random(4)]);
      if (random(3) === 0) await journal.settled();
      if (random(5) > 0) continue;
      const sent = journal.unsent();
      if (random(2) === 0) type("essay", `${text}!`);
      text = journal.answers().essay ?? "";
      const acked = sent.map(receive);
      // One reply in ten is lost.
      if (random(10) > 0) await confirm(...sent.filter((_, index) => acked[index]?.seq === sent[index]?.seq));
    }
    await journal.numbered();
    journal.unsent().map(receive);
    expect(server.text).toBe(text);
    expect(server.exact).toBeGreaterThan(server.whole * 3);
  });
});
