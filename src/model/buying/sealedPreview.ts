/** The contents of a sealed preview URL: the creative, and the minimum version of its row to show. */
export interface SealedPreview {
  id: number;
  version: number;
}

/** Validity of a preview URL, in milliseconds. */
export const previewLifetimeMs = 600_000;
