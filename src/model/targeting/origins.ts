import { flag, optionalInteger, references, tree } from '../fields.ts';
import { unknowns } from './choices.ts';
import { dimensionGroups } from './dimensions.ts';

const tab = dimensionGroups.origins.label;

/** Where the ad is shown, and who sells it. */
export const origins = {
  environments: tree({ label: 'Environments', tree: 'environments', tab, column: 'optional', help: 'Empty = all.' }),
  excludedEnvironments: tree({ label: 'Environments left out', tree: 'environments', tab, column: 'none' }),
  appListIds: references({
    label: 'App, site and address lists',
    target: 'appList',
    memberCount: 'appCount',
    tab,
    column: 'optional',
    help: 'Of each kind of list, one must name the request. Allow or block does not matter here.',
  }),
  excludedAppListIds: references({ label: 'Lists left out', target: 'appList', tab, column: 'none' }),
  pubListIds: references({
    label: 'Publisher lists',
    target: 'pubList',
    memberCount: 'pubCount',
    tab,
    edition: 'V2V',
    column: 'none',
  }),
  excludedPubListIds: references({
    label: 'Publisher lists left out',
    target: 'pubList',
    tab,
    edition: 'V2V',
    column: 'none',
  }),
  creListIds: references({
    label: 'Creative lists',
    target: 'creList',
    memberCount: 'creCount',
    tab,
    edition: 'V2V',
    column: 'none',
    help: 'Judge what demand answers with.',
  }),
  excludedCreListIds: references({
    label: 'Creative lists left out',
    target: 'creList',
    tab,
    edition: 'V2V',
    column: 'none',
  }),
  schainMaxNodes: optionalInteger({
    label: 'Sellers at most',
    min: 1,
    max: 20,
    tab,
    column: 'none',
    help: 'Nodes of the supply chain. Empty = any number.',
  }),
  schainComplete: flag({ label: 'Complete supply chain', tab, column: 'none' }),
  directOnly: flag({ label: 'Direct sellers only', tab, column: 'none', help: 'A chain of one node at most.' }),
  unknownOrigins: unknowns(tab),
};
