import { useQueryClient } from "@tanstack/react-query";
import { api, errorText } from "@/api/client";
import { queryOf } from "@/api/query";
import type { PersonRoles, RoleGrant, User } from "@/api/types";
import { useTests } from "@/features/staff-shared/queries";
import { same } from "@/lib/kept/onTop";
import { type OnRecord, useKeptRecord } from "@/lib/kept/useKeptRecord";
import { useSendRecord } from "@/lib/kept/useSendRecord";
import { useDebounced } from "@/lib/useDebounced";
import { FormDialog } from "@/ui/FormDialog";
import { toast } from "@/ui/toast";
import { RecordConflict } from "../../RecordConflict";
import { ByGroups } from "../ByGroups";
import { t } from "../texts";
import { type Chosen, chosenOf, entriesOf, grantsOf, scopeWords, testsOf } from "./chosen";
import { GRANTED_ROLES, roleWords } from "./labels";
import { Preview } from "./Preview";
import { RoleField } from "./RoleField";

/** While the preview waits for the next click, in ms. */
const PREVIEW_PAUSE_MS = 300;
const PATH = "/admin/roles";

interface Props {
  account: User;
  /** As it was read; absent before the first time. */
  given: PersonRoles | undefined;
  onClose: () => void;
}

/** The roles of a person, with a preview of what they will see. */
export function RolesDialog({ account, given, onClose }: Props) {
  const client = useQueryClient();
  const none: PersonRoles = { user_id: account.id, roles: [], version: 0 };
  const form = useKeptRecord(`roles ${account.id}`, given ?? none, chosenOf);
  const { values: chosen, set: setChosen, base, kept } = form;
  const [tests, archived] = [useTests(), useTests({ archived: true })];
  const old = archived.data?.pages.flatMap(({ items }) => items) ?? [];
  // An archived test is offered to those who have a role for it, so that it can be taken.
  const ofRoles = old.filter(({ id }) => GRANTED_ROLES.some((role) => chosenOf(base)[role].includes(id)));
  const all = [...(tests.data?.pages.flatMap(({ items }) => items) ?? []), ...ofRoles];
  const roles = grantsOf(chosen);
  const isComplete = roles.every(({ tests: own }) => own === undefined || own.length > 0);
  const previewed = useDebounced(JSON.stringify(isComplete ? roles : null), PREVIEW_PAUSE_MS);
  const save = useSendRecord(form, {
    put: ({ values, version }: OnRecord<PersonRoles, Chosen>) =>
      api.put("/admin/roles/{id}", { path: { id: account.id }, body: { roles: grantsOf(values), version } }),
    done: () => {
      kept.sent();
      toast.success(t("rolesSaved"));
      onClose();
    },
    read: async () => {
      const people = await client.fetchQuery({ ...queryOf(PATH), staleTime: 0 });
      const now = people.find(({ user_id }) => user_id === account.id) ?? none;
      // Changed and changed back: there is nothing to choose.
      return same(chosenOf(now), chosenOf(base)) && !kept.isStale ? undefined : now;
    },
    failed: (error) => toast.error(t("rolesFailed", { reason: errorText(error) })),
    stale: [PATH],
  });
  /** Not sent at once: what both together let the person see is previewed first. */
  const keepMine = (now: PersonRoles) => {
    const before = chosenOf(base);
    const taken = GRANTED_ROLES.filter((role) => chosen[role].length === 0 && before[role].length > 0);
    form.keepMine(now);
    // A role that was taken is gone, also where they have only changed its tests.
    setChosen((merged) => ({ ...merged, ...Object.fromEntries(taken.map((role) => [role, []])) }));
  };
  return (
    <FormDialog
      title={t.rich("rolesOf", { name: <bdi>{account.full_name}</bdi> })}
      description={t("rolesText")}
      submit={t("saveRoles")}
      busy={save.isPending}
      disabled={!isComplete}
      kept={kept}
      onSubmit={() => save.mutate(form.shown())}
      onClose={onClose}
    >
      <ByGroups account={account} />
      <RecordConflict
        form={form}
        error={save.error}
        what={t("theseRoles")}
        labels={Object.fromEntries(GRANTED_ROLES.map((role) => [role, roleWords(role).label]))}
        shown={(entries) => scopeWords(entries as string[], [...all, ...old])}
        onKeep={keepMine}
      />
      {GRANTED_ROLES.map((role) => (
        <RoleField
          key={role}
          role={role}
          tests={testsOf(chosen[role])}
          all={all}
          onChange={(own) => setChosen((now) => ({ ...now, [role]: entriesOf(own) }))}
        />
      ))}
      <Preview account={account} roles={JSON.parse(previewed) as RoleGrant[] | null} />
    </FormDialog>
  );
}
