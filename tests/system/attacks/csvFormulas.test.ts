import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entities, type EntityName, mayDo, mayRead } from '#model/index.ts';
import type { SessionUser } from '#api/session/sessionContract.ts';
import { buildAccount, type TestAccount } from '../api/buildAccount.ts';
import { type Caller, startTestApi, type TestApi } from '../api/startTestApi.ts';

/** Texts that spreadsheets execute, at once or after trimming. The unit tests of csvCell have all beginnings. */
const formulas = ['=cmd|calc!A0', '\t@SUM(1)'];

let api: TestApi;
let account: TestAccount;
let own: Caller;
let user: SessionUser;

beforeAll(async () => {
  api = await startTestApi();
  account = await buildAccount(api, 'alpha');
  own = await api.signIn(account.logins.demand);
  user = (await own('GET', '/api/session')).body as SessionUser;
});
afterAll(() => api.close());

/** The cells of a CSV file without line breaks in cells. */
function cellsOf(text: string): string[] {
  const cell = /(?:^|,)(?:"((?:[^"]|"")*)"|([^,"]*))/g;
  return text
    .replace('\uFEFF', '')
    .split('\r\n')
    .flatMap((line) =>
      [...line.matchAll(cell)].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? ''),
    );
}

const listed = (Object.keys(entities) as EntityName[]).filter((name) => name !== 'waterfallRow');

describe('formulas in CSV', () => {
  test.each(listed)('%s: no cell of an export begins like one', async (name) => {
    const { path, fields } = entities[name];
    if (!mayRead(user, name)) return expect((await own('GET', `/api/${path}/export.csv`)).status).toBeGreaterThan(400);
    const texts = Object.entries(fields).flatMap(([field, { kind, isGenerated }]) =>
      !isGenerated && (kind === 'text' || kind === 'longText') ? [field] : [],
    );
    const rowId = account.ids[name as keyof typeof account.ids];
    let checked = 0;
    for (const formula of formulas) {
      const names = texts.map((field) => ({ [field]: formula }));
      for (const change of names) await own('PATCH', `/api/${path}/${rowId}`, change);
      const { status, text } = await own('GET', `/api/${path}/export.csv`);
      expect(status).toBe(200);
      const dangerous = cellsOf(text).filter((cell) => /^\s*[=+\-@＝＋－＠]/.test(cell) && !/^-?[\d.]+$/.test(cell));
      expect(dangerous, formula).toEqual([]);
      checked += text.includes(formula.trim().slice(1)) ? 1 : 0;
    }
    if (texts.length > 0 && mayDo(user, name, 'update')) expect(checked).toBe(formulas.length);
  });
});
