import { parseAgentList } from '#engine/ivt/agentList.ts';
import { createDataCenterListReader } from '#engine/ivt/dataCenterList.ts';
import { openPostgres } from '#storage/postgres.ts';
import { openTrafficLists } from '#storage/trafficLists/trafficListStore.ts';
import type { ReviewKnowledge } from './reviewDay.ts';

/** Reads the lists that are fetched from the operator's URLs, as they are now; empty without a URL. */
export async function readFetchedLists(databaseUrl: string): Promise<Pick<ReviewKnowledge, 'robots' | 'dataCenters'>> {
  const postgres = openPostgres(databaseUrl, { maxConnections: 1 });
  try {
    const store = openTrafficLists(postgres.db);
    const texts = new Map<string, string>();
    for (const { kind, digest } of await store.list()) texts.set(kind, (await store.read(kind, digest)) ?? '');
    const reader = createDataCenterListReader();
    for (const line of (texts.get('dataCenters') ?? '').split('\n')) reader.readLine(line);
    return { robots: parseAgentList(texts.get('robots') ?? ''), dataCenters: reader.build() };
  } finally {
    await postgres.close();
  }
}
