/**
 * What can be watched: all requests to a channel or of a supplier, those in which a tag is a candidate, those from where a
 * campaign buys, those of a device.
 */
export const watchKinds = ['channel', 'supplier', 'tag', 'campaign', 'device'] as const;
export type WatchKind = (typeof watchKinds)[number];

/** How long a watch runs. */
export const watchMinutes = 10;

/** Watches of one account that run at the same time. */
export const maxWatches = 5;

/** A watch as serving holds it. */
export interface WatchRow {
  id: number;
  demandId: number;
  kind: WatchKind;
  /** Id of the object, or the device's own. */
  object: string;
  /** When it ends, in milliseconds since the epoch. */
  until: number;
}

/** What serving is told beside entities and what was crawled. */
export interface WatchRows {
  watch: WatchRow;
}
