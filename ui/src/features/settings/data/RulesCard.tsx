import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, errorText } from "@/api/client";
import { invalidate } from "@/api/query";
import { useTestOptions } from "@/features/staff-shared/queries";
import { formatDateTime } from "@/lib/format";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { Field } from "@/ui/Field";
import { Select } from "@/ui/Select";
import { toast } from "@/ui/toast";
import { choices, dayCount } from "../choices";
import { type Change, changeOf, type DryRun, KINDS, type Picked, pickedOf, type Rules } from "./rules";

const DAYS = [7, 14, 30, 60, 90, 180, 365, 730, 1095, 1825, 3650];
const LABELS: Record<string, string> = Object.fromEntries(KINDS.map(({ kind, label }) => [kind, label]));

interface ChoicesProps {
  picked: Picked;
  /** A test may follow the site. */
  ofTest?: boolean;
  disabled: boolean;
  onPick: (picked: Picked) => void;
}

function KindChoices({ picked, ofTest = false, disabled, onPick }: ChoicesProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {KINDS.map(({ kind, label, hint }) => (
        <Field key={kind} label={label} hint={ofTest ? undefined : hint}>
          <Select
            value={picked[kind]}
            disabled={disabled}
            options={[
              ...(ofTest ? [{ value: "site", label: "As the site" }] : []),
              { value: "never", label: "Never deleted" },
              ...choices(DAYS, Number(picked[kind]) || null, dayCount),
            ]}
            onChange={(event) => onPick({ ...picked, [kind]: event.target.value })}
          />
        </Field>
      ))}
    </div>
  );
}

/** What goes, and when. */
function Found({ found }: { found: DryRun }) {
  return (
    <div className="space-y-2 text-sm">
      {found.items.length === 0 ? (
        <p>Nothing is over now.</p>
      ) : (
        <ul className="list-disc space-y-1 ps-5">
          {found.items.map((item) => (
            <li key={`${item.kind} ${item.test_id}`}>
              {LABELS[item.kind] ?? item.kind}: {item.count}
              {item.title && (
                <>
                  {" of "}
                  <q dir="auto">{item.title}</q>
                </>
              )}
              {item.unscored > 0 && `, ${item.unscored} of them without a final score`}
            </li>
          ))}
        </ul>
      )}
      {Object.entries(found.next).map(([kind, at]) => (
        <p key={kind}>
          {LABELS[kind] ?? kind}: the next on {formatDateTime(at)}
        </p>
      ))}
      {found.held > 0 && <p>Kept by holds: {found.held}</p>}
      {found.sweep_at && <p>The sweep deletes them on {formatDateTime(found.sweep_at)} or later.</p>}
    </div>
  );
}

/** After how many days data are deleted, for the site and for single tests. Only the superadmin changes it. */
export function RulesCard({ rules, allowed }: { rules: Rules; allowed: boolean }) {
  const client = useQueryClient();
  const { options } = useTestOptions();
  const [site, setSite] = useState(() => pickedOf(rules.site, "never"));
  const [picked, setPicked] = useState<Record<string, Picked>>(() =>
    Object.fromEntries(rules.tests.map((one) => [one.test_id, pickedOf(one.rules, "site")])),
  );
  const [asks, setAsks] = useState<Change | null>(null);
  const look = useSend({
    mutationFn: (change: Change | null) => api.post("/admin/retention/dry-run", { body: change ?? {} }),
    onSuccess: (_, change) => setAsks(change),
    onError: (error) => toast.error(`Failed to count: ${errorText(error)}`),
  });
  const save = useSend({
    mutationFn: (change: Change) => api.put("/admin/retention", { body: change }),
    onSuccess: () => toast.success("Rules for data saved"),
    onError: (error) => toast.error(`Failed to save: ${errorText(error)}`),
    onSettled: () => {
      setAsks(null);
      return invalidate(client, "/admin/retention");
    },
  });
  const titles = new Map([
    ...options.map((test) => [test.value, test.label] as const),
    ...rules.tests.map((one) => [one.test_id, one.title] as const),
  ]);
  const change = changeOf(rules, site, picked);
  const others = options.filter((test) => !(test.value in picked));
  return (
    <Card
      title="Data that ends"
      description="Days after the end of an attempt, after the last process of a person, or after a mail was made. A sweep deletes once a day, for ever. Statistics without names stay."
    >
      <div className="space-y-5">
        <KindChoices picked={site} disabled={!allowed} onPick={setSite} />
        {Object.entries(picked).map(([id, own]) => (
          <fieldset key={id} className="space-y-3 rounded-card border border-line p-4">
            <legend className="px-1 font-medium">
              <bdi>{titles.get(id) ?? "Deleted test"}</bdi>
            </legend>
            <KindChoices
              ofTest
              picked={own}
              disabled={!allowed}
              onPick={(next) => setPicked({ ...picked, [id]: next })}
            />
          </fieldset>
        ))}
        {allowed && others.length > 0 && (
          <Field label="Rules of a single test">
            <Select
              className="max-w-80"
              value=""
              placeholder="Choose a test"
              options={others}
              onChange={(event) =>
                event.target.value && setPicked({ ...picked, [event.target.value]: pickedOf({}, "site") })
              }
            />
          </Field>
        )}
        <p className="text-muted text-sm">
          Backups that were made before still hold what is deleted here, until they are deleted themselves:
          the server keeps 14 daily ones unless it was told otherwise, and those that you copied elsewhere are
          yours to delete.
        </p>
        {look.data && !asks && <Found found={look.data} />}
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" busy={look.isPending} onClick={() => look.mutate(null)}>
            What would go now
          </Button>
          {allowed && (
            <Button disabled={!change || look.isPending} onClick={() => look.mutate(change)}>
              Save rules
            </Button>
          )}
        </div>
      </div>
      <ConfirmDialog
        open={asks !== null}
        onOpenChange={(open) => !open && setAsks(null)}
        title="Save these rules?"
        description="By these rules the next sweep deletes, and nothing brings it back:"
        confirmLabel="Save rules"
        danger
        busy={save.isPending}
        onConfirm={() => asks && save.mutate(asks)}
      >
        {look.data && <Found found={look.data} />}
      </ConfirmDialog>
    </Card>
  );
}
