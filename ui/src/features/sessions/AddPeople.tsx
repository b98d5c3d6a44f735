import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, errorText } from "@/api/client";
import { invalidate, queryOf } from "@/api/query";
import type { ExamSession } from "@/api/types";
import { plural } from "@/lib/format";
import { useDebounced } from "@/lib/useDebounced";
import { useSend } from "@/lib/useSend";
import { CheckGroup } from "@/ui/CheckGroup";
import { FormDialog } from "@/ui/FormDialog";
import { SearchField } from "@/ui/SearchField";
import { Skeleton } from "@/ui/Skeleton";
import { toast } from "@/ui/toast";

const LIMIT = 200;

interface Props {
  session: ExamSession;
  /** Ids of the invites that are in it. */
  seated: ReadonlySet<string>;
  onClose: () => void;
}

/** Adds invited people to a session. */
export function AddPeople({ session, seated, onClose }: Props) {
  const client = useQueryClient();
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useState<string[]>([]);
  const typed = useDebounced(search, 300);
  const { data, error } = useQuery(
    queryOf("/invites", {
      query: { status_filter: "active", limit: LIMIT, ...(typed && { search: typed }) },
    }),
  );
  const add = useSend({
    mutationFn: () => api.put("/sessions/{id}/people", { path: { id: session.id }, body: { add: chosen } }),
    onSuccess: () => {
      toast.success(`${plural(chosen.length, "person", "people")} added`);
      void invalidate(client, "/sessions", "/sessions/{id}", "/sessions/{id}/people");
      onClose();
    },
    onError: (failure) => toast.error(`Failed to add people: ${errorText(failure)}`),
  });
  const free = (data ?? []).filter(({ id }) => !seated.has(id));
  return (
    <FormDialog
      title="Add people"
      description="Invited people whose invitation is open. Each belongs to one session at most."
      submit={chosen.length > 0 ? `Add ${plural(chosen.length, "person", "people")}` : "Add"}
      busy={add.isPending}
      disabled={chosen.length === 0}
      onSubmit={() => add.mutate()}
      onClose={onClose}
    >
      <SearchField label="Search people" placeholder="Name or address" value={search} onChange={setSearch} />
      {error ? (
        <p role="alert" className="text-error text-sm">
          {errorText(error)}
        </p>
      ) : !data ? (
        <Skeleton className="h-24" />
      ) : free.length === 0 ? (
        <p className="text-muted text-sm">There are no more open invitations. Send invites first.</p>
      ) : (
        <CheckGroup
          label="People"
          options={free.map(({ id, applicant_name, test_title }) => ({
            value: id,
            label: (
              <>
                <bdi>{applicant_name}</bdi> <span className="text-muted">({test_title})</span>
              </>
            ),
          }))}
          chosen={chosen}
          onChange={(shown) =>
            // Those whom the search does not show stay chosen.
            setChosen([...chosen.filter((id) => !free.some((one) => one.id === id)), ...shown])
          }
        />
      )}
    </FormDialog>
  );
}
