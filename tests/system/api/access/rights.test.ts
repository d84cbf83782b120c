import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { renderCallRights, renderEntityRights } from './renderRights.ts';
import { startTestApi, type TestApi } from '../startTestApi.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});

afterAll(() => api.close());

/** The text with the part between the two marks of a name replaced. */
function withPart(text: string, name: string, part: string): string {
  const marked = new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- end of ${name} -->)`);
  expect(text).toMatch(marked);
  return text.replace(marked, (_all, begin: string, end: string) => `${begin}\n${part}\n\n${end}`);
}

test('the matrix of rights in the documents equals the permission table and the route table; `-u` writes it', async () => {
  const path = new URL('../../../../docs/rights.md', import.meta.url).pathname;
  const text = readFileSync(path, 'utf8');
  const withEntities = withPart(text, 'rights by object', renderEntityRights());
  await expect(withPart(withEntities, 'rights by call', renderCallRights(api.routes))).toMatchFileSnapshot(path);
});
