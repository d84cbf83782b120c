import { expect, test } from 'vitest';
import { groupsIn } from './groupsIn.ts';

test('groups are a list, or one text, in the named claim', () => {
  expect(groupsIn({ groups: ['a', 'b', 3] }, 'groups')).toEqual(['a', 'b']);
  expect(groupsIn({ groups: 'a' }, 'groups')).toEqual(['a']);
  expect(groupsIn({ groups: [] }, 'groups')).toEqual([]);
});

test('the name of a claim may contain dots, or be a path', () => {
  expect(groupsIn({ 'https://x.example/groups': ['a'] }, 'https://x.example/groups')).toEqual(['a']);
  expect(groupsIn({ realm_access: { roles: ['a'] } }, 'realm_access.roles')).toEqual(['a']);
});

test.each(['missing', 'realm_access.missing', 'constructor.name', '__proto__', ''])('%j has no groups', (name) => {
  expect(groupsIn({ realm_access: { roles: ['a'] } }, name)).toBeNull();
});
