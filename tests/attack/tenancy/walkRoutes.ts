import type { ApiRoute } from '../readApiRoutes.ts';
import { createRandom } from '../createRandom.ts';
import type { Walker } from './buildWalkers.ts';
import type { ProtectedState } from './openProtectedState.ts';
import { walkCalls, type WalkCall } from './walkCalls.ts';

/** Result of one caller's walk. */
export interface WalkResult {
  calls: number;
  /** Responses below 300. */
  successes: number;
  /** Leaks, changes of protected rows, and responses of 500 and more, as one line each. */
  faults: string[];
}

/** Number of concurrent read calls; write calls are sequential. */
const readsInFlight = 6;
const maxBodyShown = 300;

/** Calls every route as one caller with the ids of its targets, and looks for data that it must not read or change. */
export async function walkRoutes(
  routes: readonly ApiRoute[],
  { call, aims, forbidden, protects }: Walker,
  { state, seed }: { state: ProtectedState; seed: number },
): Promise<WalkResult> {
  const random = createRandom(seed);
  const result: WalkResult = { calls: 0, successes: 0, faults: [] };
  const readProtected = async () => JSON.stringify(await Promise.all(protects.map((each) => state.read(each))));

  const send = async ({ method, path, body, headers }: WalkCall) => {
    const { status, text } = await call(method, path, body, headers);
    const sent = `${method} ${path} ${body === undefined ? '' : JSON.stringify(body).slice(0, maxBodyShown)}`;
    result.calls += 1;
    if (status < 300) result.successes += 1;
    if (status >= 500) result.faults.push(`${sent} answered ${status}`);
    for (const word of forbidden.filter((each) => text.includes(each))) {
      const at = text.indexOf(word);
      result.faults.push(`${sent} answered ${status} with ${word}: …${text.slice(Math.max(0, at - 80), at + 80)}…`);
    }
  };

  let before = await readProtected();
  const expectUnchanged = async (title: string) => {
    const after = await readProtected();
    if (after !== before) result.faults.push(`${title} changed ${changedTables(before, after)}`);
    before = after;
  };
  for (const route of routes) {
    const calls = aims.flatMap((aim) => walkCalls(route, aim, random));
    const distinct = [...new Map(calls.map((each) => [JSON.stringify(each), each])).values()];
    const isReading = route.method === 'GET' && route.path !== '/api/switch';
    for (const group of inGroups(distinct, isReading ? readsInFlight : 1)) await Promise.all(group.map(send));
    if (!isReading) await expectUnchanged(`${route.method} ${route.path}`);
  }
  await expectUnchanged('a reading call');
  return result;
}

function inGroups<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  );
}

function changedTables(before: string, after: string): string {
  const [one = [], other = []] = [before, after].map((text) => JSON.parse(text) as Record<string, string>[]);
  const names = one.flatMap((tables, index) =>
    Object.keys(tables).filter((name) => tables[name] !== other[index]?.[name]),
  );
  return names.join(', ');
}
