import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useEffect } from "react";
import { errorText } from "@/api/client";
import { queryOf } from "@/api/query";
import { useNow } from "@/lib/now";
import { IconButton } from "@/ui/Button";
import { PageSpinner } from "@/ui/Spinner";
import { t } from "./texts";

/** Time in ms after which a code that could not be read is asked for again. */
const RETRY_MS = 2_000;

interface Code {
  changes_at: string;
  server_time: string;
}

/**
 * How long a code that was read at an instant is shown yet, in ms. By the server's clock: that of this computer may be off, and
 * may be put back meanwhile.
 */
function leftOf({ changes_at, server_time }: Code, readAt: number, now = Date.now()): number {
  const whole = Date.parse(changes_at) - Date.parse(server_time);
  return Math.min(whole, readAt + whole - now);
}

interface Props {
  session: string;
  title: string;
  place: string;
  onClose: () => void;
}

/** For the projector: the code that candidates type, large enough for the last row. */
export function RoomCode({ session, title, place, onClose }: Props) {
  const { data, error, dataUpdatedAt } = useQuery({
    ...queryOf("/sessions/{id}/room-code", { path: { id: session } }),
    staleTime: 0,
    refetchInterval: ({ state: { data, error, dataUpdatedAt } }) =>
      data && !error ? Math.max(500, leftOf(data, dataUpdatedAt) + 200) : RETRY_MS,
    refetchIntervalInBackground: true,
  });
  const now = useNow();
  const left = data ? Math.max(0, Math.ceil(leftOf(data, dataUpdatedAt, now) / 1000)) : 0;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === "Escape" && onClose();
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [onClose]);
  return (
    <main id="main" className="grid min-h-dvh place-items-center bg-page p-4 text-center text-ink">
      <title>{t("roomCodeTitle", { title })}</title>
      <IconButton label={t("close")} className="absolute top-3 end-3" onClick={onClose}>
        <X aria-hidden="true" className="size-5" />
      </IconButton>
      <div className="w-full">
        <h1 className="font-semibold text-2xl sm:text-4xl">
          <bdi>{title}</bdi>
        </h1>
        {place && (
          <p className="mt-1 text-lg text-muted sm:text-2xl">
            <bdi>{place}</bdi>
          </p>
        )}
        {data ? (
          <>
            <p className="mt-8 text-ink-2 text-lg sm:text-2xl">{t("typeThisCode")}</p>
            <p
              role="status"
              dir="ltr"
              className="my-4 font-mono font-semibold text-[clamp(3.5rem,19vw,18rem)] tabular-nums leading-none"
            >
              {data.code.slice(0, 3)} {data.code.slice(3)}
            </p>
            <p className="text-lg text-muted tabular-nums sm:text-2xl">
              {left > 0 ? t("changesIn", { count: left }) : t("changing")}
            </p>
          </>
        ) : (
          !error && <PageSpinner label={t("loadingCode")} />
        )}
        {error && (
          <p role="alert" className="mt-8 text-error text-xl">
            {errorText(error)}
          </p>
        )}
      </div>
    </main>
  );
}
