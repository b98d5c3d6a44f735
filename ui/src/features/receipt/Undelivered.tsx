import { CloudUpload, Download } from "lucide-react";
import { useEffect, useState } from "react";
import { sentenceGap } from "@/i18n";
import { saveFile } from "@/lib/download";
import { formatList } from "@/lib/format";
import { noteDeleted } from "@/lib/known-receipts";
import {
  answersFileOf,
  discardUndelivered,
  type Undelivered as Left,
  onUndelivered,
  undelivered,
} from "@/lib/undelivered";
import { useRest } from "@/lib/useRest";
import { Button } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { type Delivery, deliver, nameOf, type Refusals } from "./deliver";
import { t } from "./texts";

const NONE: Delivery = { refusals: new Map(), arrived: 0 };

/** Answers that had not arrived when a test ended: they are sent as late answers, and can be saved to a file. */
export function Undelivered() {
  const [all, setAll] = useState(undelivered);
  const [{ refusals, arrived }, setDelivery] = useState(NONE);
  const waits = all.length > 0;
  useEffect(() => onUndelivered(() => setAll(undelivered())), []);
  useEffect(() => {
    if (!waits) return;
    const end = new AbortController();
    void deliver(end.signal, setDelivery);
    return () => end.abort();
  }, [waits]);
  const discard = (left: Left) => {
    noteDeleted(left.token, left.texts.length);
    discardUndelivered(left.token);
  };
  if (!waits && arrived === 0) return null;
  return (
    <div role="status" className="space-y-4">
      {!waits && (
        <p className="toned tone-green rounded-card px-4 py-3 text-sm">
          {t("missingArrived", { count: arrived })}
        </p>
      )}
      {all.map((left) => (
        <LeftOf key={left.token} left={left} refusals={refusals} onDiscard={() => discard(left)} />
      ))}
    </div>
  );
}

interface LeftOfProps {
  left: Left;
  refusals: Refusals;
  onDiscard(): void;
}

function LeftOf({ left, refusals, onDiscard }: LeftOfProps) {
  const { title, texts } = left;
  const [asks, setAsks] = useState(false);
  const rested = useRest(asks);
  const reasons = new Set(texts.flatMap((text) => refusals.get(nameOf(left, text)) ?? []));
  const isRefused = texts.every((text) => refusals.has(nameOf(left, text)));
  const named = {
    count: texts.length,
    numbers: formatList(texts.map(({ number }) => String(number))),
    title: <bdi lang={left.language}>{title}</bdi>,
  };
  return (
    <section aria-label={t("answersNotArrived")} className="toned tone-amber rounded-card p-5 text-sm">
      <h2 className="flex items-center gap-2 font-semibold text-base">
        <CloudUpload aria-hidden="true" className="size-5 shrink-0" />
        {t("notArrivedTitle", { count: texts.length })}
      </h2>
      <p className="mt-2">
        {isRefused
          ? t.rich("refusedByServer", { ...named, reasons: [...reasons].join(sentenceGap()) })
          : t.rich("stoppedByNetwork", named)}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="sm"
          icon={Download}
          onClick={() => saveFile(answersFileOf(left, new Date()), "answers.json")}
        >
          {t("saveAnswers")}
        </Button>
        <Button variant="ghost" size="sm" onClick={() => setAsks(true)}>
          {t("deleteFromComputer")}
        </Button>
      </div>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={t("deleteTitle", { count: texts.length })}
        description={t.rich("deleteMeans", named)}
        confirmLabel={t("deleteForGood")}
        danger
        disabled={!rested}
        onConfirm={onDiscard}
      />
    </section>
  );
}
