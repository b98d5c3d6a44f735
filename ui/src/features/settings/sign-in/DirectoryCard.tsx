import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, errorText } from "@/api/client";
import { invalidate, queryOf } from "@/api/query";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { QueryError } from "@/ui/QueryError";
import { SkeletonList } from "@/ui/Skeleton";
import { toast } from "@/ui/toast";
import { DirectoryDialog } from "./DirectoryDialog";
import { ACTIVE_DIRECTORY, DIRECTORY, type Directory, LDAP } from "./directory";
import { Steps } from "./Steps";
import { t } from "./texts";

/** Asks the directory step by step, about a person if one is named. */
function DirectoryTest() {
  const [login, setLogin] = useState("");
  const test = useSend({
    mutationFn: () => api.post("/admin/ldap/test", { body: { login } }),
    onError: (error) => toast.error(t("testFailed", { reason: errorText(error) })),
  });
  return (
    <form
      className="space-y-2"
      onSubmit={(event) => {
        event.preventDefault();
        test.mutate();
      }}
    >
      <div className="flex flex-wrap items-end gap-2">
        <Field label={t("lookUp")} hint={t("lookUpHint")}>
          <Input value={login} autoComplete="off" onChange={(event) => setLogin(event.target.value)} />
        </Field>
        <Button type="submit" variant="secondary" busy={test.isPending}>
          {t("testDirectory")}
        </Button>
      </div>
      {test.data && <Steps steps={test.data.steps} />}
    </form>
  );
}

function Present({ directory }: { directory: Directory }) {
  const { servers, baseDn, roles, kind } = directory;
  return (
    <div className="min-w-0">
      <p className="break-all font-medium">
        <bdi>{servers.join(", ")}</bdi>
      </p>
      <p className="break-all text-muted text-sm">
        <bdi>{baseDn}</bdi>
        {" · "}
        {kind === "active_directory" ? ACTIVE_DIRECTORY : LDAP}
        {" · "}
        {t("groups", { count: roles.length })}
      </p>
    </div>
  );
}

/** The company's directory. */
export function DirectoryCard({ allowed }: { allowed: boolean }) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(queryOf(DIRECTORY));
  const [isEdited, setEdited] = useState(false);
  const [removed, setRemoved] = useState<Directory>();
  const remove = useSend({
    mutationFn: ({ version }: Directory) => api.put(DIRECTORY, { body: { servers: [], version } }),
    onSuccess: () => {
      toast.success(t("directoryRemoved"));
      setRemoved(undefined);
    },
    onError: (failure) => toast.error(t("removeFailed", { reason: errorText(failure) })),
    onSettled: () => invalidate(client, DIRECTORY),
  });
  const isSetUp = data !== undefined && data.servers.length > 0;
  return (
    <Card title={t("directory")} description={t("directoryText")}>
      {error && !data && <QueryError title={t("directoryNotLoaded")} {...{ error, refetch }} />}
      {!data && !error && <SkeletonList rows={1} label={t("loadingDirectory")} />}
      {data && (
        <div className="space-y-4">
          {isSetUp ? <Present directory={data} /> : <p className="text-muted text-sm">{t("noneSetUp")}</p>}
          {allowed && (
            <div className="flex flex-wrap gap-2">
              <Button variant="secondary" size="sm" onClick={() => setEdited(true)}>
                {isSetUp ? t("editDirectory") : t("setUpDirectory")}
              </Button>
              {isSetUp && (
                <Button variant="secondary" size="sm" onClick={() => setRemoved(data)}>
                  {t("removeDirectory")}
                </Button>
              )}
            </div>
          )}
          {allowed && isSetUp && <DirectoryTest />}
        </div>
      )}
      {isEdited && data && <DirectoryDialog directory={data} onClose={() => setEdited(false)} />}
      <ConfirmDialog
        open={removed !== undefined}
        onOpenChange={(open) => !open && !remove.isPending && setRemoved(undefined)}
        title={t("removeDirectoryQuestion")}
        description={t("removeText")}
        confirmLabel={t("removeDirectory")}
        danger
        busy={remove.isPending}
        onConfirm={() => removed && remove.mutate(removed)}
      />
    </Card>
  );
}
