import { Copy } from "lucide-react";
import { api, errorText } from "@/api/client";
import type { Invite } from "@/api/types";
import { copyText } from "@/lib/clipboard";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { toast } from "@/ui/toast";
import { t } from "../form-texts";

/** Invitations of one call, and of one page of the list. */
const MAX_LISTED = 1000;

/** "Ada Lovelace<TAB>ada@example.org<TAB>https://…", a line each: it can be pasted into a sheet. */
export const linkLines = (invites: Pick<Invite, "applicant_name" | "applicant_email" | "invite_url">[]) =>
  invites
    .map(({ applicant_name, applicant_email, invite_url }) =>
      [applicant_name, applicant_email, invite_url].join("\t"),
    )
    .join("\n");

/** Copies the links of invitations for which no email goes out, to be passed on another way. */
export function CopyLinks({ test, ids }: { test: string; ids: string[] }) {
  const copy = useSend({
    mutationFn: async () => {
      const listed = await api.get("/invites", { query: { test_id: test, limit: MAX_LISTED } });
      const wanted = new Set(ids);
      const found = listed.filter(({ id }) => wanted.has(id));
      if (!(await copyText(linkLines(found)))) throw new Error(t("noClipboard"));
      return found.length;
    },
    onSuccess: (count) => toast.success(t("linksCopied", { count })),
    onError: (error) => toast.error(t("copyFailed", { reason: errorText(error) })),
  });
  return (
    <Button variant="secondary" size="sm" busy={copy.isPending} icon={Copy} onClick={() => copy.mutate()}>
      {t("copyAll")}
    </Button>
  );
}
