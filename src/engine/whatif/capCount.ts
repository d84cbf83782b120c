import { nanosFromUsd, type ChannelRow, type TagRow } from '#model/index.ts';
import { spanOf } from '../delivery/spanOf.ts';
import type { AdValue } from './adValue.ts';

const hourMs = 3_600_000;

/** A tag's deliveries on other channels in an hour: its start in ms, impressions, and revenue in nano-USD. */
export interface OtherChannelHour {
  tagId: number;
  hour: number;
  imps: number;
  rev: number;
}

/** Running daily counts of tags and the channel. */
export interface CapCount {
  /** Whether a tag has reached its daily caps by `at`. */
  isTagFull(tag: Pick<TagRow, 'id' | 'impsPerDay' | 'spendPerDay'>, at: number): boolean;
  isChannelFull(channel: Pick<ChannelRow, 'reqsPerDay' | 'impsPerDay'>, at: number): boolean;
  /** Counts the deliveries of a request. */
  add(at: number, sampleWeight: number, isRequest: boolean, ads: readonly AdValue[]): void;
}

interface DeliveredSums {
  imps: number;
  rev: number;
}

/** Creates empty counts. Days are those of a UTC offset of whole hours. */
export function createCapCount(zoneHours: number, otherChannelHours: readonly OtherChannelHour[]): CapCount {
  let day = NaN;
  let reqs = 0;
  let imps = 0;
  const tags = new Map<number, DeliveredSums>();
  const startDay = (at: number) => {
    const { start } = spanOf('day', at, zoneHours);
    // Requests are nearly in order: a slightly late one counts for the current day.
    if (start <= day) return;
    day = start;
    reqs = 0;
    imps = 0;
    tags.clear();
  };
  const deliveredElsewhere = (tagId: number, at: number): DeliveredSums => {
    const delivered = { imps: 0, rev: 0 };
    for (const each of otherChannelHours) {
      if (each.tagId !== tagId || each.hour < day || each.hour > at) continue;
      const part = Math.min(1, (at - each.hour) / hourMs);
      delivered.imps += part * each.imps;
      delivered.rev += part * each.rev;
    }
    return delivered;
  };
  return {
    isTagFull({ id, impsPerDay, spendPerDay }, at) {
      if (impsPerDay === null && spendPerDay === null) return false;
      startDay(at);
      const here = tags.get(id) ?? { imps: 0, rev: 0 };
      const there = deliveredElsewhere(id, at);
      const isSpent = spendPerDay !== null && reaches(here.rev + there.rev, Number(nanosFromUsd(spendPerDay)));
      return isSpent || (impsPerDay !== null && reaches(here.imps + there.imps, impsPerDay));
    },
    isChannelFull({ reqsPerDay, impsPerDay }, at) {
      startDay(at);
      return (reqsPerDay !== null && reaches(reqs, reqsPerDay)) || (impsPerDay !== null && reaches(imps, impsPerDay));
    },
    add(at, sampleWeight, isRequest, ads) {
      startDay(at);
      if (isRequest) reqs += sampleWeight;
      for (const ad of ads) {
        imps += sampleWeight * ad.imps;
        const delivered = tags.get(ad.tagId) ?? { imps: 0, rev: 0 };
        delivered.imps += sampleWeight * ad.imps;
        delivered.rev += sampleWeight * ad.rev;
        tags.set(ad.tagId, delivered);
      }
    },
  };
}

/** Sums of fractions fall slightly short of their exact value. */
function reaches(sum: number, cap: number): boolean {
  return sum >= cap * (1 - 1e-9);
}
