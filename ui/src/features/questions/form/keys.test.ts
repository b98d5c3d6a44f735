import { describe, expect, it } from "vitest";
import { choicesOf, type Question } from "@/api/questions";
import { gapIds, newGapId, strayGaps } from "@/features/question-kinds/gaps/key";
import { shifted } from "@/features/question-kinds/numeric/key";
import {
  blankDraft,
  draftOf,
  findProblem,
  type QuestionDraft,
  toQuestion,
  WIZARD_TEXTS,
  withType,
} from "./rules";

const base = { id: "q", points: 2, question: "Which?" };
const option = (id: string, text: string) => ({ id, text });

/** One of each kind with every field of its key, as the server returns it. */
const QUESTIONS: Question[] = [
  { ...base, type: "multiple_choice", options: ["3", "4"], correct_answer: "4", penalty: "0.5" },
  {
    ...base,
    type: "multiple_response",
    options: [option("o1", "2"), option("o2", "4"), option("o3", "5")],
    correct_answers: ["o1", "o3"],
    scoring: "partial",
    penalty: "0.25",
  },
  {
    ...base,
    type: "numeric",
    correct_number: "3.5",
    tolerance: { kind: "relative", value: "0.025" },
    unit: "kg",
    scoring: "partial",
  },
  {
    ...base,
    type: "short_text",
    accepted: ["New York", " NYC"],
    case_sensitive: true,
    space_sensitive: true,
    pattern: "(the )?big apple",
  },
  {
    ...base,
    type: "ordering",
    options: [option("a", "100"), option("b", "1"), option("c", "10")],
    order: ["b", "c", "a"],
    scoring: "all_or_nothing",
  },
  {
    ...base,
    type: "matching",
    prompts: [option("l1", "France"), option("l2", "Spain"), option("l3", "Île-de-France")],
    options: [option("r1", "Madrid"), option("r2", "Paris"), option("r3", "Rome")],
    pairs: { l1: "r2", l2: "r1", l3: "r2" },
    scoring: "partial",
  },
  {
    ...base,
    type: "gaps",
    question: "At [[g1]] in [[g2]], a [[__proto__]].",
    gaps: [
      {
        id: "g1",
        kind: "number",
        correct_number: "100",
        tolerance: { kind: "absolute", value: "1" },
        unit: "°C",
      },
      { id: "g2", kind: "text", accepted: ["Paris"], case_sensitive: true, pattern: "p.*" },
      {
        id: "__proto__",
        kind: "choice",
        options: [option("o1", "city"), option("o2", "river")],
        correct_answer: "o1",
      },
    ],
    scoring: "partial",
  },
  { ...base, type: "essay" },
  { ...base, type: "coding", expected_language: "Rust" },
];

describe.each(QUESTIONS)("a question of $type", (question) => {
  it("is the same after its form", () => {
    expect(toQuestion(draftOf(question))).toEqual(question);
    expect(findProblem(draftOf(question), WIZARD_TEXTS)).toBeNull();
  });

  it("keeps what stands beside its key", () => {
    const full: Question = {
      ...question,
      format: "markdown",
      explanation: "Because.",
      show_explanation: true,
      reviewer_notes: "Be kind.",
      tags: ["sql", "joins"],
    };
    expect(toQuestion(draftOf(full))).toEqual(full);
  });

  it("is whole again after another kind was tried", () => {
    for (const other of QUESTIONS) {
      const tried = withType(withType(draftOf(question), other.type), question.type);
      expect(toQuestion(tried)).toEqual(question);
    }
  });

  it("is refused while it is empty, at one of its fields", () => {
    const problem = findProblem({ ...blankDraft("q", question.type), question: "Which?" }, WIZARD_TEXTS);
    const scoredByPeople = question.type === "essay" || question.type === "coding";
    expect(problem?.place ?? "").toMatch(
      scoredByPeople ? /^$/ : /^(options|correct_number|accepted|prompts|gaps)$/,
    );
  });
});

describe("a change of the kind", () => {
  const response = QUESTIONS[1] as Question;

  it("keeps a list and its marks", () => {
    const choice = toQuestion(
      withType(
        draftOf({ ...base, type: "multiple_choice", options: ["3", "4"], correct_answer: "4" }),
        "multiple_response",
      ),
    );
    expect(choice.options).toMatchObject([{ text: "3" }, { text: "4" }]);
    expect(choice.correct_answers).toEqual(
      choicesOf(choice)
        .slice(1)
        .map(({ id }) => id),
    );
  });

  it("keeps texts where several marks become one", () => {
    const blank: QuestionDraft = { ...draftOf(response), options: ["", ""] };
    expect(withType(blank, "multiple_choice")).toMatchObject({
      options: ["2", "4", "5"],
      correct_answer: "",
    });
    expect(toQuestion(withType(blank, "ordering")).order).toEqual(["o1", "o2", "o3"]);
  });
});

describe("ids", () => {
  it("say nothing about order and pairs", () => {
    const draft = blankDraft("q", "ordering");
    const texts = ["a", "b", "c"];
    const orders = new Set<string>();
    for (let round = 0; round < 40; round++) {
      const items = blankDraft("q", "ordering").keys.items.map((item, i) => ({
        ...item,
        text: texts[i] ?? "",
      }));
      const { options = [] } = toQuestion({ ...draft, question: "?", keys: { ...draft.keys, items } });
      orders.add(options.map((o) => (typeof o === "string" ? o : o.text)).join(""));
    }
    expect(orders.size).toBeGreaterThan(2);
  });

  it("of gaps are the next free ones, also after a deleted marker", () => {
    expect(newGapId("[[g1]] [[g3]]", {})).toBe("g2");
    expect(gapIds("[[b]] [[a]] [[b]] [[ no ]]")).toEqual(["b", "a"]);
  });
});

describe("problems are named at their fields", () => {
  const draftFor = (type: Question["type"]) => draftOf(QUESTIONS.find((q) => q.type === type) as Question);
  const placeOf = (draft: QuestionDraft) => findProblem(draft, WIZARD_TEXTS)?.place;
  const withKeys = (type: Question["type"], changes: object) => {
    const draft = draftFor(type);
    return placeOf({ ...draft, keys: { ...draft.keys, ...changes } });
  };

  it.each([
    ["multiple_response", { choices: [] }, "options"],
    [
      "multiple_response",
      { choices: ["a", "b"].map((text) => ({ id: text, text, correct: true })) },
      "correct_answers",
    ],
    [
      "numeric",
      { number: { correct_number: "3,5", tolerance_kind: "none", tolerance: "", unit: "" } },
      "correct_number",
    ],
    [
      "numeric",
      { number: { correct_number: "3", tolerance_kind: "relative", tolerance: "101", unit: "" } },
      "tolerance",
    ],
    ["ordering", { items: ["a", "a"].map((text, i) => ({ id: `${i}`, text })) }, "options"],
    ["gaps", { gaps: {} }, "gaps[0].accepted"],
  ] as const)("%s %j", (type, changes, place) => {
    expect(withKeys(type, changes)).toBe(place);
  });

  it("matching: a half pair, and a wrong match that is right", () => {
    const { pairs, distractors } = draftFor("matching").keys.matching;
    const half = pairs.map((pair, i) => (i === 0 ? { ...pair, option: "" } : pair));
    expect(withKeys("matching", { matching: { pairs: half, distractors } })).toBe("pairs");
    const right = [{ id: "x", text: "Paris" }];
    expect(withKeys("matching", { matching: { pairs, distractors: right } })).toBe("options");
  });

  it("marks of gaps in a question without gaps", () => {
    expect(strayGaps("essay", "A [[g1]], [[g2]], [[nodiscard]] and [[g1]]")).toBe(
      "Candidates see [[g1]], [[g2]] as text: only 'Fill in the gaps' has gaps.",
    );
    expect(strayGaps("essay", "[[ -f x ]] and m[[1]]")).toBeUndefined();
    expect(strayGaps("gaps", "A [[g1]]")).toBeUndefined();
  });

  it("a gap that is marked twice", () => {
    const draft = draftFor("gaps");
    expect(placeOf({ ...draft, question: `${draft.question} [[g1]]` })).toBe("gaps");
  });

  it("a penalty above the points, too many tags", () => {
    const draft = draftFor("numeric");
    expect(placeOf({ ...draft, extras: { ...draft.extras, penalty: "2.001" } })).toBe("penalty");
    expect(placeOf({ ...draft, extras: { ...draft.extras, penalty: "2" } })).toBeUndefined();
    const tags = Array.from({ length: 21 }, (_, i) => i).join(",");
    expect(placeOf({ ...draft, extras: { ...draft.extras, tags } })).toBe("tags");
  });
});

describe("percent", () => {
  it.each([
    ["0.05", 2, "5"],
    ["0.025", 2, "2.5"],
    ["1", 2, "100"],
    ["5", -2, "0.05"],
    ["100", -2, "1"],
    ["0.1", -2, "0.001"],
    ["1e-3", 2, "0.1"],
    ["0", 2, "0"],
  ])("%s moved by %i is %s", (text, places, moved) => {
    expect(shifted(text, places)).toBe(moved);
  });
});
