import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, errorText } from "@/api/client";
import { invalidate, queryOf } from "@/api/query";
import { plural } from "@/lib/format";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { CopyButton } from "@/ui/CopyButton";
import { ErrorState } from "@/ui/ErrorState";
import { SkeletonList } from "@/ui/Skeleton";
import { toast } from "@/ui/toast";
import { PlatformDialog } from "./PlatformDialog";
import { PLATFORM, PLATFORMS, type Platform } from "./platforms";

interface RowProps {
  platform: Platform;
  onEdit: () => void;
  onRemove: () => void;
}

function PlatformRow({ platform, onEdit, onRemove }: RowProps) {
  const { name, issuer, tests } = platform;
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-5 py-3">
      <div className="min-w-0">
        <p className="font-medium">
          <bdi>{name}</bdi>
        </p>
        <p className="break-all text-muted text-sm">
          <bdi>{issuer}</bdi>
          {" · "}
          {tests ? plural(tests.length, "chosen test") : "all tests"}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" aria-label={`Edit ${name}`} onClick={onEdit}>
          Edit
        </Button>
        <Button variant="secondary" size="sm" aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </li>
  );
}

function Address({ label, url }: { label: string; url: string }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 px-5 py-3">
      <dt className="text-sm">{label}</dt>
      <dd className="flex min-w-0 items-center gap-2">
        <code dir="ltr" className="break-all text-sm">
          {url}
        </code>
        <CopyButton text={url} label={`Copy: ${label}`} />
      </dd>
    </div>
  );
}

/** Learning platforms, whose courses have tests as activities. */
export function PlatformsTab() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(queryOf(PLATFORMS));
  const [edited, setEdited] = useState<Platform | "new">();
  const [removed, setRemoved] = useState<Platform>();
  const remove = useSend({
    mutationFn: ({ id, version }: Platform) => api.delete(PLATFORM, { path: { id }, query: { version } }),
    onSuccess: () => {
      toast.success("Platform removed");
      setRemoved(undefined);
    },
    onError: (failure) => toast.error(`Failed to remove it: ${errorText(failure)}`),
    onSettled: () => invalidate(client, PLATFORMS),
  });
  return (
    <div className="space-y-6">
      <Card
        flush
        title="Learning platforms"
        description="Moodle, Canvas and others that speak LTI 1.3: a test is an activity of a course, and the score becomes its grade."
      >
        {error && !data && (
          <ErrorState
            title="The platforms could not be loaded"
            detail={errorText(error)}
            onRetry={() => void refetch()}
          />
        )}
        {!data && !error && <SkeletonList rows={1} label="Loading the platforms" />}
        {data && data.platforms.length > 0 && (
          <ul aria-label="Learning platforms" className="divide-y divide-line">
            {data.platforms.map((platform) => (
              <PlatformRow
                key={platform.id}
                platform={platform}
                onEdit={() => setEdited(platform)}
                onRemove={() => setRemoved(platform)}
              />
            ))}
          </ul>
        )}
        {data && (
          <div className="px-5 py-3">
            <Button variant="secondary" size="sm" onClick={() => setEdited("new")}>
              Add platform
            </Button>
          </div>
        )}
      </Card>
      {data && (
        <Card flush title="To be registered there" description="Let the activity open in a new window.">
          <dl className="divide-y divide-line">
            <Address label="Initiate login" url={data.loginUrl} />
            <Address label="Redirect, tool and deep linking" url={data.launchUrl} />
            <Address label="Public keyset" url={data.keysUrl} />
          </dl>
        </Card>
      )}
      {edited && (
        <PlatformDialog
          platform={edited === "new" ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
      <ConfirmDialog
        open={removed !== undefined}
        onOpenChange={(open) => !open && !remove.isPending && setRemoved(undefined)}
        title="Remove this platform?"
        description="Its activities lead nowhere, and grades that waited are not sent. Invitations and results stay."
        confirmLabel="Remove platform"
        danger
        busy={remove.isPending}
        onConfirm={() => removed && remove.mutate(removed)}
      />
    </div>
  );
}
