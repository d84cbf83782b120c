import type { ValuesOf } from '../entity/entity.ts';
import type { content } from './content.ts';
import type { devices } from './devices.ts';
import type { geography } from './geography.ts';
import type { network } from './network.ts';
import type { origins } from './origins.ts';
import type { player } from './player.ts';
import type { privacy } from './privacy.ts';

/** The conditions of a targeting, without its name and status. */
export type TargetingValues = ValuesOf<
  typeof geography & typeof devices & typeof origins & typeof network & typeof player & typeof content & typeof privacy
> & { hours: readonly number[] };
