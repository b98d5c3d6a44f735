import { Languages } from "lucide-react";
import { useMemo } from "react";
import { Link } from "react-router-dom";
import type { Test, TestTranslations } from "@/api/types";
import { testPath } from "@/features/staff-shared/test-path";
import { ConflictView } from "@/features/tests/ConflictView";
import { useRights } from "@/lib/rights";
import { EmptyState } from "@/ui/EmptyState";
import { TypedNotice } from "@/ui/TypedNotice";
import { LanguageList } from "./LanguageList";
import { Offers } from "./Offers";
import { askedIn } from "./reading";
import { TextList } from "./TextList";
import { TranslationBar } from "./TranslationBar";
import { t } from "./texts";
import { groupsOf } from "./texts-of-test";
import { Unused } from "./Unused";
import { useColumn } from "./useColumn";
import { useShown } from "./useShown";

interface EditorProps {
  test: Test;
  data: TestTranslations;
  className: string;
}

/** The texts of a test beside their translations into one or two languages. */
export function Editor({ test: whole, data, className }: EditorProps) {
  const test = whole.id;
  const { may } = useRights();
  const mayEdit = may("author", test);
  const choice = useShown(test, data);
  const [one = "", two = ""] = choice.shown;
  const [first, second] = [useColumn(test, data, one), useColumn(test, data, two)];
  const columns = [first, second].filter(({ language }) => language !== "");
  const groups = useMemo(() => groupsOf(data.texts), [data.texts]);
  const asked = useMemo(() => askedIn(whole), [whole]);
  const clashing = columns.find(({ conflict }) => conflict.shown);
  const clash = clashing?.conflict.shown;
  return (
    <>
      <div className={`${className} space-y-5 pt-4 pb-6`}>
        <Note test={test} hasLanguage={data.language !== undefined} mayEdit={mayEdit} />
        <LanguageList test={test} data={data} choice={choice} columns={columns} mayEdit={mayEdit} />
        {clashing && clash && (
          <ConflictView
            conflict={clashing.conflict}
            shown={clash}
            what={t("translationInto", { name: clashing.name })}
          />
        )}
        <div hidden={clash !== undefined && clash !== null} className="space-y-5">
          {columns.map(({ language, kept }) => (
            <TypedNotice key={language} kept={kept} />
          ))}
          {mayEdit && columns.map((column) => <Offers key={column.language} column={column} data={data} />)}
          {columns.length > 0 ? (
            <TextList data={data} groups={groups} asked={asked} columns={columns} mayEdit={mayEdit} />
          ) : (
            <div className="rounded-card border border-line bg-surface">
              <EmptyState
                icon={<Languages />}
                title={t(choice.listed.length > 0 ? "noneShown" : "noTranslations")}
                text={choice.listed.length > 0 ? t("chooseAbove") : mayEdit ? t("addAbove") : undefined}
              />
            </div>
          )}
          {columns.map((column) => (
            <Unused key={column.language} column={column} data={data} mayEdit={mayEdit} />
          ))}
        </div>
      </div>
      {mayEdit && columns.length > 0 && <TranslationBar className={className} columns={columns} />}
    </>
  );
}

interface NoteProps {
  test: string;
  hasLanguage: boolean;
  mayEdit: boolean;
}

/** How translations work, for authors. */
function Note({ test, hasLanguage, mayEdit }: NoteProps) {
  return (
    <div role="note" className="text-ink-2 text-sm">
      <ul className="grid list-disc gap-x-8 gap-y-1.5 ps-5 lg:grid-cols-3">
        <li>
          {t("noteShown")} {t("noteWhole")}
        </li>
        <li>{t("noteKey")}</li>
        <li>{t("noteTyped")}</li>
      </ul>
      {!hasLanguage && (
        <p className="mt-2">
          {t("noLanguage")}{" "}
          {mayEdit && (
            <Link to={testPath(test, "settings")} className="text-primary underline">
              {t("nameLanguage")}
            </Link>
          )}
        </p>
      )}
    </div>
  );
}
