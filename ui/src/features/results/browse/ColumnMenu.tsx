import { Columns3 } from "lucide-react";
import { IconButton } from "@/ui/Button";
import { CheckMenu } from "@/ui/CheckMenu";
import { t } from "../list-texts";

interface Props<K extends string> {
  all: readonly { key: K; label: string }[];
  shown: readonly K[];
  onToggle: (key: K) => void;
}

/** Shows and hides columns of a table. */
export function ColumnMenu<K extends string>({ all, shown, onToggle }: Props<K>) {
  return (
    <CheckMenu
      trigger={
        <IconButton label={t("columns")}>
          <Columns3 aria-hidden="true" className="size-4" />
        </IconButton>
      }
      items={all.map(({ key, label }) => ({ value: key, label, checked: shown.includes(key) }))}
      onToggle={(value) => {
        const column = all.find(({ key }) => key === value);
        if (column) onToggle(column.key);
      }}
    />
  );
}
