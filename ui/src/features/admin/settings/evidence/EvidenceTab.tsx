import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { errorText } from "@/api/client";
import type { Reply } from "@/api/operations";
import { queryOf } from "@/api/query";
import { formatDateTime } from "@/lib/format";
import { Badge } from "@/ui/Badge";
import { ButtonLink } from "@/ui/Button";
import { CopyButton } from "@/ui/CopyButton";
import { EmptyState } from "@/ui/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { SkeletonList } from "@/ui/Skeleton";
import { useFailureToast } from "@/ui/useFailureToast";

type Key = Reply<"/evidence-keys", "get">["keys"][number];

/** Digits in a group: people compare fingerprints by eye. */
const groups = (hex: string) => hex.match(/.{1,8}/g) ?? [hex];

function KeyRow({ fingerprint, created_at, retired_at }: Key) {
  return (
    <li className="space-y-2 px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p className="text-sm tabular-nums">
          {formatDateTime(created_at)}
          {retired_at && ` to ${formatDateTime(retired_at)}`}
        </p>
        {retired_at ? <Badge>Retired</Badge> : <Badge tone="green">Signs now</Badge>}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <code className="flex flex-wrap gap-x-2 font-mono text-xs">
          {groups(fingerprint).map((group, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: groups of one fingerprint may be equal
            <span key={place}>{group}</span>
          ))}
        </code>
        <CopyButton text={fingerprint} label="Copy fingerprint" />
      </div>
    </li>
  );
}

/** The keys that sign evidence (docs/evidence.md#keys). */
export function EvidenceTab() {
  const { data, error, refetch, isFetching } = useQuery(queryOf("/evidence-keys"));
  useFailureToast(error && !data, "Failed to load the keys");
  return (
    <section aria-labelledby="evidence-keys" className="space-y-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-72">
          <h3 id="evidence-keys" className="font-semibold text-base">
            Keys of evidence
          </h3>
          <p className="mt-1 text-ink-2 text-sm">
            Who gets a file of evidence needs the fingerprint of the key that signed it, from you and not from
            the file: publish it, such as on your website.
          </p>
        </div>
        <ButtonLink to="/evidence" target="_blank" variant="secondary" size="sm">
          Verify evidence
        </ButtonLink>
      </div>
      <div className="overflow-hidden rounded-card border border-line">
        {error && !data && (
          <ErrorState
            title="The keys could not be loaded"
            detail={errorText(error)}
            onRetry={() => void refetch()}
            busy={isFetching}
          />
        )}
        {!data && !error && <SkeletonList rows={2} label="Loading the keys" />}
        {data?.keys.length === 0 && (
          <EmptyState
            icon={<KeyRound />}
            title="No key yet"
            text="The first file of evidence makes one: Results, View Details, More."
          />
        )}
        {data && data.keys.length > 0 && (
          <ul aria-label="Keys" className="divide-y divide-line">
            {data.keys.map((key) => (
              <KeyRow key={key.fingerprint} {...key} />
            ))}
          </ul>
        )}
      </div>
      <p className="text-muted text-xs">
        A new key is made on the server, with <code className="font-mono">invigil evidence key rotate</code>.
        Files of earlier keys stay valid: their public keys are kept.
      </p>
    </section>
  );
}
