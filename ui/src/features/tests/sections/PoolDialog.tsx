import { TriangleAlert, X } from "lucide-react";
import { useId, useState } from "react";
import { PickerDialog } from "@/features/questions/bank/picker/PickerDialog";
import { useTags } from "@/features/questions/bank/queries";
import { plural } from "@/lib/format";
import { Button, IconButton } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { RadioGroup } from "@/ui/RadioGroup";
import { Select } from "@/ui/Select";
import { useDiscardGuard } from "@/ui/useDiscardGuard";
import { PoolUsage } from "./PoolUsage";
import { isTooSmall, type PoolProblems, poolProblems } from "./pool";
import { DRAW_MAX, POOL_POINTS_MAX, type PoolItem } from "./sections";
import { COUNT_MAX, useReady } from "./useReady";

interface Props {
  pool: PoolItem;
  isNew: boolean;
  /** Errors of the server about it. */
  refused: Record<string, string>;
  /** Questions that the test has anyway: no pool draws them. */
  pinned: string[];
  onSave: (pool: PoolItem) => void;
  onClose: () => void;
}

/** Which questions a pool has, and how many of them each paper gets. */
export function PoolDialog({ pool, isNew, refused, pinned, onSave, onClose }: Props) {
  const formId = useId();
  const [draft, setDraft] = useState(pool);
  const [checked, setChecked] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const set = (changes: Partial<PoolItem>) => setDraft((before) => ({ ...before, ...changes }));
  const problems = poolProblems(draft);
  const errorOf = (name: keyof PoolProblems) =>
    (checked ? problems[name] : undefined) ?? (draft === pool ? refused[name] : undefined);
  const submit = () => {
    setChecked(true);
    if (Object.keys(problems).length === 0) onSave(draft);
  };
  const [close, question] = useDiscardGuard(draft === pool ? null : "The pool is not saved.", onClose);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={isNew ? "Add a pool" : "Edit pool"}
      description="Each candidate gets different questions from it, drawn when the test starts."
      footer={
        <>
          <Button variant="secondary" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" form={formId}>
            {isNew ? "Add pool" : "Update pool"}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          // React passes events through portals: a form around this dialog must not submit too.
          event.stopPropagation();
          event.preventDefault();
          submit();
        }}
      >
        <RadioGroup
          label="Drawn from"
          options={[
            {
              value: "tags",
              label: "Questions with tags",
              hint: "All ready questions, including those added later.",
            },
            {
              value: "questions",
              label: "Chosen questions",
              hint: "The questions you choose, as long as they are ready.",
            },
          ]}
          value={draft.by}
          onChange={(by) => set({ by: by === "questions" ? "questions" : "tags" })}
        />
        {draft.by === "tags" ? (
          <TagsField tags={draft.tags} error={errorOf("tags")} onChange={(tags) => set({ tags })} />
        ) : (
          <div className="space-y-1.5">
            <div className="flex flex-wrap items-center gap-3">
              <Button variant="secondary" size="sm" onClick={() => setChoosing(true)}>
                Choose questions…
              </Button>
              <span className="text-sm tabular-nums">
                {plural(draft.question_ids.length, "question")} chosen
              </span>
            </div>
            {errorOf("question_ids") && (
              <p role="alert" className="font-medium text-error text-xs">
                {errorOf("question_ids")}
              </p>
            )}
          </div>
        )}
        <div className="grid grid-cols-2 gap-4">
          <Field label="Questions to draw" error={errorOf("draw")} required>
            <Input
              type="number"
              inputMode="numeric"
              min={1}
              max={DRAW_MAX}
              value={draft.draw}
              onChange={(event) => set({ draw: event.target.value })}
            />
          </Field>
          <Field
            label="Points each"
            hint="Whatever the question itself is worth."
            error={errorOf("points")}
            required
          >
            <Input
              type="number"
              inputMode="numeric"
              min={1}
              max={POOL_POINTS_MAX}
              value={draft.points}
              onChange={(event) => set({ points: event.target.value })}
            />
          </Field>
        </div>
        <div>
          <ReadyNote pool={draft} pinned={pinned} />
          <PoolUsage pool={draft} pinned={pinned} />
        </div>
      </form>
      {choosing && (
        <PickerDialog
          title="Questions of the pool"
          chosen={draft.question_ids}
          excluded={pinned}
          action={(count) => `Take ${plural(count, "question")}`}
          onPick={(question_ids) => {
            set({ question_ids });
            setChoosing(false);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
      {question}
    </Dialog>
  );
}

interface TagsFieldProps {
  tags: string[];
  error: string | undefined;
  onChange: (tags: string[]) => void;
}

function TagsField({ tags, error, onChange }: TagsFieldProps) {
  const known = useTags();
  const left = (known.data ?? []).filter(({ tag }) => !tags.includes(tag));
  return (
    <div className="space-y-2">
      <Field label="Tags" hint="A question must have all of them." error={error} required>
        <Select
          value=""
          placeholder={tags.length > 0 ? "Add another tag" : "Choose a tag"}
          onChange={(event) => event.target.value && onChange([...tags, event.target.value])}
          options={left.map(({ tag, questions }) => ({ value: tag, label: `${tag} (${questions})` }))}
        />
      </Field>
      {known.data?.length === 0 && (
        <p className="text-muted text-xs">No question in the bank has a tag yet.</p>
      )}
      {tags.length > 0 && (
        <ul aria-label="Tags of the pool" className="flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li key={tag} className="flex items-center rounded-md bg-subtle pl-2.5 text-sm">
              <bdi>{tag}</bdi>
              <IconButton
                label={`Remove the tag ${tag}`}
                onClick={() => onChange(tags.filter((one) => one !== tag))}
              >
                <X aria-hidden="true" className="size-3.5" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** How many questions a pool has now, and whether these are enough. */
export function ReadyNote({ pool, pinned }: { pool: PoolItem; pinned: string[] }) {
  const matching = useReady(pool, pinned);
  const ready = pool.by === "tags" ? matching : pool.question_ids.length;
  if (ready === undefined) return null;
  const most = ready >= COUNT_MAX && "at least ";
  const words =
    pool.by === "tags"
      ? `${most || ""}${plural(ready, "ready question")} ${ready === 1 ? "matches" : "match"} now.`
      : `${plural(ready, "question")} chosen.`;
  if (!isTooSmall(pool, ready))
    return (
      <p role="status" className="text-muted text-xs tabular-nums">
        {words}
      </p>
    );
  return (
    <p role="status" className="flex gap-1.5 font-medium text-warning text-xs tabular-nums">
      <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0" />
      <span>
        {words} That is too few: {pool.draw} are to be drawn.
      </span>
    </p>
  );
}
