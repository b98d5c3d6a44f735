import { ChevronRight } from "lucide-react";
import { useState } from "react";
import type { Rubric } from "@/api/types";
import { local } from "@/lib/storage";
import { t } from "./texts";

/** A text that stays folded or open from one answer to the next. */
function Folded({ title, text, storageKey }: { title: string; text: string; storageKey: string }) {
  const [open, setOpen] = useState(() => local.get(storageKey) === "1");
  return (
    <details
      open={open}
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open);
        local.set(storageKey, currentTarget.open ? "1" : "0");
      }}
      className="group rounded-control border border-line bg-surface"
    >
      <summary className="flex min-h-10 cursor-pointer list-none items-center gap-2 rounded-control px-3 font-medium text-sm hover:bg-subtle [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="rtl:-scale-x-100 size-4 shrink-0 transition-transform group-open:rotate-90 rtl:group-open:-rotate-90"
        />
        {title}
      </summary>
      <p
        dir="auto"
        className="max-w-[72ch] whitespace-pre-wrap break-words px-3 pt-1 pb-3 text-ink-2 text-sm"
      >
        {text}
      </p>
    </details>
  );
}

/** The author's guidance for those who score. */
export function Guidance({ rubric }: { rubric: Rubric }) {
  const { model_answer, notes } = rubric;
  if (model_answer === "" && notes === "") return null;
  return (
    <div className="space-y-2">
      {model_answer !== "" && (
        <Folded title={t("modelAnswer")} text={model_answer} storageKey="scoring_model_answer" />
      )}
      {notes !== "" && <Folded title={t("notes")} text={notes} storageKey="scoring_notes" />}
    </div>
  );
}
