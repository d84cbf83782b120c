import { accountRoles, type Role } from '#model/index.ts';
import { canUseDimension, type DimensionKey } from '#reports/index.ts';
import { maySwitchMode, type ModeUser } from '../../frame/mode.ts';

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
    dimensions: ['account', 'channel', 'subpublisher', 'supplier', 'site', 'app', 'publisher', 'country'],
  },
  {
    name: 'demand',
    movers: 'tag',
    dimensions: ['tag', 'advertiser', 'campaign', 'adexchange', 'deal', 'marketplace_name', 'creative'],
  },
];

/** What only those who buy have. */
const bought: readonly DimensionKey[] = ['supplier', 'campaign', 'adexchange', 'deal'];

/** The sides that somebody sees, each with what may be listed; `isOneAccount` where a single account is looked at. */
export function topSides(user: ModeUser & { role: Role }, isOneAccount: boolean): TopSide[] {
  const { role } = user;
  const isAccountKnown = isOneAccount || accountRoles.includes(role);
  return all.flatMap((side) => {
    if (!canUseDimension(role, side.movers)) return [];
    const dimensions = side.dimensions.filter(
      (key) =>
        canUseDimension(role, key) &&
        (key !== 'account' || !isAccountKnown) &&
        (!bought.includes(key) || maySwitchMode(user)),
    );
    return [{ ...side, dimensions }];
  });
}
