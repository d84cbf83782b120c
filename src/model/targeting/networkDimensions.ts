import { texts, tree } from '../field/fields.ts';
import { unknownPolicy } from './choices.ts';
import { dimensionGroups } from './dimensions.ts';

const tab = dimensionGroups.network.label;

/** Targeting fields for the viewer's connection. Addresses come from lists. */
export const networkDimensions = {
  connections: tree({ label: 'Connections', tree: 'connectionTypes', tab, column: 'optional', help: 'Empty = all.' }),
  excludedConnections: tree({
    label: 'Excluded connections',
    formerLabels: ['Connections left out'],
    tree: 'connectionTypes',
    tab,
    column: 'none',
  }),
  carriers: texts({
    label: 'ISPs and carriers',
    formerLabels: ['Providers'],
    item: 'provider',
    tab,
    help: 'Names as requests declare them, not case-sensitive.',
  }),
  excludedCarriers: texts({
    label: 'Excluded ISPs and carriers',
    formerLabels: ['Providers left out'],
    item: 'provider',
    tab,
  }),
  unknownNetwork: unknownPolicy(tab),
};
