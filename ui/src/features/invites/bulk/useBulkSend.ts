import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { ApiFailure, api, NetworkFailure } from "@/api/client";
import { INVITES } from "@/api/groups";
import { invalidate } from "@/api/query";
import type { BulkInput, BulkResult } from "@/api/types";
import { jobEnded, useRunningJob } from "@/features/staff-shared/jobs/queries";
import { viewerZone } from "@/lib/format";
import { useFormKey } from "@/lib/useFormKey";
import { useSend } from "@/lib/useSend";
import { toast } from "@/ui/toast";
import { type InviteDraft, toInvite } from "../draft";
import { t } from "../form-texts";
import { agreedAgain } from "../last-agreed";
import type { Person } from "./people";
import type { Choices } from "./TestStep";

/** Outcome of one row. */
export interface Outcome {
  person: Person;
  result: BulkResult | undefined;
}

interface Send extends Choices {
  draft: InviteDraft;
  people: Person[];
}

/** People left out on purpose need no correction. */
export const isRefused = ({ result }: Outcome) => !result?.ok && !result?.already_invited;

function toBody({ draft, people, skipInvited, again }: Send): BulkInput {
  const { applicant_name: _name, applicant_email: _email, ...common } = toInvite(draft, viewerZone());
  const applicants = people.map(
    ({ name, email, extra_minutes, opens_at, closes_at, language, last_agreed }) => ({
      name,
      email,
      ...(again && last_agreed && agreedAgain(last_agreed, extra_minutes !== undefined)),
      ...(extra_minutes === undefined ? {} : { extra_minutes }),
      ...(opens_at ? { opens_at } : {}),
      ...(closes_at ? { closes_at } : {}),
      ...(language ? { language } : {}),
    }),
  );
  return { ...common, skip_invited: skipInvited, applicants };
}

/** Whether the server may have gone on: it was silent, or had no time. */
const isCutShort = (error: unknown) =>
  error instanceof NetworkFailure || (error instanceof ApiFailure && error.status === 503);

/** Sends a list. What a failure has ended goes on when it is sent again. */
export function useBulkSend(test: string, isShown: boolean) {
  const client = useQueryClient();
  const formKey = useFormKey();
  /** People who were processed when the server last said so. */
  const done = useRef(0);
  const invited = () => void invalidate(client, "/admin/overview", "/jobs", ...INVITES);
  const send = useSend({
    mutationFn: async (send: Send): Promise<Outcome[]> => {
      done.current = 0;
      const post = () => api.post("/invites/bulk", { body: toBody(send), headers: formKey.headers() });
      const { results } = await post().catch(async (error: unknown) => {
        // A list that was changed after a failure: the server skips those who are invited already.
        if (send.skipInvited && formKey.heed(error)) return post();
        // The server has the outcome of a job that went on, and gives it under the same key.
        if (isCutShort(error) && (await jobEnded("bulk_send", { test: send.draft.test }))) return post();
        throw error;
      });
      const byLine = new Map(results.map((result) => [result.line, result]));
      return send.people.map((person, index) => ({ person, result: byLine.get(index + 1) }));
    },
    onSuccess: (outcomes) => {
      formKey.renew();
      invited();
      const sent = outcomes.filter(({ result }) => result?.ok).length;
      if (sent > 0) toast.success(t("createdCount", { count: sent }));
      const refused = outcomes.filter(isRefused).length;
      if (refused > 0) toast.warning(t("notCreated", { count: refused }));
      else if (sent === 0) toast.info(t("allInvited"));
    },
    onError: (error) => {
      formKey.heed(error);
      invited();
    },
  });
  const job = useRunningJob("bulk_send", { test }, isShown, send.isPending);
  if (job) done.current = job.done;
  return { ...send, job, done: done.current };
}
