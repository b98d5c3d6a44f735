import type { GrantedRole, Test } from "@/api/types";
import { Checkbox } from "@/ui/Checkbox";
import { roleWords } from "./labels";
import { ScopeField } from "./ScopeField";

interface Props {
  role: GrantedRole;
  /** Undefined without the role, null for the whole site. */
  tests: readonly string[] | null | undefined;
  all: readonly Test[];
  onChange: (tests: string[] | null | undefined) => void;
}

/** Whether a person has a role, and for which tests. */
export function RoleField({ role, tests, all, onChange }: Props) {
  const { label, hint, inSentence } = roleWords(role);
  return (
    <div className="space-y-3 rounded-card border border-line p-4">
      <Checkbox
        label={label}
        hint={hint}
        checked={tests !== undefined}
        onChange={(event) => onChange(event.target.checked ? [] : undefined)}
      />
      {tests !== undefined && (
        <div className="ps-7">
          <ScopeField label={label} inSentence={inSentence} tests={tests} all={all} onChange={onChange} />
        </div>
      )}
    </div>
  );
}
