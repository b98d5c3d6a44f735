import { useRef } from "react";
import { Button, type ButtonProps } from "./Button";

interface FileButtonProps extends Omit<ButtonProps, "onClick"> {
  /** Name of the file for screen readers. */
  file: string;
  accept: string;
  /** The camera that a phone opens for it. */
  capture?: "user" | "environment";
  onFile: (file: File) => void;
}

/** A button that lets a file be chosen; the same file can be chosen again. */
export function FileButton({ file, accept, capture, onFile, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        {...(capture && { capture })}
        aria-label={file}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          event.target.value = "";
          if (chosen) onFile(chosen);
        }}
      />
      <Button {...button} onClick={() => input.current?.click()} />
    </>
  );
}
