import { ImageOff } from "lucide-react";
import { useState } from "react";
import { filled } from "@/api/client";
import { formatDateTime } from "@/lib/format";
import { usePicture } from "@/lib/picture";
import { t } from "@/lib/timeline-texts";
import { Dialog } from "../Dialog";

interface Props {
  attemptId: string;
  shotId: string;
  takenAt: string;
  takenBy?: string | null;
}

/** Thumbnail of a stored screenshot; a click opens the full size. */
export function Shot({ attemptId, shotId, takenAt, takenBy }: Props) {
  const [open, setOpen] = useState(false);
  const { picture, failed } = usePicture(
    filled("/attempts/{id}/screenshots/{shot}", { id: attemptId, shot: shotId }),
  );
  const when = formatDateTime(takenAt);
  return (
    <>
      <button
        type="button"
        aria-label={t("screenshotLarge", { when })}
        disabled={!picture}
        onClick={() => setOpen(true)}
        className="block aspect-[4/3] w-full overflow-hidden rounded-control border border-line bg-subtle transition-colors hover:border-line-strong"
      >
        {picture && <img src={picture.url} alt="" className="size-full object-cover" />}
        {failed && !picture && (
          <span className="grid size-full place-items-center text-muted">
            <ImageOff aria-hidden="true" className="size-5" />
            <span className="sr-only">{t("pictureNotLoaded")}</span>
          </span>
        )}
      </button>
      {picture && (
        <Dialog
          open={open}
          onOpenChange={setOpen}
          size="lg"
          title={t("screenshotOf", { when })}
          description={takenBy ? t("takenBy", { name: takenBy }) : undefined}
        >
          <img src={picture.url} alt={t("candidateAt", { when })} className="w-full rounded-control" />
        </Dialog>
      )}
    </>
  );
}
