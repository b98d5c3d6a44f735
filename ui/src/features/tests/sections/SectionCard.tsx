import { Library, Plus, Shuffle, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import {
  minutesOf,
  paperSize,
  SECTION_MINUTES_MAX,
  SECTION_TITLE_MAX,
  type Section,
} from "@/features/questions/content/sections";
import { points, questionCount } from "@/lib/format";
import { useRights } from "@/lib/rights";
import { Button, IconButton } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { PassageFields } from "./PassageFields";
import { t } from "./texts";

interface AddProps {
  /** "to section 2", where there are several. */
  where: string;
  onWrite?: () => void;
  onPick: () => void;
  onPool: () => void;
  children?: ReactNode;
}

/** All ways to a further question; the bank is for the whole site. */
export function AddItems({ where, onWrite, onPick, onPool, children }: AddProps) {
  const { mayAll } = useRights();
  const hint = where && <span className="sr-only"> {where}</span>;
  return (
    <div className="flex flex-wrap gap-2">
      {onWrite && (
        <Button variant="secondary" size="sm" icon={Plus} onClick={onWrite}>
          {t("addQuestion")}
          {hint}
        </Button>
      )}
      {mayAll("author") && (
        <>
          <Button variant="secondary" size="sm" icon={Library} onClick={onPick}>
            {t("fromBank")}
            {hint}
          </Button>
          <Button variant="secondary" size="sm" icon={Shuffle} onClick={onPool}>
            {t("newPool")}
            {hint}
          </Button>
        </>
      )}
      {children}
    </div>
  );
}

interface Props {
  section: Section;
  /** Counted from 1. */
  number: number;
  /** Errors of the server. */
  errorOf: (field: string) => string | undefined;
  onChange: (changes: Partial<Section>) => void;
  /** Changes that need to know the other sections. */
  onEdit: (edit: (sections: Section[]) => Section[]) => void;
  /** Absent for the only section. */
  onRemove?: (() => void) | undefined;
  children: ReactNode;
}

/** The frame of a section: its title, its switches, its items. */
export function SectionCard({ section, number, errorOf, onChange, onEdit, onRemove, children }: Props) {
  const { title, shuffle_questions, shuffle_options, time = "", one_way = false } = section;
  const size = paperSize({ questions: [], sections: [section] });
  const timeError =
    minutesOf(section) === 0 ? t("fromTo", { min: 1, max: SECTION_MINUTES_MAX }) : errorOf("time_minutes");
  return (
    <fieldset className="min-w-0 rounded-card border border-line bg-subtle/40 p-3 sm:p-4">
      <legend className="sr-only">{t("section", { number })}</legend>
      <div className="flex items-end gap-2">
        <Field label={t("titleOfSection", { number })} error={errorOf("title")} className="flex-1">
          <Input
            value={title}
            maxLength={SECTION_TITLE_MAX}
            placeholder={t("section", { number })}
            onChange={(event) => onChange({ title: event.target.value })}
          />
        </Field>
        {onRemove && (
          <IconButton label={t("removeSection", { number })} className="hover:text-error" onClick={onRemove}>
            <Trash2 aria-hidden="true" className="size-4" />
          </IconButton>
        )}
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-1">
        <Checkbox
          label={t("shuffleQuestions")}
          checked={shuffle_questions}
          onChange={(event) => onChange({ shuffle_questions: event.target.checked })}
        />
        <Checkbox
          label={t("shuffleOptions")}
          checked={shuffle_options}
          onChange={(event) => onChange({ shuffle_options: event.target.checked })}
        />
      </div>
      <div className="mt-3 grid items-start gap-x-6 gap-y-2 sm:grid-cols-2">
        <Field label={t("ownTime")} hint={t("ownTimeHint")} error={timeError}>
          <Input
            inputMode="numeric"
            value={time}
            className="w-28"
            onChange={(event) => onChange({ time: event.target.value })}
          />
        </Field>
        <Checkbox
          className="sm:mt-6"
          label={t("oneWay")}
          hint={t("oneWayHint")}
          checked={one_way}
          onChange={(event) => onChange({ one_way: event.target.checked })}
        />
      </div>
      <PassageFields section={section} errorOf={errorOf} onChange={onChange} onAdd={onEdit} />
      <p className="mt-2 mb-3 text-muted text-xs tabular-nums">
        {t("size", { questions: questionCount(size.questions), points: points(size.points) })}
      </p>
      {errorOf("items") && (
        <p role="alert" className="mb-3 font-medium text-error text-xs">
          {errorOf("items")}
        </p>
      )}
      {children}
    </fieldset>
  );
}
