import { Clapperboard } from "lucide-react";
import { useState } from "react";
import { api } from "@/api/client";
import { queryOf } from "@/api/query";
import type { ClipSettings, SignalKind } from "@/api/types";
import { t } from "@/ui/attempt/clip-texts";
import { Checkbox } from "@/ui/Checkbox";
import { RuleDialog } from "./RuleDialog";
import { SettingRow } from "./SettingRow";

const PATH = "/tests/{id}/clips";
/** Signals that can make a clip, in the order of the server. */
const MOMENTS = [
  ["tab_hidden", "momentTabHidden"],
  ["fullscreen_left", "momentFullscreenLeft"],
  ["paste", "momentPaste"],
  ["second_screen", "momentSecondScreen"],
  ["camera_lost", "momentCameraLost"],
] as const;

const valuesOf = ({ keep, signals }: ClipSettings) => ({ keep, signals });

/** Whether a test keeps the video around flags (docs/behaviour/monitoring.md#clips-around-flags). */
export function Clips({ test }: { test: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <SettingRow icon={Clapperboard} title={t("title")} text={t("card")} onOpen={() => setOpen(true)} />
      {open && <ClipsDialog test={test} onClose={() => setOpen(false)} />}
    </>
  );
}

function ClipsDialog({ test, onClose }: { test: string; onClose(): void }) {
  return (
    <RuleDialog
      title={t("title")}
      description={t("means")}
      test={test}
      name="clips"
      query={queryOf(PATH, { path: { id: test } })}
      valuesOf={valuesOf}
      put={(values, version) => api.put(PATH, { path: { id: test }, body: { ...values, version } })}
      onClose={onClose}
    >
      {({ values: draft, set }) => {
        const choose = (kind: SignalKind, chosen: boolean) => {
          const others = draft.signals.filter((one) => one !== kind);
          set({ ...draft, signals: chosen ? [...others, kind] : others });
        };
        return (
          <>
            <Checkbox
              label={t("keep")}
              hint={t("keepHint")}
              checked={draft.keep}
              onChange={(event) => set({ ...draft, keep: event.target.checked })}
            />
            <fieldset disabled={!draft.keep} className="space-y-1 disabled:opacity-60">
              <legend className="mb-1 font-medium text-ink text-sm">{t("also")}</legend>
              {MOMENTS.map(([kind, label]) => (
                <Checkbox
                  key={kind}
                  label={t(label)}
                  checked={draft.signals.includes(kind)}
                  onChange={(event) => choose(kind, event.target.checked)}
                />
              ))}
            </fieldset>
          </>
        );
      }}
    </RuleDialog>
  );
}
