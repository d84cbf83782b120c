import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { supplier } from '#model/index.ts';
import { secretPlaceOf } from '#model/field/secretField.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { type Caller, idOf, problemsOf, startTestApi, type TestApi } from '../startTestApi.ts';

const [encryptionKey, integrityKey, otherKey] = ['e', 'i', 'o'].map((digit) => digit.repeat(43)) as [
  string,
  string,
  string,
];
const fingerprintOf = (key: string) => `sha256:${createHash('sha256').update(key).digest('hex').slice(0, 16)}`;
const fingerprints = { encryptionKey: fingerprintOf(encryptionKey), integrityKey: fingerprintOf(integrityKey) };

let api: TestApi;
let account: TestAccount;
let call: Caller;
let id: number;

beforeAll(async () => {
  api = await startTestApi();
  account = await buildAccount(api, 'secrets');
  call = await api.signIn(account.logins.demand);
  const values = { name: 'encrypts prices', priceMacro: 'encrypted', encryptionKey, integrityKey };
  id = idOf(await call('POST', '/api/demand/sups', values));
});

afterAll(() => api.close());

const rowOf = async (rowId = id) =>
  (await call('GET', `/api/demand/sups/${rowId}`)).body as Record<string, string> & { version: number };
const change = (values: object) => call('PATCH', `/api/demand/sups/${id}`, values);

/** The keys of a row that serving gets, opened. */
async function servedKeys(rowId = id) {
  const { rows } = await api.deps.entities.checkpoint();
  const served = rows.find((each) => each.entity === 'supplier' && each.id === rowId)?.row;
  const row = { ...served } as unknown as Record<string, string>;
  const open = (field: string) =>
    api.deps.sealer.open(row[field] ?? '', secretPlaceOf(supplier, field, row['uid'] ?? ''));
  return { encryptionKey: open('encryptionKey'), integrityKey: open('integrityKey') };
}

/** All that PostgreSQL has in tables where a secret could be. */
async function storedText(): Promise<string> {
  const tables = ['suppliers', 'outbox', 'past_rows', 'changes', 'security_events', 'change_sets'];
  const texts = await Promise.all(tables.map((table) => api.sql(`SELECT to_jsonb(t)::text AS text FROM ${table} t`)));
  return texts
    .flat()
    .map(({ text }) => String(text))
    .join('\n');
}

describe('a secret of a supplier', () => {
  test('is answered as a fingerprint by every call, and stored encrypted', async () => {
    expect(await rowOf()).toMatchObject(fingerprints);
    const answers = await Promise.all([
      call('GET', `/api/demand/sups/${id}`),
      call('GET', '/api/demand/sups'),
      call('GET', '/api/demand/sups/export'),
      call('GET', '/api/config.yaml'),
      call('GET', `/api/log?entity=supplier&rowId=${id}`),
      change({ name: 'encrypts prices', encryptionKey }),
    ]);
    for (const { text } of [...answers, { text: await storedText() }]) {
      expect(text).not.toContain(encryptionKey);
      expect(text).not.toContain(integrityKey);
    }
    expect(await servedKeys()).toEqual({ encryptionKey, integrityKey });
  });

  test('stays as it is when its fingerprint is sent back, and the fingerprint of another one is a fault', async () => {
    const { version } = await rowOf();
    expect((await change(fingerprints)).status).toBe(200);
    expect((await rowOf()).version).toBe(version);
    expect((await change({ ...fingerprints, notes: 'changed' })).status).toBe(200);
    expect(await servedKeys()).toEqual({ encryptionKey, integrityKey });
    const foreign = await change({ encryptionKey: fingerprintOf(otherKey), integrityKey: 'too short' });
    expect([foreign.status, problemsOf(foreign)]).toEqual([
      400,
      ['integrityKey: invalid_format', 'encryptionKey: unknown_secret'],
    ]);
    expect(problemsOf(await change({ encryptionKey: fingerprintOf(otherKey) }))).toEqual([
      'encryptionKey: unknown_secret',
    ]);
    const created = await call('POST', '/api/demand/sups', { name: 'new', priceMacro: 'encrypted', ...fingerprints });
    expect(problemsOf(created)).toEqual(['encryptionKey: unknown_secret', 'integrityKey: unknown_secret']);
  });

  test('is replaced by a new one, which the log notes without values, and can be removed', async () => {
    expect((await change({ integrityKey: otherKey })).status).toBe(200);
    expect(await servedKeys()).toEqual({ encryptionKey, integrityKey: otherKey });
    const log = await call('GET', `/api/log?entity=supplier&rowId=${id}`);
    expect((log.body as { rows: { fields: unknown[] }[] }).rows[0]?.fields).toEqual([
      { field: 'integrityKey', from: null, to: null, isSecret: true },
    ]);
    expect(problemsOf(await change({ integrityKey: '' }))).toEqual(['integrityKey: required']);
    expect((await change({ priceMacro: 'plain', encryptionKey: '', integrityKey: '' })).status).toBe(200);
    expect(await rowOf()).toMatchObject({ encryptionKey: '', integrityKey: '' });
    const [stored] = await api.sql(`SELECT sealed_encryption_key AS key FROM suppliers WHERE id = ${id}`);
    expect(stored).toEqual({ key: null });
    expect((await change({ priceMacro: 'encrypted', encryptionKey, integrityKey })).status).toBe(200);
  });

  test('goes into copies, bound to their rows', async () => {
    const answer = await call('POST', '/api/demand/sups/clone', { ids: [id] });
    expect(answer.status, answer.text).toBe(200);
    const copy = (answer.body as { results: { id: number }[] }).results[0]?.id ?? 0;
    expect(await rowOf(copy)).toMatchObject(fingerprints);
    expect(await servedKeys(copy)).toEqual({ encryptionKey, integrityKey });
  });

  test('cannot be edited in bulk', async () => {
    const edits = [{ verb: 'set', field: 'encryptionKey', value: otherKey }];
    expect((await call('POST', '/api/demand/sups/bulk', { ids: [id], edits })).status).toBe(422);
  });

  test('survives configuration as code, with its fingerprint or omitted', async () => {
    const document = parse((await call('GET', '/api/config.yaml')).text) as { suppliers: Record<string, unknown>[] };
    const apply = async (query: string) => {
      const answer = await call('POST', `/api/config${query}`, stringify(document), {
        'content-type': 'application/yaml',
      });
      expect(answer.status, answer.text).toBe(200);
      return (answer.body as { changes: unknown[] }).changes;
    };
    expect(document.suppliers.find((each) => each['id'] === id)).toMatchObject(fingerprints);
    expect(await apply('?isDryRun=true')).toEqual([]);
    for (const item of document.suppliers) {
      delete item['encryptionKey'];
      delete item['integrityKey'];
    }
    expect(await apply('')).toEqual([]);
    expect(await servedKeys()).toEqual({ encryptionKey, integrityKey });
  });
});

describe('an installation that the release before 0.3.0 can use', () => {
  beforeAll(async () => {
    await api.sql(
      "INSERT INTO installations (slot, id, secret_mark) VALUES (1, 'upgraded', '') ON CONFLICT (slot) DO UPDATE SET secrets_sealed_at = NULL",
    );
  });

  test('stores secrets in clear text for it, and answers fingerprints too', async () => {
    expect((await change({ integrityKey: otherKey, encryptionKey: otherKey })).status).toBe(200);
    expect(await api.sql(`SELECT encryption_key, sealed_encryption_key FROM suppliers WHERE id = ${id}`)).toEqual([
      { encryption_key: otherKey, sealed_encryption_key: null },
    ]);
    const { rows } = await api.deps.entities.checkpoint();
    expect(rows.find((each) => each.entity === 'supplier' && each.id === id)?.row).toMatchObject({
      encryptionKey: otherKey,
    });
    const answers = [await call('GET', `/api/demand/sups/${id}`), await call('GET', '/api/config.yaml')];
    for (const { text } of answers) expect(text).not.toContain(otherKey);
    expect(await rowOf()).toMatchObject({ encryptionKey: fingerprintOf(otherKey) });
    expect((await change({ encryptionKey: fingerprintOf(otherKey), notes: 'again' })).status).toBe(200);
    expect(await storedText()).toContain(otherKey);
  });

  test('seals all or none of them: when the command is interrupted, it is repeated', async () => {
    await api.sql(
      `INSERT INTO changes (action, entity, row_id, name, fields, source)
       VALUES ('updated', 'supplier', ${id}, '', '[{"field": "encryptionKey", "from": "", "to": "${otherKey}"}]', 'api')`,
    );
    await api.sql(
      `CREATE FUNCTION interrupt() RETURNS trigger AS 'BEGIN RAISE EXCEPTION ''interrupted''; END' LANGUAGE plpgsql`,
    );
    await api.sql('CREATE TRIGGER interrupted BEFORE UPDATE ON changes EXECUTE FUNCTION interrupt()');
    await expect(api.deps.sealedSecrets.beginSealing()).rejects.toThrow();
    await api.sql('DROP TRIGGER interrupted ON changes');
    expect(await api.deps.sealedSecrets.areClear()).toBe(true);
    expect(await api.sql(`SELECT sealed_encryption_key FROM suppliers WHERE id = ${id}`)).toEqual([
      { sealed_encryption_key: null },
    ]);
  });

  test('seals them by a command: nothing has them in clear text any more, and that release does not start', async () => {
    const { rows } = await api.deps.security.list({ accounts: 'all' }, { page: 1, size: 1 });
    const answer = await api.control('POST', '/internal/sealSecrets', {});
    expect(answer.body).toEqual({ type: 'sealed', rows: 1 });
    expect(await storedText()).not.toContain(otherKey);
    expect(await rowOf()).toMatchObject({ encryptionKey: fingerprintOf(otherKey) });
    expect(await servedKeys()).toEqual({ encryptionKey: otherKey, integrityKey: otherKey });
    expect((await change({ encryptionKey })).status).toBe(200);
    expect(await servedKeys()).toEqual({ encryptionKey, integrityKey: otherKey });
    expect(
      await api.sql('SELECT oldest_release FROM drizzle.__drizzle_migrations ORDER BY created_at DESC LIMIT 1'),
    ).toEqual([{ oldest_release: '0.3.0' }]);
    const newest = await api.deps.security.list({ accounts: 'all', types: ['commandRun'] }, { page: 1, size: 1 });
    expect(newest.rows).toMatchObject([{ details: { command: 'seal-secrets' } }]);
    expect(newest.rows[0]?.seq).toBeGreaterThan(rows[0]?.seq ?? 0);
  });

  test('removes copies of former secrets from changes and the log, also with no secret to seal', async () => {
    const fields = JSON.stringify([
      { field: 'name', from: 'before', to: 'after' },
      { field: 'integrityKey', from: '', to: otherKey },
    ]);
    await api.sql(
      `INSERT INTO changes (action, entity, row_id, name, fields, source) VALUES ('updated', 'supplier', ${id}, '', '${fields}', 'api')`,
    );
    await api.sql(
      `UPDATE outbox SET row = (row::jsonb || '{"integrityKey": "${otherKey}"}')::json
       WHERE version = (SELECT max(version) FROM outbox WHERE entity = 'supplier' AND row_id = ${id})`,
    );
    expect(await api.deps.sealedSecrets.beginSealing()).toBe(0);
    expect(await storedText()).not.toContain(otherKey);
    const [entry] = await api.sql('SELECT fields FROM changes ORDER BY id DESC LIMIT 1');
    expect(entry?.['fields']).toEqual([
      { field: 'name', from: 'before', to: 'after' },
      { field: 'integrityKey', from: null, to: null, isSecret: true },
    ]);
    expect(await servedKeys()).toEqual({ encryptionKey, integrityKey: otherKey });
  });
});
