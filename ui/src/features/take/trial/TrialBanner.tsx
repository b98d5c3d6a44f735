/** On every page of a trial, which otherwise are those of a candidate. */
export function TrialBanner({ className = "" }: { className?: string }) {
  return (
    <section aria-label="Trial" className={`toned tone-blue flex px-4 py-2 text-sm ${className}`}>
      <p>
        <strong className="font-semibold">Trial.</strong> It does not count and is not watched. Score and key
        follow at the end. You can go on without a camera.
      </p>
    </section>
  );
}
