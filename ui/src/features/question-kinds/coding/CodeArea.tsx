import { Textarea } from "@/ui/Textarea";

interface CodeAreaProps {
  rows: number;
  value: string;
  onChange: (value: string) => void;
}

/** A plain field for code and data: authors paste what they have tried in their own editor. */
export function CodeArea({ rows, value, onChange }: CodeAreaProps) {
  return (
    <Textarea
      rows={rows}
      dir="ltr"
      spellCheck={false}
      autoCapitalize="off"
      autoCorrect="off"
      className="font-mono"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
