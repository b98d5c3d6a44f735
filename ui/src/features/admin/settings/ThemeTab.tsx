import { useMutation } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Check } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { api, errorText } from "@/api/client";
import { THEMES, type Theme, themeByName } from "@/lib/themes";
import { type ThemeSettings, useTheme } from "@/stores/theme";
import { Button } from "@/ui/Button";
import { toast } from "@/ui/toast";

/** A page in miniature, in the theme's own colours. */
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

/** A choice is shown at once on the whole page; without saving it goes when the panel closes. */
export function ThemeTab() {
  const { themeName, show } = useTheme();
  const [chosen, setChosen] = useState(themeName);
  const group = useId();
  const saved = useRef<ThemeSettings>({ themeName, customColors: useTheme.getState().customColors });
  const [savedName, setSavedName] = useState(themeName);

  useEffect(() => () => show(saved.current), [show]);

  const save = useMutation({
    mutationFn: (name: string) =>
      api.put<ThemeSettings>("/admin/theme-settings", { body: { themeName: name } }),
    onSuccess: (_, name) => {
      saved.current = { ...saved.current, themeName: name };
      setSavedName(name);
      toast.success("Theme settings updated successfully!");
    },
    onError: (error) => toast.error(`Failed to update theme settings: ${errorText(error)}`),
  });

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(chosen);
      }}
    >
      <fieldset>
        <legend className="mb-4 text-ink-2 text-sm">
          The theme of every page, for everybody, also for candidates. Choosing one previews it here.
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
                onChange={() => {
                  setChosen(theme.name);
                  show({ ...saved.current, themeName: theme.name });
                }}
              />
              <Preview theme={theme} />
              <span className="mt-2 flex items-center justify-between gap-2 text-sm">
                <span className="font-medium">{theme.label}</span>
                {theme.name === chosen && <Check aria-hidden="true" className="size-4 text-primary" />}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="mt-6 flex items-center justify-end gap-3">
        <p role="status" className="text-muted text-xs">
          {chosen === savedName ? "" : `${themeByName(chosen).label} is only previewed.`}
        </p>
        <Button type="submit" busy={save.isPending} disabled={chosen === savedName}>
          Save Theme
        </Button>
      </div>
    </form>
  );
}
