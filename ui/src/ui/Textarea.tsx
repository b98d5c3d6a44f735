import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { useField } from "./Field";

export type TextareaProps = ComponentProps<"textarea">;

export function Textarea({ className, rows = 4, ...rest }: TextareaProps) {
  return (
    <textarea
      dir="auto"
      translate="no"
      {...useField()}
      {...rest}
      rows={rows}
      className={clsx("control resize-y", className)}
    />
  );
}
