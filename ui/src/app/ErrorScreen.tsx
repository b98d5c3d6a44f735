import { useEffect, useState } from "react";
import { type ErrorResponse, isRouteErrorResponse, useRouteError } from "react-router-dom";
import { sentenceGap, useLanguage } from "@/i18n";
import { speak } from "@/lib/language";
import { Again, Failed } from "./Failure";
import { t } from "./texts";

/** No page was opened, and so no language either. */
function NoPage({ error }: { error: ErrorResponse }) {
  useLanguage();
  const [speaks, setSpeaks] = useState(false);
  useEffect(() => {
    void speak().then(() => setSpeaks(true));
  }, []);
  // Not in English for a moment.
  if (!speaks) return null;
  if (error.status !== 404) {
    return <Failed heading={t("failed")} text={`${error.status} ${error.statusText}`} />;
  }
  const text = t("noSuchPage") + sentenceGap() + t("checkAddress");
  return <Failed heading={t("pageNotFound")} text={text} small={t("failed")} />;
}

/** The router's error fallback: an address that leads nowhere, or a failure of a page. */
export function ErrorScreen() {
  const error = useRouteError();
  return isRouteErrorResponse(error) ? <NoPage error={error} /> : <Again error={error} />;
}
