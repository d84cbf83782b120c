/** Limits of links to saved reports. */
export const shareLimits = {
  /** Active links per report. */
  maxActive: 20,
  /** Listed links, the newest first. */
  maxListed: 100,
  /** Minimum and maximum lifetime, in hours. */
  minHours: 1,
  maxHours: 90 * 24,
  /** Maximum characters of the note. */
  maxNoteLength: 255,
} as const;
