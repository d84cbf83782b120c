import { defineEntity } from '../entity/entity.ts';
import { choice, count, digest, status, text } from '../field/fields.ts';
import { listModeHelp, listModes } from './listModes.ts';

/** A named list of creatives, by creative ID or media URL. */
export const creList = defineEntity({
  name: 'creList',
  label: 'Creative list',
  pluralLabel: 'Creative lists',
  table: 'cre_lists',
  path: 'demand/crelists',
  ownedBy: 'account',
  isServed: true,
  removal: 'archive',
  fields: {
    status: status(),
    name: text({ label: 'Name', unique: 'account' }),
    mode: choice({ label: 'Mode', help: listModeHelp, choices: listModes, default: 'block' }),
    description: text({ label: 'Description', max: 500, default: '', column: 'optional' }),
    creCount: count({ label: 'Creatives' }),
    membersHash: digest({ label: 'Contents' }),
  },
});
