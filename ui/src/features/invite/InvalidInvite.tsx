import { Unlink } from "lucide-react";
import type { ApiFailure } from "@/api/client";
import { ButtonLink } from "@/ui/Button";
import { InviteFrame } from "./InviteFrame";
import { t } from "./texts";

/** The link is invalid; the server's text gives the reason (docs/behaviour/invites.md#invites). */
export function InvalidInvite({ error }: { error: ApiFailure }) {
  return (
    <InviteFrame>
      <div className="px-6 py-10 text-center">
        <span
          aria-hidden="true"
          className="mx-auto grid size-12 place-items-center rounded-full bg-subtle text-muted"
        >
          <Unlink className="size-6" />
        </span>
        <h1 className="mt-4 font-semibold text-ink text-xl">{t("invalidInvite")}</h1>
        <p className="mt-2 text-ink-2">{t("linkInvalid")}</p>
        <p className="mt-1 text-muted">{error.detail}</p>
        <ButtonLink to="/" className="mt-6">
          {t("goHome")}
        </ButtonLink>
      </div>
    </InviteFrame>
  );
}
