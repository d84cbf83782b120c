import type { Query } from '../../readQuery.ts';
import { filled, flagOf, integerOf } from './queryValues.ts';
import { timedFromQuery, withDefaults } from './timedFromQuery.ts';
import type { Audio } from '../types.ts';

/** AdCOM creative attribute. */
const skippable = 16;

/**
 * The audio that a tag's parameters describe (OpenRTB 2.6, 3.2.8); `defaults` fill undeclared fields. Audio has no field
 * for skipping: where it is not possible, skippable ads are blocked.
 */
export function audioFromQuery(query: Query, defaults: Audio): Audio {
  const declared: Partial<Audio> = {
    ...timedFromQuery(query),
    ...filled<Partial<Audio>>({
      battr: flagOf(query, 'skip') === 0 ? [skippable] : undefined,
      feed: integerOf(query, 'feed', 1),
      stitched: flagOf(query, 'stitched'),
      nvol: integerOf(query, 'nvol'),
    }),
  };
  return withDefaults(declared, defaults, 'audio');
}
