import { clsx } from "clsx";
import { ArrowLeft, Printer } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/ui/Button";

interface Props {
  /** Width and gaps. */
  className: string;
  back: ReactNode;
  print: string;
  /** There is nothing to print yet. */
  disabled: boolean;
  onBack: () => void;
  /** More buttons, between the two. */
  children?: ReactNode;
}

/** The buttons above a page that becomes a document when it is printed. */
export function PrintBar({ className, back, print, disabled, onBack, children }: Props) {
  return (
    <div className={clsx("mx-auto mb-4 flex flex-wrap justify-between print:hidden", className)}>
      <Button variant="ghost" icon={ArrowLeft} turns onClick={onBack}>
        {back}
      </Button>
      {children}
      <Button disabled={disabled} icon={Printer} onClick={() => window.print()}>
        {print}
      </Button>
    </div>
  );
}
