import * as Radix from "@radix-ui/react-dropdown-menu";
import { clsx } from "clsx";
import { type ReactNode, useRef } from "react";

export interface MenuItem {
  label: string;
  /** Shown instead of the label, such as one with a word of another language. */
  content?: ReactNode;
  icon?: ReactNode;
  danger?: boolean;
  disabled?: boolean;
  /** A line above: other kinds of actions follow. */
  separated?: boolean;
  onSelect: () => void;
}

export interface MenuProps {
  /** The button that opens the menu; it must take a ref. */
  trigger: ReactNode;
  items: MenuItem[];
}

export function Menu({ trigger, items }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const select = ({ onSelect }: MenuItem) => {
    // A dialog that opens now returns the focus to the button: the item will be gone.
    button.current?.focus();
    onSelect();
  };
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild ref={button}>
        {trigger}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align="end"
          sideOffset={4}
          className="fade-in z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 overflow-y-auto rounded-control border border-line bg-surface p-1 text-ink shadow-lg"
        >
          {items.map((item) => (
            <Radix.Item
              key={item.label}
              disabled={item.disabled}
              onSelect={() => select(item)}
              className={clsx(
                "flex min-h-10 cursor-pointer select-none items-center gap-2.5 rounded-md px-2.5 text-sm outline-none sm:min-h-8",
                "data-highlighted:bg-subtle data-disabled:cursor-not-allowed data-disabled:opacity-50",
                item.danger && "text-error",
                item.separated && "mt-1 rounded-t-none border-line border-t",
              )}
            >
              {item.icon}
              {item.content ?? item.label}
            </Radix.Item>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
