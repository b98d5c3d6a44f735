import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { useField } from "./Field";

export type InputProps = ComponentProps<"input">;

export function Input({ className, type = "text", ...rest }: InputProps) {
  return (
    <input
      dir="auto"
      translate="no"
      {...useField()}
      {...rest}
      type={type}
      className={clsx("control", className)}
    />
  );
}
