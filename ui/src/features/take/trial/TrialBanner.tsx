import { t } from "../panel-texts";
/** Stands on every page of a trial, which otherwise are those of a candidate. */
export function TrialBanner({ className = "" }: { className?: string }) {
  return (
    <section aria-label={t("trial")} className={`toned tone-blue flex px-4 py-2 text-sm ${className}`}>
      <p>{t.rich("trialMeans", { b: (inside) => <strong className="font-semibold">{inside}</strong> })}</p>
    </section>
  );
}
