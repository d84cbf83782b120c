import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { controlToken } from '#runtime/control/controlToken.ts';
import type { Product } from '../../e2e/product.ts';
import { password } from '../../system/api/startTestApi.ts';
import { buildSellingAccount } from '../buildSellingAccount.ts';
import { createApiToken } from '../createApiToken.ts';
import { openProductApi } from '../openProductApi.ts';
import { callControl } from './callControl.ts';

/** Calls with secrets, made repeatedly. */
export interface SecretCalls {
  /** Every secret created or sent so far. */
  secrets: Set<string>;
  count(): number;
  /** Calls with a response below 400. */
  successes(): number;
  stop(): Promise<void>;
}

/** Timeout of a call. */
const timeoutMs = 30_000;
const pauseMs = 300;

/** Creates an account with its credentials, and calls everything that takes or creates a secret until it is stopped. */
export async function callWithSecrets(product: Product, installationSecret: string): Promise<SecretCalls> {
  const api = openProductApi(product);
  const account = await buildSellingAccount(api, 'secrets');
  const owner = await api.openSession(account.logins.demand);
  const root = await api.openSession('super');
  const token = await createApiToken(account.owner);
  const control = controlToken(installationSecret);
  const secrets = new Set([password, token, control, account.supplierKey, ...[owner, root].map(valueOf)]);
  const newSecret = () => {
    const secret = randomBytes(18).toString('base64url');
    secrets.add(secret);
    return secret;
  };
  let { supplierKey } = account;
  const send = async (method: string, url: string, headers: Record<string, string>, body?: object) => {
    const answer = await fetch(url, {
      method,
      headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      signal: AbortSignal.timeout(timeoutMs),
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = `${answer.headers.getSetCookie().join('\n')}\n${await answer.text()}`;
    for (const [, found] of text.matchAll(/(?:bidhouse_session=|"(?:key|token)":")([\w-]{16,})/g)) {
      if (found) secrets.add(found);
      if (found && url.endsWith('/key')) supplierKey = found;
    }
    return answer.status;
  };
  const { consoleUrl, adsUrl } = product;
  const consoleCall = (method: string, path: string, headers: Record<string, string>, body?: object) => () =>
    send(method, consoleUrl + path, headers, body);
  const bearer = (value: string) => ({ authorization: `Bearer ${value}` });
  const ofOwner = { cookie: owner.cookie };
  // Sign-ins are limited by address.
  const signIn = (login: string, secret: string) =>
    send('POST', `${consoleUrl}/api/auth/login`, { 'x-forwarded-for': randomAddress() }, { login, password: secret });
  const day = new Date().toISOString().slice(0, 10);
  const report = { startDate: day, endDate: day, metrics: ['reqs'] };
  const bid = { id: 'a', imp: [{ id: '1', banner: { w: 300, h: 250 } }], site: { page: 'https://page.example/' } };
  const bidUrl = `${adsUrl}/bid/${account.supplierUid}`;
  const managers = '/api/demand/managers';
  const calls: (() => Promise<number>)[] = [
    consoleCall('GET', '/api/session', ofOwner),
    consoleCall('GET', '/api/demand/tags', { cookie: root.cookie }),
    consoleCall('POST', '/api/rrun', ofOwner, report),
    consoleCall('GET', '/api/demand/channels', bearer(token)),
    () => send('GET', `${consoleUrl}/api/demand/channels`, bearer(newSecret())),
    consoleCall('POST', '/api/rrun', bearer(token), report),
    () => signIn('super', password),
    () => signIn('super', newSecret()),
    // People also type passwords into the login field.
    () => signIn(newSecret(), newSecret()),
    () => {
      const values = { name: 'x', login: `x${Math.random()}`, password: newSecret() };
      return send('POST', consoleUrl + managers, ofOwner, values);
    },
    () => send('PATCH', `${consoleUrl}${managers}/${account.ids.manager}`, ofOwner, { password: newSecret() }),
    consoleCall('POST', `/api/demand/sups/${account.ids.supplier}/key`, ofOwner),
    consoleCall('GET', `/api/shared/${newSecret()}`, {}),
    consoleCall('POST', '/internal/budgets', bearer(control), { nodes: [] }),
    consoleCall('GET', '/readyz', { ...ofOwner, ...bearer(token) }),
    () => send('POST', bidUrl, bearer(supplierKey), bid),
    () => send('POST', `${bidUrl}?key=${supplierKey}`, {}, bid),
    () => send('GET', `${adsUrl}/vast/${account.channelUid}`, {}),
    () => send('GET', `${adsUrl}/media/x/${newSecret()}.mp4`, {}),
    ...[control, newSecret()].flatMap((value) =>
      ['budgets', 'counters', 'learned'].map(
        (name) => () => callControl(product, { path: `/internal/${name}`, token: value, timeoutMs }),
      ),
    ),
  ];
  const calling = { isOver: false };
  let count = 0;
  let successes = 0;
  const repeating = calls.map(async (call) => {
    while (!calling.isOver) {
      count += 1;
      // Without stores and processes, calls may fail in any way.
      const status = await call().catch(() => 0);
      if (status > 0 && status < 400) successes += 1;
      await pause(pauseMs);
    }
  });
  return {
    secrets,
    count: () => count,
    successes: () => successes,
    async stop() {
      calling.isOver = true;
      await Promise.all(repeating);
    },
  };
}

/** An unused address from the benchmark range of RFC 2544. */
function randomAddress(): string {
  const [one = 0, two = 0] = randomBytes(2);
  return `198.18.${one}.${two}`;
}

/** The value of a session's cookie. */
function valueOf({ cookie }: { cookie: string }): string {
  return cookie.slice(cookie.indexOf('=') + 1);
}
