import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, changedMeanwhile, errorText } from "@/api/client";
import { invalidate } from "@/api/query";
import type { GrantedRole, PersonRoles, RoleGrant, User } from "@/api/types";
import { useTests } from "@/features/staff-shared/queries";
import { useDebounced } from "@/lib/useDebounced";
import { useSend } from "@/lib/useSend";
import { FormDialog } from "@/ui/FormDialog";
import { toast } from "@/ui/toast";
import { t } from "../texts";
import { GRANTED_ROLES } from "./labels";
import { Preview } from "./Preview";
import { RoleField } from "./RoleField";

/** Tests by role; null for the whole site. */
type Chosen = Partial<Record<GrantedRole, string[] | null>>;

const chosenOf = (roles: readonly RoleGrant[]): Chosen =>
  Object.fromEntries(roles.map(({ role, tests }) => [role, tests ?? null]));

function grantsOf(chosen: Chosen): RoleGrant[] {
  return GRANTED_ROLES.flatMap((role) => {
    const tests = chosen[role];
    return tests === undefined ? [] : [{ role, ...(tests && { tests }) }];
  });
}

/** While the preview waits for the next click, in ms. */
const PREVIEW_PAUSE_MS = 300;

interface Props {
  account: User;
  /** As it was read; absent before the first time. */
  given: PersonRoles | undefined;
  onClose: () => void;
}

/** The roles of a person, with a preview of what they will see. */
export function RolesDialog({ account, given: read, onClose }: Props) {
  const client = useQueryClient();
  // As it was when the dialog opened: a later read does not replace what is chosen.
  const [given, setGiven] = useState(read);
  const [chosen, setChosen] = useState(() => chosenOf(read?.roles ?? []));
  const tests = useTests();
  const all = tests.data?.pages.flatMap(({ items }) => items) ?? [];
  const roles = grantsOf(chosen);
  const isComplete = roles.every(({ tests: own }) => own === undefined || own.length > 0);
  const previewed = useDebounced(JSON.stringify(isComplete ? roles : null), PREVIEW_PAUSE_MS);
  const save = useSend({
    mutationFn: () =>
      api.put("/admin/roles/{id}", {
        path: { id: account.id },
        body: { roles, version: given?.version ?? 0 },
      }),
    onSuccess: () => {
      void invalidate(client, "/admin/roles");
      toast.success(t("rolesSaved"));
      onClose();
    },
    onError: async (error) => {
      const conflict = changedMeanwhile(error, t("anotherAdmin"));
      if (!conflict) return toast.error(t("rolesFailed", { reason: errorText(error) }));
      toast.error(t("rolesChanged", { who: conflict.by }));
      const now = (await api.get("/admin/roles")).find(({ user_id }) => user_id === account.id);
      setGiven(now);
      setChosen(chosenOf(now?.roles ?? []));
      void invalidate(client, "/admin/roles");
    },
  });
  return (
    <FormDialog
      title={t.rich("rolesOf", { name: <bdi>{account.full_name}</bdi> })}
      description={t("rolesText")}
      submit={t("saveRoles")}
      busy={save.isPending}
      disabled={!isComplete}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      {GRANTED_ROLES.map((role) => (
        <RoleField
          key={role}
          role={role}
          tests={chosen[role]}
          all={all}
          onChange={(own) => {
            const { [role]: _, ...others } = chosen;
            setChosen(own === undefined ? others : { ...others, [role]: own });
          }}
        />
      ))}
      <Preview account={account} roles={JSON.parse(previewed) as RoleGrant[] | null} />
    </FormDialog>
  );
}
