import { SelectBox } from "@/ui/SelectBox";
import type { Column } from "@/ui/Table";
import { t } from "../list-texts";
import type { Selection } from "./selection";

interface Row {
  submission_id: string;
  applicant_name: string;
}

export interface Selecting<R extends Row> {
  selection: Selection<R>;
  onToggle: (id: string, shift: boolean) => void;
  onTogglePage: () => void;
}

interface BoxProps<R extends Row> extends Pick<Selecting<R>, "selection" | "onToggle"> {
  row: R;
}

export function RowBox<R extends Row>({ row, selection, onToggle }: BoxProps<R>) {
  return (
    <SelectBox
      label={t("select", { name: row.applicant_name })}
      checked={selection.rows.has(row.submission_id)}
      onToggle={(shift) => onToggle(row.submission_id, shift)}
    />
  );
}

/** The first column of a list whose rows can be selected. */
export function selectColumn<R extends Row>(rows: R[], selecting: Selecting<R>): Column<R> {
  const { selection, onTogglePage } = selecting;
  return {
    key: "select",
    className: "w-8",
    header: (
      <SelectBox
        label={t("selectPage")}
        checked={rows.every(({ submission_id }) => selection.rows.has(submission_id))}
        onToggle={onTogglePage}
      />
    ),
    cell: (row) => <RowBox row={row} {...selecting} />,
  };
}
