import type { Reply } from "@/api/operations";

type Outcome = Reply<"/admin/ldap/test", "post">;

/** The steps of a test of a provider or the directory. */
export function Steps({ steps }: Pick<Outcome, "steps">) {
  return (
    <ol aria-label="Steps of the test" className="mt-2 space-y-1 text-sm">
      {steps.map(({ ok, said }) => (
        <li key={said} className={`break-words ${ok ? "text-ink-2" : "font-medium text-error"}`}>
          {ok ? "Passed" : "Failed"}: {said}
        </li>
      ))}
    </ol>
  );
}
