import { MessageCircleQuestionMark } from "lucide-react";
import { type FormEvent, useCallback, useEffect, useId, useState } from "react";
import { useStore } from "zustand";
import { api, errorText } from "@/api/client";
import type { OwnQuestion } from "@/api/types";
import { recordOf } from "@/lib/acknowledges";
import { formatTime } from "@/lib/format";
import { isBlank } from "@/lib/invisible";
import { useKept } from "@/lib/kept/useKept";
import { randomKey } from "@/lib/random-key";
import { Button } from "@/ui/Button";
import { Textarea } from "@/ui/Textarea";
import { asHolder } from "../attempt-call";
import { t } from "../panel-texts";
import type { TakeSession } from "../session/take-session";
import { isTrial } from "../trial/trial";
import { useTakeSession } from "../useTake";
import { LOOK } from "./messages";
import { useMessageBox } from "./useProctoring";

const MAX_LENGTH = 1_000;

/** What is typed; `id` once it was sent: the server knows by it a text that arrives again, also after a reload. */
const EMPTY = { text: "", id: "" };

const isQuestion = (body: unknown) => typeof recordOf(body).id === "string";

/** The own questions: read at each answer, and now and then while one waits or none could be read. */
function useAsked({ token, attemptKey: key = "" }: TakeSession) {
  const [asked, setAsked] = useState<OwnQuestion[]>();
  // Also what came while the event stream was down.
  const answers = useStore(
    useMessageBox().store,
    ({ messages }) => messages.filter(({ kind }) => kind !== "message").length,
  );
  const add = useCallback(
    (news: OwnQuestion[]) =>
      setAsked((before = []) => [
        ...before.filter(({ id }) => news.every((question) => question.id !== id)),
        ...news,
      ]),
    [],
  );
  const look = useCallback(
    () =>
      void api
        .get("/take-test/{token}/questions", { path: { token }, ...asHolder({ key }) })
        .then(add)
        .catch(() => undefined),
    [token, key, add],
  );
  const isAsking = !isTrial(token);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer marks its question
  useEffect(() => {
    if (isAsking) look();
  }, [look, isAsking, answers]);
  const waits = isAsking && (asked?.some(({ answered_at }) => !answered_at) ?? true);
  useEffect(() => {
    if (!waits) return;
    const timer = setInterval(look, LOOK);
    return () => clearInterval(timer);
  }, [look, waits]);
  const inOrder = [...(asked ?? [])].sort((a, b) => a.asked_at.localeCompare(b.asked_at));
  return { asked: inOrder, add };
}

/** The candidate's questions to the proctors. Nothing about them stops the clock (docs/behaviour/sessions.md#questions). */
export function AskProctor() {
  const session = useTakeSession();
  const { token, attemptKey: key = "" } = session;
  const { asked, add } = useAsked(session);
  const [open, setOpen] = useState(false);
  const [draft, setDraft, kept] = useKept(`proctor-question:${token}`, EMPTY);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const problemId = useId();
  const { text } = draft;

  if (isTrial(token)) return null;
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || isBlank(text)) return;
    setBusy(true);
    try {
      const sent = { text, id: draft.id || randomKey() };
      setDraft(sent);
      const question = await api.post("/take-test/{token}/questions", {
        path: { token },
        body: { text, client_id: sent.id },
        // Asked once, however often it arrives.
        encodable: "always",
        guard: isQuestion,
        ...asHolder({ key }),
      });
      add([question]);
      kept.sent(sent);
      // What was typed meanwhile is another question.
      setDraft((now) => (now.id === sent.id ? EMPTY : now));
      setProblem(undefined);
    } catch (error) {
      // The text stays.
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
        icon={MessageCircleQuestionMark}
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
            // Another text is another question: the server may have the one before.
            onChange={(event) => setDraft({ text: event.target.value, id: "" })}
          />
          <p className="text-muted text-xs">{t("askHint")}</p>
          {problem && (
            <p id={problemId} role="alert" className="text-error text-xs">
              {problem}
            </p>
          )}
          <Button type="submit" size="sm" busy={busy} disabled={isBlank(text)}>
            {t("sendQuestion")}
          </Button>
        </form>
      )}
    </section>
  );
}
