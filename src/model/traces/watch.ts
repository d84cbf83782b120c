/**
 * Kinds of watches: all requests to a channel, of a supplier, with a tag as candidate, from where a campaign buys, or
 * of a device.
 */
export const watchKinds = ['channel', 'supplier', 'tag', 'campaign', 'device'] as const;
export type WatchKind = (typeof watchKinds)[number];

/** Duration of a watch in minutes. */
export const watchMinutes = 10;

/** Maximum concurrent watches per account. */
export const maxWatches = 5;

/** A watch as serving stores it. */
export interface WatchRow {
  id: number;
  demandId: number;
  kind: WatchKind;
  /** Id of the object, or the device's own ID. */
  object: string;
  /** The end, in milliseconds since the epoch. */
  until: number;
}

/** Rows sent to serving besides entities and crawled files. */
export interface WatchRows {
  watch: WatchRow;
}
