import type { Query } from '../../readQuery.ts';
import { normalizeMime } from '../bid/normalizeMime.ts';
import { filled, integerOf, integersOf, listOf, wholeOf } from './queryValues.ts';
import type { Timed } from '../types.ts';

/**
 * The fields of a video and of audio alike that a tag's parameters declare. Durations are whole seconds: fractions of a
 * second are not offered.
 */
export function timedFromQuery(query: Query): Partial<Timed> {
  const declared: Partial<Timed> = {
    mimes: listOf(query, 'mimes'),
    protocols: integersOf(query, 'protocols'),
    minduration: wholeOf(query, 'min_dur', Math.ceil),
    maxduration: wholeOf(query, 'max_dur', Math.floor, 1),
    startdelay: integerOf(query, 'startdelay', -2),
    api: integersOf(query, 'api'),
    delivery: integersOf(query, 'delivery'),
    minbitrate: integerOf(query, 'minbitrate'),
    maxbitrate: integerOf(query, 'maxbitrate', 1),
    podid: query.get('podid'),
    poddur: wholeOf(query, 'pod_dur', Math.floor, 1),
    maxseq: integerOf(query, 'pod_slots', 1),
  };
  return filled(declared) ?? {};
}

/**
 * Declared fields with defaults for the others. Of types of both media, those of the other `medium` are not offered, and
 * of durations that contradict each other a default one is dropped, else the minimum.
 */
export function withDefaults<T extends Timed>(declared: Partial<T>, defaults: T, medium: 'video' | 'audio'): T {
  const media: T = { ...defaults, ...declared };
  if (declared.mimes) media.mimes = mimesOf(declared.mimes, medium);
  const { minduration: min = 0, maxduration: max = Infinity } = media;
  if (min <= max) return media;
  if (declared.maxduration === undefined) delete media.maxduration;
  else delete media.minduration;
  return media;
}

function mimesOf(mimes: string[], medium: 'video' | 'audio'): string[] {
  const other = medium === 'video' ? 'audio/' : 'video/';
  const own = mimes.filter((type) => !normalizeMime(type).startsWith(other));
  return own.length > 0 ? own : mimes;
}
