/** What the sealed address of a preview says: which creative it shows, and that it must not be older than a version of its row. */
export interface SealedPreview {
  id: number;
  version: number;
}

/** How long the address of a preview opens, in milliseconds. */
export const previewLifetimeMs = 600_000;
