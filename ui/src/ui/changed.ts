import { changedMeanwhile } from "@/api/client";
import { texts } from "@/i18n";
import { changed } from "@/i18n/staff/en/changed";

export const t = texts("changed", changed);

/** Who saved another version meanwhile, if that is why a call failed. */
export const changedByOther = (error: unknown) => changedMeanwhile(error, t("anotherAdmin"));
