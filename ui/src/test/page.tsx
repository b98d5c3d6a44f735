import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import axe from "axe-core";
import type { ReactNode } from "react";
import { createBrowserRouter, RouterProvider } from "react-router-dom";
import { expect } from "vitest";
import { Root } from "@/app/Root";
import { Toaster } from "@/ui/Toaster";

interface Place {
  /** The address of the page. */
  at?: string;
  /** The route of the element, for one that reads parameters; any other address shows "Elsewhere". */
  route?: string;
  /** The queries of the page, for a test that waits until one of them has its reply. */
  client?: QueryClient;
}

/** A query client as the page's, but without retries. */
export const queries = () =>
  new QueryClient({
    defaultOptions: {
      queries: { networkMode: "always", retry: false },
      mutations: { networkMode: "always" },
    },
  });

/** Shows an element as the page does, with its address, queries and toasts; returns the user. */
export function show(
  element: ReactNode,
  { at = "/", route = "*", client = queries() }: Place = {},
): UserEvent {
  window.history.replaceState(null, "", at);
  const routes = [{ path: route, element }];
  if (route !== "*") routes.push({ path: "*", element: <p>Elsewhere</p> });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={createBrowserRouter([{ Component: Root, children: routes }])} />
      <Toaster />
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

/** Waits for a toast. It fades in, which takes forever here: it is there, but not yet visible. */
export const notice = (text: string | RegExp) => screen.findByText(text);

/** The address that the page shows, with its query. */
export const address = () => window.location.pathname + window.location.search;

/** Fails on accessibility errors that need no layout: contrast and page structure are for the browser tests. */
export async function expectAccessible(): Promise<void> {
  const { violations } = await axe.run(document.body, {
    rules: { "color-contrast": { enabled: false }, region: { enabled: false } },
  });
  const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  expect(found).toEqual([]);
}
