import { earnedWords } from "@/lib/score";
import { inPage, type Languages } from "@/lib/translated";
import type { SharedAnswer } from "./shared";
import { t } from "./texts";

interface Props {
  asked: SharedAnswer;
  languages: Languages;
  /** Tag of the language in which the question is shown; absent in the author's. */
  lang?: string | undefined;
}

/** The answer as it is read beside the question as it is shown, with the tag of its language where the author wrote it. */
function answerOf(
  { answer, answer_text, answer_translations = {} }: SharedAnswer,
  languages: Languages,
  lang?: string,
) {
  const words =
    lang === languages.page ? inPage({ translations: answer_translations }, languages) : undefined;
  if (words !== undefined) return { text: words, lang };
  return answer_text === undefined ? { text: answer } : { text: answer_text, lang: languages.source };
}

/** Points of an answer; nothing where the link does not show scores. */
export function Earned({ asked: { score, question } }: { asked: SharedAnswer }) {
  if (!score) return null;
  return (
    <span className="text-muted text-xs tabular-nums">
      {score.earned === null ? t("notScored") : earnedWords(score.earned, question.points)}
    </span>
  );
}

export function AnswerText({ asked, languages, lang: shownIn }: Props) {
  const { text, lang } = answerOf(asked, languages, shownIn);
  if (text.trim() === "") return <p className="text-muted italic">{t("noAnswer")}</p>;
  const isCode = asked.question.type === "coding";
  return (
    <p
      dir={isCode ? "ltr" : "auto"}
      lang={lang}
      className={`whitespace-pre-wrap break-words ${isCode ? "font-mono text-xs leading-5" : ""}`}
    >
      {text}
    </p>
  );
}
