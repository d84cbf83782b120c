import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClickHouse } from '#storage/clickhouse.ts';
import { eventually, runReport, signInAs } from '../../e2e/apiClient.ts';
import { createRandom } from '../createRandom.ts';
import { printSummary } from '../printSummary.ts';
import { readSeed } from '../readSeed.ts';
import { replayedRequests } from './faultSize.ts';
import { replayDay } from './replayDay.ts';
import { startInstallationWithServers } from './startInstallation.ts';

let installation: Awaited<ReturnType<typeof startInstallationWithServers>>;

beforeAll(async () => {
  installation = await startInstallationWithServers();
});
afterAll(() => installation?.close());

const hourMs = 3_600_000;
/** Three hours. */
const tries = 20_000;

test(`a day of ${replayedRequests} ad requests, replayed at the speed of the loader, has the same sums in each hour`, async () => {
  const { product, credentials, servers } = installation;
  const client = await signInAs(product.consoleUrl, credentials.login, credentials.password);
  const facts = openClickHouse(servers.clickhouse.url);
  const endsAt = Math.floor(Date.now() / hourMs) * hourMs;
  const [account] = await facts.query<{ demandId: number }>('SELECT max(demandId) AS demandId FROM hourly_supply');
  const demandId = account?.demandId ?? 0;
  const startedAt = performance.now();
  const order = { requests: replayedRequests, demandId, endsAt };
  const expected = await replayDay(product.dataDir, order, createRandom(readSeed()));
  const total = [...expected.values()].reduce((sum, { calls }) => sum + calls, 0);
  const read = async () => {
    const rows = await facts.query<{ at: number; calls: string; imps: string; rev: string }>(
      `SELECT toUnixTimestamp(hour) AS at, sum(calls) AS calls, sum(imps) AS imps, sum(rev) AS rev FROM hourly_supply
       WHERE demandId = ${demandId} AND hour < fromUnixTimestamp(${endsAt / 1000}) GROUP BY hour`,
    );
    return new Map(
      rows.map(({ at, calls, imps, rev }) => [
        at * 1000,
        { calls: Number(calls), imps: Number(imps), rev: BigInt(rev) },
      ]),
    );
  };
  // The hits of the last seconds of the day are after its end.
  const isOfDay = ([hour]: [number, unknown]) => hour < endsAt;
  const ofDay = new Map([...expected].filter(isOfDay));
  const counted = await eventually(
    read,
    (sums) =>
      [...ofDay].every(([hour, { imps, calls }]) => sums.get(hour)?.imps === imps && sums.get(hour)?.calls === calls),
    tries,
  );
  const seconds = (performance.now() - startedAt) / 1000;
  printSummary('A day replayed', {
    'ad requests': total,
    impressions: [...expected.values()].reduce((sum, { imps }) => sum + imps, 0),
    hours: ofDay.size,
    seconds: Math.round(seconds),
    'times as fast as the day': Math.round(86_400 / seconds),
  });
  expect(counted).toEqual(ofDay);
  const report = await runReport(client, { metrics: ['calls', 'imps'] });
  const [reportable] = await facts.query<{ calls: string; imps: string }>(
    `SELECT sum(calls) AS calls, sum(imps) AS imps FROM facts WHERE demandId = ${demandId}`,
  );
  await facts.close();
  expect({ calls: Number(report.totals['calls']), imps: Number(report.totals['imps']) }).toEqual({
    calls: Number(reportable?.calls),
    imps: Number(reportable?.imps),
  });
});
