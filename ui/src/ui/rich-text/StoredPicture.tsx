import { useContext, useEffect, useReducer, useState } from "react";
import { NetworkFailure } from "@/api/errors";
import { backoff } from "@/lib/backoff";
import { pause } from "@/lib/pause";
import { PictureContext } from "./pictures";
import { t } from "./texts";

interface StoredPictureProps {
  /** SHA-256, 64 hexadecimal digits. */
  hash: string;
  alt: string;
}

/** A picture of a text. Tries again by itself where no word of the server came. */
export function StoredPicture({ hash, alt }: StoredPictureProps) {
  const load = useContext(PictureContext);
  const [url, setUrl] = useState<string>();
  const [failed, setFailed] = useState(false);
  const [tries, retry] = useReducer((count: number) => count + 1, 0);

  useEffect(() => {
    if (!load) return;
    const end = new AbortController();
    let made: string | undefined;
    const show = (blob: Blob) => {
      if (end.signal.aborted) return;
      made = URL.createObjectURL(blob);
      setUrl(made);
    };
    const fail = async (error: unknown) => {
      if (end.signal.aborted) return;
      setFailed(true);
      if (!(error instanceof NetworkFailure)) return;
      await pause(backoff(tries + 1), end.signal);
      if (!end.signal.aborted) retry();
    };
    load(hash, end.signal).then(show, fail);
    return () => {
      end.abort();
      setUrl(undefined);
      if (made) URL.revokeObjectURL(made);
    };
  }, [load, hash, tries]);

  const ask = () => {
    setFailed(false);
    retry();
  };
  if (url) return <img src={url} alt={alt} className="rich-picture" />;
  if (!load) return <span className="text-muted">[{alt || t("picture")}]</span>;
  return (
    <span className="rich-picture-frame">
      {alt || t("pictureLoading")}
      {failed ? (
        <button type="button" className="underline" onClick={ask}>
          {t("loadPictureAgain")}
        </button>
      ) : (
        <span className="text-muted"> {t("loading")}</span>
      )}
    </span>
  );
}
