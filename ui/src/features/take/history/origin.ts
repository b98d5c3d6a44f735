let current: string | undefined;

/** Reports a change whose input the browser does not name, as the code editor's. */
export function reportAs(how: string, report: () => void): void {
  current = how;
  try {
    report();
  } finally {
    current = undefined;
  }
}

/** The origin that `reportAs` names, during its report. */
export const reportedAs = () => current;
