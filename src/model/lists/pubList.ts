import { defineEntity } from '../entity/entity.ts';
import { choice, count, digest, status, text } from '../field/fields.ts';
import { listModeHelp, listModes } from './listModes.ts';

/** A named list of publishers, by the ID in requests. */
export const pubList = defineEntity({
  name: 'pubList',
  label: 'Publisher list',
  pluralLabel: 'Publisher lists',
  table: 'pub_lists',
  path: 'demand/publists',
  ownedBy: 'account',
  isServed: true,
  removal: 'archive',
  fields: {
    status: status(),
    name: text({ label: 'Name', unique: 'account' }),
    mode: choice({ label: 'Mode', help: listModeHelp, choices: listModes, default: 'block' }),
    description: text({ label: 'Description', max: 500, default: '', column: 'optional' }),
    pubCount: count({ label: 'Publishers' }),
    membersHash: digest({ label: 'Contents' }),
  },
});
