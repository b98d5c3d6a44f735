import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { copyText } from "@/lib/clipboard";
import { Button, type ButtonSize, type ButtonVariant } from "./Button";
import { t } from "./texts";
import { toast } from "./toast";

export interface CopyButtonProps {
  text: string;
  label: string;
  /** The accessible name, where several stand below each other; it begins with the label. */
  name?: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
}

export function CopyButton({ text, label, name, variant = "ghost", size = "sm" }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = window.setTimeout(() => setCopied(false), 2000);
    return () => window.clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    if (await copyText(text)) setCopied(true);
    else toast.error(t("cannotCopy"));
  };
  const Icon = copied ? Check : Copy;
  return (
    <Button
      variant={variant}
      size={size}
      aria-label={copied ? undefined : name}
      onClick={() => void copy()}
      icon={Icon}
    >
      <span aria-live="polite">{copied ? t("copied") : label}</span>
    </Button>
  );
}
