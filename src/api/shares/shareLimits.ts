/** Bounds of links to saved reports. */
export const shareLimits = {
  /** Links to one report that live at a time. */
  living: 20,
  /** Links that are listed, the newest first. */
  listed: 100,
  /** Hours that a link may live. */
  leastHours: 1,
  mostHours: 90 * 24,
  /** Characters of the note. */
  note: 255,
} as const;
