import { accountRoles, type Role } from '#model/index.ts';
import { canUseDimension, type DimensionKey } from '#reports/index.ts';
import type { Mode } from '../../frame/modes.ts';

/** The tables of one side of the dashboard: what moved, and by what the largest are listed, the first at first. */
export interface TopSide {
  /** Name of the choice in the address. */
  name: 'supply' | 'demand';
  movers: 'channel' | 'tag' | 'supplier' | 'campaign';
  dimensions: DimensionKey[];
}

/** What there is to list in each mode. */
const all: Readonly<Record<Mode, readonly TopSide[]>> = {
  ssp: [
    {
      name: 'supply',
      movers: 'channel',
      dimensions: ['account', 'channel', 'subpublisher', 'site', 'app', 'publisher', 'country'],
    },
    {
      name: 'demand',
      movers: 'tag',
      // Campaigns win in channels too.
      dimensions: ['tag', 'campaign', 'advertiser', 'marketplace_name', 'creative', 'own_creative'],
    },
  ],
  dsp: [
    {
      name: 'supply',
      movers: 'supplier',
      dimensions: ['account', 'supplier', 'site', 'app', 'publisher', 'country'],
    },
    {
      name: 'demand',
      movers: 'campaign',
      dimensions: ['campaign', 'advertiser', 'adexchange', 'deal', 'own_creative'],
    },
  ],
};

/** Advertisers have no modes: their campaigns come first, and their tags after them. */
const ofAdvertisers: readonly TopSide[] = [
  { name: 'demand', movers: 'campaign', dimensions: ['campaign', 'own_creative'] },
  { name: 'supply', movers: 'tag', dimensions: ['tag', 'creative', 'country'] },
];

/** The sides that somebody sees in a mode, each with what may be listed; `isOneAccount` where a single account is looked at. */
export function topSides({ role }: { role: Role }, mode: Mode, isOneAccount: boolean): TopSide[] {
  const isAccountKnown = isOneAccount || accountRoles.includes(role);
  return (role === 'adv' ? ofAdvertisers : all[mode]).flatMap((side) => {
    if (!canUseDimension(role, side.movers)) return [];
    const dimensions = side.dimensions.filter(
      (key) => canUseDimension(role, key) && (key !== 'account' || !isAccountKnown),
    );
    return [{ ...side, dimensions }];
  });
}
