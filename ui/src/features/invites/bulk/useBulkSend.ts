import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "@/api/client";
import { INVITES } from "@/api/groups";
import { invalidate } from "@/api/query";
import type { BulkInput, BulkResult } from "@/api/types";
import { viewerZone } from "@/lib/format";
import { useFormKey } from "@/lib/useFormKey";
import { useSend } from "@/lib/useSend";
import { toast } from "@/ui/toast";
import { type InviteDraft, toInvite } from "../draft";
import { t } from "../form-texts";
import type { Person } from "./people";

/** People per call: a slow server answers each in time, and the page shows how far it is. */
const PER_CALL = 100;

/** Outcome of one row. */
export interface Outcome {
  person: Person;
  result: BulkResult | undefined;
}

interface Send {
  draft: InviteDraft;
  people: Person[];
  skipInvited: boolean;
}

/** People left out on purpose need no correction. */
export const isRefused = ({ result }: Outcome) => !result?.ok && !result?.already_invited;

function toBody({ draft, people, skipInvited }: Send): BulkInput {
  const { applicant_name: _name, applicant_email: _email, ...common } = toInvite(draft, viewerZone());
  const applicants = people.map(({ name, email, extra_minutes, opens_at, closes_at, language }) => ({
    name,
    email,
    ...(extra_minutes === undefined ? {} : { extra_minutes }),
    ...(opens_at ? { opens_at } : {}),
    ...(closes_at ? { closes_at } : {}),
    ...(language ? { language } : {}),
  }));
  return { ...common, skip_invited: skipInvited, applicants };
}

/** Sends a list in parts. One that fails ends it; sent again, the list goes on where it ended. */
export function useBulkSend() {
  const client = useQueryClient();
  const formKey = useFormKey();
  /** People who were dealt with, while the list is sent. */
  const [done, setDone] = useState(0);
  const invited = () => void invalidate(client, "/admin/overview", ...INVITES);
  const send = useSend({
    mutationFn: async (send: Send): Promise<Outcome[]> => {
      setDone(0);
      const outcomes: Outcome[] = [];
      for (let from = 0; from < send.people.length; from += PER_CALL) {
        const people = send.people.slice(from, from + PER_CALL);
        const post = () =>
          api.post("/invites/bulk", {
            body: toBody({ ...send, people }),
            headers: formKey.headers(from),
          });
        const { results } = await post().catch((error: unknown) => {
          // A list that was changed after a failure: the server skips those who are invited already.
          if (send.skipInvited && formKey.heed(error)) return post();
          throw error;
        });
        const byLine = new Map(results.map((result) => [result.line, result]));
        outcomes.push(...people.map((person, index) => ({ person, result: byLine.get(index + 1) })));
        setDone(outcomes.length);
      }
      return outcomes;
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
  return { ...send, done };
}
