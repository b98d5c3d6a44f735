import * as Radix from "@radix-ui/react-dropdown-menu";
import { MessageSquareText } from "lucide-react";
import { useRef } from "react";
import { Button } from "@/ui/Button";
import { t } from "./texts";

interface Props {
  snippets: readonly string[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onInsert: (snippet: string) => void;
  /** Moves the focus into the comment after an insertion. */
  onInserted: () => void;
  /** The key that opens the menu. */
  shortcut?: string | undefined;
}

/** Prepared comments; a letter finds one. */
export function SnippetMenu({ snippets, open, onOpenChange, onInsert, onInserted, shortcut }: Props) {
  const inserted = useRef(false);
  if (snippets.length === 0) return null;
  return (
    <Radix.Root modal={false} open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>
        <Button variant="ghost" size="sm" aria-keyshortcuts={shortcut} icon={MessageSquareText}>
          {shortcut ? t("snippetsKey", { key: shortcut }) : t("snippets")}
        </Button>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align="start"
          sideOffset={4}
          onCloseAutoFocus={(event) => {
            if (!inserted.current) return;
            inserted.current = false;
            event.preventDefault();
            onInserted();
          }}
          className="fade-in z-50 max-h-[min(20rem,var(--radix-dropdown-menu-content-available-height))] w-80 max-w-[calc(100vw-2rem)] overflow-y-auto rounded-control border border-line bg-surface p-1 text-ink shadow-lg"
        >
          {snippets.map((snippet) => (
            <Radix.Item
              key={snippet}
              onSelect={() => {
                inserted.current = true;
                onInsert(snippet);
              }}
              className="cursor-pointer select-none rounded-md px-2.5 py-2 text-sm outline-none data-highlighted:bg-subtle"
            >
              <span dir="auto" className="line-clamp-3">
                {snippet}
              </span>
            </Radix.Item>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
