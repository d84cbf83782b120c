import { expect, test } from 'vitest';
import { type Entity, type EntityName, exchangeRate, type Fields, tag } from '#model/index.ts';
import { restrictToEdition, type FieldRights } from './useEditionEntity.ts';

const none = { showPostbidPix: false, showPostbidWh: false };
const of = (edition: FieldRights['edition'], features: FieldRights['features'] = none) => ({ edition, features });
const entityOf = (entity: unknown) => entity as Entity<Fields, EntityName>;

test('fields of other editions are left out, fields of all editions stay', () => {
  const plain = Object.keys(restrictToEdition(entityOf(tag), of(null)).fields);
  expect(plain).toContain('name');
  expect(plain).not.toContain('creListIds');
  expect(Object.keys(restrictToEdition(entityOf(tag), of('V2V')).fields)).toContain('creListIds');
  expect(Object.keys(restrictToEdition(entityOf(tag), of('CTVMediaV2V')).fields)).toEqual(plain);
});

test('an entity without edition-specific fields is returned as it is', () => {
  expect(restrictToEdition(entityOf(exchangeRate), of(null))).toBe(entityOf(exchangeRate));
});

test('fields of a feature are shown to accounts that have it', () => {
  const names = (features: FieldRights['features']) =>
    Object.keys(restrictToEdition(entityOf(tag), of(null, features)).fields);
  expect(names(none)).not.toContain('postbidPix');
  expect(names({ ...none, showPostbidPix: true })).toContain('postbidPix');
  expect(names({ ...none, showPostbidPix: true })).not.toContain('postbidWh');
});

test('fields of money are removed for users whose role hides it', () => {
  const seen = restrictToEdition(entityOf(tag), { ...of(null), hidesMoney: true });
  expect(Object.values(seen.fields).some(({ isMoney }) => isMoney)).toBe(false);
  expect(Object.keys(seen.fields)).toContain('impsPerDay');
  expect(seen.hidesMoney).toBe(true);
});
