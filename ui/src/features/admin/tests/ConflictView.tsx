import { Copy, UsersRound } from "lucide-react";
import { copyText } from "@/lib/clipboard";
import { formatDateTime } from "@/lib/format";
import { Button } from "@/ui/Button";
import { RadioGroup } from "@/ui/RadioGroup";
import { toast } from "@/ui/toast";
import type { TestFields } from "./input";
import type { Conflict, ShownConflict } from "./useConflict";
import { testWords } from "./words";

const version = (title: string, text: string | undefined) => (
  <>
    <span className="block text-muted text-xs">{title}</span>
    {text === undefined ? "Not in this version" : text || "Empty"}
  </>
);

/** What another admin changed while this form was open, each beside the own version. */
export function ConflictView({ conflict, shown }: { conflict: Conflict; shown: ShownConflict }) {
  const { by, at, differences, chosen } = shown;
  return (
    <div className="space-y-5">
      <div role="alert" className="toned tone-amber flex gap-2 rounded-control p-4 text-sm">
        <UsersRound aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <p>
          <span className="font-medium">
            <bdi>{by}</bdi> changed this test while you had it open{at && `, ${formatDateTime(at)}`}.
          </span>{" "}
          Nothing of yours is lost, and nothing is saved yet. Choose which version of each change to keep.
        </p>
      </div>
      {differences.map(({ key, name, mine, theirs, both }) => (
        <RadioGroup
          key={key}
          label={both ? `${name}, changed by both of you` : name}
          options={[
            { value: "mine", label: version("Your version", mine) },
            { value: "theirs", label: version("Their version", theirs) },
          ]}
          value={chosen.has(key) ? "theirs" : "mine"}
          onChange={(value) => conflict.choose([key], value === "theirs")}
        />
      ))}
    </div>
  );
}

export function ConflictFooter({ mine, conflict }: { mine: TestFields; conflict: Conflict }) {
  const copy = async () => {
    if (await copyText(testWords(mine))) toast.success("Your version was copied.");
    else toast.error("Your browser does not allow copying.");
  };
  const all = conflict.shown?.differences.map(({ key }) => key) ?? [];
  return (
    <>
      <Button
        variant="ghost"
        className="mr-auto"
        icon={<Copy aria-hidden="true" className="size-4" />}
        onClick={() => void copy()}
      >
        Copy mine
      </Button>
      <Button variant="secondary" onClick={() => conflict.choose(all, false)}>
        All mine
      </Button>
      <Button variant="secondary" onClick={() => conflict.choose(all, true)}>
        All theirs
      </Button>
      <Button onClick={conflict.settle}>Continue</Button>
    </>
  );
}
