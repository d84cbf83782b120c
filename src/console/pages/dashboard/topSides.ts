import { accountRoles, type Role } from '#model/index.ts';
import { canUseDimension, type DimensionKey } from '#reports/index.ts';
import type { Mode } from '../../frame/navigation/modes.ts';

/** The tables of one side of the dashboard: its movers, and the dimensions of its top table, default first. */
export interface TopSide {
  /** Name of the choice in the URL. */
  name: 'supply' | 'demand';
  movers: 'channel' | 'tag' | 'supplier' | 'campaign';
  dimensions: DimensionKey[];
}

/** The sides of each mode. */
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
      // Campaigns compete in channels too.
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

/** Advertisers have no modes: campaigns come first, then tags. */
const ofAdvertisers: readonly TopSide[] = [
  { name: 'demand', movers: 'campaign', dimensions: ['campaign', 'own_creative'] },
  { name: 'supply', movers: 'tag', dimensions: ['tag', 'creative', 'country'] },
];

/**
 * The sides that a role sees in a mode, each with its allowed dimensions. `isOneAccount`: whether the dashboard is
 * filtered to a single account.
 */
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
