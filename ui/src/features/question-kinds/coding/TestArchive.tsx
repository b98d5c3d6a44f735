import { FileDown, FileUp } from "lucide-react";
import { useState } from "react";
import { saveFile } from "@/lib/download";
import { Button } from "@/ui/Button";
import { FileButton } from "@/ui/FileButton";
import { ArchiveFault, readArchive, writeTests } from "./archive";
import { TESTS_MAX, type TestDraft } from "./key";
import { cleaned, markedTests } from "./marks";
import { t } from "./staff-texts";

interface TestArchiveProps {
  tests: TestDraft[];
  onChange: (tests: TestDraft[]) => void;
}

/** Imports and exports the tests as a zip. */
export function TestArchive({ tests, onChange }: TestArchiveProps) {
  const [read, setRead] = useState<TestDraft[]>([]);
  const [said, setSaid] = useState<{ text: string; isFault: boolean } | null>(null);
  const [notes, setNotes] = useState<string[]>([]);
  const marked = markedTests(tests);
  const use = (next: TestDraft[], text: string) => {
    onChange(next);
    setRead([]);
    setSaid({ text, isFault: false });
  };
  const fail = (error: unknown, otherwise: string) =>
    setSaid({ text: error instanceof ArchiveFault ? error.message : otherwise, isFault: true });
  const write = async () => {
    setSaid(null);
    try {
      saveFile(await writeTests(tests), "tests.zip");
    } catch (error) {
      fail(error, t("cannotWrite"));
    }
  };
  const choose = async (file: File) => {
    setRead([]);
    setSaid(null);
    setNotes([]);
    try {
      const { tests: found, notes: about } = await readArchive(file);
      setNotes(about);
      if (tests.length > 0) setRead(found);
      else use(found, t("imported", { count: found.length }));
    } catch (error) {
      fail(error, t("cannotRead"));
    }
  };
  const icon = "size-4";
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center gap-2">
        <FileButton
          file={t("zipOfTests")}
          accept=".zip,application/zip"
          variant="secondary"
          size="sm"
          icon={<FileUp aria-hidden="true" className={icon} />}
          onFile={(file) => void choose(file)}
        >
          {t("importZip")}
        </FileButton>
        {tests.length > 0 && (
          <Button
            variant="secondary"
            size="sm"
            icon={<FileDown aria-hidden="true" className={icon} />}
            onClick={() => void write()}
          >
            {t("exportZip")}
          </Button>
        )}
      </div>
      {read.length > 0 && (
        <div role="alert" className="flex flex-wrap items-center gap-2 text-sm">
          <span>{t("fileHas", { count: read.length })}</span>
          <Button size="sm" onClick={() => use(read, t("replacedBy", { count: read.length }))}>
            {t("replace")}
          </Button>
          {tests.length + read.length <= TESTS_MAX && (
            <Button
              variant="secondary"
              size="sm"
              onClick={() => use([...tests, ...read], t("added", { count: read.length }))}
            >
              {t("addToThem")}
            </Button>
          )}
          <Button variant="secondary" size="sm" onClick={() => setRead([])}>
            {t("cancel")}
          </Button>
        </div>
      )}
      {said && (
        <p
          role={said.isFault ? "alert" : "status"}
          className={said.isFault ? "font-medium text-error text-xs" : "text-muted text-xs"}
        >
          {said.text}
        </p>
      )}
      {notes.map((note) => (
        <p key={note} role="status" className="font-medium text-warning text-xs">
          {note}
        </p>
      ))}
      {marked > 0 && (
        <div role="status" className="flex flex-wrap items-center gap-2 text-sm">
          <span>{t("marked", { count: marked })}</span>
          <Button size="sm" onClick={() => onChange(cleaned(tests))}>
            {t("takeOff")}
          </Button>
        </div>
      )}
      <p className="text-muted text-xs">{t("zipHint")}</p>
    </div>
  );
}
