import { useQueryClient } from "@tanstack/react-query";
import { MailQuestion } from "lucide-react";
import { Navigate } from "react-router-dom";
import { api, errorText } from "@/api/client";
import { PENDING_PROOF } from "@/lib/email-verification";
import { session as sessionStore } from "@/lib/storage";
import { useSend } from "@/lib/useSend";
import { useSession } from "@/stores/session";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import { t } from "./texts";

/** Instructions while the email address is unverified. */
export function UnprovenCard() {
  const user = useSession((state) => state.user);
  const load = useSession((state) => state.load);
  const client = useQueryClient();
  const ask = useSend({
    mutationFn: () => api.post("/auth/verify-mailbox/request"),
  });
  const pending = sessionStore.get(PENDING_PROOF);
  // The verification link was opened before the sign-in: redeem it now.
  if (pending) return <Navigate to={`/verify/${encodeURIComponent(pending)}`} replace />;
  return (
    <div>
      <EmptyState
        icon={<MailQuestion />}
        title={t("emailNotConfirmed")}
        text={user ? t("invitationsAppear", { email: user.email }) : t("invitationsAppearUnnamed")}
        action={
          <span className="flex flex-wrap justify-center gap-2">
            <Button busy={ask.isPending} onClick={() => ask.mutate()}>
              {t("sendConfirmation")}
            </Button>
            <Button variant="secondary" onClick={() => void load().then(() => client.invalidateQueries())}>
              {t("haveConfirmed")}
            </Button>
          </span>
        }
      />
      <p role="status" className="px-6 pb-6 text-center text-ink-2 text-sm empty:hidden">
        {ask.data && (user ? t("confirmationOnWay", { email: user.email }) : ask.data.message)}
        {ask.error && errorText(ask.error)}
      </p>
    </div>
  );
}
