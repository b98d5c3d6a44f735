import { clsx } from "clsx";
import type { TestFunnel } from "@/api/types";
import { stepsOf } from "./funnels";

/** The states of a test's invites, as wide as their share; words stand beside it. */
export function FunnelBar({ funnel, className }: { funnel: TestFunnel; className: string }) {
  return (
    <span
      aria-hidden="true"
      className={clsx("flex gap-px overflow-hidden rounded-full bg-subtle", className)}
    >
      {stepsOf(funnel).map(({ label, count, colour }) => (
        <span key={label} className={colour} style={{ flexGrow: count }} />
      ))}
    </span>
  );
}
