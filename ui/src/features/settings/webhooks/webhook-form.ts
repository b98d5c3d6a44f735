import type { Test } from "@/api/types";
import { titlesOf } from "../conflicts";
import { shownValue } from "../useSettingsConflict";
import { eventWords, type Webhook, type WebhookEvent } from "./events";
import { t } from "./texts";

export interface Header {
  name: string;
  /** Blank: the stored value stays. */
  value: string;
}

export const valuesOf = (webhook: Webhook | undefined) => ({
  name: webhook?.name ?? "",
  /** Blank: the stored address stays. */
  url: "",
  /** As far as it is shown. */
  storedUrl: webhook?.url ?? "",
  method: webhook?.method ?? "post",
  events: (webhook?.events ?? []) as string[],
  tests: webhook?.tests ?? null,
  enabled: webhook?.enabled ?? true,
  headers: (webhook?.headers ?? []).map((name): Header => ({ name, value: "" })),
  template: webhook?.template ?? "",
  onlyOrders: webhook?.only_orders ?? "",
  preset: "standard",
  newSecret: false,
});
export type Values = ReturnType<typeof valuesOf>;

/** The values as they are sent. */
export function bodyOf({ name, url, method, enabled, events, tests, template, onlyOrders, headers }: Values) {
  return {
    ...{ name, url, method, enabled },
    events: events as WebhookEvent[],
    ...(tests && { tests }),
    headers: headers
      .filter((header) => header.name.trim() || header.value)
      .map(({ name, value }) => ({ name, ...(value && { value }) })),
    ...(template.trim() && { template }),
    ...(onlyOrders.trim() && { only_orders: onlyOrders }),
  };
}

export const labels = () => ({
  name: t("name"),
  storedUrl: t("address"),
  method: t("method"),
  events: t("events"),
  tests: t("tests"),
  enabled: t("switchedOn"),
  headers: t("headers"),
  template: t("body"),
  onlyOrders: t("orders"),
});

/** A value of a webhook in words. */
export function shown(value: unknown, name: string, all: readonly Test[]): string {
  if (value === null) return t("all");
  if (name === "tests") return titlesOf(value as string[], all);
  if (name === "events") return (value as WebhookEvent[]).map(eventWords).join(", ");
  return shownValue(name === "headers" ? (value as Header[]).map((header) => header.name) : value);
}
