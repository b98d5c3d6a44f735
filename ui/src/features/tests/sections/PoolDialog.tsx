import { TriangleAlert, X } from "lucide-react";
import { useId, useState } from "react";
import { PickerDialog } from "@/features/questions/bank/picker/PickerDialog";
import { useTags } from "@/features/questions/bank/queries";
import { DRAW_MAX, POOL_POINTS_MAX, type PoolItem } from "@/features/questions/content/sections";
import { Button, IconButton } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { RadioGroup } from "@/ui/RadioGroup";
import { Select } from "@/ui/Select";
import { useDiscardGuard } from "@/ui/useDiscardGuard";
import { PoolUsage } from "./PoolUsage";
import { isTooSmall, type PoolProblems, poolProblems } from "./pool";
import { t } from "./texts";
import { useReady } from "./useReady";

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
  const [close, question] = useDiscardGuard(draft === pool ? null : t("poolNotSaved"), onClose);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={isNew ? t("addAPool") : t("editPool")}
      description={t("poolText")}
      footer={
        <>
          <Button variant="secondary" onClick={close}>
            {t("cancel")}
          </Button>
          <Button type="submit" form={formId}>
            {isNew ? t("addPool") : t("updatePool")}
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
          label={t("drawnFrom")}
          options={[
            {
              value: "tags",
              label: t("byTags"),
              hint: t("byTagsHint"),
            },
            {
              value: "questions",
              label: t("byChoice"),
              hint: t("byChoiceHint"),
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
                {t("chooseQuestions")}
              </Button>
              <span className="text-sm tabular-nums">
                {t("countChosen", { count: draft.question_ids.length })}
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
          <Field label={t("toDraw")} error={errorOf("draw")} required>
            <Input
              type="number"
              inputMode="numeric"
              min={1}
              max={DRAW_MAX}
              value={draft.draw}
              onChange={(event) => set({ draw: event.target.value })}
            />
          </Field>
          <Field label={t("pointsEach")} hint={t("pointsEachHint")} error={errorOf("points")} required>
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
          title={t("ofPool")}
          chosen={draft.question_ids}
          excluded={pinned}
          action={(count) => t("takeCount", { count })}
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
      <Field label={t("tags")} hint={t("tagsHint")} error={error} required>
        <Select
          value=""
          placeholder={tags.length > 0 ? t("anotherTag") : t("aTag")}
          onChange={(event) => event.target.value && onChange([...tags, event.target.value])}
          options={left.map(({ tag, questions }) => ({
            value: tag,
            label: t("tagCount", { tag, count: questions }),
          }))}
        />
      </Field>
      {known.data?.length === 0 && <p className="text-muted text-xs">{t("noTags")}</p>}
      {tags.length > 0 && (
        <ul aria-label={t("tagsOfPool")} className="flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li key={tag} className="flex items-center rounded-md bg-subtle ps-2.5 text-sm">
              <bdi>{tag}</bdi>
              <IconButton
                label={t("removeTag", { tag })}
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
  const ready = useReady(pool, pinned);
  if (ready === undefined) return null;
  const words =
    pool.by === "tags"
      ? t(ready.whole ? "matchNow" : "atLeastMatch", { count: ready.count })
      : t("chosenNow", { count: ready.count });
  if (!ready.whole || !isTooSmall(pool, ready.count))
    return (
      <p role="status" className="text-muted text-xs tabular-nums">
        {words}
      </p>
    );
  return (
    <p role="status" className="flex gap-1.5 font-medium text-warning text-xs tabular-nums">
      <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0" />
      <span>
        {words} {t("tooFew", { draw: pool.draw })}
      </span>
    </p>
  );
}
