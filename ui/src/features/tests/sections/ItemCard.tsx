import {
  ArrowUpFromLine,
  Library,
  MoreHorizontal,
  MoveVertical,
  Pencil,
  Shuffle,
  Trash2,
  Unlink,
} from "lucide-react";
import type { ReactNode } from "react";
import type { Item, PinnedItem, PoolItem } from "@/features/questions/content/sections";
import type { Errors } from "@/features/questions/form/errors";
import { QuestionCard } from "@/features/questions/form/QuestionCard";
import { useRights } from "@/lib/rights";
import { Badge } from "@/ui/Badge";
import { Button, IconButton } from "@/ui/Button";
import { Menu, type MenuItem } from "@/ui/Menu";
import type { BankStatus } from "./bank-status";
import { ReadyNote } from "./PoolDialog";
import { DrawnShare } from "./PoolMembers";
import { PoolUsage } from "./PoolUsage";
import { poolWords } from "./pool";
import { t } from "./texts";
import { useReady } from "./useReady";

export interface ItemActions {
  onEdit: (item: Item) => void;
  onDelete: (item: Item) => void;
  onDuplicate: (item: Item) => void;
  onAddToBank: (item: Item) => void;
  onTakeNewer: (item: PinnedItem) => void;
  onDetach: (item: PinnedItem) => void;
  onMove: (item: Item, section: string) => void;
}

interface Props {
  item: Item;
  /** Number of its first question, counted from 1. */
  number: number;
  errors: Errors;
  /** Other sections that it can be moved to. */
  targets: { id: string; name: string }[];
  pinned: string[];
  /** Current state in the bank of its questions, by id. */
  bank: ReadonlyMap<string, BankStatus>;
  /** Whether a call about it is under way. */
  busy: boolean;
  actions: ItemActions;
  /** Before its other actions. */
  tools?: ReactNode;
}

/** A question of a section, or a pool. */
export function ItemCard(props: Props) {
  const { item, number, errors, targets, bank, busy, actions, tools } = props;
  const { mayAll } = useRights();
  const moves: MenuItem[] = targets.map(({ id, name }) => ({
    label: t("moveTo", { section: name }),
    icon: <MoveVertical aria-hidden="true" className="size-4 text-muted" />,
    onSelect: () => actions.onMove(item, id),
  }));
  const remove = () => actions.onDelete(item);
  if (item.kind === "pool")
    return (
      <PoolCard
        {...props}
        pool={item}
        menu={<More name={t("poolNamed", { number })} busy={busy} items={moves} />}
      />
    );
  const menu = (first: MenuItem | false) => (
    <>
      {tools}
      <More name={t("questionNamed", { number })} busy={busy} items={first ? [first, ...moves] : moves} />
    </>
  );
  if (item.kind === "written")
    return (
      <QuestionCard
        question={item.question}
        number={number}
        errors={errors}
        actions={menu(
          mayAll("author") && {
            label: t("addToBank"),
            icon: <ArrowUpFromLine aria-hidden="true" className="size-4 text-muted" />,
            onSelect: () => actions.onAddToBank(item),
          },
        )}
        onDuplicate={() => actions.onDuplicate(item)}
        onEdit={() => actions.onEdit(item)}
        onDelete={remove}
      />
    );
  return (
    <QuestionCard
      question={item.question}
      number={number}
      errors={errors}
      mark={
        <Badge icon={<Library aria-hidden="true" className="size-3" />}>
          {t("bankVersion", { version: item.version })}
        </Badge>
      }
      note={
        <PinNote
          item={item}
          status={bank.get(item.id)}
          busy={busy}
          onTake={() => actions.onTakeNewer(item)}
        />
      }
      actions={menu({
        label: t("onlyHere"),
        icon: <Unlink aria-hidden="true" className="size-4 text-muted" />,
        onSelect: () => actions.onDetach(item),
      })}
      onDelete={remove}
    />
  );
}

function More({ name, busy, items }: { name: string; busy: boolean; items: MenuItem[] }) {
  if (items.length === 0) return null;
  return (
    <Menu
      trigger={
        <IconButton label={t("moreActions", { name })} busy={busy}>
          <MoreHorizontal aria-hidden="true" className="size-4" />
        </IconButton>
      }
      items={items}
    />
  );
}

interface PinNoteProps {
  item: PinnedItem;
  status: BankStatus | undefined;
  busy: boolean;
  onTake: () => void;
}

function PinNote({ item: { version }, status, busy, onTake }: PinNoteProps) {
  const newer = status && status.version > version ? status.version : undefined;
  return (
    <>
      {newer !== undefined && (
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-xs">
          <span>{t("newerExists", { version, newer })}</span>
          <Button variant="secondary" size="sm" busy={busy} onClick={onTake}>
            {t("takeVersion", { version: newer })}
          </Button>
        </p>
      )}
      {status?.state === "retired" && <p className="mt-2 text-muted text-xs">{t("retired")}</p>}
    </>
  );
}

function PoolCard({
  pool,
  number,
  errors,
  pinned,
  menu,
  actions,
  tools,
}: Props & { pool: PoolItem; menu: ReactNode }) {
  const ready = useReady(pool, pinned);
  return (
    <article className="rounded-card border border-line bg-surface px-4 pt-2 pb-4">
      <div className="flex items-start justify-between gap-3">
        <div className="flex min-h-9 items-center gap-2">
          <Badge icon={<Shuffle aria-hidden="true" className="size-3" />}>{t("pool")}</Badge>
        </div>
        <div className="flex shrink-0">
          {tools}
          {menu}
          <IconButton label={t("editPoolNumber", { number })} onClick={() => actions.onEdit(pool)}>
            <Pencil aria-hidden="true" className="size-4" />
          </IconButton>
          <IconButton
            label={t("deletePoolNumber", { number })}
            className="hover:text-error"
            onClick={() => actions.onDelete(pool)}
          >
            <Trash2 aria-hidden="true" className="size-4" />
          </IconButton>
        </div>
      </div>
      <p dir="auto" className="mt-1 mb-1.5 font-medium text-base text-ink">
        {t("draw", { pool: poolWords(pool) })}
      </p>
      {ready?.whole && <DrawnShare draw={pool.draw} of={ready.count} />}
      <ReadyNote pool={pool} pinned={pinned} />
      <PoolUsage pool={pool} pinned={pinned} />
      {Object.keys(errors).length > 0 && (
        <ul role="alert" className="mt-2 space-y-1 font-medium text-error text-xs">
          {Object.entries(errors).map(([place, text]) => (
            <li key={place}>{text}</li>
          ))}
        </ul>
      )}
    </article>
  );
}
