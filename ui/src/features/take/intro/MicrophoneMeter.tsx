import { t } from "../start-texts";
import { useLoudness } from "./loudness";

/** Shows that the microphone hears the candidate. */
export function MicrophoneMeter({ stream }: { stream: MediaStream }) {
  const loudness = useLoudness(stream);
  if (!loudness) return null;
  return (
    <>
      <meter
        aria-label={t("microphoneLevel")}
        max={100}
        value={Math.round(loudness.level * 100)}
        className="mt-1.5 block h-2.5 w-48 max-w-full"
      />
      <p role="status" className="mt-1 text-muted text-xs">
        {loudness.heard ? t("microphoneHearsYou") : t("saySomething")}
      </p>
    </>
  );
}
