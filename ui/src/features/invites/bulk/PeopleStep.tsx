import { FileUp, Info, TriangleAlert } from "lucide-react";
import { useRef, useState } from "react";
import { errorText } from "@/api/client";
import { formatCount } from "@/lib/format";
import { serverWords } from "@/lib/server-words";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { Textarea } from "@/ui/Textarea";
import { t } from "../form-texts";
import { lastAgreedWords } from "../last-agreed";
import { boundWords } from "../window";
import { FILE_MAX, inOrder, isDoubtful, PEOPLE_MAX, type Person } from "./people";
import { type ListState, readFile } from "./useListPreview";

/** What is known of the file from which the text comes. */
export interface ListFile {
  notes: string[];
  /** Its encoding was a guess, on which names depend. */
  checkNames: boolean;
}

export const NO_FILE: ListFile = { notes: [], checkNames: false };

const EXAMPLE = "Ada Lovelace, ada@example.org\nAlan Turing, alan@example.org";

interface Props {
  text: string;
  file: ListFile;
  state: ListState;
  error: string | undefined;
  onText: (text: string) => void;
  onFile: (text: string, file: ListFile) => void;
}

/** The row's own window. */
function Window({ person: { opens_at, closes_at } }: { person: Person }) {
  const words = boundWords(opens_at, closes_at);
  if (!words) return null;
  return <span className="col-span-full col-start-2 text-muted text-xs">{words}</span>;
}

/** What of the list is not used, was removed or guessed: nothing is left out in silence. */
function Notes({ notes, checkNames }: ListFile) {
  if (notes.length === 0) return null;
  const Icon = checkNames ? TriangleAlert : Info;
  return (
    <div
      role="status"
      className={`toned ${checkNames ? "tone-amber" : "tone-blue"} flex items-start gap-3 rounded-control px-3 py-2 text-sm`}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <ul className="min-w-0 flex-1 space-y-1 break-words">
        {notes.map((note) => (
          <li key={note}>{serverWords(note)}</li>
        ))}
      </ul>
    </div>
  );
}

function Row({ person, isMarked }: { person: Person; isMarked: boolean }) {
  const { line, name, email, extra_minutes, last_agreed, problem, notes = [] } = person;
  const agreed = last_agreed ? lastAgreedWords(last_agreed) : [];
  return (
    // The browser lays out only visible rows: a thousand cost as little as ten.
    <li className="grid grid-cols-[2.5rem_1fr] gap-x-2 px-3 py-2 [contain-intrinsic-size:auto_2.25rem] [content-visibility:auto] sm:grid-cols-[2.5rem_1fr_1fr]">
      <span className="text-muted text-xs leading-5 tabular-nums">{line}</span>
      <span className={`min-w-0 truncate ${isMarked ? "font-medium" : ""}`}>
        {name === "" && !problem ? <span className="text-muted">{t("nameAsked")}</span> : <bdi>{name}</bdi>}
        {extra_minutes !== undefined && (
          <span className="ms-2 text-muted text-xs">{t("extraMin", { count: extra_minutes })}</span>
        )}
      </span>
      <span className="min-w-0 truncate text-ink-2 max-sm:col-start-2">{email}</span>
      <Window person={person} />
      {agreed.length > 0 && (
        <span className="col-span-full col-start-2 text-muted text-xs">
          {t.rich("lastAgreed", { words: <bdi key="words">{agreed.join(", ")}</bdi> })}
        </span>
      )}
      {problem && (
        <span className="col-span-full col-start-2 text-error text-xs">{serverWords(problem)}</span>
      )}
      {notes.map((note) => (
        <span key={note} className="col-span-full col-start-2 text-muted text-xs">
          {serverWords(note)}
        </span>
      ))}
    </li>
  );
}

function Preview({ people, checkNames }: { people: Person[]; checkNames: boolean }) {
  const bad = people.filter((person) => person.problem).length;
  return (
    <section aria-label={t("preview")}>
      <p role="status" className="mb-2 text-sm tabular-nums">
        {t.rich("canBeInvited", {
          count: people.length - bad,
          b: (inside) => <span className="font-medium">{inside}</span>,
        })}
        {bad > 0 && (
          <span className="ms-2 inline-flex items-center gap-1 font-medium text-error">
            <TriangleAlert aria-hidden="true" className="size-4" />
            {t("rowsSkipped", { count: bad })}
          </span>
        )}
      </p>
      <ol
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable (WCAG 2.1.1)
        tabIndex={0}
        className="max-h-64 divide-y divide-line overflow-y-auto rounded-control border border-line text-sm"
      >
        {inOrder(people, checkNames).map((person) => (
          <Row
            key={`${person.line} ${person.email}`}
            person={person}
            isMarked={checkNames && isDoubtful(person)}
          />
        ))}
      </ol>
    </section>
  );
}

export function PeopleStep({ text, file, state, error, onText, onFile }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState<string>();
  const [isReading, setReading] = useState(false);
  const read = async (chosen: File | undefined) => {
    if (!chosen) return;
    setRefusal(undefined);
    setReading(true);
    try {
      if (chosen.size > FILE_MAX) throw new Error(t("fileTooLarge"));
      const { text = "", notes, check_names } = await readFile(chosen);
      onFile(text, { notes, checkNames: check_names });
    } catch (failure) {
      setRefusal(`${chosen.name}: ${errorText(failure)}`);
    }
    setReading(false);
    // Allow the same file to be chosen again, after it was corrected.
    if (input.current) input.current.value = "";
  };
  const { list, fault } = state;
  const notes = [...new Set([...file.notes, ...list.notes])];
  return (
    <div className="space-y-4">
      <Field
        label={t("people")}
        error={error ?? refusal ?? fault}
        hint={t("listHint", { max: formatCount(PEOPLE_MAX) })}
        required
      >
        <Textarea
          rows={6}
          value={text}
          dir="ltr"
          spellCheck={false}
          placeholder={EXAMPLE}
          className="font-mono"
          onChange={(event) => {
            setRefusal(undefined);
            onText(event.target.value);
          }}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            const [dropped] = event.dataTransfer.files;
            if (!dropped) return;
            event.preventDefault();
            void read(dropped);
          }}
        />
      </Field>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,.xlsx,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        aria-label={t("csvOrExcel")}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => void read(event.target.files?.[0])}
      />
      <Button variant="secondary" busy={isReading} icon={FileUp} onClick={() => input.current?.click()}>
        {t("chooseFile")}
      </Button>
      <Notes notes={notes} checkNames={file.checkNames} />
      {list.people.length > 0 && <Preview people={list.people} checkNames={file.checkNames} />}
    </div>
  );
}
