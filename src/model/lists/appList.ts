import { defineEntity } from '../entity/entity.ts';
import { choice, count, digest, status, text } from '../field/fields.ts';
import { appListKinds, listModeHelp, listModes } from './listModes.ts';

/**
 * A named list of apps, sites or other properties of requests. Lists of the platform are available to every account.
 */
export const appList = defineEntity({
  name: 'appList',
  label: 'App list',
  pluralLabel: 'App lists',
  table: 'app_lists',
  path: 'demand/applists',
  ownedBy: 'shared',
  isServed: true,
  removal: 'archive',
  fields: {
    status: status(),
    name: text({ label: 'Name', unique: 'account' }),
    kind: choice({
      label: 'Type',
      formerLabels: ['Kind'],
      choices: appListKinds,
      default: 'bundle',
      isImmutable: true,
    }),
    mode: choice({ label: 'Mode', help: listModeHelp, choices: listModes, default: 'block' }),
    description: text({ label: 'Description', max: 500, default: '', column: 'optional' }),
    appCount: count({ label: 'Members' }),
    membersHash: digest({ label: 'Contents' }),
  },
});
