import { type ComponentType, createContext } from "react";
import type { LinkProps } from "react-router-dom";

/**
 * Links and changes of the page. The page of a test has no router, which would be a fifth of the scripts before its first
 * paint: its links load the other document.
 */
export interface Navigation {
  Link: ComponentType<LinkProps>;
  /** Replaces this page by another one. */
  replace(to: string): void;
}

/** A link that loads the other document. */
export function Anchor({ to, replace: _, state: __, reloadDocument: ___, ...rest }: LinkProps) {
  return (
    <a
      {...rest}
      href={typeof to === "string" ? to : `${to.pathname ?? ""}${to.search ?? ""}${to.hash ?? ""}`}
    />
  );
}

export const Navigation = createContext<Navigation>({
  Link: Anchor,
  replace: (to) => window.location.replace(to),
});
