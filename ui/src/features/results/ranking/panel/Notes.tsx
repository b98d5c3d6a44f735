import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { api, errorText } from "@/api/client";
import { invalidate } from "@/api/query";
import { formatDateTime } from "@/lib/format";
import { useRights } from "@/lib/rights";
import { noteKey, settleDraft, useDraft } from "@/lib/useDraft";
import { useSend } from "@/lib/useSend";
import { Button, IconButton } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { Field } from "@/ui/Field";
import { Skeleton } from "@/ui/Skeleton";
import { Textarea } from "@/ui/Textarea";
import { toast } from "@/ui/toast";
import { notesQuery } from "../queries";
import { t } from "../texts";

const NOTE_MAX = 5000;

/** Private notes of administrators on one submission. */
export function Notes({ id, test }: { id: string; test: string }) {
  const { may } = useRights();
  const client = useQueryClient();
  const { data, error } = useQuery(notesQuery(id));
  const draft = useDraft(noteKey(id));
  /** The note that is to be deleted: the next one moves under a second press. */
  const [asked, setAsked] = useState<{ id: string; text: string }>();
  const refresh = () =>
    void invalidate(client, "/results/{submission_id}/notes", "/results", "/tests/{id}/ranking");
  const add = useSend({
    mutationFn: (text: string) =>
      api.post("/results/{submission_id}/notes", { path: { submission_id: id }, body: { text } }),
    onSuccess: (_, text) => {
      settleDraft(noteKey(id), text);
      refresh();
    },
    onError: (failure) => toast.error(t("addNoteFailed", { reason: errorText(failure) })),
  });
  const remove = useSend({
    mutationFn: (note_id: string) =>
      api.delete("/results/{submission_id}/notes/{note_id}", { path: { submission_id: id, note_id } }),
    onSuccess: () => {
      setAsked(undefined);
      refresh();
    },
    onError: (failure) => toast.error(t("deleteNoteFailed", { reason: errorText(failure) })),
  });
  return (
    <section aria-labelledby="notes-title" className="space-y-3">
      <div>
        <h3 id="notes-title" className="font-semibold text-base">
          {t("privateNotes")}
        </h3>
        <p className="text-muted text-sm">{t("onlyAdmins")}</p>
      </div>
      {error && !data && <p className="text-error text-sm">{t("notesNotLoaded")}</p>}
      {!data && !error && <Skeleton className="h-10" />}
      {data && data.length > 0 && (
        <ul className="space-y-2">
          {data.map((note) => (
            <li key={note.id} className="flex items-start gap-2 rounded-control bg-subtle/60 p-3">
              <div className="min-w-0 flex-1">
                <p dir="auto" className="whitespace-pre-wrap">
                  {note.text}
                </p>
                <p className="mt-1 text-muted text-xs">
                  <bdi>{note.by}</bdi>, {formatDateTime(note.at)}
                </p>
              </div>
              {note.deletable && (
                <IconButton label={t("deleteNote")} className="-m-1.5" onClick={() => setAsked(note)}>
                  <Trash2 aria-hidden="true" className="size-4" />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {asked && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setAsked(undefined)}
          title={t("deleteNoteTitle")}
          description={
            <span dir="auto" className="line-clamp-6 whitespace-pre-wrap">
              {asked.text}
            </span>
          }
          confirmLabel={t("deleteNoteButton")}
          danger
          busy={remove.isPending}
          onConfirm={() => remove.mutate(asked.id)}
        />
      )}
      {may("decide", test) && (
        <form
          className="space-y-2"
          onSubmit={(event) => {
            event.preventDefault();
            if (draft.text.trim()) add.mutate(draft.text.trim());
          }}
        >
          <Field label={t("newNote")} hideLabel>
            <Textarea
              rows={2}
              maxLength={NOTE_MAX}
              value={draft.text}
              placeholder={t("writeNote")}
              onChange={(event) => draft.set(event.target.value)}
            />
          </Field>
          <Button
            type="submit"
            variant="secondary"
            size="sm"
            busy={add.isPending}
            disabled={!draft.text.trim()}
          >
            {t("addNote")}
          </Button>
        </form>
      )}
    </section>
  );
}
