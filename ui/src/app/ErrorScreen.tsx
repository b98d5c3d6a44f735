import { useContext, useEffect, useState } from "react";
import { isRouteErrorResponse, useLocation, useRouteError } from "react-router-dom";
import { reportMishap } from "@/lib/mishap";
import { Button, ButtonLink } from "@/ui/Button";
import { Logo } from "@/ui/Logo";
import { PageSpinner } from "@/ui/Spinner";
import { isMissingPart, serverIsBack } from "./missing-part";
import { after, isTest, Renewal, renewals } from "./renewal";
import { t } from "./texts";

function words(error: unknown): string {
  if (isRouteErrorResponse(error)) {
    return error.status === 404 ? t("noSuchPage") : `${error.status} ${error.statusText}`;
  }
  if (isMissingPart(error)) {
    return t("partMissing");
  }
  return t("ranIntoProblem");
}

/** The router's error fallback. It first makes the page again; during a test it never stops trying. */
export function ErrorScreen() {
  const error = useRouteError();
  return isRouteErrorResponse(error) ? <Failed error={error} /> : <Again error={error} />;
}

function Again({ error }: { error: unknown }) {
  const renew = useContext(Renewal);
  const lasting = isTest(useLocation().pathname);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    reportMishap(error);
    // Here, because React renders a failure twice before it shows it, and each counts once.
    const wait = renewals.next(performance.now(), lasting);
    if (wait === undefined) {
      setFailed(true);
      return;
    }
    const stop = new AbortController();
    after(wait, async () => {
      // A deployment replaces the page's parts: the new document names the new ones.
      if (isMissingPart(error) && (await serverIsBack(stop.signal)) === "reload") window.location.reload();
      else if (!stop.signal.aborted) renew();
    });
    return () => stop.abort();
  }, [error, lasting, renew]);
  return failed ? <Failed error={error} /> : <PageSpinner label={t("startingPageAgain")} />;
}

function Failed({ error }: { error: unknown }) {
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <div className="w-full max-w-md rounded-card border border-line bg-surface p-8 text-center">
        <span className="flex justify-center">
          <Logo />
        </span>
        <h1 className="mt-6 font-semibold text-ink text-xl">{isMissing ? t("pageNotFound") : t("failed")}</h1>
        <p className="mt-2 text-ink-2 text-sm">
          {words(error)} {isMissing && t("checkAddress")}
        </p>
        {isMissing && <p className="mt-2 text-muted text-xs">{t("failed")}</p>}
        <div className="mt-6 flex justify-center gap-2">
          {!isMissing && (
            <Button variant="secondary" onClick={() => window.location.reload()}>
              {t("reload")}
            </Button>
          )}
          <ButtonLink to="/" reloadDocument>
            {t("goToStart")}
          </ButtonLink>
        </div>
      </div>
    </main>
  );
}
