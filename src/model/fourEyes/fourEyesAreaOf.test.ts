import { describe, expect, test } from 'vitest';
import { capabilities } from '../account/capabilities.ts';
import type { FieldChange } from '../entity/changes.ts';
import { entityList, type EntityName } from '../entity/entities.ts';
import { type Action, isAllowed, type Role } from '../entity/permissions.ts';
import { fourEyesAreaOf } from './fourEyesAreaOf.ts';

const actions: readonly Action[] = ['read', 'create', 'update', 'delete'];

const change = (field: string, to: unknown = 'x', more: Partial<FieldChange> = {}): FieldChange => ({
  ...{ field, from: null, to },
  ...more,
});
const areaOf = (action: Parameters<typeof fourEyesAreaOf>[0]['action'], entity: string, ...fields: FieldChange[]) =>
  fourEyesAreaOf({ action, entity, fields });

describe('the area of a change that needs a second person', () => {
  test.each(['settlement', 'adjustment', 'invoiceSettings'])('is payouts for each %s', (entity) => {
    expect(areaOf('created', entity)).toBe('payouts');
  });

  test('is payouts for payments and voids of invoices, not for issuing and sending them', () => {
    expect(areaOf('updated', 'invoice', change('collected'))).toBe('payouts');
    expect(areaOf('updated', 'invoice', change('correctedBy'))).toBe('payouts');
    expect(areaOf('created', 'invoice', change('total'))).toBeNull();
    expect(areaOf('updated', 'invoice', change('sentAt'))).toBeNull();
  });

  test('is prices for prices of accounts and exchange rates, not for other fields of accounts', () => {
    expect(areaOf('updated', 'demand', change('name'), change('priceDsp'))).toBe('prices');
    expect(areaOf('created', 'demand', change('priceReq', '0.00'))).toBe('prices');
    expect(areaOf('created', 'pricePlan')).toBe('prices');
    expect(areaOf('updated', 'exchangeRate', change('rate'))).toBe('prices');
    expect(areaOf('updated', 'demand', change('name'))).toBeNull();
  });

  test('is roles for new users who administer, not for those of partners', () => {
    expect(areaOf('created', 'user', change('type', 'admin'))).toBe('roles');
    expect(areaOf('created', 'user', change('type', 'demand'))).toBe('roles');
    expect(areaOf('created', 'manager', change('name'))).toBe('roles');
    expect(areaOf('created', 'user', change('type', 'sdk'))).toBeNull();
    expect(areaOf('created', 'login', change('type', 'adv'))).toBeNull();
  });

  test('is roles for what decides rights of users, and for activating them', () => {
    for (const field of ['managerRole', 'roleId', 'scopeAdvertiserIds', 'scopeSubpublisherIds', 'login', 'isSuper']) {
      expect(areaOf('updated', 'manager', change(field)), field).toBe('roles');
    }
    expect(areaOf('status', 'user', change('status', 1))).toBe('roles');
    expect(areaOf('updated', 'user', change('name'))).toBeNull();
  });

  test('is none for taking rights away: suspending, erasing, pausing a role, removing a provider', () => {
    expect(areaOf('status', 'user', change('status', 0))).toBeNull();
    expect(areaOf('updated', 'user', change('login', null, { isSecret: true }))).toBeNull();
    expect(areaOf('status', 'role', change('status', 0))).toBeNull();
    expect(areaOf('deleted', 'identityProvider')).toBeNull();
    expect(areaOf('updated', 'identityProvider', change('isEnabled', false, { from: true }))).toBeNull();
    expect(areaOf('updated', 'identityProvider', change('isEnabled', true))).toBe('roles');
    expect(
      areaOf('updated', 'identityProvider', change('isEnabled', false, { from: true }), change('groupRoles')),
    ).toBe('roles');
  });

  test('is none for making a manager read-only, if its role had all of that', () => {
    const toReadOnly = (from: string) => ({ field: 'managerRole', from, to: 'readonly' });
    expect(areaOf('updated', 'manager', toReadOnly('full'))).toBeNull();
    expect(areaOf('updated', 'user', toReadOnly('trafficker'))).toBeNull();
    expect(areaOf('updated', 'manager', toReadOnly('finance'))).toBe('roles');
    expect(areaOf('updated', 'manager', toReadOnly('full'), change('roleId'))).toBe('roles');
    const rightsOf = (role: Role) =>
      entityList.flatMap(({ name }) =>
        actions.filter((action) => isAllowed(role, name as EntityName, action)).map((action) => `${name} ${action}`),
      );
    const usesOf = (role: Role) =>
      Object.entries(capabilities).flatMap(([name, { roles }]) => (roles.includes(role) ? name : []));
    for (const role of ['full', 'trafficker'] as const) {
      expect(rightsOf(role)).toEqual(expect.arrayContaining(rightsOf('readonly')));
      expect(usesOf(role)).toEqual(expect.arrayContaining(usesOf('readonly')));
    }
  });

  test('is roles for permissions of roles and settings of identity providers', () => {
    expect(areaOf('updated', 'role', change('permissions'))).toBe('roles');
    expect(areaOf('status', 'role', change('status', 1))).toBe('roles');
    expect(areaOf('updated', 'identityProvider', change('groupRoles'))).toBe('roles');
    expect(areaOf('updated', 'identityProvider', change('verifiedDomain'))).toBe('roles');
    expect(areaOf('updated', 'identityProvider', change('clientSecret', null, { isSecret: true }))).toBe('roles');
    expect(areaOf('created', 'role', change('permissions'))).toBeNull();
    expect(areaOf('updated', 'identityProvider', change('name'))).toBeNull();
  });

  test('is none for everything else', () => {
    expect(areaOf('updated', 'tag', change('priceReq'))).toBeNull();
    expect(areaOf('login', 'user', change('login'))).toBeNull();
    expect(areaOf('export', 'exchangeRate')).toBeNull();
  });
});
