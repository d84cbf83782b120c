import type { ImpressionLog, LoggedImpression } from './impressionLog.ts';

/** The entity of a frequency cap; each has ids of its own. */
export type FrequencyCapKind = 'tag' | 'adexchange' | 'campaign';

/** The object of a frequency cap. */
export interface FrequencyCapTarget {
  kind: FrequencyCapKind;
  id: number;
}

/** Impressions per viewer of tags, ad exchanges and campaigns. A viewer is 16 hexadecimal digits. */
export interface FrequencyCounters {
  /** A viewer's impressions in the last `windowMs`, to the second. */
  countImpressions(target: FrequencyCapTarget, viewer: string, windowMs: number, now: number): number;
  /** Counts an impression, once per serve. */
  add(target: FrequencyCapTarget, viewer: string, serveId: string, now: number): void;
}

/** Counters over a log; `onAdded` is called for every new impression. */
export function createFrequencyCounters(
  log: Pick<ImpressionLog, 'count' | 'add'>,
  onAdded: (impression: LoggedImpression) => void,
): FrequencyCounters {
  return {
    countImpressions(target, viewer, windowMs, now) {
      return log.count(keyLow(target, viewer), keyHigh(target, viewer), Math.floor((now - windowMs) / 1000));
    },
    add(target, viewer, serveId, now) {
      const impression = {
        keyLow: keyLow(target, viewer),
        keyHigh: keyHigh(target, viewer),
        serve: hashOf(serveId),
        second: Math.floor(now / 1000),
      };
      if (log.add(impression)) onAdded(impression);
    },
  };
}

/** Separates the viewers of the kinds. */
const kindLow: Record<FrequencyCapKind, number> = { tag: 0, adexchange: 0x52dc_e729, campaign: 0x3849_6c15 };
const kindHigh: Record<FrequencyCapKind, number> = { tag: 0, adexchange: 0x6a09_e667, campaign: 0x1f83_d9ab };

/** Viewers are spread evenly already: an id shifts all of them by the same offset. */
function keyLow({ kind, id }: FrequencyCapTarget, viewer: string): number {
  return (Number.parseInt(viewer.slice(8), 16) ^ Math.imul(id, 0x9e37_79b1) ^ kindLow[kind]) >>> 0;
}

function keyHigh({ kind, id }: FrequencyCapTarget, viewer: string): number {
  return (Number.parseInt(viewer.slice(0, 8), 16) ^ Math.imul(id, 0x85eb_ca6b) ^ kindHigh[kind]) >>> 0;
}

/** A 32-bit hash of a text. */
function hashOf(text: string): number {
  let hash = 0x811c_9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x0100_0193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
