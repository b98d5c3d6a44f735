import { useQuery } from "@tanstack/react-query";
import { Megaphone } from "lucide-react";
import { useState } from "react";
import { api, errorText } from "@/api/client";
import { queryOf } from "@/api/query";
import type { Monitored } from "@/api/types";
import { isBlank } from "@/lib/invisible";
import { useKept } from "@/lib/kept/useKept";
import { useRights } from "@/lib/rights";
import { useFormKey } from "@/lib/useFormKey";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { FormDialog } from "@/ui/FormDialog";
import { Select } from "@/ui/Select";
import { Textarea } from "@/ui/Textarea";
import { toast } from "@/ui/toast";
import { t } from "../texts";

/** Maximum number of people of one call. */
const MAX_PEOPLE = 1_000;
const EMPTY = { text: "", test: "", question: "" };

function AnnounceDialog({ rows, onClose }: { rows: Monitored[]; onClose: () => void }) {
  // With its audience: a text for one test is not for all of them after a reload.
  const [{ text, test, question }, setForm, kept] = useKept("announcement to tests", EMPTY);
  const set = (more: Partial<typeof EMPTY>) => setForm((before) => ({ ...before, ...more }));
  const formKey = useFormKey(kept);
  const titles = new Map(rows.map(({ test_id, test_title }) => [test_id, test_title]));
  const chosen = rows.filter(({ test_id }) => test === "" || test_id === test).slice(0, MAX_PEOPLE);
  /** The chosen test has no running tests any more: the text is for none of those that are shown. */
  const isGone = test !== "" && !titles.has(test);
  const { may } = useRights();
  const one = titles.size === 1 && !isGone ? [...titles.keys()][0] : test;
  const asksQuestions = Boolean(one) && may("read_tests", one);
  const questions = useQuery({
    ...queryOf("/tests/{id}", { path: { id: one ?? "" } }),
    enabled: asksQuestions,
  });
  const known = asksQuestions ? (questions.data?.questions ?? []) : [];
  const about = known.some(({ id }) => id === question) ? question : "";
  const send = useSend({
    mutationFn: () =>
      api.post("/announcements", {
        body: {
          text,
          invites: chosen.map(({ invite_id }) => invite_id),
          ...(about && { question_id: about }),
        },
        headers: formKey.headers(),
      }),
    onSuccess: ({ sent, unsent }) => {
      kept.sent();
      toast.success(t("announced", { count: sent }));
      if (unsent > 0) toast.warning(t("notGotIt", { count: unsent }));
      onClose();
    },
    onError: (error) => {
      formKey.heed(error);
      toast.error(t("announceFailed", { reason: errorText(error) }));
    },
  });
  return (
    <FormDialog
      title={t("announceTitle")}
      submit={t("announceTo", { count: chosen.length })}
      busy={send.isPending}
      disabled={isBlank(text) || chosen.length === 0}
      kept={kept}
      onSubmit={() => send.mutate()}
      onClose={onClose}
    >
      {(titles.size > 1 || isGone) && (
        <Field label={t("to")}>
          <Select
            value={test}
            options={[
              { value: "", label: t("allShown") },
              ...[...titles].map(([value, label]) => ({ value, label })),
              ...(isGone ? [{ value: test, label: "–" }] : []),
            ]}
            onChange={(event) => set({ test: event.target.value })}
          />
        </Field>
      )}
      {known.length > 0 && (
        <Field label={t("corrects")} hint={t("correctsHint")}>
          <Select
            value={about}
            options={[
              { value: "", label: t("noQuestion") },
              ...known.map(({ id, question: text }, index) => ({
                value: id ?? "",
                label: `${index + 1}. ${text.slice(0, 80)}`,
              })),
            ]}
            onChange={(event) => set({ question: event.target.value })}
          />
        </Field>
      )}
      <Field label={t("text")} hint={t("announceHint")}>
        <Textarea
          rows={4}
          maxLength={1_000}
          value={text}
          onChange={(event) => set({ text: event.target.value })}
        />
      </Field>
    </FormDialog>
  );
}

/** Says something to all running tests that are shown, or to those of one test (docs/behaviour/sessions.md#announcements). */
export function AnnounceButton({ rows }: { rows: Monitored[] | undefined }) {
  const { may } = useRights();
  const [open, setOpen] = useState(false);
  const running = (rows ?? []).filter(({ ready, attempt_id }) => ready && attempt_id);
  if (!may("intervene") || running.length === 0) return null;
  return (
    <>
      <Button variant="ghost" icon={Megaphone} onClick={() => setOpen(true)}>
        <span className="max-md:sr-only">{t("announce")}</span>
      </Button>
      {open && <AnnounceDialog rows={running} onClose={() => setOpen(false)} />}
    </>
  );
}
