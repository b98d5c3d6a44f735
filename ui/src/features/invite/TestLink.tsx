import { Play } from "lucide-react";
import { useParams } from "react-router-dom";
import type { InviteData } from "@/api/types";
import { ButtonLink } from "@/ui/Button";
import { access } from "./invite-state";
import { longInstant } from "./labels";
import { t } from "./texts";
import { useNow } from "./useNow";

/** Link to the test once it is open; before that, its opening time. */
export function TestLink({ data }: { data: InviteData }) {
  const { token = "" } = useParams();
  const { invite } = data;
  const gate = access(invite, useNow(data));
  if (gate.state === "unscheduled") return null;
  if (gate.state === "later") {
    return <p className="text-muted text-sm">{t("opensHereFrom", { date: longInstant(gate.opens_at) })}</p>;
  }
  return (
    <ButtonLink to={`/take-test/${encodeURIComponent(token)}`} className="w-full" icon={Play}>
      {invite.status === "in_progress" ? t("continue") : t("start")}
    </ButtonLink>
  );
}
