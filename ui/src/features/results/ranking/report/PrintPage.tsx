import { ArrowLeft, Printer } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { Button } from "@/ui/Button";
import { t } from "../tool-texts";

interface Props {
  /** There is nothing to print yet. */
  disabled: boolean;
  onBack: () => void;
  children: ReactNode;
}

/** A page that becomes a document when it is printed, with its buttons. */
export function PrintPage({ disabled, onBack, children }: Props) {
  useEffect(() => {
    window.scrollTo(0, 0);
    document.body.classList.add("prints");
    return () => document.body.classList.remove("prints");
  }, []);
  return (
    <>
      <div className="mx-auto mb-4 flex max-w-4xl flex-wrap justify-between gap-x-3 gap-y-1 print:hidden">
        <Button
          variant="ghost"
          icon={<ArrowLeft aria-hidden="true" className="rtl:-scale-x-100 size-4" />}
          onClick={onBack}
        >
          {t("backToResults")}
        </Button>
        <Button
          disabled={disabled}
          icon={<Printer aria-hidden="true" className="size-4" />}
          onClick={() => window.print()}
        >
          {t("print")}
        </Button>
      </div>
      {children}
    </>
  );
}
