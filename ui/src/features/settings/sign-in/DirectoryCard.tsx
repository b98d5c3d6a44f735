import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, errorText } from "@/api/client";
import { invalidate, queryOf } from "@/api/query";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { ErrorState } from "@/ui/ErrorState";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { SkeletonList } from "@/ui/Skeleton";
import { toast } from "@/ui/toast";
import { DirectoryDialog } from "./DirectoryDialog";
import { DIRECTORY, type Directory } from "./directory";
import { Steps } from "./Steps";

/** Asks the directory step by step, about a person if one is named. */
function DirectoryTest() {
  const [login, setLogin] = useState("");
  const test = useSend({
    mutationFn: () => api.post("/admin/ldap/test", { body: { login } }),
    onError: (error) => toast.error(`Failed to test: ${errorText(error)}`),
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
        <Field label="Person to look up" hint="Name or address, without a password; may be empty">
          <Input value={login} autoComplete="off" onChange={(event) => setLogin(event.target.value)} />
        </Field>
        <Button type="submit" variant="secondary" busy={test.isPending}>
          Test directory
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
        {kind === "active_directory" ? "Active Directory" : "LDAP"}
        {" · "}
        {roles.length === 1 ? "1 group has a role" : `${roles.length} groups have roles`}
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
      toast.success("Directory removed");
      setRemoved(undefined);
    },
    onError: (failure) => toast.error(`Failed to remove it: ${errorText(failure)}`),
    onSettled: () => invalidate(client, DIRECTORY),
  });
  const isSetUp = data !== undefined && data.servers.length > 0;
  return (
    <Card
      title="Directory"
      description="Active Directory, OpenLDAP or FreeIPA, asked by LDAP in TLS. Staff sign in with their name and password there. Passwords of this site still work."
    >
      {error && !data && (
        <ErrorState
          title="The directory could not be loaded"
          detail={errorText(error)}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <SkeletonList rows={1} label="Loading the directory" />}
      {data && (
        <div className="space-y-4">
          {isSetUp ? <Present directory={data} /> : <p className="text-muted text-sm">None is set up.</p>}
          {allowed && (
            <div className="flex flex-wrap gap-2">
              <Button variant="secondary" size="sm" onClick={() => setEdited(true)}>
                {isSetUp ? "Edit directory" : "Set up directory"}
              </Button>
              {isSetUp && (
                <Button variant="secondary" size="sm" onClick={() => setRemoved(data)}>
                  Remove directory
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
        title="Remove the directory?"
        description="The sessions that it began end. The accounts stay, but their owners need a password of this site."
        confirmLabel="Remove directory"
        danger
        busy={remove.isPending}
        onConfirm={() => removed && remove.mutate(removed)}
      />
    </Card>
  );
}
