import { clsx } from "clsx";
import { sentenceGap } from "@/i18n";
import { saveFile } from "@/lib/download";
import { formatList } from "@/lib/format";
import { t } from "../end-texts";
import { useTake, useTakeSession } from "../useTake";
import { answersFile } from "./answers-file";
import { placeOf } from "./save-labels";

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
  const place = useTake(({ durable }) => placeOf(durable));
  const numbers = questions.map((id) => all.findIndex((question) => question.id === id) + 1);
  const held = { count: numbers.length, numbers: formatList(numbers.sort((a, b) => a - b).map(String)) };
  return (
    <p className={clsx("toned rounded-control px-4 py-3", refusal ? "tone-red" : "tone-amber")}>
      <strong className="font-semibold">{t("heldTitle", held)}</strong>
      {sentenceGap()}
      {refusal ? t("heldRefused", { ...held, place, refusal }) : t("heldStopped", { ...held, place })}
      {sentenceGap()}
      <button
        type="button"
        className="font-medium underline"
        onClick={() => saveFile(answersFile(session), "answers.json")}
      >
        {t("saveAnswers")}
      </button>
    </p>
  );
}
