import { FileUp, TriangleAlert } from "lucide-react";
import { useRef } from "react";
import { formatDateTime, plural } from "@/lib/format";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { Textarea } from "@/ui/Textarea";
import { toast } from "@/ui/toast";
import { FILE_MAX, PEOPLE_MAX, type Person } from "./people";

interface Props {
  text: string;
  people: Person[];
  error: string | undefined;
  onText: (text: string) => void;
}

/** The row's own window. */
function Window({ person: { opens, closes } }: { person: Person }) {
  const words = [opens && `from ${formatDateTime(opens)}`, closes && `until ${formatDateTime(closes)}`];
  if (!opens && !closes) return null;
  return (
    <span className="col-span-full col-start-2 text-muted text-xs">{words.filter(Boolean).join(" ")}</span>
  );
}

function Preview({ people }: { people: Person[] }) {
  const bad = people.filter((person) => person.problem).length;
  // Rows with problems first; otherwise the order of the list is kept.
  const rows = [...people].sort((a, b) => Number(Boolean(b.problem)) - Number(Boolean(a.problem)));
  return (
    <section aria-label="Preview">
      <p role="status" className="mb-2 text-sm tabular-nums">
        <span className="font-medium">{plural(people.length - bad, "person", "people")}</span> can be invited
        {bad > 0 && (
          <span className="ml-2 inline-flex items-center gap-1 font-medium text-error">
            <TriangleAlert aria-hidden="true" className="size-4" />
            {plural(bad, "row")} skipped
          </span>
        )}
      </p>
      <ol
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable (WCAG 2.1.1)
        tabIndex={0}
        className="max-h-64 divide-y divide-line overflow-y-auto rounded-control border border-line text-sm"
      >
        {rows.map((person) => (
          <li
            key={person.line}
            // The browser lays out only visible rows: a thousand cost as little as ten.
            className="grid grid-cols-[2.5rem_1fr] gap-x-2 px-3 py-2 [contain-intrinsic-size:auto_2.25rem] [content-visibility:auto] sm:grid-cols-[2.5rem_1fr_1fr]"
          >
            <span className="text-muted text-xs leading-5 tabular-nums">{person.line}</span>
            <span className="min-w-0 truncate">
              <bdi>{person.name}</bdi>
              {person.extra !== undefined && (
                <span className="ml-2 text-muted text-xs">+{person.extra} min</span>
              )}
            </span>
            <span className="min-w-0 truncate text-ink-2 max-sm:col-start-2">{person.email}</span>
            <Window person={person} />
            {person.problem && (
              <span className="col-span-full col-start-2 text-error text-xs">{person.problem}</span>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

export function PeopleStep({ text, people, error, onText }: Props) {
  const file = useRef<HTMLInputElement>(null);
  const read = async (chosen: File | undefined) => {
    if (!chosen) return;
    if (chosen.size > FILE_MAX) toast.error("This file is too large for a list of people");
    else {
      try {
        onText(await chosen.text());
      } catch {
        toast.error("This file could not be read");
      }
    }
    // Allow the same file to be chosen again, after it was corrected.
    if (file.current) file.current.value = "";
  };
  return (
    <div className="space-y-4">
      <Field
        label="People"
        error={error}
        hint={`One per line: name, email, and extra minutes where agreed. Or a CSV file, also with opens_at and closes_at. At most ${PEOPLE_MAX.toLocaleString("en")}.`}
        required
      >
        <Textarea
          rows={6}
          value={text}
          dir="ltr"
          spellCheck={false}
          placeholder={"Ada Lovelace, ada@example.org\nAlan Turing, alan@example.org"}
          className="font-mono"
          onChange={(event) => onText(event.target.value)}
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
        ref={file}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        aria-label="CSV file"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => void read(event.target.files?.[0])}
      />
      <Button
        variant="secondary"
        icon={<FileUp aria-hidden="true" className="size-4" />}
        onClick={() => file.current?.click()}
      >
        Choose CSV file
      </Button>
      {people.length > 0 && <Preview people={people} />}
    </div>
  );
}
