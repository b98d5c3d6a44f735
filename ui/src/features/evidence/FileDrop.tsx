import { clsx } from "clsx";
import { FileUp } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "@/ui/Button";
import { t } from "./texts";

interface Props {
  /** Name of the chosen file. */
  name: string | undefined;
  onFile(file: File): void;
}

/** Chooses a file by button, or by dropping it. */
export function FileDrop({ name, onFile }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const choose = (file: File | undefined) => {
    if (file) onFile(file);
    // The same file can be chosen again.
    if (input.current) input.current.value = "";
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a short cut; the button does the same
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        choose(event.dataTransfer.files[0]);
      }}
      className={clsx(
        "flex flex-col items-center gap-3 rounded-card border border-dashed px-4 py-8 text-center",
        over ? "border-primary bg-subtle" : "border-line-strong",
      )}
    >
      <FileUp aria-hidden="true" className="size-6 text-muted" />
      <p className="max-w-full break-words text-sm">
        {name ? <bdi className="font-medium">{name}</bdi> : t("dropHere")}
      </p>
      <input
        ref={input}
        type="file"
        accept=".zip"
        aria-label={t("file")}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => choose(event.target.files?.[0])}
      />
      <Button variant={name ? "secondary" : "primary"} onClick={() => input.current?.click()}>
        {name ? t("chooseAnother") : t("chooseFile")}
      </Button>
    </div>
  );
}
