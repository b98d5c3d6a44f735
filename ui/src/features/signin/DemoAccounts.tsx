import { useState } from "react";
import { errorText } from "@/api/client";
import type { SignupRestriction } from "@/api/types";
import { roleLabel } from "@/lib/home";
import { useOnce } from "@/lib/useOnce";
import { useSession } from "@/stores/session";
import { toast } from "@/ui/toast";
import { t } from "./texts";

interface Props {
  accounts: NonNullable<SignupRestriction["demo_accounts"]>;
}

/** Sent only by a server started with --demo; one click signs in. */
export function DemoAccounts({ accounts }: Props) {
  const signIn = useSession((state) => state.signIn);
  const [busy, setBusy] = useState("");
  const once = useOnce();
  const enter = once(async (email: string, password: string) => {
    setBusy(email);
    try {
      await signIn(email, password);
    } catch (error) {
      toast.error(t("loginFailed", { reason: errorText(error) }));
      setBusy("");
    }
  });
  return (
    <section aria-labelledby="demo-title" className="space-y-2">
      <h2 id="demo-title" className="text-center font-medium text-muted text-xs">
        {t("demoSignIn")}
      </h2>
      <ul className="divide-y divide-line overflow-hidden rounded-control border border-line bg-surface">
        {accounts.map(({ role, email, password }) => (
          <li key={email}>
            <button
              type="button"
              aria-busy={busy === email}
              onClick={() => void enter(email, password)}
              className="flex min-h-11 w-full flex-wrap items-center gap-x-3 px-3 py-1.5 text-start text-xs outline-offset-[-2px] transition-colors hover:bg-subtle"
            >
              <span className="min-w-24 font-medium text-ink">{roleLabel(role)}</span>{" "}
              <span className="min-w-0 flex-1 text-ink-2">{email}</span>{" "}
              <span className="font-mono text-muted">{password}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
