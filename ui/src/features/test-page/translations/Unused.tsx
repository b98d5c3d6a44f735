import type { TestTranslations } from "@/api/types";
import { directionOf } from "@/lib/language";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { t } from "./texts";
import { keyOf } from "./texts-of-test";
import type { Column } from "./useColumn";

interface UnusedProps {
  column: Column;
  data: TestTranslations;
  mayEdit: boolean;
}

/** Translations whose source is gone. */
export function Unused({ column, data, mayEdit }: UnusedProps) {
  const { language, name } = column;
  const found = data.unused.filter((one) => one.language === language);
  if (found.length === 0) return null;
  return (
    <Card
      title={t.rich("unused", { name: <bdi>{name}</bdi>, count: found.length })}
      description={t("unusedText", { name })}
      actions={
        mayEdit && (
          <Button variant="secondary" size="sm" busy={column.isSaving} onClick={() => column.save()}>
            {t("saveNow")}
          </Button>
        )
      }
    >
      <ul
        aria-label={t("unused", { name, count: found.length })}
        className="max-h-80 space-y-2 overflow-y-auto text-sm"
      >
        {found.map((one) => (
          <li key={keyOf(one)} className="grid gap-x-4 sm:grid-cols-[10rem_minmax(0,1fr)]">
            <span className="text-muted">{t(PARTS[one.part])}</span>
            <span lang={language} dir={directionOf(language)} className="whitespace-pre-wrap break-words">
              {one.text}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const PARTS = {
  title: "partTitle",
  description: "partDescription",
  section_title: "partSectionTitle",
  instructions: "partInstructions",
  passage_title: "partPassageTitle",
  passage: "partPassage",
  question: "partQuestion",
  option: "partOption",
  prompt: "partPrompt",
  gap_option: "partGapOption",
} as const satisfies Record<TestTranslations["unused"][number]["part"], string>;
