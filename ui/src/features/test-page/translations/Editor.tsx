import { clsx } from "clsx";
import { Languages } from "lucide-react";
import { useMemo } from "react";
import { Link } from "react-router-dom";
import type { Test, TestTranslations } from "@/api/types";
import { testPath } from "@/features/staff-shared/test-path";
import { ConflictView } from "@/features/tests/ConflictView";
import { useRights } from "@/lib/rights";
import { EmptyState } from "@/ui/EmptyState";
import { TypedNotice } from "@/ui/TypedNotice";
import { AddLanguage, LanguageList } from "./LanguageList";
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
        {data.language === undefined && <Unnamed test={test} mayEdit={mayEdit} />}
        {choice.listed.length > 0 && (
          <>
            <LanguageList test={test} data={data} choice={choice} columns={columns} mayEdit={mayEdit} />
            <details className="text-ink-2 text-sm">
              <summary className="w-fit cursor-pointer font-medium hover:text-ink">{t("howItWorks")}</summary>
              <Rules className="mt-2 gap-x-8 lg:grid-cols-3" />
            </details>
          </>
        )}
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
            <TextList
              test={whole}
              data={data}
              groups={groups}
              asked={asked}
              columns={columns}
              mayEdit={mayEdit}
            />
          ) : (
            <div className="rounded-card border border-line bg-surface">
              <EmptyState
                icon={<Languages />}
                title={t(choice.listed.length > 0 ? "noneShown" : "noTranslations")}
                text={choice.listed.length > 0 ? t("chooseAbove") : undefined}
                action={mayEdit && choice.listed.length === 0 && <AddLanguage choice={choice} />}
              />
              {choice.listed.length === 0 && (
                <div className="border-line border-t px-5 py-6 text-ink-2 text-sm">
                  <Rules className="mx-auto max-w-2xl" />
                </div>
              )}
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

/** How translations work, for authors. */
const Rules = ({ className }: { className: string }) => (
  <ul className={clsx("grid list-disc gap-y-1.5 ps-5", className)}>
    <li>
      {t("noteShown")} {t("noteWhole")}
    </li>
    <li>{t("noteKey")}</li>
    <li>{t("noteTyped")}</li>
  </ul>
);

function Unnamed({ test, mayEdit }: { test: string; mayEdit: boolean }) {
  return (
    <p role="note" className="toned tone-amber rounded-control px-4 py-2.5 text-sm">
      {t("noLanguage")}{" "}
      {mayEdit && (
        <Link to={testPath(test, "settings")} className="font-medium underline">
          {t("nameLanguage")}
        </Link>
      )}
    </p>
  );
}
