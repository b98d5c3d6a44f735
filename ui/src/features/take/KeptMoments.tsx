import type { SignalKind } from "@/api/types";
import { sentenceGap } from "@/i18n";
import { t } from "./texts";
import { useTake } from "./useTake";

const MOMENTS = {
  tab_hidden: "momentTabHidden",
  fullscreen_left: "momentFullscreenLeft",
  paste: "momentPaste",
  second_screen: "momentSecondScreen",
  camera_lost: "momentCameraLost",
} as const satisfies Partial<Record<SignalKind, string>>;

/** The signals around which video is kept too; nothing where there are none. */
export function KeptMoments() {
  const signals = useTake((state) => state.intro?.clips) ?? [];
  const words = signals.flatMap((kind) =>
    kind in MOMENTS ? [t(MOMENTS[kind as keyof typeof MOMENTS])] : [],
  );
  if (words.length === 0) return null;
  const moments = new Intl.ListFormat(document.documentElement.lang || "en").format(words);
  return (
    <>
      {sentenceGap()}
      {t.rich("clipsAlso", {
        moments,
        b: (inside) => <strong className="font-semibold">{inside}</strong>,
      })}
    </>
  );
}
