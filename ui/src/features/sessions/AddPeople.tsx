import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, errorText } from "@/api/client";
import { invalidate, queryOf } from "@/api/query";
import type { ExamSession } from "@/api/types";
import { useDebounced } from "@/lib/useDebounced";
import { useSend } from "@/lib/useSend";
import { CheckGroup } from "@/ui/CheckGroup";
import { FormDialog } from "@/ui/FormDialog";
import { SearchField } from "@/ui/SearchField";
import { Skeleton } from "@/ui/Skeleton";
import { toast } from "@/ui/toast";
import { t } from "./texts";

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
      toast.success(t("peopleAdded", { count: chosen.length }));
      void invalidate(client, "/sessions", "/sessions/{id}", "/sessions/{id}/people");
      onClose();
    },
    onError: (failure) => toast.error(t("addFailed", { reason: errorText(failure) })),
  });
  const free = (data ?? []).filter(({ id }) => !seated.has(id));
  return (
    <FormDialog
      title={t("addPeople")}
      description={t("addPeopleText")}
      submit={chosen.length > 0 ? t("addCount", { count: chosen.length }) : t("add")}
      busy={add.isPending}
      disabled={chosen.length === 0}
      onSubmit={() => add.mutate()}
      onClose={onClose}
    >
      <SearchField
        label={t("searchPeople")}
        placeholder={t("nameOrAddress")}
        value={search}
        onChange={setSearch}
      />
      {error ? (
        <p role="alert" className="text-error text-sm">
          {errorText(error)}
        </p>
      ) : !data ? (
        <Skeleton className="h-24" />
      ) : free.length === 0 ? (
        <p className="text-muted text-sm">{t("noOpenInvites")}</p>
      ) : (
        <CheckGroup
          label={t("people")}
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
