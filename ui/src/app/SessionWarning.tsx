import { Clock, X } from "lucide-react";
import { useEffect, useState } from "react";
import { useLocation } from "react-router-dom";
import { accountText } from "@/lib/account-texts";
import { tokenEnd } from "@/lib/token";
import { useSession } from "@/stores/session";
import { currentToken, onTokenChange } from "@/stores/session-token";
import { Button, IconButton } from "@/ui/Button";

/** Time in ms before the end of the session at which the warning appears. */
const WARN_BEFORE_MS = 300_000;
/** Poll interval in ms: timers fire late after sleep, so the clock is polled. */
const POLL_INTERVAL_MS = 5_000;

/** Warns before the session ends, so that no user is signed out while typing. */
export default function SessionWarning() {
  const signOut = useSession((state) => state.signOut);
  const user = useSession((state) => state.user?.id);
  const path = useLocation().pathname;
  const [token, setToken] = useState(currentToken);
  const [now, setNow] = useState(Date.now);
  const [dismissed, setDismissed] = useState<string | null>(null);
  const [leaving, setLeaving] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new sign-in, here or in another tab, has a new token
  useEffect(() => {
    const read = () => setToken(currentToken());
    read();
    return onTokenChange(read);
  }, [user, path]);
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), POLL_INTERVAL_MS);
    return () => window.clearInterval(timer);
  }, []);

  const end = token ? tokenEnd(token) : null;
  if (!end || now < end - WARN_BEFORE_MS || now >= end || dismissed === token) return null;
  const minutes = Math.max(1, Math.ceil((end - now) / 60_000));
  return (
    <div
      role="alert"
      // An open dialog hides the rest of the page from screen readers, except live regions.
      aria-live="assertive"
      className="fade-in fixed end-4 bottom-4 start-4 z-60 mx-auto flex max-w-lg flex-wrap items-center gap-3 rounded-card border border-line bg-surface p-4 text-ink shadow-xl print:hidden"
    >
      <Clock aria-hidden="true" className="size-5 shrink-0 text-warning" />
      <p className="min-w-0 flex-1 text-sm">
        <span className="block font-medium">{accountText("signedOutIn", { count: minutes })}</span>
        <span className="text-ink-2">{accountText("saveFirst")}</span>
      </p>
      <Button
        size="sm"
        busy={leaving}
        onClick={() => {
          setLeaving(true);
          void signOut().finally(() => setLeaving(false));
        }}
      >
        {accountText("signInAgain")}
      </Button>
      <IconButton label={accountText("dismiss")} onClick={() => setDismissed(token)}>
        <X aria-hidden="true" className="size-4" />
      </IconButton>
    </div>
  );
}
