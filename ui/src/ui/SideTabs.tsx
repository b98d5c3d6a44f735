import * as Radix from "@radix-ui/react-tabs";
import type { LucideIcon } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Field } from "./Field";
import { Select } from "./Select";

export interface SideTabsProps {
  items: { value: string; label: string; icon: LucideIcon }[];
  value: string;
  onChange: (value: string) => void;
  /** Label of the tab list, for screen readers. */
  label: string;
  /** Visible label of the menu that replaces the tab list on a narrow window. */
  menuLabel: string;
  /** The content of the chosen tab. */
  children: ReactNode;
}

/** Tabs that are too many for one row: a column beside the content, or a menu above it if the window is narrow. */
export function SideTabs({ items, value, onChange, label, menuLabel, children }: SideTabsProps) {
  const root = useRef<HTMLDivElement>(null);
  // A tab begins at its beginning, however far the one before was scrolled.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is the trigger
  useEffect(() => {
    if (root.current?.parentElement) root.current.parentElement.scrollTop = 0;
  }, [value]);
  return (
    <Radix.Root
      ref={root}
      orientation="vertical"
      value={value}
      onValueChange={onChange}
      className="lg:grid lg:min-h-full lg:grid-cols-[14.5rem_minmax(0,1fr)] lg:gap-8"
    >
      <Field label={menuLabel} className="mb-6 lg:hidden">
        <Select value={value} onChange={(event) => onChange(event.target.value)} options={items} />
      </Field>
      {/* The line is as long as the content, the list stays in view. */}
      <div className="hidden border-line border-e pe-4 lg:block">
        <Radix.List aria-label={label} className="sticky top-0 flex flex-col gap-0.5">
          {items.map(({ value: name, label: text, icon: Icon }) => (
            <Radix.Trigger
              key={name}
              value={name}
              className="flex min-h-9 items-center gap-2.5 rounded-control px-3 py-1.5 text-start font-medium text-ink-2 text-sm transition-colors hover:bg-subtle hover:text-ink data-[state=active]:bg-primary/10 data-[state=active]:text-ink"
            >
              <Icon aria-hidden="true" className="size-4 shrink-0" />
              {text}
            </Radix.Trigger>
          ))}
        </Radix.List>
      </div>
      <Radix.Content value={value} className="min-w-0 outline-none">
        {children}
      </Radix.Content>
    </Radix.Root>
  );
}
