import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { AnswerDetail } from "@/api/questions";
import { GivenAnswer } from "@/features/question-kinds/given/GivenAnswer";
import { markedOptions, markWords } from "@/features/question-kinds/given/options";
import { expectAccessible, show } from "@/test/page";
import { KeyDetails } from "./KeyDetails";
import { QuestionText } from "./QuestionText";

const response: AnswerDetail = {
  question_type: "multiple_response",
  question: "Which are prime?",
  points: 2,
  options: [
    { id: "o1", text: "2" },
    { id: "o2", text: "3" },
    { id: "o3", text: "4" },
    { id: "o4", text: "6" },
  ],
  correct_answers: ["o1", "o2"],
  answer: '["o1","o3"]',
  answer_text: "2, 4",
  correct_text: "2, 3",
};

const matching: AnswerDetail = {
  question_type: "matching",
  question: "Capitals",
  points: 1,
  answer: '{"l1":"r1"}',
  answer_text: "France -> Rome",
  correct_text: "France -> Paris",
  explanation: "Rome is in Italy.",
  reviewer_notes: "Be kind.",
};

describe("options", () => {
  it("say what was chosen and what is right", async () => {
    show(<GivenAnswer detail={response} />);
    expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      "2Chosen, correct",
      "3Correct, not chosen",
      "4Chosen, wrong",
      "6",
    ]);
    await expectAccessible();
  });

  it("are shown beside a missing answer", () => {
    show(<GivenAnswer detail={{ ...response, answer: "" }} />);
    expect(screen.getByText("No answer")).toBeVisible();
    expect(screen.getAllByText("Correct, not chosen")).toHaveLength(2);
  });

  it("of one choice are compared by their text", () => {
    const choice: AnswerDetail = {
      question_type: "multiple_choice",
      question: "2 + 2?",
      points: 1,
      options: ["3", "4"],
      correct_answer: "4",
      answer: "3",
    };
    expect(markedOptions(choice)?.map(markWords)).toEqual(["Chosen, wrong", "Correct, not chosen"]);
    expect(markedOptions({ ...choice, answer: "five" })).toBeUndefined();
  });
});

describe("answers that are no options", () => {
  it("have a key whose pattern is named", () => {
    const shortText: AnswerDetail = {
      ...matching,
      question_type: "short_text",
      correct_text: "NYC / pattern (the )?big apple",
    };
    show(<KeyDetails detail={shortText} correct={false} />);
    expect(screen.getByText("NYC / pattern (the )?big apple")).toBeVisible();
  });

  it("are shown in words, with the key, the explanation and the notes", async () => {
    show(
      <>
        <GivenAnswer detail={matching} />
        <KeyDetails detail={matching} correct={false} />
      </>,
    );
    for (const text of ["France -> Rome", "France -> Paris", "Rome is in Italy.", "Be kind."])
      expect(screen.getByText(text)).toBeVisible();
    await expectAccessible();
  });

  it("need no key when they are right", () => {
    show(<KeyDetails detail={matching} correct />);
    expect(screen.queryByText("France -> Paris")).not.toBeInTheDocument();
    expect(screen.getByText("Rome is in Italy.")).toBeVisible();
  });

  it("of another form are shown as they were received", () => {
    show(<GivenAnswer detail={{ ...matching, answer: "<b>o1", answer_text: "<b>o1", unreadable: true }} />);
    expect(screen.getByText("<b>o1")).toBeVisible();
    expect(screen.getByText(/does not have the form/)).toBeVisible();
  });
});

describe("the text of a question", () => {
  const gaps = [{ id: "g1" }, { id: "g2" }];

  it("shows gaps as blanks, and leaves other brackets alone", async () => {
    show(<QuestionText asked={{ question: "Water boils at [[g1]] in [[g3]].", gaps }} />);
    expect(screen.getByText(/Water boils at/)).toHaveTextContent("Water boils at Gap g1 in [[g3]].");
    await expectAccessible();
  });

  it("shows gaps of formatted texts as blanks", async () => {
    const content = { rich: [{ p: [{ t: "Let " }, { code: "[[g2]]" }, { t: " be" }] }] };
    show(<QuestionText asked={{ question: "Let `[[g2]]` be", content, gaps }} />);
    expect((await screen.findByText("g2")).closest("code")).toHaveTextContent("Gap g2");
  });

  it("keeps brackets where there are no gaps", () => {
    show(<QuestionText asked={{ question: "An array: [[g1]]" }} />);
    expect(screen.getByText("An array: [[g1]]")).toBeVisible();
  });
});
