import { texts } from "@/i18n";
import { testList } from "@/i18n/staff/en/test-list";

export const t = texts("testList", testList);
