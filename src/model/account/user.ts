import { defineEntity } from '../entity/entity.ts';
import type { Fault } from '../entity/fault.ts';
import {
  choice,
  flag,
  instant,
  integer,
  optionalReference,
  references,
  status,
  structure,
  text,
} from '../field/fields.ts';

/** User types: the operator's admins, an account's own users, and the logins of its partners. */
export const userTypes = [
  { value: 'admin', label: 'Admin' },
  { value: 'demand', label: 'Demand' },
  { value: 'sub', label: 'Sub-publisher' },
  { value: 'adv', label: 'Advertiser' },
  { value: 'sdk', label: 'SDK' },
] as const;

export type UserType = (typeof userTypes)[number]['value'];

/** The roles of an account's managers, which limit what they may do. */
export const managerRoles = [
  { value: 'full', label: 'Full: everything except managers' },
  { value: 'trafficker', label: 'Trafficker: supply and demand' },
  { value: 'readonly', label: 'Read-only: views everything' },
  { value: 'finance', label: 'Finance: partners and reports' },
] as const;

export type ManagerRole = (typeof managerRoles)[number]['value'];

const loginStatus = { ...status(), help: 'A paused user cannot sign in.' };
const name = text({ label: 'Name' });
const login = text({
  label: 'Login',
  max: 100,
  unique: 'acrossAccounts',
  pattern: /^[^\s]*$/,
  patternText: 'Must not contain spaces',
  help: 'A name or an email address. Must be unique on the platform.',
});
const hasPassword = {
  ...flag({ label: 'Has a password', default: true, column: 'none' }),
  isGenerated: true,
} as const;
const type = choice({ label: 'Type', choices: userTypes, isImmutable: true });
const subpublisherId = optionalReference({
  label: 'Sub-publisher',
  target: 'subpublisher',
  isImmutable: true,
  shownWhen: { field: 'type', is: ['sub'] },
});
const advertiserId = optionalReference({
  label: 'Advertiser',
  target: 'advertiser',
  isImmutable: true,
  shownWhen: { field: 'type', is: ['adv'] },
});
const timezone = integer({
  label: 'Time zone',
  min: -12,
  max: 12,
  default: 0,
  unit: 'hours from UTC',
  shownWhen: { field: 'type', is: ['admin', 'sub', 'adv'] },
  help: 'Users of the account itself have the time zone of the account.',
});
const managerRole = choice({ label: 'Role', choices: managerRoles, default: 'full' });
const scopeAdvertiserIds = references({
  label: 'Only these advertisers',
  target: 'advertiser',
  column: 'optional',
  help: 'Empty = all advertisers of the account.',
});
const scopeSubpublisherIds = references({
  label: 'Only these sub-publishers',
  target: 'subpublisher',
  column: 'optional',
  help: 'Empty = all sub-publishers of the account.',
});
const roleId = optionalReference({
  label: 'Custom role',
  target: 'role',
  column: 'optional',
  help: 'Limits the role further, to the areas of the custom role. Empty = no further limit.',
});
const lastLoginAt = instant({ label: 'Last sign-in' });

/** A user that can sign in. */
export const user = defineEntity({
  name: 'user',
  label: 'User',
  pluralLabel: 'Users',
  table: 'users',
  path: 'users',
  ownedBy: 'platform',
  isServed: false,
  removal: 'archive',
  hashes: ['password'],
  fields: {
    status: loginStatus,
    name,
    login,
    hasPassword,
    type,
    demandId: optionalReference({
      label: 'Demand account',
      target: 'demand',
      isImmutable: true,
      shownWhen: { field: 'type', is: ['demand', 'sub', 'adv', 'sdk'] },
    }),
    subpublisherId,
    advertiserId,
    timezone,
    managerId: {
      ...optionalReference({ label: 'Manager of', target: 'user', column: 'optional' }),
      isGenerated: true,
    },
    managerRole: { ...managerRole, isGenerated: true, column: 'none' },
    roleId: { ...roleId, isGenerated: true, column: 'none' },
    scopeAdvertiserIds: { ...scopeAdvertiserIds, isGenerated: true, column: 'none' },
    scopeSubpublisherIds: { ...scopeSubpublisherIds, isGenerated: true, column: 'none' },
    contacts: { ...structure({ label: 'Contacts', structure: 'contacts' }), isGenerated: true },
    dailyMail: { ...flag({ label: 'Daily mail', column: 'none' }), isGenerated: true },
    isSuper: { ...flag({ label: 'Super admin', column: 'optional' }), isGenerated: true },
    lastLoginAt,
  },
  rules: (rule) => [
    rule(['type', 'demandId'], (row) => requirementFaults(row, 'demandId', row.type !== 'admin')),
    rule(['type', 'subpublisherId'], (row) => requirementFaults(row, 'subpublisherId', row.type === 'sub')),
    rule(['type', 'advertiserId'], (row) => requirementFaults(row, 'advertiserId', row.type === 'adv')),
  ],
});

/** A team login of an account: a demand user with a manager, limited by its role and scope. */
export const manager = defineEntity({
  name: 'manager',
  label: 'Manager',
  pluralLabel: 'Managers',
  table: 'users',
  path: 'demand/managers',
  ownedBy: 'account',
  partOf: { entity: 'user', where: { type: ['demand'], managerId: 'set' } },
  isServed: false,
  removal: 'archive',
  hashes: ['password'],
  fields: {
    status: loginStatus,
    name,
    login,
    hasPassword,
    managerRole,
    roleId,
    scopeAdvertiserIds,
    scopeSubpublisherIds,
    lastLoginAt,
  },
});

/** A login of an account for a partner, or for the developers of its SDK apps. */
export const partnerLogin = defineEntity({
  name: 'login',
  label: 'Partner user',
  pluralLabel: 'Partner users',
  table: 'users',
  path: 'demand/logins',
  ownedBy: 'account',
  partOf: { entity: 'user', where: { type: ['sub', 'adv', 'sdk'] } },
  isServed: false,
  removal: 'archive',
  hashes: ['password'],
  fields: {
    status: loginStatus,
    name,
    login,
    hasPassword,
    type: choice({
      label: 'Type',
      choices: [userTypes[2], userTypes[3], userTypes[4]],
      isImmutable: true,
      help: 'Sub-publishers and advertisers see their own numbers. SDK users manage the apps.',
    }),
    subpublisherId,
    advertiserId,
    timezone: { ...timezone, shownWhen: { field: 'type', is: ['sub', 'adv'] } },
    lastLoginAt,
  },
  rules: (rule) => [
    rule(['type', 'subpublisherId'], (row) => requirementFaults(row, 'subpublisherId', row.type === 'sub')),
    rule(['type', 'advertiserId'], (row) => requirementFaults(row, 'advertiserId', row.type === 'adv')),
  ],
});

/** The fields that decide the rights of a manager, whose sessions end when one of them changes. */
export const managerRights: ReadonlySet<string> = new Set([
  'managerRole',
  'roleId',
  'scopeAdvertiserIds',
  'scopeSubpublisherIds',
]);

/** The fault of a reference that a user's type requires but is missing, or forbids but is set. */
function requirementFaults<P extends string>(
  row: { type: string } & Record<P, number | null>,
  path: P,
  isNeeded: boolean,
): Fault[] {
  if (isNeeded && row[path] === null) return [{ code: 'required', message: `Required for type ${row.type}`, path }];
  if (!isNeeded && row[path] !== null)
    return [{ code: 'not_allowed', message: `Not allowed for type ${row.type}`, path }];
  return [];
}
