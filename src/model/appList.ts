import { defineEntity } from './entity.ts';
import { choice, count, status, text, texts } from './fields.ts';
import { listModes } from './listModes.ts';

/** A named list of apps, by bundle or store id. Those of the platform are there for every account. */
export const appList = defineEntity({
  name: 'appList',
  label: 'App list',
  pluralLabel: 'App lists',
  table: 'app_lists',
  path: 'demand/applists',
  ownedBy: 'shared',
  isServed: false,
  removal: 'archive',
  fields: {
    status: status(),
    name: text({ label: 'Name', unique: 'account' }),
    mode: choice({ label: 'Mode', choices: listModes, default: 'block' }),
    description: text({ label: 'Description', max: 500, default: '', column: 'optional' }),
    appCount: count({ label: 'Apps' }),
    items: texts({ label: 'Members', item: 'app', help: 'Bundles or store ids, one per line.' }),
  },
  derive: ({ items }) => ({ appCount: items.length }),
});
