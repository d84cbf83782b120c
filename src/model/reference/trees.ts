import { environments } from '../supply/environments.ts';
import type { TreeName } from '../field/fields.ts';
import { apiFrameworks } from './apiFrameworks.ts';
import { connectionTypes } from './connectionTypes.ts';
import { countries, type Territory } from './countries.ts';
import { creativeAttributes } from './creativeAttributes.ts';
import { devices } from './devices.ts';
import { families } from './families.ts';
import { iabCategories } from './iabCategories.ts';
import { mediaTypes } from './mediaTypes.ts';
import { operatingSystems } from './operatingSystems.ts';
import { placements } from './placements.ts';
import { playerSizes } from './playerSizes.ts';
import { positions } from './positions.ts';
import { regions } from './regions.ts';
import type { TreeNode } from './tree.ts';
import { usStates } from './usStates.ts';

/**
 * The trees from which fields take their values. Countries are under their regions (some under two) and under "all".
 */
export const trees: Readonly<Record<TreeName, readonly TreeNode[]>> = {
  environments: environments.map(({ value, label }) => ({ id: value, label })),
  countries: [...regions, { id: 'all', label: 'All countries', children: countries.map(nodeOf) }],
  usStates: usStates.map(nodeOf),
  iabCategories,
  devices,
  operatingSystems,
  families,
  connectionTypes,
  playerSizes,
  placements,
  positions,
  mediaTypes: mediaTypes.map(({ value, label }) => ({ id: value, label })),
  creativeAttributes,
  apiFrameworks,
};

function nodeOf({ id, name }: Territory): TreeNode {
  return { id, label: name };
}
