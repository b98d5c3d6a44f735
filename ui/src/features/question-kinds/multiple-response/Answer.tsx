import { choicesOf } from "@/api/questions";
import { printIds, readIds } from "@/lib/answer";
import { CheckGroup } from "@/ui/CheckGroup";
import { firstLine, spokenOf } from "@/ui/rich-text/plain";
import { PaperText } from "../answer/PaperText";
import type { KindProps } from "../answer/props";
import { Unreadable } from "../answer/Unreadable";
import { t } from "../texts";

/** Any number of options. The answer names them in their order. */
export function MultipleResponse({ question, answer, onChoose }: KindProps) {
  const options = choicesOf(question);
  const chosen = readIds(
    answer,
    options.map(({ id }) => id),
  );
  return (
    <>
      {!chosen && <Unreadable answer={answer} />}
      <p className="mb-2 text-muted text-xs">{t("chooseAll")}</p>
      <CheckGroup
        label={firstLine(question.content, question.question)}
        lang={question.lang}
        options={options.map(({ id, text, content }) => ({
          value: id,
          spoken: spokenOf(content, text),
          label: <PaperText inline content={content} source={text} />,
        }))}
        chosen={chosen ?? []}
        onChange={(ids) => onChoose(printIds(ids))}
      />
    </>
  );
}
