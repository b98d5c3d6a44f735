import type { TestTranslations } from "@/api/types";
import { Button } from "@/ui/Button";
import { t } from "./texts";
import { offersOf } from "./texts-of-test";
import type { Column } from "./useColumn";

/** Translations of questions of the bank that other tests have: they are taken over to be checked and saved. */
export function Offers({ column, data }: { column: Column; data: TestTranslations }) {
  const { language, name, edits, takeOver } = column;
  const offers = offersOf(data.texts, language, edits);
  if (offers.length === 0) return null;
  return (
    <div
      role="note"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-line bg-surface px-5 py-2.5 text-sm"
    >
      <p className="min-w-0 flex-1 basis-60">
        {t.rich("offered", { name: <bdi>{name}</bdi>, count: offers.length })}
      </p>
      <Button variant="secondary" size="sm" onClick={() => takeOver(offers)}>
        {t("takeOver")}
        <span className="sr-only">{`: ${name}`}</span>
      </Button>
    </div>
  );
}
