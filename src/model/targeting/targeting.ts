import { defineEntity } from '../entity/entity.ts';
import { status, structure, summary, text } from '../field/fields.ts';
import { content } from './content.ts';
import { deviceDimensions } from './deviceDimensions.ts';
import { dimensionGroups } from './dimensions.ts';
import { geography } from './geography.ts';
import { networkDimensions } from './networkDimensions.ts';
import { origins } from './origins.ts';
import { player } from './player.ts';
import { privacy } from './privacy.ts';
import { summaryOf, summarySeparator } from './summaryOf.ts';
import { areaFaults, pairFaults, pairs, sizeFaults } from './targetingFaults.ts';

/** A reusable set of conditions on requests: a request must pass every restricted dimension. */
export const targeting = defineEntity({
  name: 'targeting',
  label: 'Targeting',
  pluralLabel: 'Targetings',
  table: 'targetings',
  path: 'demand/targetings',
  ownedBy: 'account',
  isServed: true,
  removal: 'archive',
  fields: {
    status: { ...status(), help: 'A paused targeting is not applied.' },
    name: text({ label: 'Name', unique: 'account', tab: 'Common' }),
    summary: summary({ label: 'Summary', formerLabels: ['Narrows to'], parts: summarySeparator }),
    notes: text({ label: 'Notes', max: 2000, default: '', column: 'optional', tab: 'Common' }),
    ...geography,
    ...deviceDimensions,
    ...origins,
    ...networkDimensions,
    ...player,
    ...content,
    ...privacy,
    hours: structure({ label: 'Hours of the week', structure: 'hours', tab: dimensionGroups.time.label }),
  },
  rules: (rule) => [
    ...pairs.map((pair) => rule(pair, (row) => pairFaults(row, pair))),
    rule(['areas'], (row) => areaFaults(row, 'areas')),
    rule(['excludedAreas'], (row) => areaFaults(row, 'excludedAreas')),
    rule(pairs.flat(), sizeFaults),
  ],
  derive: (row) => ({ summary: summaryOf(row) }),
});
