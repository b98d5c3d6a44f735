import { clsx } from "clsx";
import { ImageOff } from "lucide-react";
import { type ReactNode, useState } from "react";
import { usePicture } from "@/lib/picture";
import { Dialog } from "../Dialog";

interface Props {
  /** Path of the API. */
  path: string;
  /** Names the thumbnail, which opens the full size. */
  label: string;
  /** The whole picture is seen in the thumbnail, instead of its middle. */
  whole?: boolean;
  /** For one that cannot be shown. */
  notLoaded: string;
  title: ReactNode;
  description?: string | undefined;
  alt: string;
}

/** Thumbnail of a stored picture; a click opens the full size. */
export function OpenPicture({ path, label, whole = false, notLoaded, title, description, alt }: Props) {
  const [open, setOpen] = useState(false);
  const { picture, failed } = usePicture(path);
  return (
    <>
      <button
        type="button"
        aria-label={label}
        disabled={!picture}
        onClick={() => setOpen(true)}
        className="block aspect-[4/3] w-full overflow-hidden rounded-control border border-line bg-subtle transition-colors hover:border-line-strong"
      >
        {picture && (
          <img
            src={picture.url}
            alt=""
            className={clsx("size-full", whole ? "object-contain" : "object-cover")}
          />
        )}
        {failed && !picture && (
          <span className="grid size-full place-items-center text-muted">
            <ImageOff aria-hidden="true" className="size-5" />
            <span className="sr-only">{notLoaded}</span>
          </span>
        )}
      </button>
      {picture && (
        <Dialog open={open} onOpenChange={setOpen} size="lg" title={title} description={description}>
          <img src={picture.url} alt={alt} className="w-full rounded-control" />
        </Dialog>
      )}
    </>
  );
}
