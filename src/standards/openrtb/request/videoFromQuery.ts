import type { Query } from '../../readQuery.ts';
import { listedPlacement, type Placement } from './placementNumbers.ts';
import { filled, flagOf, integerOf, integersOf } from './queryValues.ts';
import { timedFromQuery, withDefaults } from './timedFromQuery.ts';
import type { Video } from '../types.ts';

/** The video that a tag's parameters describe (OpenRTB 2.6, 3.2.7); `defaults` fill undeclared fields. */
export function videoFromQuery(query: Query, defaults: Video): Video {
  const declared: Partial<Video> = {
    ...timedFromQuery(query),
    ...filled<Partial<Video>>({
      w: integerOf(query, 'w', 1),
      h: integerOf(query, 'h', 1),
      ...placementsOf(query),
      linearity: integerOf(query, 'linearity', 1),
      skip: flagOf(query, 'skip'),
      skipmin: integerOf(query, 'skipmin'),
      skipafter: integerOf(query, 'skipafter'),
      playbackmethod: integersOf(query, 'playbackmethod'),
      pos: integerOf(query, 'pos'),
    }),
  };
  return withDefaults(declared, defaults, 'video');
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
