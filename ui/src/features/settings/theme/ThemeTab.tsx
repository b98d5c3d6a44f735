import { useQuery, useQueryClient } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Check } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { api, errorText } from "@/api/client";
import { queryOf } from "@/api/query";
import { THEMES, type Theme, themeByName } from "@/lib/themes";
import { useSend } from "@/lib/useSend";
import { type ThemeSettings, useTheme } from "@/stores/theme";
import { Button } from "@/ui/Button";
import { changedByOther } from "@/ui/changed";
import { toast } from "@/ui/toast";
import { CustomColours } from "./CustomColours";
import { type Colours, isColour, pruned, SLOTS, sameColours, themeLabel } from "./custom";
import { t } from "./texts";

/** Miniature page in the theme's colours. */
function Preview({ theme: { colors } }: { theme: Theme }) {
  const bar = { background: colors.text };
  return (
    <span
      aria-hidden="true"
      className="block h-20 overflow-hidden rounded-control border p-2"
      style={{ background: colors.background, borderColor: colors.border }}
    >
      <span
        className="flex h-full gap-2 rounded-md border p-2"
        style={{ background: colors.backgroundSecondary, borderColor: colors.border }}
      >
        <span className="w-1.5 rounded-full" style={{ background: colors.gradient }} />
        <span className="flex flex-1 flex-col gap-1.5">
          <span className="h-1.5 w-3/5 rounded-full" style={bar} />
          <span className="h-1.5 w-4/5 rounded-full" style={{ background: colors.textMuted }} />
          <span className="mt-auto h-3.5 w-10 rounded" style={{ background: colors.primary }} />
        </span>
        <span className="flex flex-col gap-1">
          {[colors.success, colors.warning, colors.error].map((colour) => (
            <span key={colour} className="size-2 rounded-full" style={{ background: colour }} />
          ))}
        </span>
      </span>
    </span>
  );
}

const pick = (colours: Colours, keep: (slot: string, colour: string) => boolean): Colours =>
  Object.fromEntries(Object.entries(colours).filter(([slot, colour]) => keep(slot, colour)));
const isShown = (slot: string) => SLOTS.some((one) => one === slot);

/** A choice is previewed on the whole page, and reverted when the panel closes without saving. */
export function ThemeTab() {
  const { themeName, customColors, bySystem, show, settle } = useTheme();
  const [chosen, setChosen] = useState(themeName);
  const [custom, setCustom] = useState<Colours>(() => pick(customColors ?? {}, isShown));
  const group = useId();
  const client = useQueryClient();
  /** Slots not in the form, such as the gradient, keep their stored values. */
  const others = pick(customColors ?? {}, (slot) => !isShown(slot));
  const saved = useRef<ThemeSettings>({ themeName, customColors });
  const [kept, setKept] = useState({ name: themeName, custom });
  const theme = themeByName(chosen);
  const broken = Object.values(custom).some((colour) => !isColour(colour));
  const same = chosen === kept.name && sameColours(custom, kept.custom);

  useEffect(() => () => settle(saved.current), [settle]);
  const preview = (name: string, colours: Colours) => {
    setChosen(name);
    setCustom(colours);
    // An incomplete colour changes nothing yet.
    show({ themeName: name, customColors: { ...others, ...pick(colours, (_, colour) => isColour(colour)) } });
  };

  const query = queryOf("/admin/theme-settings");
  const { data: stored, refetch } = useQuery({ ...query, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 });
  const save = useSend({
    mutationFn: (body: { themeName: string; customColors: Colours }) =>
      api.put("/admin/theme-settings", { body: { ...body, version: stored?.version } }),
    onSuccess: (reply, body) => {
      client.setQueryData(query.queryKey, reply);
      saved.current = body;
      const shown = pick(body.customColors, isShown);
      setKept({ name: body.themeName, custom: shown });
      setCustom(shown);
      toast.success(t("updated"));
    },
    onError: async (error) => {
      const change = changedByOther(error);
      const theirs = change && (await refetch()).data;
      if (!theirs) return toast.error(t("updateFailed", { reason: errorText(error) }));
      return toast.error(
        t("savedMeanwhile", { who: change.by, theme: themeLabel(themeByName(theirs.themeName)) }),
      );
    },
  });

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ themeName: chosen, customColors: { ...others, ...pruned(theme, custom) } });
      }}
    >
      <fieldset>
        <legend className="mb-4 text-ink-2 text-sm">
          {t("applies")}
          {bySystem && ` ${t("bySystem")}`}
        </legend>
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          {THEMES.map((theme) => (
            <label
              key={theme.name}
              className={clsx(
                "cursor-pointer rounded-card border p-3 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-primary has-focus-visible:outline-offset-2",
                theme.name === chosen ? "border-primary" : "border-line hover:border-line-strong",
              )}
            >
              <input
                type="radio"
                name={group}
                className="sr-only"
                checked={theme.name === chosen}
                onChange={() => preview(theme.name, custom)}
              />
              <Preview theme={theme} />
              <span className="mt-2 flex items-center justify-between gap-2 text-sm">
                <span className="font-medium">{themeLabel(theme)}</span>
                {theme.name === chosen && <Check aria-hidden="true" className="size-4 text-primary" />}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <CustomColours theme={theme} custom={custom} onChange={(colours) => preview(chosen, colours)} />
      <div className="sticky -bottom-5 -mx-5 mt-6 -mb-5 flex items-center justify-end gap-3 border-line border-t bg-surface px-5 py-3">
        <p role="status" className="text-muted text-xs">
          {same ? "" : t("onlyPreviewed")}
        </p>
        <Button type="submit" busy={save.isPending} disabled={same || broken}>
          {t("save")}
        </Button>
      </div>
    </form>
  );
}
