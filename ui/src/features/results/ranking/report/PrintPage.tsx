import { type ReactNode, useEffect } from "react";
import { usePrinted } from "@/lib/usePrinted";
import { PrintBar } from "../../PrintBar";
import { t } from "../tool-texts";

interface Props {
  /** There is nothing to print yet. */
  disabled: boolean;
  onBack: () => void;
  children: ReactNode;
}

/** A page that becomes a document when it is printed, with its buttons. */
export function PrintPage({ disabled, onBack, children }: Props) {
  usePrinted();
  // Without a value: newer browsers return a promise, which React would call when the page goes.
  useEffect(() => void window.scrollTo(0, 0), []);
  return (
    <>
      <PrintBar
        className="max-w-4xl gap-x-3 gap-y-1"
        back={t("backToResults")}
        print={t("print")}
        disabled={disabled}
        onBack={onBack}
      />
      {children}
    </>
  );
}
