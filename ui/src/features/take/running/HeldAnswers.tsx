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
  const which = `${numbers.length === 1 ? "question" : "questions"} ${numbers.sort((a, b) => a - b).join(", ")}`;
  return (
    <p className={clsx("toned rounded-control px-4 py-3", refusal ? "tone-red" : "tone-amber")}>
      <strong className="font-semibold">Your answer to {which} is not on the server.</strong>{" "}
      {refusal
        ? `The server refuses it: ${refusal} It is kept on this computer.`
        : "Something on the network stops it. It is kept on this computer, and the page keeps trying; you can go on and submit. What arrives later stands as a late answer."}{" "}
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
