import { describe, expect, test } from 'vitest';
import { channel } from '../supply/channel.ts';
import { entities, entityList } from './entities.ts';
import { createSchema, faultsOf, updateSchema } from './entity.ts';
import type { ShownWhen } from '../field/choice.ts';
import { isAllowed, permissions } from './permissions.ts';
import { rowFaults } from './rowRules.ts';
import { tag } from '../demand/tag.ts';
import { user } from '../account/user.ts';

type Condition = Extract<ShownWhen, { field: string }>;

function conditionsOf(shownWhen: ShownWhen | undefined): Condition[] {
  if (!shownWhen) return [];
  if ('all' in shownWhen) return shownWhen.all.flatMap(conditionsOf);
  return 'any' in shownWhen ? shownWhen.any.flatMap(conditionsOf) : [shownWhen];
}

describe('entity definitions', () => {
  test('every reference points to an entity', () => {
    const targets = entityList.flatMap((entity) => Object.values(entity.fields).flatMap((field) => field.target ?? []));
    for (const target of targets) expect(Object.keys(entities)).toContain(target);
  });

  test('every conditionally shown field depends on a field of its own entity and its values', () => {
    for (const entity of entityList) {
      for (const field of Object.values(entity.fields)) {
        for (const { field: name, is } of conditionsOf(field.shownWhen)) {
          const field = entity.fields[name];
          const values = field?.kind === 'flag' ? [true, false] : field?.choices?.map((each) => each.value);
          expect(values).toEqual(expect.arrayContaining([...is]));
        }
      }
    }
  });

  test('names, tables and routes are unique', () => {
    for (const key of ['name', 'path'] as const) {
      expect(new Set(entityList.map((entity) => entity[key])).size).toBe(entityList.length);
    }
    const whole = entityList.filter((entity) => !entity.partOf);
    expect(new Set(whole.map(({ table }) => table)).size).toBe(whole.length);
  });

  test('a part has the table of its whole, and only fields of the whole', () => {
    for (const part of entityList.filter((entity) => entity.partOf)) {
      const whole = entityList.find(({ name }) => name === part.partOf?.entity);
      expect(part.table).toBe(whole?.table);
      expect(Object.keys(whole?.fields ?? {})).toEqual(expect.arrayContaining(Object.keys(part.fields)));
    }
  });
});

describe('the create schema', () => {
  test('applies the defaults', () => {
    expect(createSchema(channel).parse({ name: '  News  ' })).toMatchObject({
      name: 'News',
      status: 1,
      floor: '0.00',
      timeoutMs: 1500,
      subpublisherId: null,
    });
  });

  test('reports every fault at once', () => {
    const parsed = createSchema(channel).safeParse({
      name: '',
      floor: '1.23456',
      timeoutMs: 50,
      nonsense: 1,
      uid: 'mine',
    });
    expect(parsed.success).toBe(false);
    const paths = parsed.error ? faultsOf(parsed.error).map((fault) => fault.path) : [];
    expect(paths.toSorted()).toEqual(['floor', 'name', 'nonsense', 'timeoutMs', 'uid']);
  });

  test.each(['-1', '1001', '1e3', 'abc', 2.5])('refuses the price %j', (rate) => {
    expect(createSchema(tag).safeParse({ name: 'T', advertiserId: 1, rate }).success).toBe(false);
  });

  test.each(['javascript:alert(1)', 'ftp://x.example/', '//x.example', 'https://', 'https://a b.example'])(
    'refuses the URL %j',
    (url) => {
      expect(createSchema(tag).safeParse({ name: 'T', advertiserId: 1, url }).success).toBe(false);
    },
  );

  test('accepts a URL with macros', () => {
    const url = 'https://ads.example/tag?cb=[CACHEBUSTING]&gdpr=${GDPR}';
    expect(createSchema(tag).parse({ name: 'T', advertiserId: 1, url })).toMatchObject({ url });
  });
});

describe('the update schema', () => {
  test('adds no defaults to a change', () => {
    expect(updateSchema(channel).parse({ name: 'Other' })).toEqual({ name: 'Other' });
  });

  test('rejects fields that are fixed at creation', () => {
    expect(updateSchema(user).safeParse({ type: 'admin' }).success).toBe(false);
  });
});

describe('checks of a whole row', () => {
  test('a tag needs the fields of its source', () => {
    const row = createSchema(tag).parse({ name: 'T', advertiserId: 1 });
    expect(rowFaults(tag, row)).toEqual([expect.objectContaining({ path: 'url' })]);
    expect(rowFaults(tag, { ...row, source: 'stored' })).toEqual([expect.objectContaining({ path: 'vastXml' })]);
  });

  test('a user has the references of its type', () => {
    const row = {
      name: 'U',
      login: 'u',
      password: 'long enough',
      type: 'sub',
      demandId: 1,
      subpublisherId: null,
      advertiserId: 2,
    };
    expect(rowFaults(user, row)).toEqual([
      expect.objectContaining({ path: 'subpublisherId', code: 'required' }),
      expect.objectContaining({ path: 'advertiserId', code: 'not_allowed' }),
    ]);
  });
});

describe('permissions', () => {
  test('only the super admin manages accounts and users', () => {
    const roles = Object.keys(permissions) as (keyof typeof permissions)[];
    expect(roles.filter((role) => isAllowed(role, 'demand', 'create'))).toEqual(['super']);
    expect(roles.filter((role) => isAllowed(role, 'user', 'update'))).toEqual(['super']);
  });

  test('partners manage nothing, and SDK users manage their apps with placements and configurations', () => {
    const names = Object.keys(entities) as (keyof typeof entities)[];
    for (const role of ['sub', 'adv'] as const) {
      expect(names.filter((entity) => isAllowed(role, entity, 'read'))).toEqual([]);
    }
    expect(names.filter((entity) => isAllowed('sdk', entity, 'read'))).toEqual(['sdkApp', 'sdkPlacement', 'sdkConfig']);
  });
});
