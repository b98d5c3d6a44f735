import type { Company } from "@/api/types";
import { Logo } from "./Logo";
import { t } from "./texts";

type Marked = Pick<Company, "name" | "logo">;

/** The inviting company's logo or name; the product's own until one is set. */
export function Brand({ company }: { company?: Marked | undefined }) {
  if (company?.logo) {
    const { hash, width, height } = company.logo;
    return (
      <img
        src={`/api/company-logo/${hash}`}
        alt={company.name || t("companyLogo")}
        width={width}
        height={height}
        className="h-auto max-h-16 w-auto max-w-56 object-contain"
      />
    );
  }
  if (!company?.name) return <Logo />;
  return (
    <span dir="auto" className="font-semibold text-base text-ink">
      {company.name}
    </span>
  );
}

function Contact({ contact }: { contact: string }) {
  const words = <bdi>{contact}</bdi>;
  if (!/^[^\s@]+@[^\s@]+$/.test(contact)) return words;
  return (
    <a href={`mailto:${contact}`} className="underline">
      {words}
    </a>
  );
}

/** The company's own words to candidates, and whom they may ask. */
export function CompanyWords({ company }: { company: Company | undefined }) {
  return (
    <>
      {company?.intro && (
        <p dir="auto" lang={company.intro_language} className="mt-3 whitespace-pre-line text-ink-2">
          {company.intro}
        </p>
      )}
      {company?.contact && (
        <p className="mt-3 text-muted text-xs">
          {t.rich("questions", { contact: <Contact contact={company.contact} /> })}
        </p>
      )}
    </>
  );
}
