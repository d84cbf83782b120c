import { defineEntity, type Fault } from './entity.ts';
import { choice, flag, instant, integer, optionalReference, secret, status, text } from './fields.ts';

/** Who may sign in: the operator's admins, an account's own people, and its partners. */
export const userTypes = [
  { value: 'admin', label: 'Admin' },
  { value: 'demand', label: 'Demand' },
  { value: 'sub', label: 'Sub-publisher' },
  { value: 'adv', label: 'Advertiser' },
  { value: 'sdk', label: 'SDK' },
] as const;

/** One of the user types. */
export type UserType = (typeof userTypes)[number]['value'];

/** A login. */
export const user = defineEntity({
  name: 'user',
  label: 'User',
  pluralLabel: 'Users',
  table: 'users',
  path: 'users',
  ownedBy: 'platform',
  isServed: false,
  removal: 'archive',
  fields: {
    status: status(),
    name: text({ label: 'Name' }),
    login: text({
      label: 'Login',
      max: 100,
      unique: 'platform',
      pattern: /^[^\s]*$/,
      patternText: 'No spaces',
      help: 'A name or an e-mail address; unique on the platform.',
    }),
    password: secret({ label: 'Password', help: 'At least 10 characters.' }),
    type: choice({ label: 'Type', choices: userTypes, isImmutable: true }),
    demandId: optionalReference({ label: 'Demand account', target: 'demand', isImmutable: true }),
    subpublisherId: optionalReference({ label: 'Sub-publisher', target: 'subpublisher', isImmutable: true }),
    advertiserId: optionalReference({ label: 'Advertiser', target: 'advertiser', isImmutable: true }),
    timezone: integer({ label: 'Time zone', min: -12, max: 12, default: 0, unit: 'hours from UTC' }),
    isSuper: { ...flag({ label: 'Super admin', column: 'optional' }), isGenerated: true },
    lastLoginAt: instant({ label: 'Last login' }),
  },
  check(row): Fault[] {
    const faults: Fault[] = [];
    const require = (path: 'demandId' | 'subpublisherId' | 'advertiserId', isNeeded: boolean) => {
      if (isNeeded && row[path] === null)
        faults.push({ code: 'required', message: `Required for type ${row.type}`, path });
      if (!isNeeded && row[path] !== null)
        faults.push({ code: 'not_allowed', message: `Not for type ${row.type}`, path });
    };
    require('demandId', row.type !== 'admin');
    require('subpublisherId', row.type === 'sub');
    require('advertiserId', row.type === 'adv');
    return faults;
  },
});
