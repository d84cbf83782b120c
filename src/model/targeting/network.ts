import { texts, tree } from '../fields.ts';
import { unknowns } from './choices.ts';
import { dimensionGroups } from './dimensions.ts';

const tab = dimensionGroups.network.label;

/** How the viewer is connected. Addresses come from lists. */
export const network = {
  connections: tree({ label: 'Connections', tree: 'connectionTypes', tab, column: 'optional', help: 'Empty = all.' }),
  excludedConnections: tree({ label: 'Connections left out', tree: 'connectionTypes', tab, column: 'none' }),
  carriers: texts({
    label: 'Providers',
    item: 'provider',
    tab,
    help: 'Names of internet providers and carriers as requests tell them, in any case.',
  }),
  excludedCarriers: texts({ label: 'Providers left out', item: 'provider', tab }),
  unknownNetwork: unknowns(tab),
};
