import { describe, expect, test } from 'vitest';
import { parseScimFilter } from './parseScimFilter.ts';
import { ScimFault } from './scimFault.ts';
import { patchedScimGroup, scimGroupOf } from './scimGroupValues.ts';
import { patchedScimUser, scimUserOf } from './scimUserValues.ts';

const jane = { userName: 'jane@company.example', displayName: 'Jane Doe', externalId: 'e1', isActive: true };
const patch = (...operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: operations,
});

describe('users', () => {
  test('have the name that is sent, in one of its forms', () => {
    const named = (more: object) => scimUserOf({ userName: 'jane', ...more }, true).displayName;
    expect(named({ displayName: 'Jane D.', name: { formatted: 'x' } })).toBe('Jane D.');
    expect(named({ name: { formatted: 'Jane Doe' } })).toBe('Jane Doe');
    expect(named({ name: { givenName: 'Jane', familyName: 'Doe' } })).toBe('Jane Doe');
    expect(named({ emails: [{ value: 'x', primary: true }], title: 'CEO' })).toBe('');
  });

  test.each([
    ['Okta deactivates', { op: 'replace', value: { active: false } }],
    ['Entra ID deactivates', { op: 'Replace', path: 'active', value: 'False' }],
    ['Entra ID deactivates without a path', { op: 'Replace', value: { active: 'False' } }],
    ['with the schema', { op: 'replace', path: 'urn:ietf:params:scim:schemas:core:2.0:User:active', value: false }],
  ])('%s', (_title, operation) => {
    expect(patchedScimUser(jane, patch(operation))).toEqual({ ...jane, isActive: false });
  });

  test('change in several operations, with and without paths; unknown attributes are ignored', () => {
    const changed = patchedScimUser(
      jane,
      patch(
        { op: 'Replace', path: 'userName', value: 'jd@company.example' },
        { op: 'Add', path: 'name.givenName', value: 'Janet' },
        { op: 'Add', path: 'name.familyName', value: 'Dole' },
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'other@company.example' },
        { op: 'replace', value: { 'name.honorificPrefix': 'Dr', externalId: 'e2', department: 'Ads' } },
      ),
    );
    expect(changed).toEqual({ ...jane, userName: 'jd@company.example', displayName: 'Janet Dole', externalId: 'e2' });
    expect(patchedScimUser(jane, patch({ op: 'remove', path: 'externalId' })).externalId).toBeNull();
  });

  test.each([
    [{}],
    [patch()],
    [patch({ op: 'move', path: 'active', value: true })],
    [patch({ op: 'replace', path: 'active', value: 'maybe' })],
    [patch({ op: 'replace', value: 'active' })],
    [patch({ op: 'remove', path: 'userName' })],
    [patch({ op: 'replace', path: 'userName', value: { toString: 1 } })],
  ])('refuse %j', (body) => {
    expect(() => patchedScimUser(jane, body)).toThrow(ScimFault);
  });

  test('are not changed by names of prototypes', () => {
    const body = JSON.parse(
      '{"Operations":[{"op":"add","value":{"__proto__":{"isActive":false},"constructor":{"x":1}}}]}',
    );
    expect(patchedScimUser(jane, body)).toEqual(jane);
    expect(Object.hasOwn(Object.prototype, 'isActive')).toBe(false);
  });
});

describe('groups', () => {
  const group = { name: 'AdOps', externalId: null, memberIds: [1, 2] };

  test('are read with their members', () => {
    const body = { displayName: ' AdOps ', externalId: 'g', members: [{ value: '7', display: 'Jane' }, { value: 8 }] };
    expect(scimGroupOf(body)).toEqual({ name: 'AdOps', externalId: 'g', memberIds: [7, 8] });
  });

  test.each([
    [[{ op: 'Add', path: 'members', value: [{ value: '3' }] }], [1, 2, 3]],
    [[{ op: 'Remove', path: 'members', value: [{ value: '1' }] }], [2]],
    [[{ op: 'remove', path: 'members[value eq "2"]' }], [1]],
    [[{ op: 'remove', path: 'members' }], []],
    [[{ op: 'replace', path: 'members', value: [{ value: '9' }] }], [9]],
    [[{ op: 'replace', value: { id: 'x', displayName: 'Ads', members: [{ value: '4' }] } }], [4]],
  ])('%j leaves the members %j', (operations, memberIds) => {
    expect(patchedScimGroup(group, patch(...operations)).memberIds).toEqual(memberIds);
  });

  test.each([
    { op: 'add', path: 'members', value: [{ value: 'abc' }] },
    { op: 'add', path: 'members.value', value: [{ value: '1' }] },
    { op: 'replace', path: 'displayName', value: '' },
  ])('refuse %j', (operation) => {
    expect(() => patchedScimGroup(group, patch(operation))).toThrow(ScimFault);
  });
});

describe('filters', () => {
  test('compare one attribute with a text', () => {
    expect(parseScimFilter('userName eq "Jane \\"J\\" Doe"', ['userName'])).toEqual({
      attribute: 'username',
      value: 'Jane "J" Doe',
    });
    expect(parseScimFilter('urn:ietf:params:scim:schemas:core:2.0:User:externalId EQ "e"', ['externalId'])).toEqual({
      attribute: 'externalid',
      value: 'e',
    });
    expect(parseScimFilter(undefined, ['userName'])).toBeNull();
  });

  test.each(['', 'userName', 'userName co "a"', 'userName eq a', 'userName eq "a" or 1 eq 1', 'title eq "a"'])(
    '%j is refused',
    (filter) => {
      expect(() => parseScimFilter(filter, ['userName'])).toThrow(ScimFault);
    },
  );
});
