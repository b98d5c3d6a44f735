import { FileDown, FileUp } from "lucide-react";
import { useState } from "react";
import { saveFile } from "@/lib/download";
import { plural } from "@/lib/format";
import { Button } from "@/ui/Button";
import { FileButton } from "@/ui/FileButton";
import { ArchiveFault, readArchive, writeTests } from "./archive";
import { TESTS_MAX, type TestDraft } from "./key";
import { cleaned, markedTests } from "./marks";

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
      fail(error, "The file cannot be written.");
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
      else use(found, `${plural(found.length, "test")} imported.`);
    } catch (error) {
      fail(error, "The file cannot be read.");
    }
  };
  const icon = "size-4";
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center gap-2">
        <FileButton
          file="Zip file of tests"
          accept=".zip,application/zip"
          variant="secondary"
          size="sm"
          icon={<FileUp aria-hidden="true" className={icon} />}
          onFile={(file) => void choose(file)}
        >
          Import tests from a zip
        </FileButton>
        {tests.length > 0 && (
          <Button
            variant="secondary"
            size="sm"
            icon={<FileDown aria-hidden="true" className={icon} />}
            onClick={() => void write()}
          >
            Export them as a zip
          </Button>
        )}
      </div>
      {read.length > 0 && (
        <div role="alert" className="flex flex-wrap items-center gap-2 text-sm">
          <span>The file has {plural(read.length, "test")}.</span>
          <Button size="sm" onClick={() => use(read, `Replaced by ${plural(read.length, "test")}.`)}>
            Replace the present ones
          </Button>
          {tests.length + read.length <= TESTS_MAX && (
            <Button
              variant="secondary"
              size="sm"
              onClick={() => use([...tests, ...read], `${plural(read.length, "test")} added.`)}
            >
              Add to them
            </Button>
          )}
          <Button variant="secondary" size="sm" onClick={() => setRead([])}>
            Cancel
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
          <span>
            {plural(marked, "test")} with line ends of Windows or a byte order mark, which programs read as
            well.
          </span>
          <Button size="sm" onClick={() => onChange(cleaned(tests))}>
            Take them off
          </Button>
        </div>
      )}
      <p className="text-muted text-xs">
        1.in and 1.out, 2.in and 2.out and so on. Candidates see those in a folder named sample. A folder
        inside secret is a group.
      </p>
    </div>
  );
}
