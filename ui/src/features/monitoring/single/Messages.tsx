import { Check, CheckCheck, Send } from "lucide-react";
import { errorText } from "@/api/client";
import { formatTime } from "@/lib/format";
import { useKept } from "@/lib/kept/useKept";
import { Button } from "@/ui/Button";
import { ErrorState } from "@/ui/ErrorState";
import { Field } from "@/ui/Field";
import { Textarea } from "@/ui/Textarea";
import { MESSAGE_MAX, useSendMessage } from "../actions/MessageDialog";
import { useMessages } from "../useMonitorable";

/** Messages sent to the candidate, with their read status. */
export function Messages({ attemptId }: { attemptId: string }) {
  const { data, error, refetch, isFetching } = useMessages(attemptId);
  const [text, setText, kept] = useKept(`message beside the video ${attemptId}`, "");
  const send = useSendMessage(attemptId, kept.discard);
  return (
    <div className="space-y-3 text-sm">
      {error && !data && (
        <ErrorState
          title="The messages could not be loaded"
          detail={errorText(error)}
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      )}
      {data?.length === 0 && <p className="text-muted">No messages yet.</p>}
      {data && data.length > 0 && (
        <ol className="max-h-60 space-y-2 overflow-y-auto">
          {data.map((message) => (
            <li key={message.id} className="rounded-control bg-subtle px-3 py-2">
              <p dir="auto" className="whitespace-pre-wrap">
                {message.text}
              </p>
              <p className="mt-1 flex flex-wrap items-center gap-x-2 text-muted text-xs tabular-nums">
                <span>
                  <bdi>{message.sent_by ?? "A former administrator"}</bdi>, {formatTime(message.sent_at)}
                </span>
                <span className="flex items-center gap-1">
                  {message.seen_at ? (
                    <>
                      <CheckCheck aria-hidden="true" className="size-3.5 text-success" />
                      Seen {formatTime(message.seen_at)}
                    </>
                  ) : (
                    <>
                      <Check aria-hidden="true" className="size-3.5" />
                      Not seen yet
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
        <Field label="Message to the candidate" hideLabel>
          <Textarea
            rows={2}
            value={text}
            maxLength={MESSAGE_MAX}
            placeholder="Write to the candidate"
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <Button
          type="submit"
          size="sm"
          busy={send.isPending}
          disabled={text.trim() === ""}
          icon={<Send aria-hidden="true" className="size-4" />}
        >
          Send Message
        </Button>
      </form>
    </div>
  );
}
