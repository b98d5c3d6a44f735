import { type UseQueryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { changedMeanwhile, errorText } from "@/api/client";
import type { keyOf } from "@/api/query";
import { type OnRecord, useKeptRecord } from "@/lib/kept/useKeptRecord";
import { useSendRecord } from "@/lib/kept/useSendRecord";
import { ChangedChoice } from "@/ui/Changed";
import { FormDialog } from "@/ui/FormDialog";
import { toast } from "@/ui/toast";
import { LoadedDialog } from "./LoadedDialog";
import { t } from "./settings-texts";

/** What is typed, and why the last try to save it was refused. */
interface Fields<Values> {
  values: Values;
  set(values: Values): void;
  refusal: string | undefined;
}

interface Props<Rule, Values> {
  title: string;
  description: string;
  test: string;
  /** What the browser keeps it as, beside the id of the test. */
  name: string;
  query: UseQueryOptions<Rule, Error, Rule, ReturnType<typeof keyOf>>;
  valuesOf(rule: Rule): Values;
  put(values: Values, version: number): Promise<unknown>;
  onClose(): void;
  children(fields: Fields<Values>): ReactNode;
}

const keyOfRule = (name: string, test: string) => `${name} ${test}`;

/** Changes a rule of a test, which several people may do at once. */
export function RuleDialog<Rule extends { version: number }, Values extends object>(
  props: Props<Rule, Values>,
) {
  return (
    <LoadedDialog
      title={props.title}
      query={useQuery(props.query)}
      loading={t("loadingRule")}
      failed={t("ruleNotLoaded")}
      onClose={props.onClose}
    >
      {(rule) => <RuleForm {...props} rule={rule} />}
    </LoadedDialog>
  );
}

function RuleForm<Rule extends { version: number }, Values extends object>({
  rule,
  test,
  name,
  query,
  valuesOf,
  put,
  children,
  ...dialog
}: Props<Rule, Values> & { rule: Rule }) {
  const client = useQueryClient();
  const form = useKeptRecord(keyOfRule(name, test), rule, valuesOf);
  const { kept, theirs } = form;
  const save = useSendRecord(form, {
    put: ({ values, version }: OnRecord<Rule, Values>) => put(values, version),
    done: () => {
      kept.sent();
      toast.success(t("saved"));
      dialog.onClose();
    },
    read: () => client.fetchQuery({ ...query, staleTime: 0 }),
    failed: (error) => toast.error(t("saveFailed", { reason: errorText(error) })),
    stale: [query.queryKey[0]],
  });
  const change = changedMeanwhile(save.error, t("someone"));
  return (
    <FormDialog
      {...dialog}
      submit={t("save")}
      busy={save.isPending}
      kept={kept}
      onSubmit={() => save.mutate(form.shown())}
    >
      {change && theirs && (
        <ChangedChoice
          change={change}
          what={t("thisRule")}
          onMine={() => save.mutate(form.keepMine(theirs))}
        />
      )}
      {children({
        values: form.values,
        set: form.set,
        refusal: save.isError && !change ? errorText(save.error) : undefined,
      })}
    </FormDialog>
  );
}
