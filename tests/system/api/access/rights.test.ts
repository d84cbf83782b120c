import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { editions } from '#model/index.ts';
import { renderCallRights, renderEntityRights } from './renderRights.ts';
import { startTestApi, type TestApi } from '../startTestApi.ts';

/** An API of each edition. */
let apis: TestApi[];

beforeAll(async () => {
  apis = await Promise.all(editions.map((edition) => startTestApi({ edition })));
});

afterAll(() => Promise.all(apis.map((api) => api.close())));

/** The text with the part between the two marks of a name replaced. */
function withPart(text: string, name: string, part: string): string {
  const marked = new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- end of ${name} -->)`);
  expect(text).toMatch(marked);
  return text.replace(marked, (_all, begin: string, end: string) => `${begin}\n${part}\n\n${end}`);
}

test('the matrix of rights in the documents equals the permission table and the route table; `-u` writes it', async () => {
  const path = new URL('../../../../docs/rights.md', import.meta.url).pathname;
  const text = readFileSync(path, 'utf8');
  const routes = new Map(
    apis.flatMap((api) => api.routes.map((route) => [`${route.method} ${route.path}`, route] as const)),
  );
  const withEntities = withPart(text, 'rights by object', renderEntityRights());
  await expect(withPart(withEntities, 'rights by call', renderCallRights([...routes.values()]))).toMatchFileSnapshot(
    path,
  );
});
