import { CloudUpload, Download } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "@/ui/Button";
import { Spinner } from "@/ui/Spinner";
import { t } from "../end-texts";
import { problemText } from "../problem-text";
import type { Phase } from "../session/state";
import { useSecondsLeft, useTake, useTakeSession } from "../useTake";
import { answersFile } from "./answers-file";
import { placeOf } from "./save-labels";

type SubmittingProps = Extract<Phase, { name: "submitting" }>;

const TITLES = { asked: "submitting", time: "submittingTimeUp", ended: "testEnded" } as const;

/** Stays until the server has the answers, however long the network is down. */
export function SubmittingView({ reason, problem, stuck }: SubmittingProps) {
  const session = useTakeSession();
  const left = useSecondsLeft();
  const place = useTake(({ durable }) => placeOf(durable));
  const mayReturn = reason === "asked" && left > 0 && problem !== undefined;
  return (
    <main className="mx-auto grid min-h-dvh grid-cols-1 w-full max-w-md content-center px-4 py-8 text-center">
      <section className="rounded-card border border-line bg-surface px-6 py-10">
        <span
          aria-hidden="true"
          className="mx-auto grid size-12 place-items-center rounded-full bg-subtle text-ink-2"
        >
          {stuck ? <CloudUpload className="size-6" /> : <Spinner className="size-6" />}
        </span>
        <h1 className="mt-4 font-semibold text-ink text-xl">{t(TITLES[reason])}</h1>
        <div role="status" className="mt-2 space-y-2 text-ink-2">
          {problem ? (
            <>
              <p>{t("notSubmittedYet", { problem: problemText(problem) })}</p>
              <p className="text-muted">{t(stuck ? "keptTellAdministrator" : "keptRetries", { place })}</p>
            </>
          ) : (
            <p>{t("takesMoment")}</p>
          )}
        </div>
        {problem && <AnswersFile />}
        {(stuck || mayReturn) && (
          <div className="mt-6 flex flex-wrap justify-center gap-2">
            {mayReturn && (
              <Button variant="secondary" onClick={() => session.cancelSubmit()}>
                {t("backToTest")}
              </Button>
            )}
            {stuck && <Button onClick={() => session.submit(reason)}>{t("tryAgain")}</Button>}
          </div>
        )}
      </section>
    </main>
  );
}

/** Fallback where the network does not return: an answers file to hand to the administrator. */
function AnswersFile() {
  const session = useTakeSession();
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(answersFile(session));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [session]);
  return (
    <div className="mt-6 rounded-control bg-subtle px-4 py-3 text-start text-ink-2 text-sm">
      <p>{t("fileMeans")}</p>
      <a
        href={url}
        download="answers.json"
        className="mt-3 inline-flex min-h-10 items-center gap-2 font-medium text-primary underline"
      >
        <Download aria-hidden="true" className="size-4" />
        {t("saveAnswers")}
      </a>
    </div>
  );
}
