export interface SelectBoxProps {
  label: string;
  checked: boolean;
  /** `shift` extends the selection from the last row touched. */
  onToggle: (shift: boolean) => void;
}

/** A check box with a target of 40 px. Shift works with the mouse and with the space bar. */
export function SelectBox({ label, checked, onToggle }: SelectBoxProps) {
  return (
    <label className="-m-2 grid size-10 shrink-0 place-items-center sm:size-9">
      <span className="sr-only">{label}</span>
      <input
        type="checkbox"
        className="size-4 accent-primary"
        checked={checked}
        onClick={(event) => onToggle(event.shiftKey)}
        onChange={() => undefined}
      />
    </label>
  );
}
