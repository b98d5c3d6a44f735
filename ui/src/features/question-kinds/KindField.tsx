import type { FC } from "react";
import type { KindProps } from "./answer/props";
import { FIRST_PAINT, isFirstPaint } from "./first-paint";
import { t } from "./first-texts";
import { answerKinds } from "./lazy-answers";

/** The answer field of a question of any kind. */
export function KindField(props: KindProps) {
  const { type } = props.question;
  if (!isFirstPaint(type)) return <LazyField {...props} />;
  const Field: FC<KindProps> = FIRST_PAINT[type];
  return <Field {...props} />;
}

function LazyField(props: KindProps) {
  const module = answerKinds.use();
  return module ? <module.KindAnswer {...props} /> : <LoadingField />;
}

export const LoadingField = () => (
  <p role="status" className="text-muted text-sm">
    {t("loadingAnswerField")}
  </p>
);
