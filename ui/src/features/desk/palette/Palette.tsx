import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { Dialog } from "@/ui/Dialog";
import { Input } from "@/ui/Input";
import { t } from "../texts";
import { useFound } from "./useFound";

/** Finds tests, people, questions and actions by words, and goes there. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [search, setSearch] = useState("");
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const { groups, isSearching } = useFound(search, pathname);
  const all = groups.flatMap(({ commands }) => commands);
  const chosen = all[Math.min(at, all.length - 1)];
  useEffect(() => {
    const option = chosen && document.getElementById(`${id}-${chosen.id}`);
    option?.scrollIntoView?.({ block: "nearest" });
  }, [chosen, id]);
  const go = (to: string) => {
    onClose();
    navigate(to);
  };
  const onKey = (event: KeyboardEvent) => {
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (by !== 0 && all.length > 0) {
      event.preventDefault();
      setAt((Math.min(at, all.length - 1) + by + all.length) % all.length);
    }
    if (event.key === "Enter" && chosen && !event.nativeEvent.isComposing) {
      event.preventDefault();
      go(chosen.to);
    }
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t("searchAndCommands")}>
      <Input
        type="search"
        role="combobox"
        aria-label={t("searchAll")}
        aria-expanded={all.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={chosen ? `${id}-${chosen.id}` : undefined}
        placeholder={t("searchAllHere")}
        autoComplete="off"
        value={search}
        onChange={(event) => {
          setSearch(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKey}
      />
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={t("found")}
        tabIndex={-1}
        className="mt-3 h-[min(24rem,50dvh)] overflow-y-auto"
      >
        {groups.map(({ label, commands }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options of a listbox, which no element is
          <div key={label} role="group" aria-label={label} className="mb-2">
            <p aria-hidden="true" className="px-2 pb-1 text-muted text-xs">
              {label}
            </p>
            {commands.map((command) => (
              // The keys are those of the field, which keeps the focus.
              <div
                key={command.id}
                id={`${id}-${command.id}`}
                role="option"
                tabIndex={-1}
                aria-selected={command === chosen}
                onClick={() => go(command.to)}
                onKeyDown={onKey}
                className="flex min-h-10 cursor-pointer flex-wrap items-baseline gap-x-3 rounded-control px-2 py-2 text-sm hover:bg-subtle aria-selected:bg-primary/10"
              >
                <bdi className="min-w-0 break-words">{command.label}</bdi>
                {command.hint && (
                  <span dir="auto" className="min-w-0 break-words text-muted text-xs">
                    {command.hint}
                  </span>
                )}
              </div>
            ))}
          </div>
        ))}
        {all.length === 0 && !isSearching && (
          <p className="px-2 py-6 text-center text-muted text-sm">{t("nothingFound")}</p>
        )}
      </div>
      <p role="status" className="sr-only">
        {isSearching ? t("searching") : t("countFound", { count: all.length })}
      </p>
    </Dialog>
  );
}
