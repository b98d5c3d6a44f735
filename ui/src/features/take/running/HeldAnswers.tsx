import { clsx } from "clsx";
import { saveFile } from "@/lib/download";
import { useTake, useTakeSession } from "../useTake";
import { answersFile } from "./answers-file";

interface HeldAnswersProps {
  /** Ids of the questions. */
  questions: string[];
  /** The server's refusal; without one, something on the network stops them. */
  refusal: string | undefined;
}

/** Names the answers that are not on the server, while others are. */
export function HeldAnswers({ questions, refusal }: HeldAnswersProps) {
  const session = useTakeSession();
  const all = useTake((state) => state.questions);
  const numbers = questions.map((id) => all.findIndex((question) => question.id === id) + 1);
  const list = numbers.sort((a, b) => a - b).join(", ");
  const isOne = numbers.length === 1;
  const what = isOne ? `Your answer to question ${list} is` : `Your answers to questions ${list} are`;
  const it = isOne ? "it" : "them";
  return (
    <p className={clsx("toned rounded-control px-4 py-3", refusal ? "tone-red" : "tone-amber")}>
      <strong className="font-semibold">{what} not on the server.</strong>{" "}
      {refusal
        ? `The server refuses ${it}: ${refusal} This computer keeps ${it}.`
        : `Something on the network stops ${it}. This computer keeps ${it}, and the page keeps trying; you can go on and submit. What arrives after that is a late answer.`}{" "}
      <button
        type="button"
        className="font-medium underline"
        onClick={() => saveFile(answersFile(session), "answers.json")}
      >
        Save answers to a file
      </button>
    </p>
  );
}
