import { useEffect, useRef, useState } from "react";
import { ApiFailure, api } from "@/api/client";
import { useUrlState } from "@/lib/url-state";
import { useSession } from "@/stores/session";
import { currentToken, storeToken } from "@/stores/session-token";
import { toast } from "@/ui/toast";
import { t } from "./texts";

/** What the server says in the address when a provider did not sign the person in. */
const REASONS = {
  no_role: "providerNoRole",
  email_not_verified: "providerEmail",
  email_taken: "providerEmailTaken",
  account_inactive: "providerInactive",
  provider_refused: "providerRefused",
  sign_in_expired: "providerExpired",
  token_refused: "providerToken",
  provider_failed: "providerFailed",
} as const;

export const reasonOf = (code: string) =>
  t(Object.hasOwn(REASONS, code) ? REASONS[code as keyof typeof REASONS] : "providerOther");

/** Gets the session that the provider has begun, instead of one that this browser has. */
async function begin() {
  const { access_token, user } = await api.post("/auth/oidc/complete");
  // No one holds its token any more. If the server is not reached, it ends by its idle time.
  if (currentToken()) await api.post("/auth/logout").catch(() => undefined);
  storeToken(access_token);
  useSession.setState({ status: "signed_in", user, expired: false });
}

/** The end of the way back from the company's sign-in: whether it is under way, and the code of what was wrong. */
export function useReturned() {
  const { params, change } = useUrlState();
  const status = useSession((state) => state.status);
  const outcome = params.get("sign_in");
  const [isPending, setPending] = useState(Boolean(outcome));
  const [code, setCode] = useState<string>();
  const begun = useRef(false);
  useEffect(() => {
    // A reply about the session that this browser has must not come after the new one.
    if (!outcome || status === "loading" || begun.current) return;
    begun.current = true;
    // A reload must not say it again.
    change({ sign_in: null }, { replace: true });
    const refused = (code: string) => {
      setCode(code);
      // Who is signed in leaves this page, and stays who they were.
      if (useSession.getState().user) toast.error(`${reasonOf(code)} (${code})`);
    };
    const ended =
      outcome === "done"
        ? begin().catch((error) => refused(error instanceof ApiFailure ? error.code : "provider_failed"))
        : Promise.resolve(refused(outcome));
    void ended.finally(() => setPending(false));
  }, [outcome, status, change]);
  return { isPending, code };
}
