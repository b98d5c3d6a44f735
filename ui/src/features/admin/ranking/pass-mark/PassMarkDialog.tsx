import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiFailure, api, changedMeanwhile, errorText } from "@/api/client";
import { DECISIONS } from "@/api/groups";
import { invalidate } from "@/api/query";
import { useDebounced } from "@/lib/useDebounced";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { ChangedChoice } from "@/ui/Changed";
import { Dialog } from "@/ui/Dialog";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { Skeleton } from "@/ui/Skeleton";
import { toast } from "@/ui/toast";
import type { Ranking } from "../wire";
import { Preview } from "./Preview";
import { markOf } from "./percent";

interface Props {
  test: string;
  /** As it was read when the dialog opened, and after. */
  mark: Ranking["pass_mark"];
  onClose: () => void;
}

function usePreview(test: string, percent: number | null | undefined) {
  return useQuery({
    // A call that reads, though a POST.
    queryKey: ["pass-mark/preview", test, percent],
    queryFn: ({ signal }) =>
      api.post("/tests/{id}/pass-mark/preview", {
        path: { id: test },
        body: { percent: percent ?? null },
        signal,
      }),
    enabled: percent !== undefined,
    gcTime: 0,
  });
}

/** Changes the pass mark, after showing who crosses it. */
export function PassMarkDialog({ test, mark, onClose }: Props) {
  const client = useQueryClient();
  const [typed, setTyped] = useState(mark.percent === null ? "" : String(mark.percent));
  // The version that was read with the text: a refresh in the background must not approve a change of another admin.
  const [version, setVersion] = useState(mark.version);
  const percent = markOf(typed);
  const shown = useDebounced(percent);
  const preview = usePreview(test, shown);
  const save = useSend({
    mutationFn: (value: number | null) =>
      api.put("/tests/{id}/pass-mark", { path: { id: test }, body: { percent: value, version } }),
    onSuccess: ({ percent: now }) => {
      void invalidate(client, ...DECISIONS);
      toast.success(now === null ? "The pass mark is removed" : `The pass mark is ${now}%`);
      onClose();
    },
    onError: (error) => {
      void invalidate(client, "/tests/{id}/ranking");
      if (!changedMeanwhile(error, "")) toast.error(`Failed to save the pass mark: ${errorText(error)}`);
    },
  });
  const conflict = changedMeanwhile(save.error, "Another administrator");
  const refused = save.error instanceof ApiFailure ? save.error.fields.percent : undefined;
  const error = percent === undefined ? "A number from 0 to 100, or nothing" : refused;
  return (
    <Dialog
      open
      locked={save.isPending}
      onOpenChange={(open) => !open && onClose()}
      title="Pass mark"
      description="Final results with at least this score pass. Nothing is sent to anyone."
      size="sm"
      footer={
        <>
          <Button variant="secondary" disabled={save.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            busy={save.isPending}
            disabled={percent === undefined || conflict !== null || percent === mark.percent}
            onClick={() => percent !== undefined && save.mutate(percent)}
          >
            Save
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <Field label="Score in percent" hint="Leave empty for no pass mark." error={error}>
          <Input inputMode="decimal" value={typed} onChange={(event) => setTyped(event.target.value)} />
        </Field>
        {conflict && (
          <ChangedChoice
            change={conflict}
            what={`the pass mark to ${mark.percent === null ? "none" : `${mark.percent}%`}`}
            onTheirs={onClose}
            onMine={() => {
              setVersion(mark.version);
              save.reset();
            }}
          />
        )}
        <section aria-label="Preview" aria-live="polite" className="min-h-24">
          {preview.data && percent !== undefined && shown === percent && (
            <Preview percent={percent} preview={preview.data} />
          )}
          {percent !== undefined && (preview.isPending || shown !== percent) && <Skeleton className="h-10" />}
          {preview.error && <p className="text-error text-sm">{errorText(preview.error)}</p>}
        </section>
      </div>
    </Dialog>
  );
}
