import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startProduct, type Product } from '../e2e/product.ts';
import { password, type Caller } from '../system/api/startTestApi.ts';
import { openProductApi } from './openProductApi.ts';
import { printSummary } from './printSummary.ts';
import { readApiRoutes, type ApiRoute } from './readApiRoutes.ts';
import { readSeed } from './readSeed.ts';
import { buildWalkers, type Walker } from './tenancy/buildWalkers.ts';
import { buildWalkWorld } from './tenancy/buildWalkWorld.ts';
import { openProtectedState, type ProtectedState } from './tenancy/openProtectedState.ts';
import { walkRoutes } from './tenancy/walkRoutes.ts';

/** Routes that are not called: they end the caller's session or token, or change the caller's identity. */
const excludedRoutes: Readonly<Record<string, readonly string[]>> = {
  'the owner': ['POST /api/demand/token', 'DELETE /api/demand/token'],
  'the super admin': ['GET /api/switch'],
};
/** Minimum successes of a caller with rights: one that has lost its session would find no leak. */
const minSuccesses = 30;
/** Callers without rights. */
const callersWithoutRights = ['anonymous', 'a wrong token', 'a revoked token', 'a suspended user'];

let product: Product;
let state: ProtectedState;
let routes: ApiRoute[];
let walkers: Walker[];
const seed = readSeed();

beforeAll(async () => {
  const settings = {
    ADMIN_LOGIN: 'super',
    ADMIN_PASSWORD: password,
    TRACE_SHARE: '1',
    DATABASE_EDITION: 'CTVMediaV2V',
  };
  product = await startProduct('start', settings);
  const api = openProductApi(product);
  state = await openProtectedState(product.dataDir);
  routes = await readApiRoutes(product.consoleUrl);
  walkers = await buildWalkers(api, await buildWalkWorld(product, api, state));
  process.stdout.write(`tenancy walk: SEED=${seed}\n`);
});
afterAll(async () => {
  await state?.close();
  await product?.stop();
});

const callerOf = (name: string): Caller => {
  const walker = walkers.find((each) => each.name === name);
  if (!walker) throw new Error(`no walker is called ${name}`);
  return walker.call;
};

function routesFor({ name }: Walker): ApiRoute[] {
  const excluded = ['GET /api/auth/logout', ...(excludedRoutes[name] ?? [])];
  return routes.filter(({ method, path }) => !excluded.includes(`${method} ${path}`));
}

describe('every route, called with the ids of others in path, query and body', () => {
  test('shows and changes nothing beyond the caller’s account and scope', async () => {
    const faults: string[] = [];
    let calls = 0;
    for (const walker of walkers) {
      const result = await walkRoutes(routesFor(walker), walker, { state, seed });
      calls += result.calls;
      process.stdout.write(`  ${walker.name}: ${result.calls} calls, ${result.successes} successes\n`);
      faults.push(...result.faults.map((fault) => `${walker.name}: ${fault}`));
      const hasRights = !callersWithoutRights.includes(walker.name);
      if (hasRights !== result.successes >= minSuccesses) {
        faults.push(`${walker.name}: ${result.successes} successes`);
      }
    }
    printSummary('tenancy walk', { routes: routes.length, callers: walkers.length, calls, leaks: faults.length });
    expect(faults).toEqual([]);
  });

  test('refuses tokens that are wrong or revoked, and the sessions of suspended users', async () => {
    for (const name of callersWithoutRights) {
      for (const path of ['/api/session', '/api/demand/tags', '/api/demand/info', '/api/search?q=a', '/api/log']) {
        expect((await callerOf(name)('GET', path)).status, `${name}: ${path}`).toBeOneOf([401, 403]);
      }
    }
    expect((await callerOf('the account’s token')('GET', '/api/demand/tags')).status).toBe(200);
  });

  test('gives an API token only to the owner, and lets no scoped manager change the account', async () => {
    for (const { name, call } of walkers) {
      // The secrets searched for are complete: the owner only sees the last characters.
      if (name === 'the owner') continue;
      expect((await call('GET', '/api/demand/info')).body, name).not.toHaveProperty('token');
      expect((await call('POST', '/api/demand/token')).status, name).toBeOneOf([401, 403]);
    }
    for (const name of ['a full manager of one advertiser', 'a trafficker of one sub-publisher']) {
      const { body } = await callerOf(name)('GET', '/api/demand/info');
      const answer = await callerOf(name)('PUT', '/api/demand/info', { ...(body as object), name: 'taken over' });
      expect(answer.status, name).toBe(403);
    }
  });
});
