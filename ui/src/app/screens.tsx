import { type ComponentType, lazy, Suspense, useLayoutEffect } from "react";
import { useLanguage } from "@/i18n";
import type { FirstPage } from "@/i18n/catalog";
import { speak } from "@/lib/language";
import { lazyModule } from "@/lib/lazy-module";
import { staffChoice } from "@/lib/staff-choice";

type Load<Props = object> = () => Promise<{ default: ComponentType<Props> }>;

/** After the first paint. */
const choice = lazyModule(() => import("@/ui/LanguageSelect"));

/** One chunk per screen: no user downloads another role's pages. `page`: has texts of its own for the first paint. */
export const screen =
  <Props extends object>(load: Load<Props>, page?: FirstPage) =>
  async () => {
    const [{ default: Page }] = await Promise.all([load(), speak(page)]);
    return { Component: inLanguage(Page) };
  };

/** Around pages that have the choice of a language themselves, or none. */
export const layout = (load: Load) => async () => {
  const [{ default: Page }] = await Promise.all([load(), speak()]);
  return { Component: inLanguage(Page, false) };
};

/** Everything below is rendered again when the language changes. */
const inLanguage =
  <Props extends object>(Page: ComponentType<Props>, hasChoice = true) =>
  (props: Props) => {
    useLanguage();
    // The page within speaks its own language, that of staff or candidates.
    useLayoutEffect(() => {
      if (hasChoice) void speak();
    }, []);
    const select = choice.use();
    return (
      <>
        <Page {...props} />
        {hasChoice && select && <select.default />}
      </>
    );
  };

/** A page of staff. Candidates download neither it nor its language. */
export const forStaff = (load: Load) => async () => {
  const [{ default: Page }, { speakStaff }] = await Promise.all([load(), import("@/lib/staff-language")]);
  await speakStaff();
  const Component = () => {
    useLanguage();
    useLayoutEffect(() => void speakStaff(), []);
    return <Page />;
  };
  return { Component };
};

/** A page of every account: staff that has chosen a language for its rooms reads it in that one. */
export const forAccounts = (load: Load) => async () => {
  const [{ Component: OfAnyone }, { useSession }] = await Promise.all([
    screen(load)(),
    import("@/stores/session"),
  ]);
  const OfStaff = lazy(async () => ({ default: (await forStaff(load)()).Component }));
  const Component = () => {
    const isStaff = useSession(({ user }) => user !== null && user.role !== "applicant");
    if (!isStaff || staffChoice() === null) return <OfAnyone />;
    return (
      <Suspense>
        <OfStaff />
      </Suspense>
    );
  };
  return { Component };
};
