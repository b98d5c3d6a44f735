import { isRouteErrorResponse, useRouteError } from "react-router-dom";
import { Again, Failed } from "./Failure";
import { t } from "./texts";

/** The router's error fallback: an address that leads nowhere, or a failure of a page. */
export function ErrorScreen() {
  const error = useRouteError();
  if (!isRouteErrorResponse(error)) return <Again error={error} />;
  if (error.status !== 404) {
    return <Failed heading={t("failed")} text={`${error.status} ${error.statusText}`} />;
  }
  const text = `${t("noSuchPage")} ${t("checkAddress")}`;
  return <Failed heading={t("pageNotFound")} text={text} small={t("failed")} />;
}
