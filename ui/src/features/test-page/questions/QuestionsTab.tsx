import {
  ArrowDown,
  ArrowUp,
  ArrowUpFromLine,
  Copy,
  MoreHorizontal,
  MoveVertical,
  Rows3,
  Trash2,
} from "lucide-react";
import { type RefObject, useRef, useState } from "react";
import type { Test } from "@/api/types";
import {
  type Item,
  isDivided,
  itemsOf,
  paperSize,
  passagesOf,
  pinnedIds,
  SECTIONS_MAX,
  type Section,
  written,
} from "@/features/questions/content/sections";
import { newQuestionId } from "@/features/questions/form/rules";
import { ConflictView } from "@/features/tests/ConflictView";
import { KeptNotice } from "@/features/tests/KeptNotice";
import { PaperButton } from "@/features/tests/paper/PaperButton";
import { ReadinessNotice } from "@/features/tests/readiness/ReadinessNotice";
import { useBankStatus } from "@/features/tests/sections/bank-status";
import {
  undivided,
  withAbout,
  withChanged,
  withCopy,
  withItem,
  withNewSection,
  withoutSection,
} from "@/features/tests/sections/edits";
import { ItemCard } from "@/features/tests/sections/ItemCard";
import { ItemDialogs } from "@/features/tests/sections/ItemDialogs";
import { PassageChoice } from "@/features/tests/sections/PassageFields";
import { PoolMembers } from "@/features/tests/sections/PoolMembers";
import { AddItems, SectionCard } from "@/features/tests/sections/SectionCard";
import { t } from "@/features/tests/sections/texts";
import { useItems } from "@/features/tests/sections/useItems";
import type { TestFormState } from "@/features/tests/useTestForm";
import { points, questionCount } from "@/lib/format";
import { useMedia } from "@/lib/media";
import { Button, IconButton } from "@/ui/Button";
import { Menu, type MenuItem } from "@/ui/Menu";
import { toast } from "@/ui/toast";
import { movedBy, movedTo, placeOf } from "./move";
import { Outline } from "./Outline";
import { withPending } from "./pending";
import { useOpenItem } from "./useOpenItem";
import { type Settling, WrittenEditor } from "./WrittenEditor";

interface Props {
  test: Test;
  form: TestFormState;
  settling: RefObject<Settling | null>;
}

/** The questions of a test: the outline, the one that is open, and its preview. */
export function QuestionsTab({ test, form, settling }: Props) {
  const { edit, conflict } = form;
  return (
    <>
      {conflict.shown && <ConflictView conflict={conflict} shown={conflict.shown} />}
      <div hidden={conflict.shown !== null}>
        {edit.keptAt && <KeptNotice at={edit.keptAt} onStartOver={edit.startOver} />}
        {!test.archived && <ReadinessNotice test={test.id} className="mb-4" />}
        <Questions test={test} form={form} settling={settling} />
      </div>
    </>
  );
}

function Questions({ test, form, settling }: Props) {
  const { edit: state, errorsOf } = form;
  const { fields, pending, base, setPending } = state;
  const bank = useBankStatus(test);
  // The form of a question stands in the page: no dialog opens with what is half-written.
  const {
    sections,
    edit,
    open: openDialog,
    dialogs,
    ...items
  } = useItems({
    content: fields,
    errorsOf,
    pending: undefined,
    onPending: () => undefined,
    onChange: state.setContent,
  });
  // A section that is new has nothing yet that shows that the test is divided.
  const [wanted, setWanted] = useState(false);
  const divided = wanted || isDivided(fields);
  const { open, openItem, openSection, openNew } = useOpenItem(sections, divided, pending);
  /** What is half-written is taken first; a problem keeps it open. */
  const leave = (go: () => void) => {
    if (settling.current && !settling.current.settle()) return;
    setPending(undefined);
    go();
  };
  const isBeside = useMedia("(min-width: 64rem)");
  const work = useRef<HTMLDivElement>(null);
  /** Where what is opened stands below the outline, one would otherwise see nothing change. */
  const show = (go: () => void) =>
    leave(() => {
      go();
      if (!isBeside) requestAnimationFrame(() => work.current?.scrollIntoView?.({ block: "start" }));
    });
  /** The item with what its form holds, which was taken just now. */
  const asWritten = (item: Item): Item => {
    const taken = withPending(fields, pending, null);
    return ("fields" in taken && itemsOf(taken.fields).find(({ id }) => id === item.id)) || item;
  };
  const current = open?.section ?? sections[0];
  const place = current ? sections.indexOf(current) + 1 : 1;
  const size = paperSize(fields);
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[17rem_minmax(0,1fr)] xl:grid-cols-[20rem_minmax(0,1fr)]">
      <aside
        aria-label={t("ofTest")}
        className="rounded-card border border-line bg-surface p-3 lg:sticky lg:top-30 lg:max-h-[calc(100dvh-12.5rem)] lg:overflow-y-auto"
      >
        <p className="mb-2 px-2 text-muted text-xs tabular-nums">
          {t("size", { questions: questionCount(size.questions), points: points(size.points) })}
        </p>
        <div className="max-lg:max-h-72 max-lg:overflow-y-auto">
          <Outline
            sections={sections}
            divided={divided}
            open={open}
            errorsOf={errorsOf}
            onOpenItem={(id) => show(() => openItem(id))}
            onOpenSection={(id) => show(() => openSection(id))}
            onMove={(next) => edit(() => next)}
          />
        </div>
        {form.questionsError && (
          <p role="alert" className="mt-2 px-2 font-medium text-error text-xs">
            {form.questionsError}
          </p>
        )}
        {current && (
          <div className="mt-3 space-y-2 border-line border-t pt-3">
            <AddItems
              where={divided ? t("toSection", { number: place }) : ""}
              onWrite={() => show(() => openNew(current.id))}
              onPick={() => leave(() => openDialog({ kind: "pick", section: current.id }))}
              onPool={() => leave(() => items.openPool(current.id))}
            />
            <div className="flex flex-wrap">
              {(!divided || sections.length < SECTIONS_MAX) && (
                <Button
                  variant="ghost"
                  size="sm"
                  icon={Rows3}
                  onClick={() =>
                    leave(() => {
                      setWanted(true);
                      const next = divided ? withNewSection(sections) : sections;
                      if (divided) edit(() => next);
                      openSection((divided ? next.at(-1) : next[0])?.id ?? "");
                    })
                  }
                >
                  {divided ? t("addSection") : t("divide")}
                </Button>
              )}
              {divided && (
                <Button
                  variant="ghost"
                  size="sm"
                  onClick={() =>
                    leave(() => {
                      setWanted(false);
                      edit(undivided);
                    })
                  }
                >
                  {t("withoutSections")}
                </Button>
              )}
            </div>
          </div>
        )}
      </aside>
      <div ref={work} className="min-w-0 scroll-mt-28">
        {open?.kind === "section" && (
          <SectionCard
            key={open.section.id}
            section={open.section}
            number={place}
            errorOf={(field) => form.sectionError(open.section, field)}
            onChange={(changes) => edit((all) => withChanged(all, open.section.id, changes))}
            onEdit={edit}
            onRemove={
              sections.length > 1 ? () => edit((all) => withoutSection(all, open.section.id)) : undefined
            }
          >
            {null}
          </SectionCard>
        )}
        {open?.kind === "new" && (
          <WrittenEditor
            key={`new=${base?.version}`}
            ref={settling}
            test={test}
            question={null}
            taken={itemsOf(fields).map(({ id }) => id)}
            errors={{}}
            begun={pending}
            onPending={setPending}
            onKeep={(question) => {
              edit((all) => withWritten(all, open.section.id, question));
              setPending(undefined);
              toast.success(t("added"));
            }}
          />
        )}
        {open?.kind === "item" && passagesOf(open.section).length > 0 && (
          <div className="mb-3">
            <PassageChoice
              section={open.section}
              item={open.item}
              name={t("questionNamed", { number: placeOf(sections, open.item.id).place })}
              onChange={(item) => edit((all) => withAbout(all, item))}
            />
          </div>
        )}
        {open?.kind === "item" && open.item.kind === "written" && (
          <WrittenEditor
            key={`${open.item.id} ${base?.version}`}
            ref={settling}
            test={test}
            question={open.item.question}
            passage={passagesOf(open.section).find(({ id }) => id === open.item.passage)}
            taken={[]}
            errors={errorsOf(open.item)}
            begun={pending}
            onPending={setPending}
            onKeep={(question) => {
              edit((all) => withItem(all, question.id, written(question)));
              setPending(undefined);
              toast.success(t("updated"));
            }}
            actions={
              <Tools
                item={open.item}
                sections={sections}
                busy={items.isBusy(open.item.id)}
                onMove={(next) => edit(() => next)}
                menu={[
                  {
                    label: t("duplicate"),
                    icon: <Copy aria-hidden="true" className="size-4 text-muted" />,
                    onSelect: () =>
                      leave(() => {
                        const id = newQuestionId(itemsOf(fields).map((one) => one.id));
                        edit((all) => withCopy(all, open.item.id, id));
                        openItem(id);
                        toast.success(t("duplicated"));
                      }),
                  },
                  {
                    label: t("addToBank"),
                    icon: <ArrowUpFromLine aria-hidden="true" className="size-4 text-muted" />,
                    onSelect: () => leave(() => items.actions.onAddToBank(asWritten(open.item))),
                  },
                ]}
                onDelete={() => items.actions.onDelete(open.item)}
              />
            }
          />
        )}
        {open?.kind === "item" && open.item.kind !== "written" && (
          <div className="space-y-4">
            <ItemCard
              tools={
                <Tools
                  item={open.item}
                  sections={sections}
                  busy={false}
                  onMove={(next) => edit(() => next)}
                />
              }
              item={open.item}
              number={placeOf(sections, open.item.id).place}
              errors={errorsOf(open.item)}
              targets={targetsOf(sections, open.section)}
              pinned={pinnedIds(fields)}
              bank={bank}
              busy={items.isBusy(open.item.id)}
              actions={items.actions}
            />
            {open.item.kind === "pool" && (
              <PoolMembers
                key={open.item.id}
                pool={open.item}
                pinned={pinnedIds(fields)}
                actions={<PaperButton test={test} unsaved={state.changed} />}
              />
            )}
          </div>
        )}
      </div>
      <ItemDialogs
        {...dialogs}
        onDelete={(item) => {
          if (pending?.id === item.id) setPending(undefined);
          dialogs.onDelete(item);
        }}
      />
    </div>
  );
}

const withWritten = (sections: Section[], id: string, question: Parameters<typeof written>[0]): Section[] =>
  sections.map((section) =>
    section.id === id ? { ...section, items: [...section.items, written(question)] } : section,
  );

const targetsOf = (sections: Section[], own: Section) =>
  sections.flatMap(({ id, title }, index) =>
    id === own.id ? [] : [{ id, name: title.trim() || t("sectionTarget", { number: index + 1 }) }],
  );

/** More sections than a menu should list: the arrows and the outline reach them all. */
const MOVES_MAX = 4;

interface ToolsProps {
  item: Item;
  sections: Section[];
  busy: boolean;
  onMove: (sections: Section[]) => void;
  /** Menu of a question of this test; the others have a card with their own. */
  menu?: MenuItem[];
  onDelete?: () => void;
}

/** Moves without dragging, and what else is done with the item. */
function Tools({ item, sections, busy, onMove, menu, onDelete }: ToolsProps) {
  const { place } = placeOf(sections, item.id);
  const name =
    item.kind === "pool" ? t("poolNamed", { number: place }) : t("questionNamed", { number: place });
  const own = sections.find(({ items }) => items.includes(item));
  const step = (by: 1 | -1) => {
    const next = movedBy(sections, item.id, by);
    return { disabled: next === null, onClick: () => next && onMove(next) };
  };
  const moves: MenuItem[] = (own ? targetsOf(sections, own) : []).map(({ id, name: to }) => ({
    label: t("moveTo", { section: to }),
    icon: <MoveVertical aria-hidden="true" className="size-4 text-muted" />,
    onSelect: () => onMove(movedTo(sections, item.id, id, Number.MAX_SAFE_INTEGER)),
  }));
  return (
    <div className={`flex shrink-0 ${menu ? "-my-1.5" : ""}`}>
      <IconButton label={t("moveUp", { name })} {...step(-1)}>
        <ArrowUp aria-hidden="true" className="size-4" />
      </IconButton>
      <IconButton label={t("moveDown", { name })} {...step(1)}>
        <ArrowDown aria-hidden="true" className="size-4" />
      </IconButton>
      {menu && (
        <Menu
          trigger={
            <IconButton label={t("moreActions", { name })} busy={busy}>
              <MoreHorizontal aria-hidden="true" className="size-4" />
            </IconButton>
          }
          items={moves.length > MOVES_MAX ? menu : [...menu, ...moves]}
        />
      )}
      {onDelete && (
        <IconButton label={t("deleteNamed", { name })} className="hover:text-error" onClick={onDelete}>
          <Trash2 aria-hidden="true" className="size-4" />
        </IconButton>
      )}
    </div>
  );
}
