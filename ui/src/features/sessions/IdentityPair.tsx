import { ImageOff } from "lucide-react";
import { useState } from "react";
import { filled } from "@/api/client";
import type { PersonIdentity } from "@/api/types";
import { formatTime } from "@/lib/format";
import { usePicture } from "@/lib/picture";
import { Dialog } from "@/ui/Dialog";
import { t } from "./texts";

type Kind = "face" | "document";

const NAMES = { face: "faceOf", document: "documentOf" } as const;
const TITLES = { face: "faceTitle", document: "documentTitle" } as const;
const MISSING = { face: "noPictureFace", document: "noPictureDocument" } as const;
const SIZE = "grid aspect-[4/3] w-full place-items-center overflow-hidden rounded-control border border-line";

interface Person {
  session: string;
  invite: string;
  name: string;
}

/** One picture; a click opens the full size. Mounted again for each new one. */
function Portrait({ session, invite, name, kind, at }: Person & { kind: Kind; at: string }) {
  const [open, setOpen] = useState(false);
  const path = { id: session, invite_id: invite, kind };
  const { picture, failed } = usePicture(filled("/sessions/{id}/people/{invite_id}/identity/{kind}", path));
  return (
    <>
      <button
        type="button"
        aria-label={t(NAMES[kind], { name })}
        disabled={!picture}
        onClick={() => setOpen(true)}
        className={`${SIZE} bg-subtle transition-colors hover:border-line-strong`}
      >
        {picture && <img src={picture.url} alt="" className="size-full object-contain" />}
        {failed && !picture && (
          <span className="text-muted">
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
          title={t.rich(TITLES[kind], { name: <bdi>{name}</bdi> })}
          description={t("pictureTaken", { time: formatTime(at) })}
        >
          <img src={picture.url} alt={t("pictureAlt")} className="w-full rounded-control" />
        </Dialog>
      )}
    </>
  );
}

interface Props extends Person {
  identity: PersonIdentity;
  /** The session asks for a document beside the face. */
  both: boolean;
}

/** The pictures of someone who waits, side by side (docs/behaviour/sessions.md#waiting-room). */
export function IdentityPair({ identity, both, ...person }: Props) {
  const { face_at, document_at, again_at } = identity;
  const shown = [{ kind: "face" as Kind, at: face_at }];
  if (both) shown.push({ kind: "document", at: document_at });
  const isEmpty = shown.every(({ at }) => at === null);
  return (
    <div className="w-full space-y-2">
      {isEmpty ? (
        <p className="text-muted text-xs">{t("noPicturesYet")}</p>
      ) : (
        <div className="grid max-w-lg grid-cols-2 gap-2">
          {shown.map(({ kind, at }) =>
            at ? (
              <Portrait key={`${kind} ${at}`} {...person} kind={kind} at={at} />
            ) : (
              <p key={kind} className={`${SIZE} border-dashed p-2 text-center text-muted text-xs`}>
                {t(MISSING[kind])}
              </p>
            ),
          )}
        </div>
      )}
      {again_at && isEmpty && (
        <p className="text-muted text-xs">{t("askedAgainAt", { time: formatTime(again_at) })}</p>
      )}
    </div>
  );
}
