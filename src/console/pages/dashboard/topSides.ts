import { accountRoles, type Role } from '#model/index.ts';
import { canUseDimension, type DimensionKey } from '#reports/index.ts';

/** The tables of one side of the dashboard: what moved, and by what the largest are listed, the first at first. */
export interface TopSide {
  /** Name of the choice in the address. */
  name: 'supply' | 'demand';
  movers: 'channel' | 'tag';
  dimensions: DimensionKey[];
}

const all: readonly TopSide[] = [
  {
    name: 'supply',
    movers: 'channel',
    dimensions: ['account', 'channel', 'subpublisher', 'site', 'app', 'publisher', 'country'],
  },
  { name: 'demand', movers: 'tag', dimensions: ['tag', 'advertiser', 'marketplace_name', 'creative'] },
];

/** The sides that somebody sees, each with what may be listed; `isOneAccount` where a single account is looked at. */
export function topSides({ role }: { role: Role }, isOneAccount: boolean): TopSide[] {
  const isAccountKnown = isOneAccount || accountRoles.includes(role);
  return all.flatMap((side) => {
    if (!canUseDimension(role, side.movers)) return [];
    const dimensions = side.dimensions.filter(
      (key) => canUseDimension(role, key) && (key !== 'account' || !isAccountKnown),
    );
    return [{ ...side, dimensions }];
  });
}
