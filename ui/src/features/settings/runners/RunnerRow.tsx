import { formatDateTime } from "@/lib/format";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { answers, type RunnerToken, stateOf } from "./labels";

export interface RunnerRowProps {
  token: RunnerToken;
  onRevoke: () => void;
  onRejudge: () => void;
}

export function RunnerRow({ token, onRevoke, onRejudge }: RunnerRowProps) {
  const { id, name, by, at, revoked_at, verdicts, runners } = token;
  const { tone, text } = stateOf(token);
  return (
    <li className="space-y-2 px-4 py-3" aria-labelledby={`runner-${id}`}>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p id={`runner-${id}`} className="min-w-0 break-all font-medium text-sm">
          {name}
        </p>
        <Badge tone={tone}>{text}</Badge>
      </div>
      {runners.map((runner) => (
        <div key={runner.since} className="space-y-1 text-ink-2 text-sm">
          <p>
            {runner.slots} at a time: {runner.languages.join(", ") || "no language"}
          </p>
          <p className="text-muted text-xs">
            Version {runner.version}. Sandbox: {runner.layers.join(", ")}.
            {runner.warnings.length > 0 && ` Not used there: ${runner.warnings.join("; ")}.`}
          </p>
        </div>
      ))}
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p className="text-muted text-xs">
          {revoked_at ? `Revoked ${formatDateTime(revoked_at)}` : `Made ${formatDateTime(at)} by `}
          {!revoked_at && <bdi>{by}</bdi>}. Verdicts on {answers(verdicts)}.
        </p>
        <div className="flex flex-wrap gap-2">
          {verdicts > 0 && (
            <Button variant="secondary" size="sm" onClick={onRejudge} aria-label={`Judge again: ${name}`}>
              Judge again
            </Button>
          )}
          {!revoked_at && (
            <Button variant="secondary" size="sm" onClick={onRevoke} aria-label={`Revoke: ${name}`}>
              Revoke
            </Button>
          )}
        </div>
      </div>
    </li>
  );
}
