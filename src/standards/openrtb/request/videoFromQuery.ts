import type { Query } from '../../readQuery.ts';
import { listedPlacement, type Placement } from './placementNumbers.ts';
import { filled, flagOf, integerOf, integersOf, listOf, wholeOf } from './queryValues.ts';
import type { Video } from '../types.ts';

/**
 * The video that a tag's parameters describe; `defaults` fill undeclared fields. Durations are whole seconds: fractions
 * of a second are not offered. Where the durations contradict each other, a default one is dropped, else the minimum.
 */
export function videoFromQuery(query: Query, defaults: Video): Video {
  const declared: Partial<Video> = {
    mimes: listOf(query, 'mimes'),
    protocols: integersOf(query, 'protocols'),
    w: integerOf(query, 'w', 1),
    h: integerOf(query, 'h', 1),
    minduration: wholeOf(query, 'min_dur', Math.ceil),
    maxduration: wholeOf(query, 'max_dur', Math.floor, 1),
    startdelay: integerOf(query, 'startdelay', -2),
    ...placementsOf(query),
    linearity: integerOf(query, 'linearity', 1),
    skip: flagOf(query, 'skip'),
    skipmin: integerOf(query, 'skipmin'),
    skipafter: integerOf(query, 'skipafter'),
    playbackmethod: integersOf(query, 'playbackmethod'),
    pos: integerOf(query, 'pos'),
    api: integersOf(query, 'api'),
    delivery: integersOf(query, 'delivery'),
    minbitrate: integerOf(query, 'minbitrate'),
    maxbitrate: integerOf(query, 'maxbitrate', 1),
    podid: query.get('podid'),
    poddur: wholeOf(query, 'pod_dur', Math.floor, 1),
    maxseq: integerOf(query, 'pod_slots', 1),
  };
  const video: Video = { ...defaults, ...filled(declared) };
  const { minduration: min = 0, maxduration: max = Infinity } = video;
  if (min <= max) return video;
  const { minduration, maxduration, ...rest } = video;
  return declared.maxduration === undefined ? { ...rest, minduration } : { ...rest, maxduration };
}

/** Names that tags may use instead of the numbers. */
const plcmtByName: ReadonlyMap<string, number> = new Map([
  ['instream', 1],
  ['accompanying', 2],
  ['interstitial', 3],
  ['outstream', 4],
]);

/**
 * The placement that a tag's parameters declare, by number or by name, as numbers of OpenRTB 2.6 and 2.5; undefined where
 * they declare none.
 */
export function placementsOf(query: Query): Placement {
  const named = (param: string) => plcmtByName.get((query.get(param) ?? '').toLowerCase());
  const plcmt = integerOf(query, 'plcmt') ?? named('plcmt');
  const declared = listedPlacement({ plcmt, placement: integerOf(query, 'placement') });
  return declared.plcmt === undefined ? listedPlacement({ plcmt: named('placement') }) : declared;
}
