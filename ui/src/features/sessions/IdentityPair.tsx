import { filled } from "@/api/client";
import type { PersonIdentity } from "@/api/types";
import { formatTime } from "@/lib/format";
import { OpenPicture } from "@/ui/attempt/OpenPicture";
import { t } from "./texts";

type Kind = "face" | "document";

const NAMES = { face: "faceOf", document: "documentOf" } as const;
const TITLES = { face: "faceTitle", document: "documentTitle" } as const;
const MISSING = { face: "noPictureFace", document: "noPictureDocument" } as const;

interface Person {
  session: string;
  invite: string;
  name: string;
}

/** One picture. Mounted again for each new one. */
function Portrait({ session, invite, name, kind, at }: Person & { kind: Kind; at: string }) {
  const path = { id: session, invite_id: invite, kind };
  return (
    <OpenPicture
      path={filled("/sessions/{id}/people/{invite_id}/identity/{kind}", path)}
      label={t(NAMES[kind], { name })}
      whole
      notLoaded={t("pictureNotLoaded")}
      title={t.rich(TITLES[kind], { name: <bdi>{name}</bdi> })}
      description={t("pictureTaken", { time: formatTime(at) })}
      alt={t("pictureAlt")}
    />
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
        <div className="grid max-w-2xl grid-cols-2 gap-2">
          {shown.map(({ kind, at }) =>
            at ? (
              <Portrait key={`${kind} ${at}`} {...person} kind={kind} at={at} />
            ) : (
              <p
                key={kind}
                className="grid aspect-[4/3] w-full place-items-center overflow-hidden rounded-control border border-line border-dashed p-2 text-center text-muted text-xs"
              >
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
