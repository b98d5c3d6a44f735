import * as Radix from "@radix-ui/react-dropdown-menu";
import { Check } from "lucide-react";
import type { ReactNode } from "react";

export interface CheckMenuProps {
  /** The button that opens the menu; it must take a ref. */
  trigger: ReactNode;
  items: { value: string; label: string; checked: boolean }[];
  onToggle: (value: string) => void;
}

/** A menu of choices of which any number may be on; it stays open while they are set. */
export function CheckMenu({ trigger, items, onToggle }: CheckMenuProps) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align="end"
          sideOffset={4}
          className="fade-in z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 overflow-y-auto rounded-control border border-line bg-surface p-1 text-ink shadow-lg"
        >
          {items.map(({ value, label, checked }) => (
            <Radix.CheckboxItem
              key={value}
              checked={checked}
              onCheckedChange={() => onToggle(value)}
              onSelect={(event) => event.preventDefault()}
              className="flex min-h-10 cursor-pointer select-none items-center gap-2.5 rounded-md px-2.5 text-sm outline-none data-highlighted:bg-subtle sm:min-h-8"
            >
              <span className="grid size-4 place-items-center rounded-sm border border-line-strong">
                <Radix.ItemIndicator>
                  <Check aria-hidden="true" className="size-3" />
                </Radix.ItemIndicator>
              </span>
              {label}
            </Radix.CheckboxItem>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
