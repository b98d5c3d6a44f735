import type { ResultDetail } from "@/api/types";
import { Brand } from "@/ui/Brand";

/** The company's logo or name above a report; nothing where neither is set. */
export function Letterhead({ company }: Pick<ResultDetail, "company">) {
  if (!company.logo && !company.name) return null;
  return (
    <div className="mb-5 border-line border-b pb-4">
      <Brand company={company} />
    </div>
  );
}
