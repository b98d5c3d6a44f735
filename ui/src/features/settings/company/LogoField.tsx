import { useQueryClient } from "@tanstack/react-query";
import { ImageUp } from "lucide-react";
import { api, errorText } from "@/api/client";
import { invalidate, queryOf } from "@/api/query";
import type { CompanySettings } from "@/api/types";
import { useSend } from "@/lib/useSend";
import { Brand } from "@/ui/Brand";
import { Button } from "@/ui/Button";
import { FileButton } from "@/ui/FileButton";
import { toast } from "@/ui/toast";
import { t } from "./texts";

/** The logo on candidates' pages and mails; stored as soon as it is chosen. */
export function LogoField({ settings }: { settings: CompanySettings }) {
  const client = useQueryClient();
  const store = useSend({
    mutationFn: (file: File | null) => {
      const query = { version: settings.version };
      return file
        ? api.put("/admin/company-settings/logo", { query, body: file })
        : api.delete("/admin/company-settings/logo", { query });
    },
    onSuccess: (saved) => {
      client.setQueryData(queryOf("/admin/company-settings").queryKey, saved);
      toast.success(saved.logo ? t("logoSaved") : t("logoRemoved"));
    },
    onError: (error) => {
      toast.error(t("logoFailed", { reason: errorText(error) }));
      // Shows the logo of now, if someone else has changed it meanwhile.
      void invalidate(client, "/admin/company-settings");
    },
  });
  return (
    <section aria-labelledby="logo-heading" className="space-y-3">
      <h3 id="logo-heading" className="font-semibold text-base">
        {t("logo")}
      </h3>
      <div className="flex flex-wrap items-center gap-4">
        <span className="grid min-h-16 min-w-32 place-items-center rounded-control border border-line bg-surface px-4 py-2">
          <Brand company={settings} />
        </span>
        <FileButton
          file={t("logoFile")}
          accept="image/png,image/jpeg"
          variant="secondary"
          busy={store.isPending}
          icon={ImageUp}
          onFile={store.mutate}
        >
          {settings.logo ? t("replaceLogo") : t("chooseLogo")}
        </FileButton>
        {settings.logo && (
          <Button variant="secondary" disabled={store.isPending} onClick={() => store.mutate(null)}>
            {t("removeLogo")}
          </Button>
        )}
      </div>
      <p className="text-muted text-sm">{t("logoHint")}</p>
    </section>
  );
}
