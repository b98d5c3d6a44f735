import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ApiFailure, api } from "@/api/client";
import { queryOf } from "@/api/query";
import { useUrlState } from "@/lib/url-state";
import { useSession } from "@/stores/session";
import { storeToken } from "@/stores/session-token";
import { keepPlace } from "./place";
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

const reasonOf = (code: string) =>
  t(Object.hasOwn(REASONS, code) ? REASONS[code as keyof typeof REASONS] : "providerOther");

interface Props {
  /** The page that needs the sign-in, with its query. */
  place: string | undefined;
}

/** The company's own sign-in: a link to each provider, and the end of the way back from one. */
export function ProviderSignIn({ place }: Props) {
  const { params, change } = useUrlState();
  const { data: providers = [] } = useQuery({ ...queryOf("/auth/providers"), retry: false });
  const [code, setCode] = useState<string>();
  const outcome = params.get("sign_in");
  const begun = useRef(false);
  useEffect(() => {
    if (!outcome || begun.current) return;
    begun.current = true;
    // A reload must not say it again.
    change({ sign_in: null }, { replace: true });
    if (outcome !== "done") return setCode(outcome);
    api
      .post("/auth/oidc/complete")
      .then(({ access_token, user }) => {
        storeToken(access_token);
        useSession.setState({ status: "signed_in", user, expired: false });
      })
      .catch((error) => setCode(error instanceof ApiFailure ? error.code : "provider_failed"));
  }, [outcome, change]);
  return (
    <div className="space-y-3">
      {code && (
        <p role="alert" className="font-medium text-error text-sm">
          {reasonOf(code)} <span className="text-muted">({code})</span>
        </p>
      )}
      {providers.map(({ id, label, start }) => (
        <a
          key={id}
          href={start}
          onClick={() => keepPlace(place)}
          className="flex min-h-10 items-center justify-center rounded-control border border-line-strong/60 px-4 font-medium text-ink text-sm hover:bg-subtle"
        >
          {t("signInWith", { name: label })}
        </a>
      ))}
    </div>
  );
}
