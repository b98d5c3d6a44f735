import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { DefaultValues, FieldValues, Path, UseFormReturn } from "react-hook-form";
import { errorText, fieldErrors } from "@/api/client";
import type { queryOf } from "@/api/query";
import { useKept } from "@/lib/kept/useKept";
import { useOnce } from "@/lib/useOnce";
import { changedByOther } from "@/ui/changed";
import { toast } from "@/ui/toast";
import { t } from "./texts";

export interface ConflictRow {
  name: string;
  theirs: string;
  /** Only where this form has changed it too. */
  mine?: string;
}

interface Options<Stored, Values extends FieldValues> {
  form: UseFormReturn<Values>;
  /** As they were first read: a later read of the page's does not change what was typed. */
  settings: Stored;
  query: ReturnType<typeof queryOf>;
  valuesOf: (stored: Stored) => Values;
  /** Values that are no settings, such as a password that is typed. */
  secrets: readonly string[];
  put: (values: Values, version: number) => Promise<Stored>;
  saved: () => void;
  failed: (error: unknown) => void;
}

/** A stored value of a setting in words. */
export const shownValue = (value: unknown) =>
  typeof value === "boolean" ? t(value ? "on" : "off") : String(value) || t("empty");

/** The stored settings that a form is based on, and what to do if another administrator has changed them since. */
export function useSettingsConflict<Stored extends { version: number }, Values extends FieldValues>(
  options: Options<Stored, Values>,
) {
  const { form, settings, query, valuesOf, secrets, put, saved, failed } = options;
  const client = useQueryClient();
  const [base, setBase] = useState(settings);
  const [theirs, setTheirs] = useState<Stored | null>(null);
  const [by, setBy] = useState("");
  const { dirtyFields } = form.formState;
  const isDirty = (name: string) => Boolean((dirtyFields as Record<string, unknown>)[name]);

  const at = settings.version;
  const [typed, setTyped, kept] = useKept<Partial<Values>>(
    `settings ${String(query.queryKey[0])}`,
    {},
    { version: at },
  );
  /** Values that were typed while the others were being saved. */
  const since = useRef<Partial<Values>>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed earlier is put back once
  useEffect(() => {
    for (const [name, value] of Object.entries(typed))
      if (name in valuesOf(settings)) form.setValue(name as Path<Values>, value, { shouldDirty: true });
    const stop = form.watch((values) => {
      const now = valuesOf(base);
      const changed = Object.entries(values).filter(
        ([name, value]) => !secrets.includes(name) && value !== now[name],
      );
      setTyped(Object.fromEntries(changed) as Partial<Values>);
    });
    for (const [name, value] of Object.entries(since.current))
      form.setValue(name as Path<Values>, value, { shouldDirty: true });
    since.current = {};
    return () => stop.unsubscribe();
  }, [base]);

  const begin = (stored: Stored) => {
    client.setQueryData(query.queryKey, stored);
    setBase(stored);
    setTheirs(null);
    form.reset(valuesOf(stored) as DefaultValues<Values>);
    kept.discard();
  };

  /** Returns false for other errors. */
  const meets = async (error: unknown): Promise<boolean> => {
    const change = changedByOther(error);
    if (!change) return false;
    setBy(change.by);
    try {
      setTheirs((await client.fetchQuery({ ...query, staleTime: 0 })) as Stored);
    } catch (failure) {
      toast.error(t("changedNotLoaded", { reason: errorText(failure) }));
    }
    return true;
  };

  const keep = () => {
    if (!theirs) return;
    const typed = form.getValues();
    const mine = Object.keys(typed).filter(isDirty) as Path<Values>[];
    begin(theirs);
    for (const name of mine) form.setValue(name, typed[name], { shouldDirty: true });
  };

  const rows = (): ConflictRow[] => {
    if (!theirs) return [];
    const [old, now, typed] = [valuesOf(base), valuesOf(theirs), form.getValues()];
    return Object.keys(now)
      .filter((name) => !secrets.includes(name) && now[name] !== old[name])
      .map((name) => ({
        name,
        theirs: shownValue(now[name]),
        ...(isDirty(name) && { mine: shownValue(typed[name]) }),
      }));
  };

  const once = useOnce();
  const submit = form.handleSubmit(
    once(async (values: Values) => {
      try {
        const before = { ...form.getValues() };
        const stored = await put(values, base.version);
        const now = form.getValues();
        const names = Object.keys(now) as (keyof Values)[];
        since.current = Object.fromEntries(
          names.filter((name) => now[name] !== before[name]).map((name) => [name, now[name]]),
        ) as Partial<Values>;
        begin(stored);
        saved();
      } catch (error) {
        if (await meets(error)) return;
        for (const [name, message] of Object.entries(fieldErrors(error)))
          if (name in valuesOf(base)) form.setError(name as Path<Values>, { message });
        failed(error);
      }
    }),
  );

  const back = {
    ...kept,
    discard: () => {
      kept.discard();
      form.reset(valuesOf(base) as DefaultValues<Values>);
    },
  };

  return {
    back,
    submit,
    /** Both versions, until one is chosen. */
    conflict: theirs && { by, rows: rows(), onTake: () => begin(theirs), onKeep: keep },
  };
}
