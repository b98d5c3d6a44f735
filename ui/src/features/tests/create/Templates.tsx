import { LayoutTemplate } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/ui/Button";
import { toast } from "@/ui/toast";
import { loadTemplate, type TemplateName, templates } from "../templates/templates";
import { t } from "./texts";
import type { Wizard } from "./useWizard";

/** Tests to begin with; each is the author's own from the first click on. */
export function Templates({ change }: Pick<Wizard, "change">) {
  const [loading, setLoading] = useState<TemplateName | null>(null);
  // What is typed while a template loads takes these away.
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const use = async (name: TemplateName) => {
    setLoading(name);
    try {
      const template = await loadTemplate(name);
      if (isHere.current) change(template);
    } catch {
      toast.error(t("templateFailed"));
    } finally {
      setLoading(null);
    }
  };
  return (
    <section aria-labelledby="templates" className="rounded-card border border-line bg-surface p-5 pt-4">
      <div className="flex flex-wrap items-center gap-x-3">
        <h2 id="templates" className="flex items-center gap-2 font-semibold text-base">
          <LayoutTemplate aria-hidden="true" className="size-5 text-muted" />
          {t("fromTemplate")}
        </h2>
        <p className="text-muted text-sm">{t("fromTemplateText")}</p>
      </div>
      <ul className="mt-3 grid gap-2 sm:grid-cols-2 xl:grid-cols-3">
        {templates().map(({ name, title, about }) => (
          <li key={name}>
            <Button
              variant="secondary"
              className="h-auto! w-full flex-col items-start! gap-0.5! py-2! text-start"
              busy={loading === name}
              disabled={loading !== null}
              onClick={() => void use(name)}
            >
              <span>{title}</span>
              <span className="whitespace-normal font-normal text-muted text-xs">{about}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
