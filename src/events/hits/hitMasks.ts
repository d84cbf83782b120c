import { trackedEvents, type TrackedEvent } from '#model/index.ts';
import { endOfHits } from './firstHits.ts';
import { createServeMasks, type ServeMasks } from './serveMasks.ts';

/** In memory: which events of which serves have been counted, by hour of serving. */
export interface HitMasks {
  /** The counted events of a serve as bits (`bitOf`); 0 if none. */
  get(hour: number, serveId: Buffer): number;
  /** Adds counted events. `backfilledIn`: hour of the load, if the hits are backfilled, otherwise 0. */
  add(hour: number, serveId: Buffer, bits: number, backfilledIn: number): void;
  /** Whether an hour is remembered. */
  has(hour: number): boolean;
  /** Drops hours for which no file begun at `oldestUnread` (ms) or later can contain a valid hit. */
  prune(oldestUnread: number): void;
  /** Number of serves remembered. */
  size(): number;
}

interface HourOfServing {
  masks: ServeMasks;
  /** Hour of the last load of backfilled hits, 0 if none. */
  backfilledIn: number;
}

const bitOfEvent = new Map(trackedEvents.map((event, number) => [event, 1 << number]));

/** The bit of an event in the mask of a serve. */
export function bitOf(event: TrackedEvent): number {
  return bitOfEvent.get(event) ?? 0;
}

/** Creates an empty memory. */
export function createHitMasks(lifetimeMs: number): HitMasks {
  const hours = new Map<number, HourOfServing>();
  return {
    get(hour, serveId) {
      const masks = hours.get(hour)?.masks;
      return masks ? masks.get(serveId.readUInt32LE(0), serveId.readUInt32LE(4), serveId.readUInt32LE(8)) : 0;
    },
    add(hour, serveId, bits, backfilledIn) {
      let known = hours.get(hour);
      if (!known) hours.set(hour, (known = { masks: createServeMasks(), backfilledIn: 0 }));
      known.backfilledIn = Math.max(known.backfilledIn, backfilledIn);
      known.masks.add(serveId.readUInt32LE(0), serveId.readUInt32LE(4), serveId.readUInt32LE(8), bits);
    },
    has: (hour) => hours.has(hour),
    prune(oldestUnread) {
      for (const [hour, { backfilledIn }] of hours) {
        if (oldestUnread > endOfHits(Math.max(hour, backfilledIn), lifetimeMs)) hours.delete(hour);
      }
    },
    size: () => [...hours.values()].reduce((sum, { masks }) => sum + masks.size, 0),
  };
}
