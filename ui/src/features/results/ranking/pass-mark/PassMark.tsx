import { Pencil } from "lucide-react";
import { useState } from "react";
import type { Ranking } from "@/api/ranking";
import { formatDateTime } from "@/lib/format";
import { useRights } from "@/lib/rights";
import { percentAsSet } from "@/lib/score";
import { IconButton } from "@/ui/Button";
import { t } from "../tool-texts";
import { isMarked } from "./marks";
import { PassMarkDialog } from "./PassMarkDialog";

/** The mark in the length of a figure: the sections by their number. */
function shortMark({ percent, sections }: Ranking["pass_mark"]): string {
  if (!isMarked({ percent, sections })) return t("none");
  const parts = sections.length === 0 ? [] : [t("sectionCount", { count: sections.length })];
  return [...(percent === null ? [] : [percentAsSet(percent)]), ...parts].join(" + ");
}

/** The pass mark of the test, and the way to change it. */
export function PassMark({ test, ranking }: { test: string; ranking: Ranking | undefined }) {
  const [editing, setEditing] = useState(false);
  const { may } = useRights();
  const mark = ranking?.pass_mark;
  const since = mark?.by && mark.at ? t("setBy", { by: mark.by, at: formatDateTime(mark.at) }) : undefined;
  return (
    <>
      <dt className="whitespace-nowrap text-muted text-xs">{t("passMark")}</dt>
      <dd title={since} className="flex items-center gap-1 font-semibold text-base tabular-nums">
        {mark ? shortMark(mark) : "–"}
        {may("decide", test) && (
          <IconButton
            label={t("changePassMark")}
            className="-my-2 -me-2"
            disabled={!mark}
            onClick={() => setEditing(true)}
          >
            <Pencil aria-hidden="true" className="size-4" />
          </IconButton>
        )}
      </dd>
      {editing && mark && ranking && (
        <PassMarkDialog
          test={test}
          mark={mark}
          sections={ranking.sections.map(({ label }) => label)}
          onClose={() => setEditing(false)}
        />
      )}
    </>
  );
}
