/** Bounds of links to saved reports. */
export const shareLimits = {
  /** Links to one report that live at a time. */
  maxActive: 20,
  /** Links that are listed, the newest first. */
  maxListed: 100,
  /** Hours that a link may live. */
  minHours: 1,
  maxHours: 90 * 24,
  /** Characters of the note. */
  maxNoteLength: 255,
} as const;
