export const exportFormats = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const exportStates = ['queued', 'running', 'done', 'failed', 'canceled'] as const;
export type ExportState = (typeof exportStates)[number];

/** Kinds of saved reports: a definition, which runs again each time; a snapshot of the rows; or a file. */
export const savedReportKinds = ['definition', 'snapshot', 'file'] as const;
export type SavedReportKind = (typeof savedReportKinds)[number];
