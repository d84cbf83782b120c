import { expect, test } from 'vitest';
import { type Entity, type EntityName, type Fields, user, tag } from '#model/index.ts';
import { ofEdition } from './useEditionEntity.ts';

const entityOf = (entity: unknown) => entity as Entity<Fields, EntityName>;

test('a field of another edition is nowhere, one of all editions everywhere', () => {
  const plain = Object.keys(ofEdition(entityOf(tag), null).fields);
  expect(plain).toContain('name');
  expect(plain).not.toContain('creListIds');
  expect(Object.keys(ofEdition(entityOf(tag), 'V2V').fields)).toContain('creListIds');
  expect(Object.keys(ofEdition(entityOf(tag), 'CTVMediaV2V').fields)).toEqual(plain);
});

test('an entity that all editions have alike is itself', () => {
  expect(ofEdition(entityOf(user), null)).toBe(entityOf(user));
});
