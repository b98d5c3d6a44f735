import { MailPlus, SearchX, Send, UsersRound } from "lucide-react";
import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import { useOverview, useTests } from "@/features/staff-shared/queries";
import { useUrlState } from "@/lib/url-state";
import { useSession } from "@/stores/session";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import { LoadMore } from "@/ui/LoadMore";
import { QueryError } from "@/ui/QueryError";
import { SkeletonList } from "@/ui/Skeleton";
import { toast } from "@/ui/toast";
import { useFailureToast } from "@/ui/useFailureToast";
import { ActionBar } from "./actions/ActionBar";
import {
  EVERYTHING,
  type InviteFilters,
  inviteParams,
  isEverything,
  peopleParams,
  readInviteFilters,
  readPeopleFilters,
} from "./filters";
import { InviteFilterBar } from "./InviteFilterBar";
import { InviteList } from "./InviteList";
import { t } from "./list-texts";
import { OlderInvites } from "./OlderInvites";
import { useInviteCounts, useInvites } from "./queries";
import { SendInviteDialog } from "./SendInviteDialog";
import { StatusChips } from "./StatusChips";
import { kept, NOTHING, toggle, toggleLoaded } from "./selection";

// Brings a CSV parser along, which few visits need.
const BulkInviteDialog = lazy(() =>
  import("./bulk/BulkInviteDialog").then((module) => ({ default: module.BulkInviteDialog })),
);

/** All invitations, or those of `test` within its page. */
export function InvitesTab({ test = "" }: { test?: string }) {
  const { params, change } = useUrlState();
  const filters = test ? readPeopleFilters(params, test) : readInviteFilters(params);
  const paramsOf = test ? peopleParams : inviteParams;
  const everything = { ...EVERYTHING, test };
  const query = useInvites(filters);
  const { data, error, refetch, isFetching, isPlaceholderData } = query;
  const overview = useOverview();
  const tests = useTests();
  useFailureToast(error && !data, t("loadFailed"));
  const invites = useMemo(() => data?.pages.flatMap((page) => page.items), [data]);
  const counts = useInviteCounts(filters).data;
  const none = isEverything(filters, test) || overview.data?.invites_sent === 0;

  const noTests = tests.data?.pages.every((page) => page.items.length === 0) === true;
  const many = params.get("send") === "many";
  const me = useSession((state) => state.user);
  const isMine = params.get("send") === "me" && me !== null;
  const wanted = many || isMine || params.get("send") === "1";
  // The wizard is opened by URL (also from the overview), and is useless without a test.
  useEffect(() => {
    if (!wanted || !noTests) return;
    toast.error(t("testFirst"));
    change({ send: null }, { replace: true });
  }, [wanted, noTests, change]);
  const send = () => change({ send: "1" });

  const [selection, setSelection] = useState(NOTHING);
  const rows = useMemo(() => invites?.map(({ id }) => id) ?? [], [invites]);
  // Another filter shows other rows: nothing that is not in view stays selected.
  const filterKey = JSON.stringify(filters);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new filter is the trigger
  useEffect(() => setSelection(NOTHING), [filterKey]);
  useEffect(() => setSelection((before) => kept(before, rows)), [rows]);
  // Typed text must not fill the history with every pause.
  const apply = (changes: Partial<InviteFilters>) =>
    change(paramsOf({ ...filters, ...changes }), { replace: "search" in changes });

  return (
    <div className="space-y-4">
      <div className="flex items-start justify-between gap-3 max-lg:flex-col-reverse">
        {/* As high as the chips, which come with their counts. */}
        <div className="min-h-10 min-w-0 max-lg:max-w-full">
          {counts && (
            <StatusChips filters={filters} counts={counts} onStatus={(status) => apply({ status })} />
          )}
        </div>
        <div className="flex shrink-0 gap-2 max-md:flex-wrap max-md:w-full max-lg:ms-auto max-md:[&>*]:flex-1 max-sm:[&>*]:px-2.5!">
          <Button variant="secondary" icon={UsersRound} onClick={() => change({ send: "many" })}>
            {t("bulkInvite")}
          </Button>
          <Button icon={Send} turns onClick={send}>
            {t("sendInvite")}
          </Button>
        </div>
      </div>
      <InviteFilterBar
        filters={filters}
        ofOneTest={test !== ""}
        onApply={apply}
        onReload={() => void refetch()}
        onClear={() => change(paramsOf(everything))}
      />
      <div
        aria-busy={isPlaceholderData}
        // Rows of the filter before: what is chosen among them now would be lost with them.
        inert={isPlaceholderData}
        className={`overflow-hidden rounded-card border border-line bg-surface ${isPlaceholderData ? "opacity-60" : ""}`}
      >
        {error && !data && <QueryError title={t("notLoaded")} {...{ error, refetch, isFetching }} />}
        {!invites && !error && <SkeletonList rows={8} label={t("loading")} />}
        {invites?.length === 0 &&
          (none ? (
            <EmptyState
              icon={<MailPlus />}
              title={t("noneYet")}
              text={t("noneYetText")}
              action={
                <Button variant="secondary" onClick={send}>
                  {t("sendFirst")}
                </Button>
              }
            />
          ) : (
            <EmptyState
              icon={<SearchX />}
              title={t("noMatch")}
              text={test ? undefined : t("todayByDefault")}
              action={
                <Button variant="secondary" onClick={() => change(paramsOf(everything))}>
                  {t("showAllInvitations")}
                </Button>
              }
            />
          ))}
        {invites && invites.length > 0 && (
          <InviteList
            invites={invites}
            ofOneTest={test !== ""}
            selection={selection}
            onToggle={(id, shift) => setSelection((before) => toggle(before, rows, id, shift))}
            onToggleLoaded={() => setSelection((before) => toggleLoaded(before, rows))}
          />
        )}
      </div>
      {counts && counts.older > 0 && <OlderInvites count={counts.older} filters={filters} onApply={apply} />}
      <LoadMore query={query} />
      {invites && (
        <ActionBar
          selection={selection}
          invites={invites}
          filters={filters}
          counts={counts}
          onSelectAll={() => setSelection({ ...NOTHING, all: true })}
          onClear={() => setSelection(NOTHING)}
        />
      )}
      {wanted && !many && !noTests && (
        <SendInviteDialog
          test={params.get("to") ?? test}
          {...(isMine && { person: { name: me.full_name, email: me.email } })}
          onClose={() => change({ send: null, to: null })}
        />
      )}
      {many && !noTests && (
        <Suspense>
          <BulkInviteDialog test={test} onClose={() => change({ send: null })} />
        </Suspense>
      )}
    </div>
  );
}
