import { flag, optionalInteger, references, tree } from '../field/fields.ts';
import { unknownPolicy } from './choices.ts';
import { dimensionGroups } from './dimensions.ts';

const tab = dimensionGroups.origins.label;

/** Targeting fields for the environment, and for who sells the request. */
export const origins = {
  environments: tree({ label: 'Environments', tree: 'environments', tab, column: 'optional', help: 'Empty = all.' }),
  excludedEnvironments: tree({
    label: 'Excluded environments',
    formerLabels: ['Environments left out'],
    tree: 'environments',
    tab,
    column: 'none',
  }),
  appListIds: references({
    label: 'App, site and IP lists',
    formerLabels: ['App, site and address lists'],
    target: 'appList',
    memberCount: 'appCount',
    tab,
    column: 'optional',
    help: 'A request must be on at least one list of each type. Block and allow modes are ignored here.',
  }),
  excludedAppListIds: references({
    label: 'Excluded lists',
    formerLabels: ['Lists left out'],
    target: 'appList',
    tab,
    column: 'none',
  }),
  pubListIds: references({
    label: 'Publisher lists',
    target: 'pubList',
    memberCount: 'pubCount',
    tab,
    column: 'none',
  }),
  excludedPubListIds: references({
    label: 'Excluded publisher lists',
    formerLabels: ['Publisher lists left out'],
    target: 'pubList',
    tab,
    column: 'none',
  }),
  creListIds: references({
    label: 'Creative lists',
    target: 'creList',
    memberCount: 'creCount',
    tab,
    column: 'none',
    help: 'Applied to the creatives in responses.',
  }),
  excludedCreListIds: references({
    label: 'Excluded creative lists',
    formerLabels: ['Creative lists left out'],
    target: 'creList',
    tab,
    column: 'none',
  }),
  schainMaxNodes: optionalInteger({
    label: 'Max supply chain nodes',
    formerLabels: ['Sellers at most'],
    min: 1,
    max: 20,
    tab,
    column: 'none',
    help: 'Maximum nodes in the supply chain (schain). Empty = no limit.',
  }),
  schainComplete: flag({ label: 'Complete supply chain', tab, column: 'none' }),
  directOnly: flag({ label: 'Direct sellers only', tab, column: 'none', help: 'Supply chain with at most one node.' }),
  unknownOrigins: unknownPolicy(tab),
};
