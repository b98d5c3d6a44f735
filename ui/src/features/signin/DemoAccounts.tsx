import type { SignupRestriction } from "@/api/types";
import type { SignInValues } from "./schemas";

interface Props {
  accounts: NonNullable<SignupRestriction["demo_accounts"]>;
  onChoose: (values: SignInValues) => void;
}

/** Sent only by a server started with --demo; a click fills the form. */
export function DemoAccounts({ accounts, onChoose }: Props) {
  return (
    <section aria-labelledby="demo-title" className="space-y-2">
      <h2 id="demo-title" className="text-center font-medium text-muted text-xs">
        Demo accounts
      </h2>
      <ul className="grid gap-2 sm:grid-cols-2">
        {accounts.map(({ role, email, password }) => (
          <li key={email}>
            <button
              type="button"
              onClick={() => onChoose({ email, password })}
              className="w-full rounded-control border border-line bg-surface px-3 py-2.5 text-left text-xs transition-colors hover:border-line-strong hover:bg-subtle"
            >
              <span className="block font-medium text-ink">{role === "admin" ? "Admin" : "Applicant"}</span>
              <span className="block text-ink-2">{email}</span>
              <span className="block font-mono text-muted">{password}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
