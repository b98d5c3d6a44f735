import { errorText } from "@/api/client";
import type { RoleGrant, User } from "@/api/types";
import { plural } from "@/lib/format";
import { capabilityWords } from "./labels";
import { usePreview } from "./queries";

interface Props {
  account: User;
  /** Null while they are not complete. */
  roles: RoleGrant[] | null;
}

/** What the person would see and do, from the server. */
export function Preview({ account, roles }: Props) {
  const { data, error } = usePreview(account.id, roles);
  return (
    <section aria-label="Preview" aria-live="polite" className="rounded-control bg-subtle/60 p-4 text-sm">
      <h3 className="font-medium">
        What <bdi>{account.full_name}</bdi> will see
      </h3>
      {roles === null && <p className="mt-1 text-muted">Choose the tests of each role.</p>}
      {roles !== null && error && <p className="mt-1 text-error">{errorText(error)}</p>}
      {roles !== null && !error && data && (
        <>
          <ul className="mt-2 list-disc space-y-1 pl-5">
            {data.capabilities.map(({ capability, tests }) => (
              <li key={capability}>
                {capabilityWords(capability)}
                <span className="text-muted">
                  {capability === "review"
                    ? ""
                    : tests
                      ? ` of ${plural(tests.length, "test")}`
                      : ", whole site"}
                </span>
              </li>
            ))}
          </ul>
          {data.capabilities.length === 0 && <p className="mt-1 text-muted">Nothing.</p>}
          {data.tests.length > 0 && (
            <ul className="mt-3 space-y-1 text-ink-2">
              {data.tests.map(({ id, title, invites, results }) => (
                <li key={id}>
                  <bdi>{title}</bdi>
                  <span className="text-muted">
                    {invites !== undefined && `, ${plural(invites, "invite")}`}
                    {results !== undefined && `, ${plural(results, "result")}`}
                  </span>
                </li>
              ))}
            </ul>
          )}
          <p className="mt-3 text-muted tabular-nums">
            {plural(data.invites, "invite")} and {plural(data.results, "result")} in all.
          </p>
        </>
      )}
    </section>
  );
}
