import type { ImpressionLog, LoggedImpression } from './impressionLog.ts';

/** How often viewers have seen the ads of tags. A viewer is 16 hexadecimal digits. */
export interface FrequencyCounters {
  /** How many ads of a tag a viewer has seen in the last `windowMs`, to the second. */
  seen(tagId: number, viewer: string, windowMs: number, now: number): number;
  /** Counts an impression; one of the same serve that is counted already is not counted again. */
  add(tagId: number, viewer: string, serveId: string, now: number): void;
}

/** Counters over a log; `onAdded` is told of every impression that was new. */
export function createFrequencyCounters(
  log: Pick<ImpressionLog, 'count' | 'add'>,
  onAdded: (impression: LoggedImpression) => void,
): FrequencyCounters {
  return {
    seen(tagId, viewer, windowMs, now) {
      return log.count(keyLow(tagId, viewer), keyHigh(tagId, viewer), Math.floor((now - windowMs) / 1000));
    },
    add(tagId, viewer, serveId, now) {
      const impression = {
        keyLow: keyLow(tagId, viewer),
        keyHigh: keyHigh(tagId, viewer),
        serve: hashOf(serveId),
        second: Math.floor(now / 1000),
      };
      if (log.add(impression)) onAdded(impression);
    },
  };
}

/** Viewers are spread evenly already: a tag moves all of them by as much. */
function keyLow(tagId: number, viewer: string): number {
  return (Number.parseInt(viewer.slice(8), 16) ^ Math.imul(tagId, 0x9e37_79b1)) >>> 0;
}

function keyHigh(tagId: number, viewer: string): number {
  return (Number.parseInt(viewer.slice(0, 8), 16) ^ Math.imul(tagId, 0x85eb_ca6b)) >>> 0;
}

/** 32 bits of a text. */
function hashOf(text: string): number {
  let hash = 0x811c_9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x0100_0193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
