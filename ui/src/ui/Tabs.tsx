import * as Radix from "@radix-ui/react-tabs";
import { clsx } from "clsx";
import { type ReactNode, useEffect, useRef } from "react";

interface TabItem {
  value: string;
  label: string;
  /** Count badge; decorative, not part of the tab's accessible name. */
  count?: number;
  /** The count needs attention: shown in red. */
  urgent?: boolean;
}

export interface TabsProps {
  items: TabItem[];
  value: string;
  onChange: (value: string) => void;
  /** Label of the tab list, for screen readers. */
  label: string;
  /** Fills the width in equal parts, as on the sign-in card. */
  segmented?: boolean;
  className?: string;
  /** The content of the chosen tab. */
  children: ReactNode;
  /** At the end of the row of tabs. */
  beside?: ReactNode;
  /** Classes of the wrapper of the tab list, such as its margin. */
  listClassName?: string;
  /** Classes of the tab list, if it must be narrower than its wrapper. */
  innerClassName?: string;
}

/** On a phone the tab list scrolls, and the active tab may be out of view. */
function centreActive(list: Element): void {
  const active = list.querySelector("[data-state=active]")?.getBoundingClientRect();
  const { left, right } = list.getBoundingClientRect();
  if (active) list.scrollLeft += (active.left + active.right - left - right) / 2;
}

export function Tabs({
  items,
  value,
  onChange,
  label,
  segmented,
  className,
  listClassName,
  innerClassName,
  children,
  beside,
}: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the active tab changes with the value
  useEffect(() => {
    const tabs = list.current;
    if (!tabs) return;
    // Tabs become wider when their counts and the font arrive, and the window may be turned: it reports each once at the
    // start, too.
    const sizes = new ResizeObserver(() => centreActive(tabs));
    for (const part of [tabs, ...tabs.children]) sizes.observe(part);
    return () => sizes.disconnect();
  }, [value]);
  return (
    <Radix.Root value={value} onValueChange={onChange} className={className}>
      <div
        className={clsx(
          beside && "flex flex-wrap items-center justify-between gap-x-6 border-line border-b",
          listClassName,
        )}
      >
        <Radix.List
          ref={list}
          aria-label={label}
          className={clsx(
            segmented
              ? "grid auto-cols-fr grid-flow-col gap-1 rounded-control bg-subtle p-1"
              : "flex gap-4 overflow-x-auto md:gap-6 border-line border-b [scrollbar-width:none]",
            beside && "min-w-0 border-b-0",
            innerClassName,
          )}
        >
          {items.map((item) => (
            <Radix.Trigger
              key={item.value}
              value={item.value}
              className={clsx(
                "inline-flex items-center justify-center gap-2 whitespace-nowrap font-medium text-sm transition-colors",
                segmented
                  ? "min-h-10 rounded-md px-3 text-ink-2 hover:text-ink data-[state=active]:bg-raised data-[state=active]:text-ink data-[state=active]:shadow-xs data-[state=active]:ring-1 data-[state=active]:ring-line-strong/50 sm:min-h-8"
                  : "-mb-px min-h-11 border-transparent border-b-2 px-0.5 text-ink-2 outline-offset-[-2px] hover:text-ink data-[state=active]:border-primary data-[state=active]:text-ink",
              )}
            >
              {item.label}
              {item.count !== undefined && (
                <span
                  aria-hidden="true"
                  className={clsx(
                    "rounded-full px-1.5 font-medium text-xs tabular-nums",
                    item.urgent ? "bg-error text-on-error" : "bg-subtle text-muted max-md:hidden",
                  )}
                >
                  {item.count}
                </span>
              )}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {beside}
      </div>
      <Radix.Content value={value} className="outline-none">
        {children}
      </Radix.Content>
    </Radix.Root>
  );
}
