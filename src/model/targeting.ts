import { defineEntity } from './entity.ts';
import { status, structure, summary, text } from './fields.ts';
import { content } from './targeting/content.ts';
import { devices } from './targeting/devices.ts';
import { dimensionGroups } from './targeting/dimensions.ts';
import { geography } from './targeting/geography.ts';
import { network } from './targeting/network.ts';
import { origins } from './targeting/origins.ts';
import { player } from './targeting/player.ts';
import { privacy } from './targeting/privacy.ts';
import { summaryOf, summarySeparator } from './targeting/summaryOf.ts';
import { areaFaults, pairFaults, pairs, sizeFaults } from './targeting/targetingFaults.ts';

/** A reusable description of the traffic that an object wants: a request must pass every dimension that it narrows. */
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
    ...devices,
    ...origins,
    ...network,
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
