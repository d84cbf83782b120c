/** Formats of exported files. */
export const exportFormats = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** States of an export. */
export const exportStates = ['queued', 'running', 'done', 'failed', 'canceled'] as const;
export type ExportState = (typeof exportStates)[number];

/** What of a report is saved: the question alone, which is run anew each time; its answer as rows; or as a file. */
export const savedReportKinds = ['definition', 'snapshot', 'file'] as const;
export type SavedReportKind = (typeof savedReportKinds)[number];
