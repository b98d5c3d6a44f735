interface Props {
  label: string;
  value: number;
  max: number;
}

/** A bar. Its numbers are in the text beside it. */
export function ProgressBar({ label, value, max }: Props) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      className="h-1.5 overflow-hidden rounded-full bg-subtle"
    >
      <div
        className="h-full rounded-full bg-primary transition-[width]"
        style={{ width: `${(100 * value) / Math.max(1, max)}%` }}
      />
    </div>
  );
}
