import { useContext, useEffect, useReducer, useState } from "react";
import { PictureContext } from "./pictures";

interface StoredPictureProps {
  /** SHA-256, 64 hexadecimal digits. */
  hash: string;
  alt: string;
}

/** A picture of a text. Retries automatically once the network is back. */
export function StoredPicture({ hash, alt }: StoredPictureProps) {
  const load = useContext(PictureContext);
  const [url, setUrl] = useState<string>();
  const [failed, setFailed] = useState(false);
  const [tries, retry] = useReducer((count: number) => count + 1, 0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry loads again
  useEffect(() => {
    if (!load) return;
    const end = new AbortController();
    let made: string | undefined;
    const show = (blob: Blob) => {
      if (end.signal.aborted) return;
      made = URL.createObjectURL(blob);
      setUrl(made);
    };
    setFailed(false);
    load(hash, end.signal).then(show, () => end.signal.aborted || setFailed(true));
    return () => {
      end.abort();
      setUrl(undefined);
      if (made) URL.revokeObjectURL(made);
    };
  }, [load, hash, tries]);

  useEffect(() => {
    if (!failed) return;
    window.addEventListener("online", retry);
    return () => window.removeEventListener("online", retry);
  }, [failed]);

  if (url) return <img src={url} alt={alt} className="rich-picture" />;
  if (!load) return <span className="text-muted">[{alt || "picture"}]</span>;
  return (
    <span className="rich-picture-frame">
      {alt || "Picture"}
      {failed ? (
        <button type="button" className="underline" onClick={retry}>
          Load the picture again
        </button>
      ) : (
        <span className="text-muted"> (loading)</span>
      )}
    </span>
  );
}
