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
import { t as changed, changedByOther } from "@/ui/changed";
import { Field } from "@/ui/Field";
import { Select } from "@/ui/Select";
import { toast } from "@/ui/toast";
import { choices, dayCount } from "../choices";
import { SettingsConflict } from "../SettingsConflict";
import {
  type Change,
  type Chosen,
  changedRules,
  changeOf,
  type DryRun,
  KINDS,
  type Picked,
  pickedOf,
  type Rules,
  rulesOnTop,
  testsOf,
} from "./rules";
import { t } from "./texts";

const DAYS = [7, 14, 30, 60, 90, 180, 365, 730, 1095, 1825, 3650];

function labelOf(kind: string): string {
  const known = KINDS.find((one) => one.kind === kind);
  return known ? t(known.label) : kind;
}

const choiceOf = (value: string) =>
  value === "site" ? t("asSite") : value === "never" ? t("neverDeleted") : dayCount(Number(value));

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
        <Field key={kind} label={t(label)} hint={ofTest ? undefined : t(hint)}>
          <Select
            value={picked[kind]}
            disabled={disabled}
            options={[
              ...(ofTest ? [{ value: "site", label: t("asSite") }] : []),
              { value: "never", label: t("neverDeleted") },
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
        <p>{t("nothingOver")}</p>
      ) : (
        <ul className="list-disc space-y-1 ps-5">
          {found.items.map((item) => (
            <li key={`${item.kind} ${item.test_id}`}>
              {t.rich(item.title ? "foundOf" : "found", {
                kind: labelOf(item.kind),
                count: item.count,
                test: <q dir="auto">{item.title}</q>,
              })}
              {item.unscored > 0 && t("unscored", { count: item.unscored })}
            </li>
          ))}
        </ul>
      )}
      {Object.entries(found.next).map(([kind, at]) => (
        <p key={kind}>{t("nextOn", { kind: labelOf(kind), when: formatDateTime(at) })}</p>
      ))}
      {found.held > 0 && <p>{t("keptByHolds", { count: found.held })}</p>}
      {found.sweep_at && <p>{t("sweepOn", { when: formatDateTime(found.sweep_at) })}</p>}
    </div>
  );
}

/** After how many days data are deleted, for the site and for single tests. Only the superadmin changes it. */
export function RulesCard({ rules, allowed }: { rules: Rules; allowed: boolean }) {
  const client = useQueryClient();
  const { options } = useTestOptions();
  // What is chosen stands on the rules as they were, until a later version is taken.
  const [base, setBase] = useState(rules);
  const [site, setSite] = useState(() => pickedOf(rules.site, "never"));
  const [picked, setPicked] = useState(() => testsOf(rules));
  const [asks, setAsks] = useState<Change | null>(null);
  const look = useSend({
    mutationFn: (change: Change | null) => api.post("/admin/retention/dry-run", { body: change ?? {} }),
    onSuccess: (_, change) => setAsks(change),
    onError: (error) => toast.error(t("countFailed", { reason: errorText(error) })),
  });
  const save = useSend({
    mutationFn: (change: Change) => api.put("/admin/retention", { body: change }),
    onSuccess: (stored) => {
      setBase(stored);
      toast.success(t("rulesSaved"));
    },
    onError: (error) => {
      if (!changedByOther(error)) toast.error(t("saveFailed", { reason: errorText(error) }));
    },
    onSettled: () => {
      setAsks(null);
      return invalidate(client, "/admin/retention");
    },
  });
  const titles = new Map([
    ...options.map((test) => [test.value, test.label] as const),
    ...rules.tests.map((one) => [one.test_id, one.title] as const),
  ]);
  const change = changeOf(base, site, picked);
  const isLater = rules.version > base.version;
  const rows = isLater && change ? changedRules(base, rules, { site, tests: picked }) : [];
  const take = (mine: Chosen) => {
    const next = rulesOnTop(base, rules, mine);
    setBase(rules);
    setSite(next.site);
    setPicked(next.tests);
  };
  if (isLater && rows.length === 0) take({ site, tests: picked });
  const others = options.filter((test) => !(test.value in picked));
  return (
    <Card title={t("dataEnds")} description={t("dataEndsText")}>
      <div className="space-y-5">
        {rows.length > 0 && (
          <SettingsConflict
            by={changedByOther(save.error)?.by ?? changed("anotherAdmin")}
            what={t("theRules")}
            rows={rows.map((row) => ({
              name: row.name,
              theirs: choiceOf(row.theirs),
              ...(row.mine !== undefined && { mine: choiceOf(row.mine) }),
            }))}
            labels={Object.fromEntries(
              rows.map(({ name, kind, test }) => [
                name,
                test === undefined
                  ? labelOf(kind)
                  : `${labelOf(kind)} (${titles.get(test) ?? t("deletedTest")})`,
              ]),
            )}
            onTake={() => take({ site: pickedOf(base.site, "never"), tests: testsOf(base) })}
            onKeep={() => take({ site, tests: picked })}
          />
        )}
        <KindChoices picked={site} disabled={!allowed} onPick={setSite} />
        {Object.entries(picked).map(([id, own]) => (
          <fieldset key={id} className="space-y-3 rounded-card border border-line p-4">
            <legend className="px-1 font-medium">
              <bdi>{titles.get(id) ?? t("deletedTest")}</bdi>
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
          <Field label={t("rulesOfTest")}>
            <Select
              className="max-w-80"
              value=""
              placeholder={t("chooseTest")}
              options={others}
              onChange={(event) =>
                event.target.value && setPicked({ ...picked, [event.target.value]: pickedOf({}, "site") })
              }
            />
          </Field>
        )}
        <p className="text-muted text-sm">{t("backups")}</p>
        {look.data && !asks && <Found found={look.data} />}
        <div className="flex flex-wrap justify-between gap-2">
          <Button variant="secondary" busy={look.isPending} onClick={() => look.mutate(null)}>
            {t("whatNow")}
          </Button>
          {allowed && (
            <Button disabled={!change || look.isPending} onClick={() => look.mutate(change)}>
              {t("saveRules")}
            </Button>
          )}
        </div>
      </div>
      <ConfirmDialog
        open={asks !== null}
        onOpenChange={(open) => !open && setAsks(null)}
        title={t("saveQuestion")}
        description={t("saveText")}
        confirmLabel={t("saveRules")}
        danger
        busy={save.isPending}
        onConfirm={() => asks && save.mutate(asks)}
      >
        {look.data && <Found found={look.data} />}
      </ConfirmDialog>
    </Card>
  );
}
