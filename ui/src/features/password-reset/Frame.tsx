import type { ReactNode } from "react";
import { Logo } from "@/ui/Logo";
import { t } from "./texts";

interface Props {
  title: string;
  text?: ReactNode;
  children?: ReactNode;
}

export function Frame({ title, text, children }: Props) {
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-md grid-cols-1 content-center px-4 py-8">
      <title>{t("pageTitle", { title })}</title>
      <div className="mb-6 flex justify-center">
        <Logo />
      </div>
      <section className="rounded-card border border-line bg-surface p-6">
        <h1 className="font-semibold text-xl">{title}</h1>
        {text && (
          <p role="status" className="mt-2 text-ink-2">
            {text}
          </p>
        )}
        <div className="mt-5 space-y-4">{children}</div>
      </section>
    </main>
  );
}
