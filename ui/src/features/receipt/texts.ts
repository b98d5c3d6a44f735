import { texts } from "@/i18n";
import { receipt } from "@/i18n/en/receipt";

export const t = texts("receipt", receipt);
