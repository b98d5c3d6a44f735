import { Check, CheckCheck, Send } from "lucide-react";
import { formatTime } from "@/lib/format";
import { isBlank } from "@/lib/invisible";
import { useKept } from "@/lib/kept/useKept";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { QueryError } from "@/ui/QueryError";
import { Textarea } from "@/ui/Textarea";
import { MESSAGE_MAX, useSendMessage } from "../actions/MessageDialog";
import { t } from "../texts";
import { useMessages } from "../useMonitorable";

/** Messages sent to the candidate, with their read status. */
export function Messages({ attemptId }: { attemptId: string }) {
  const { data, error, refetch, isFetching } = useMessages(attemptId);
  const [text, setText, kept] = useKept(`message beside the video ${attemptId}`, "");
  const send = useSendMessage(attemptId, kept, kept.discard);
  return (
    <div className="space-y-3 text-sm">
      {error && !data && <QueryError title={t("messagesNotLoaded")} {...{ error, refetch, isFetching }} />}
      {data?.length === 0 && <p className="text-muted">{t("noMessages")}</p>}
      {data && data.length > 0 && (
        <ol className="max-h-60 space-y-2 overflow-y-auto">
          {data.map((message) => (
            <li key={message.id} className="rounded-control bg-subtle px-3 py-2">
              <p dir="auto" className="whitespace-pre-wrap">
                {message.text}
              </p>
              <p className="mt-1 flex flex-wrap items-center gap-x-2 text-muted text-xs tabular-nums">
                <span>
                  <bdi>{message.sent_by ?? t("formerAdmin")}</bdi>, {formatTime(message.sent_at)}
                </span>
                <span className="flex items-center gap-1">
                  {message.seen_at ? (
                    <>
                      <CheckCheck aria-hidden="true" className="size-3.5 text-success" />
                      {t("seenAt", { time: formatTime(message.seen_at) })}
                    </>
                  ) : (
                    <>
                      <Check aria-hidden="true" className="size-3.5" />
                      {t("notSeen")}
                    </>
                  )}
                </span>
              </p>
            </li>
          ))}
        </ol>
      )}
      <form
        className="space-y-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== "" && !send.isPending) send.mutate(text.trim());
        }}
      >
        <Field label={t("messageTo")} hideLabel>
          <Textarea
            rows={2}
            value={text}
            maxLength={MESSAGE_MAX}
            placeholder={t("writeTo")}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <Button type="submit" size="sm" busy={send.isPending} disabled={isBlank(text)} icon={Send} turns>
          {t("sendMessage")}
        </Button>
      </form>
    </div>
  );
}
