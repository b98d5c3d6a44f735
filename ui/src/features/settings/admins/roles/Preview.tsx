import type { ReactNode } from "react";
import { errorText } from "@/api/client";
import type { RoleGrant, User } from "@/api/types";
import { t } from "../texts";
import { capabilityWords } from "./labels";
import { usePreview } from "./queries";

interface Props {
  account: User;
  /** Null while they are not complete. */
  roles: RoleGrant[] | null;
}

const muted = (inside: ReactNode) => <span className="text-muted">{inside}</span>;

/** What the person would see and do, from the server. */
export function Preview({ account, roles }: Props) {
  const { data, error } = usePreview(account.id, roles);
  return (
    <section
      aria-label={t("preview")}
      aria-live="polite"
      className="rounded-control bg-subtle/60 p-4 text-sm"
    >
      <h3 className="font-medium">{t.rich("whatTheySee", { name: <bdi>{account.full_name}</bdi> })}</h3>
      {roles === null && <p className="mt-1 text-muted">{t("chooseTests")}</p>}
      {roles !== null && error && <p className="mt-1 text-error">{errorText(error)}</p>}
      {roles !== null && !error && data && (
        <>
          <ul className="mt-2 list-disc space-y-1 ps-5">
            {data.capabilities.map(({ capability, tests }) => (
              <li key={capability}>
                {capability === "review"
                  ? capabilityWords(capability)
                  : t.rich(tests ? "ofTests" : "ofSite", {
                      what: capabilityWords(capability),
                      count: tests?.length ?? 0,
                      muted,
                    })}
              </li>
            ))}
          </ul>
          {data.capabilities.length === 0 && <p className="mt-1 text-muted">{t("nothing")}</p>}
          {data.tests.length > 0 && (
            <ul className="mt-3 space-y-1 text-ink-2">
              {data.tests.map(({ id, title, invites, results }) => (
                <li key={id}>
                  <bdi>{title}</bdi>
                  <span className="text-muted">
                    {invites !== undefined && `, ${t("invites", { count: invites })}`}
                    {results !== undefined && `, ${t("results", { count: results })}`}
                  </span>
                </li>
              ))}
            </ul>
          )}
          <p className="mt-3 text-muted tabular-nums">
            {t("inAll", {
              invites: t("invites", { count: data.invites }),
              results: t("results", { count: data.results }),
            })}
          </p>
        </>
      )}
    </section>
  );
}
