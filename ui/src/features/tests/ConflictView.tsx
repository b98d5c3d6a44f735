import { directionOf } from "@/lib/language";
import { Button } from "@/ui/Button";
import { ChangedNotice, CopyMine } from "@/ui/Changed";
import { RadioGroup } from "@/ui/RadioGroup";
import { t } from "./form-texts";
import type { Conflict, ShownConflict } from "./useConflict";

function version(title: string, text: string | undefined, language: string | undefined) {
  const written = text && language !== undefined && (
    <span lang={language} dir={directionOf(language)} className="block whitespace-pre-wrap">
      {text}
    </span>
  );
  return (
    <>
      <span className="block text-muted text-xs">{title}</span>
      {written || (text === undefined ? t("notInVersion") : text || t("empty"))}
    </>
  );
}

interface ViewProps {
  conflict: Conflict;
  shown: ShownConflict;
  /** What was changed: "this test". */
  what?: string;
}

/** Changes by another admin while this form was open, each beside the own version. */
export function ConflictView({ conflict, shown, what = t("thisTest") }: ViewProps) {
  const { differences, chosen } = shown;
  return (
    <div className="space-y-5">
      <ChangedNotice change={shown} what={what}>
        {t("choose")}
      </ChangedNotice>
      {differences.map(({ key, name, mine, theirs, both, language }) => (
        <RadioGroup
          key={key}
          label={both ? t("changedByBoth", { name }) : name}
          options={[
            { value: "mine", label: version(t("yours"), mine, language) },
            { value: "theirs", label: version(t("theirs"), theirs, language) },
          ]}
          value={chosen.has(key) ? "theirs" : "mine"}
          onChange={(value) => conflict.choose([key], value === "theirs")}
        />
      ))}
    </div>
  );
}

interface FooterProps {
  conflict: Conflict;
  /** The own version, for the clipboard. */
  text: () => string;
}

export function ConflictFooter({ conflict, text }: FooterProps) {
  const all = conflict.shown?.differences.map(({ key }) => key) ?? [];
  return (
    <>
      <CopyMine text={text} />
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
