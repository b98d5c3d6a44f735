import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useEffect } from "react";
import { errorText } from "@/api/client";
import { queryOf } from "@/api/query";
import { useNow } from "@/lib/now";
import { IconButton } from "@/ui/Button";
import { PageSpinner } from "@/ui/Spinner";
import { t } from "./texts";

interface Props {
  session: string;
  title: string;
  place: string;
  onClose: () => void;
}

/** For the projector: the code that candidates type, large enough for the last row. */
export function RoomCode({ session, title, place, onClose }: Props) {
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    ...queryOf("/sessions/{id}/room-code", { path: { id: session } }),
    staleTime: 0,
  });
  const now = useNow();
  // By the server's clock: that of this computer may be off.
  const lasts = data ? Date.parse(data.changes_at) - Date.parse(data.server_time) : 0;
  const left = Math.max(0, Math.ceil((dataUpdatedAt + lasts - now) / 1000));
  useEffect(() => {
    if (!data) return;
    const timer = window.setTimeout(() => void refetch(), Math.max(500, lasts + 200));
    return () => window.clearTimeout(timer);
  }, [data, lasts, refetch]);
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
        ) : error ? (
          <p role="alert" className="mt-8 text-error text-xl">
            {errorText(error)}
          </p>
        ) : (
          <PageSpinner label={t("loadingCode")} />
        )}
      </div>
    </main>
  );
}
