import { parseAgentList } from '#engine/ivt/agentList.ts';
import { createDataCenterListReader } from '#engine/ivt/dataCenterList.ts';
import { openPostgres } from '#storage/postgres.ts';
import { openTrafficLists } from '#storage/trafficLists/trafficListStore.ts';
import type { ReviewKnowledge } from './reviewDay.ts';

/**
 * Reads the lists that are fetched from the operator's URLs, as they are now; empty without a URL, and while the API is of
 * a release that fetches none.
 */
export async function readFetchedLists(databaseUrl: string): Promise<Pick<ReviewKnowledge, 'robots' | 'dataCenters'>> {
  const postgres = openPostgres(databaseUrl, { maxConnections: 1 });
  try {
    const { rows: tables } = await postgres.pool.query(`SELECT to_regclass('traffic_lists') AS name`);
    const store = openTrafficLists(postgres.db);
    const texts = new Map<string, string>();
    const lists = tables[0]?.name === null ? [] : await store.list();
    for (const { kind, digest } of lists) {
      if (kind === 'robots' || kind === 'dataCenters') texts.set(kind, (await store.read(kind, digest)) ?? '');
    }
    const reader = createDataCenterListReader();
    for (const line of (texts.get('dataCenters') ?? '').split('\n')) reader.readLine(line);
    return { robots: parseAgentList(texts.get('robots') ?? ''), dataCenters: reader.build() };
  } finally {
    await postgres.close();
  }
}
