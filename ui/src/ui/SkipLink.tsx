/** The id of the content of a page for staff, which the link leads to. */
const MAIN_ID = "main";

/** The first stop of the keyboard: over the header and the tabs to the content. */
export function SkipLink({ label }: { label: string }) {
  return (
    <a
      href={`#${MAIN_ID}`}
      className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:start-2 focus:z-60 focus:rounded-control focus:border focus:border-line-strong focus:bg-surface focus:px-4 focus:py-2.5 focus:font-medium focus:text-sm"
      onClick={(event) => {
        const main = document.getElementById(MAIN_ID);
        if (!main) return;
        // Without a fragment in the address, which holds filters and what is open.
        event.preventDefault();
        main.tabIndex = -1;
        main.focus({ preventScroll: true });
        main.scrollIntoView?.({ block: "start" });
      }}
    >
      {label}
    </a>
  );
}
