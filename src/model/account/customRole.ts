import { defineEntity } from '../entity/entity.ts';
import { flag, status, structure, text } from '../field/fields.ts';

/** A role that an account defines: it limits the managers who have it to some areas, to read or to change, and may hide money from them. */
export const customRole = defineEntity({
  name: 'role',
  label: 'Custom role',
  pluralLabel: 'Custom roles',
  table: 'roles',
  path: 'demand/roles',
  ownedBy: 'account',
  isServed: false,
  removal: 'archive',
  fields: {
    status: { ...status(), help: 'The managers of a paused or archived role have only their own pages.' },
    name: text({ label: 'Name', max: 100, unique: 'account' }),
    description: text({ label: 'Description', max: 500, default: '', column: 'optional' }),
    permissions: structure({
      label: 'Permissions',
      structure: 'rolePermissions',
      column: 'shown',
      help: 'Changing includes reading. Managers always have their own profile, password and saved views.',
    }),
    seesMoney: flag({
      label: 'Sees money',
      default: true,
      help: 'Off = no prices, budgets, revenue, margins and payouts, in the console, reports, mails and the API. Users cannot change prices either, so they cannot create campaigns.',
    }),
  },
  rules: (rule) => [
    rule(['permissions'], ({ permissions }) =>
      Object.values(permissions).some((use) => use !== undefined)
        ? []
        : [{ code: 'required', message: 'Select at least one area', path: 'permissions' }],
    ),
  ],
});

/** The fields that decide the rights of the managers of a custom role. */
export const rightsOfRole: ReadonlySet<string> = new Set(['permissions', 'seesMoney']);
