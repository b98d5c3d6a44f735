import { Download, LockKeyhole } from "lucide-react";
import { examBrowserLinks } from "../exam-browser";
import { t } from "../start-texts";

/** The test asks for Safe Exam Browser, and this is none, or has another configuration. */
export function ExamBrowserNotice({ token }: { token: string }) {
  const { file, open } = examBrowserLinks(token);
  return (
    <div role="status" className="toned tone-amber space-y-3 rounded-control px-4 py-3">
      <p className="flex gap-3 font-medium">
        <LockKeyhole aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        {t("examBrowserNeeded")}
      </p>
      <p className="text-sm">{t("examBrowserMeans")}</p>
      <p className="flex flex-wrap gap-x-4 gap-y-2 text-sm">
        <a className="font-semibold underline" href={open}>
          {t("openExamBrowser")}
        </a>
        <a className="inline-flex items-center gap-1 underline" href={file} download="exam.seb">
          <Download aria-hidden="true" className="size-4" />
          {t("downloadExamBrowser")}
        </a>
      </p>
    </div>
  );
}
