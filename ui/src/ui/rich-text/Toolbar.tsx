import { type KeyboardEvent, useState } from "react";
import { IconButton } from "../Button";
import { COMMANDS, type Command, shortcut } from "./commands";
import { t } from "./editor-texts";

export interface ToolbarProps {
  /** The id of the text field. */
  controls: string | undefined;
  commands?: Command[];
  /** The name of a command that is under way. */
  busy?: string | undefined;
  onCommand: (command: Command) => void;
}

const isMac = () => typeof navigator === "object" && /Mac|iPhone|iPad/.test(navigator.platform);

/** One stop of the Tab key; arrows move inside (WAI-ARIA toolbar pattern). */
export function Toolbar({ controls, commands = COMMANDS, busy, onCommand }: ToolbarProps) {
  const [current, setCurrent] = useState(0);
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const last = commands.length - 1;
    const target = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: last }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const next = (target + commands.length) % commands.length;
    setCurrent(next);
    event.currentTarget.querySelectorAll("button")[next]?.focus();
  };
  return (
    <div
      role="toolbar"
      aria-label={t("formatting")}
      aria-controls={controls}
      onKeyDown={move}
      className="flex flex-wrap gap-0.5 rounded-t-control border border-line-strong border-b-0 bg-surface p-1"
    >
      {commands.map((command, index) => {
        const keys = shortcut(command, isMac());
        return (
          <IconButton
            key={command.name}
            label={t("withKeys", { command: t(command.name), keys: keys.shown })}
            aria-keyshortcuts={keys.aria}
            tabIndex={index === current ? 0 : -1}
            busy={busy === command.name}
            // The text keeps its selection.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              setCurrent(index);
              onCommand(command);
            }}
          >
            <command.icon aria-hidden="true" className="size-4" />
          </IconButton>
        );
      })}
    </div>
  );
}
