import { MessageCircleQuestionMark } from "lucide-react";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { api, errorText } from "@/api/client";
import type { OwnQuestion } from "@/api/types";
import { formatTime } from "@/lib/format";
import { useKept } from "@/lib/kept/useKept";
import { randomKey } from "@/lib/random-key";
import { Button } from "@/ui/Button";
import { Textarea } from "@/ui/Textarea";
import { asHolder } from "../attempt-call";
import { t } from "../panel-texts";
import { isTrial } from "../trial/trial";
import { useTakeSession } from "../useTake";

const MAX_LENGTH = 1_000;

/** The candidate's questions to the proctors. Nothing about them stops the clock (docs/behaviour/sessions.md#questions). */
export function AskProctor() {
  const session = useTakeSession();
  const { token, attemptKey: key = "" } = session;
  const [open, setOpen] = useState(false);
  const [text, setText, kept] = useKept(`proctor-question:${token}`, "");
  const [asked, setAsked] = useState<OwnQuestion[]>([]);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const clientId = useRef(randomKey());
  const problemId = useId();

  useEffect(() => {
    if (isTrial(token)) return;
    let current = true;
    const look = () =>
      api
        .get("/take-test/{token}/questions", { path: { token }, ...asHolder({ key }) })
        .then((listed) => current && setAsked(listed))
        .catch(() => undefined);
    void look();
    const stop = session.onPush(({ name }) => {
      if (name === "answer" || name === "announcement") void look();
    });
    return () => {
      current = false;
      stop();
    };
  }, [session, token, key]);

  if (isTrial(token)) return null;
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || text.trim() === "") return;
    setBusy(true);
    try {
      const body = { text, client_id: clientId.current };
      const question = await api.post("/take-test/{token}/questions", {
        path: { token },
        body,
        ...asHolder({ key }),
      });
      clientId.current = randomKey();
      setAsked((before) => [...before.filter(({ id }) => id !== question.id), question]);
      setText("");
      kept.sent();
      setProblem(undefined);
    } catch (error) {
      // The text stays, and the same question is asked once however often it is sent.
      setProblem(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section aria-label={t("askProctor")} className="space-y-2">
      <Button
        variant="secondary"
        size="sm"
        className="w-full"
        aria-expanded={open}
        icon={<MessageCircleQuestionMark aria-hidden="true" className="size-4" />}
        onClick={() => setOpen(!open)}
      >
        {t("askProctor")}
      </Button>
      {asked.length > 0 && (
        <ol className="max-h-40 space-y-2 overflow-y-auto text-xs">
          {asked.map((question) => (
            <li key={question.id}>
              <span className="text-muted tabular-nums">
                {formatTime(question.asked_at)}
                {" · "}
                {question.answered_at ? t("questionAnswered") : t("questionWaits")}
              </span>
              <p dir="auto" className="whitespace-pre-wrap text-ink-2">
                {question.text}
              </p>
            </li>
          ))}
        </ol>
      )}
      {open && (
        <form className="space-y-2" onSubmit={(event) => void send(event)}>
          <Textarea
            rows={2}
            dir="auto"
            aria-label={t("yourQuestion")}
            aria-describedby={problem ? problemId : undefined}
            aria-invalid={problem !== undefined}
            maxLength={MAX_LENGTH}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <p className="text-muted text-xs">{t("askHint")}</p>
          {problem && (
            <p id={problemId} role="alert" className="text-error text-xs">
              {problem}
            </p>
          )}
          <Button type="submit" size="sm" busy={busy} disabled={text.trim() === ""}>
            {t("sendQuestion")}
          </Button>
        </form>
      )}
    </section>
  );
}
