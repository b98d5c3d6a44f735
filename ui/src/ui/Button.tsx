import { clsx } from "clsx";
import type { LucideIcon } from "lucide-react";
import { type ComponentProps, isValidElement, type KeyboardEvent, type ReactElement, use } from "react";
import type { LinkProps } from "react-router-dom";
import { Navigation } from "@/lib/navigation";
import { Spinner } from "./Spinner";

export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger";
export type ButtonSize = "sm" | "md";

type ButtonIcon = LucideIcon | ReactElement | false | null;

interface Look {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Drawn in the height of the label; an element stays as it is. */
  icon?: ButtonIcon;
  /** The icon points along the line, and so the other way where that runs from the right. */
  turns?: boolean;
}

export interface ButtonProps extends ComponentProps<"button">, Look {
  /** Shows a spinner and ignores clicks; the label stays, so that the width does not change. */
  busy?: boolean;
}

const VARIANTS: Record<ButtonVariant, string> = {
  primary: "border-transparent bg-primary text-on-primary hover:bg-primary-hover",
  secondary: "border-line-strong/60 bg-surface text-ink hover:bg-subtle",
  ghost: "border-transparent bg-transparent text-ink-2 hover:bg-subtle hover:text-ink",
  danger: "border-transparent bg-error text-on-error hover:brightness-90",
};

function look(variant: ButtonVariant, size: ButtonSize, className?: string): string {
  return clsx(
    "inline-flex select-none items-center justify-center gap-2 rounded-control border font-medium text-sm whitespace-nowrap",
    "transition-[background-color,color,filter] duration-100 [&>svg]:shrink-0",
    "disabled:pointer-events-none disabled:opacity-55 aria-disabled:pointer-events-none aria-disabled:opacity-55",
    // 40 px on phones; wide screens may use the smaller size.
    size === "sm" ? "min-h-10 px-3 sm:min-h-8" : "min-h-10 px-4",
    VARIANTS[variant],
    className,
  );
}

function drawn(Icon: ButtonIcon | undefined, turns: boolean) {
  if (!Icon || isValidElement(Icon)) return Icon;
  return <Icon aria-hidden="true" className={turns ? "rtl:-scale-x-100 size-4" : "size-4"} />;
}

/** A held key presses once: what stands here after the press may be another button. */
function onlyOnce(
  event: KeyboardEvent<HTMLButtonElement>,
  then?: (event: KeyboardEvent<HTMLButtonElement>) => void,
) {
  if (event.repeat && event.key === "Enter") event.preventDefault();
  then?.(event);
}

export function Button({
  variant = "primary",
  size = "md",
  busy = false,
  icon,
  turns = false,
  type = "button",
  className,
  disabled,
  onKeyDown,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      onKeyDown={(event) => onlyOnce(event, onKeyDown)}
      type={type}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={look(variant, size, className)}
    >
      {busy ? <Spinner /> : drawn(icon, turns)}
      {children}
    </button>
  );
}

export interface ButtonLinkProps extends LinkProps, Look {}

/** A link styled as a button, for navigation. */
export function ButtonLink({
  variant = "primary",
  size = "md",
  icon,
  turns = false,
  className,
  children,
  ...rest
}: ButtonLinkProps) {
  const { Link } = use(Navigation);
  return (
    <Link {...rest} className={look(variant, size, className)}>
      {drawn(icon, turns)}
      {children}
    </Link>
  );
}

export interface IconButtonProps extends ComponentProps<"button"> {
  /** The accessible name, also shown as a tooltip. */
  label: string;
  busy?: boolean;
}

export function IconButton(props: IconButtonProps) {
  const { label, busy = false, className, children, disabled, onKeyDown, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      onKeyDown={(event) => onlyOnce(event, onKeyDown)}
      aria-label={label}
      title={label}
      disabled={disabled || busy}
      className={clsx(
        "inline-flex size-10 shrink-0 items-center justify-center rounded-control text-ink-2 transition-colors",
        "hover:bg-subtle hover:text-ink disabled:pointer-events-none disabled:opacity-50 sm:size-9",
        className,
      )}
    >
      {busy ? <Spinner /> : children}
    </button>
  );
}
