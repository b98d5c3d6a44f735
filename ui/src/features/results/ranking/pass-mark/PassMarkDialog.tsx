import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api, changedMeanwhile, errorText, fieldErrors } from "@/api/client";
import { DECISIONS } from "@/api/groups";
import { invalidate } from "@/api/query";
import type { Ranking } from "@/api/ranking";
import { useKept } from "@/lib/kept/useKept";
import { useDebounced } from "@/lib/useDebounced";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { ChangedChoice } from "@/ui/Changed";
import { changedByOther } from "@/ui/changed";
import { Dialog } from "@/ui/Dialog";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { Skeleton } from "@/ui/Skeleton";
import { TypedNotice } from "@/ui/TypedNotice";
import { toast } from "@/ui/toast";
import { sectionWords } from "../labels";
import { t } from "../tool-texts";
import { isMarked, type Marks, marksKey, marksText, readMarks, typedMarks } from "./marks";
import { Preview } from "./Preview";
import { markOf } from "./percent";

interface Props {
  test: string;
  /** The mark as it was read when the dialog opened, and after. */
  mark: Ranking["pass_mark"];
  /** A percentage that was chosen in a picture; what is typed otherwise. */
  wanted?: number;
  /** Labels of the sections of the test. */
  sections: string[];
  onClose: () => void;
}

function usePreview(test: string, marks: Marks | undefined) {
  return useQuery({
    // A call that reads, though a POST.
    queryKey: ["pass-mark/preview", test, marks],
    queryFn: ({ signal }) =>
      api.post("/tests/{id}/pass-mark/preview", {
        path: { id: test },
        body: marks ?? { percent: null },
        signal,
      }),
    enabled: marks !== undefined,
    gcTime: 0,
  });
}

/** Changes the pass mark, after showing who crosses it. */
export function PassMarkDialog({ test, mark, wanted, sections, onClose }: Props) {
  const client = useQueryClient();
  const [typed, setTyped, kept] = useKept(`pass mark ${test}`, typedMarks(mark), { version: mark.version });
  useEffect(() => {
    if (wanted !== undefined) setTyped((before) => ({ ...before, percent: String(wanted) }));
  }, [wanted, setTyped]);
  // The version that was read with the text: a refresh in the background must not approve a change of another admin.
  const [version, setVersion] = useState(kept.since);
  const marks = readMarks(typed, sections);
  const key = marks && marksKey(marks);
  const shown = useDebounced(key);
  const preview = usePreview(test, shown === key ? marks : undefined);
  const save = useSend({
    mutationFn: (wanted: Marks) =>
      api.put("/tests/{id}/pass-mark", { path: { id: test }, body: { ...wanted, version } }),
    onSuccess: (now) => {
      kept.sent();
      void invalidate(client, ...DECISIONS);
      toast.success(isMarked(now) ? t("markIs", { mark: marksText(now) }) : t("markRemoved"));
      onClose();
    },
    onError: (error) => {
      void invalidate(client, "/tests/{id}/ranking");
      if (!changedMeanwhile(error, "")) toast.error(t("markFailed", { reason: errorText(error) }));
    },
  });
  const conflict = changedByOther(save.error);
  const refused = fieldErrors(save.error).percent;
  const wrong = t("zeroTo100");
  const ofSections = sections.length > 1 || mark.sections.length > 0;
  return (
    <Dialog
      open
      locked={save.isPending}
      onOpenChange={(open) => !open && onClose()}
      title={t("passMark")}
      description={t("markHint")}
      size="sm"
      footer={
        <>
          <Button variant="secondary" disabled={save.isPending} onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button
            busy={save.isPending}
            disabled={!marks || conflict !== null || key === marksKey(mark)}
            onClick={() => marks && save.mutate(marks)}
          >
            {t("save")}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <TypedNotice kept={kept} />
        <Field
          label={t("scorePercent")}
          hint={ofSections ? undefined : t("leaveEmpty")}
          error={markOf(typed.percent) === undefined ? wrong : refused}
        >
          <Input
            inputMode="decimal"
            value={typed.percent}
            onChange={({ target }) => setTyped({ ...typed, percent: target.value })}
          />
        </Field>
        {ofSections && (
          <fieldset className="space-y-3">
            <legend className="font-medium text-sm">{t("sectionPercent")}</legend>
            <p className="text-muted text-xs">{t("reachAll")}</p>
            {sections.map((section) => (
              <Field
                key={section}
                label={sectionWords(section)}
                error={markOf(typed.sections[section] ?? "") === undefined ? wrong : undefined}
              >
                <Input
                  inputMode="decimal"
                  value={typed.sections[section] ?? ""}
                  onChange={({ target }) =>
                    setTyped({ ...typed, sections: { ...typed.sections, [section]: target.value } })
                  }
                />
              </Field>
            ))}
          </fieldset>
        )}
        {conflict && (
          <ChangedChoice
            change={conflict}
            what={t("theMarkTo", { mark: marksText(mark) })}
            onTheirs={onClose}
            onMine={() => {
              setVersion(mark.version);
              save.reset();
            }}
          />
        )}
        <section aria-label={t("preview")} aria-live="polite" className="min-h-24">
          {preview.data && marks && shown === key && (
            <Preview marked={isMarked(marks)} preview={preview.data} />
          )}
          {marks && (preview.isPending || shown !== key) && <Skeleton className="h-10" />}
          {preview.error && <p className="text-error text-sm">{errorText(preview.error)}</p>}
        </section>
      </div>
    </Dialog>
  );
}
