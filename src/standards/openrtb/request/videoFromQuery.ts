import type { Query } from '../../readQuery.ts';
import { placementOf, plcmtOf } from './placementNumbers.ts';
import { filled, flagOf, integerOf, integersOf, listOf } from './queryValues.ts';
import type { Video } from '../types.ts';

/**
 * The video that a tag's parameters describe; `defaults` fill undeclared fields. A default duration that contradicts a
 * declared one is dropped.
 */
export function videoFromQuery(query: Query, defaults: Video): Video {
  const declared: Partial<Video> = {
    mimes: listOf(query, 'mimes'),
    protocols: integersOf(query, 'protocols'),
    w: integerOf(query, 'w', 1),
    h: integerOf(query, 'h', 1),
    minduration: integerOf(query, 'min_dur'),
    maxduration: integerOf(query, 'max_dur', 1),
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
    poddur: integerOf(query, 'pod_dur', 1),
    maxseq: integerOf(query, 'pod_slots', 1),
  };
  const video: Video = { ...defaults, ...filled(declared) };
  const { minduration: min = 0, maxduration: max = Infinity } = video;
  if (min <= max) return video;
  const { minduration, maxduration, ...rest } = video;
  if (declared.maxduration === undefined) return { ...rest, minduration };
  return declared.minduration === undefined ? { ...rest, maxduration } : rest;
}

/** Names that tags may use instead of the numbers. */
const plcmtByName: ReadonlyMap<string, number> = new Map([
  ['instream', 1],
  ['accompanying', 2],
  ['interstitial', 3],
  ['outstream', 4],
]);

/** The placement that a tag's parameters declare, as numbers of OpenRTB 2.6 and 2.5; undefined where they declare none. */
export function placementsOf(query: Query): Pick<Video, 'plcmt' | 'placement'> {
  const older = integerOf(query, 'placement', 1);
  const name = query.get('plcmt') ?? query.get('placement') ?? '';
  const plcmt =
    integerOf(query, 'plcmt', 1) ??
    plcmtByName.get(name.toLowerCase()) ??
    (older === undefined ? undefined : plcmtOf(older));
  return { plcmt, placement: older ?? (plcmt === undefined ? undefined : placementOf(plcmt)) };
}
