import { createHmac, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInAs } from '../../e2e/apiClient.ts';
import { freePort } from '../../e2e/freePort.ts';
import { startProduct, type Product } from '../../e2e/product.ts';
import { copyMigratedStore } from '../../stores/copyMigratedStore.ts';
import { openTestPostgres, type TestStore } from '../../stores/openTestPostgres.ts';

const passwords = {
  admin: 'admin-password-1',
  database: 'database-password-2',
  redis: 'redis-password-3',
  mail: 'mail-password-4',
  bucket: 'bucket-password-5',
};

let database: TestStore;
let product: Product;
let apiToken: string;
let cookie: string;

beforeAll(async () => {
  database = await openTestPostgres('postgres');
  const nowhere = await freePort();
  const settings = {
    ADMIN_PASSWORD: passwords.admin,
    DATABASE_URL: database.url.replace('postgres@', `postgres:${passwords.database}@`),
    REDIS_URL: `redis://counter:${passwords.redis}@127.0.0.1:${nowhere}`,
    SMTP_URL: `smtp://mailer:${passwords.mail}@127.0.0.1:${nowhere}`,
    MAIL_FROM: 'reports@mail.example',
    MEDIA_URL: `s3://KEY:${passwords.bucket}@127.0.0.1:${nowhere}/bucket?region=eu-1&tls=0`,
    LOG_LEVEL: 'debug',
  };
  product = await startProduct('start', settings, await copyMigratedStore('all'));
  ({ cookie } = await signInAs(product.consoleUrl, 'admin', passwords.admin));
  apiToken = randomBytes(32).toString('base64url');
});

afterAll(async () => {
  await product?.stop();
  await database?.close();
});

const hmac = (secret: string, use: string) => createHmac('sha256', secret).update(use).digest('hex');

test('while the database is away no secret is logged, and failures are counted instead of logged', async () => {
  const secret = (await readFile(join(product.dataDir, 'secret'), 'utf8')).trim();
  const derived = ['snapshot feed', 'bidhouse control plane'].map((use) => hmac(secret, use));
  await database.close();
  const from = product.output().length;
  const headers: Record<string, string>[] = [
    { cookie },
    { authorization: `Bearer ${apiToken}` },
    ...derived.map((token) => ({ authorization: `Bearer ${token}` })),
  ];
  const paths = ['/api/demands', '/api/session', '/internal/snapshotFeed', '/dashboard'];
  const answers = new Set<number>();
  // Long enough for many failed calls, and for some background work.
  for (let round = 0; round < 60; round += 1) {
    const calls = headers.flatMap((each) =>
      paths.map((path) => fetch(`${product.consoleUrl}${path}`, { headers: each, redirect: 'manual' })),
    );
    const signIn = fetch(`${product.consoleUrl}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ login: 'admin', password: passwords.admin }),
    });
    for (const answer of await Promise.all([...calls, signIn])) {
      answers.add(answer.status);
      await answer.text();
    }
    await new Promise((done) => setTimeout(done, 50));
  }
  expect(answers).toContain(503);
  const sessionToken = /=([^;]+)/.exec(cookie)?.[1] ?? '';
  const written = product.output();
  expect(written.length).toBeGreaterThan(from);
  for (const each of [secret, ...derived, apiToken, sessionToken, ...Object.values(passwords)]) {
    expect(written.split(each).length - 1).toBe(0);
  }
  let lines = 0;
  let suppressed = 0;
  for (const text of written.slice(from).split('\n')) {
    if (!text.startsWith('{')) continue;
    const line = JSON.parse(text) as { role: string; level: string; code?: string; suppressed?: number };
    if (line.role !== 'api' || line.level !== 'error' || line.code === undefined) continue;
    lines += 1;
    suppressed += line.suppressed ?? 0;
  }
  expect(lines).toBeGreaterThan(0);
  expect(suppressed).toBeGreaterThan(lines);
});
