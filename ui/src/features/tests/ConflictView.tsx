import { Button } from "@/ui/Button";
import { ChangedNotice, CopyMine } from "@/ui/Changed";
import { RadioGroup } from "@/ui/RadioGroup";
import { t } from "./form-texts";
import type { TestFields } from "./input";
import { testWords } from "./labels";
import type { Conflict, ShownConflict } from "./useConflict";

const version = (title: string, text: string | undefined) => (
  <>
    <span className="block text-muted text-xs">{title}</span>
    {text === undefined ? t("notInVersion") : text || t("empty")}
  </>
);

/** Changes by another admin while this form was open, each beside the own version. */
export function ConflictView({ conflict, shown }: { conflict: Conflict; shown: ShownConflict }) {
  const { differences, chosen } = shown;
  return (
    <div className="space-y-5">
      <ChangedNotice change={shown} what={t("thisTest")}>
        {t("choose")}
      </ChangedNotice>
      {differences.map(({ key, name, mine, theirs, both }) => (
        <RadioGroup
          key={key}
          label={both ? t("changedByBoth", { name }) : name}
          options={[
            { value: "mine", label: version(t("yours"), mine) },
            { value: "theirs", label: version(t("theirs"), theirs) },
          ]}
          value={chosen.has(key) ? "theirs" : "mine"}
          onChange={(value) => conflict.choose([key], value === "theirs")}
        />
      ))}
    </div>
  );
}

export function ConflictFooter({ mine, conflict }: { mine: TestFields; conflict: Conflict }) {
  const all = conflict.shown?.differences.map(({ key }) => key) ?? [];
  return (
    <>
      <CopyMine text={() => testWords(mine)} />
      <Button variant="secondary" onClick={() => conflict.choose(all, false)}>
        {t("allMine")}
      </Button>
      <Button variant="secondary" onClick={() => conflict.choose(all, true)}>
        {t("allTheirs")}
      </Button>
      <Button onClick={conflict.settle}>{t("continue")}</Button>
    </>
  );
}
