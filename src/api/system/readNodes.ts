import { loaderFolders } from '#events/loaderFolders.ts';
import { readNodeName } from '#events/spool/ensureNodeName.ts';
import { unreadSince } from '#events/spool/spoolFiles.ts';
import { productVersion } from '#runtime/productVersion.ts';
import { withTimeout } from '#runtime/withTimeout.ts';
import type { ClickHouse } from '#storage/clickhouse.ts';
import type { NodeStore } from '#storage/nodes/nodeStore.ts';
import type { Config } from '../../config.ts';
import type { SystemNode } from './systemContract.ts';

/** Where nodes are registered, and where they load. */
export interface ReadNodes {
  nodes: Pick<NodeStore, 'list'>;
  clickhouse: Pick<ClickHouse, 'query'>;
  config: Pick<Config, 'DATABASE_URL' | 'CLICKHOUSE_URL' | 'DATA_DIR'>;
  now: () => Date;
}

/** Time after which the times of loading count as unknown. */
const timeoutMs = 2000;

/**
 * Reads the nodes with a worker. With an embedded PostgreSQL there is one, this machine, which is not registered: its
 * folders say how far it is.
 */
export async function readNodes({ nodes, clickhouse, config, now }: ReadNodes): Promise<SystemNode[]> {
  const listed = config.DATABASE_URL === undefined ? readOwnNode(config, now()) : await nodes.list();
  const loadedAt = (await withTimeout(timeoutMs, readLoadTimes(clickhouse)).catch(() => null)) ?? new Map();
  return listed.map((each) => ({ ...each, lastLoadAt: loadedAt.get(each.node) ?? null }));
}

function readOwnNode(config: ReadNodes['config'], now: Date): Omit<SystemNode, 'lastLoadAt'>[] {
  const { spoolRoot, stateDir } = loaderFolders(config);
  const node = readNodeName(stateDir);
  if (node === null) return [];
  return [
    {
      node,
      version: productVersion(),
      facts: config.CLICKHOUSE_URL === undefined ? 'embedded' : 'server',
      state: 'running',
      startedAt: null,
      seenAt: null,
      unreadSince: new Date(unreadSince(spoolRoot, now.getTime())).toISOString(),
      lanes: 0,
    },
  ];
}

/** When each node last loaded events, by its name. ISO 8601. */
async function readLoadTimes(clickhouse: Pick<ClickHouse, 'query'>): Promise<Map<string, string>> {
  const rows = await clickhouse.query<{ node: string; at: string }>(
    `SELECT node, toUnixTimestamp64Milli(max(loaded.at)) AS at FROM loaded_segments AS loaded
     WHERE loaded.at > now() - INTERVAL 7 DAY GROUP BY node`,
    {},
    { signal: AbortSignal.timeout(timeoutMs) },
  );
  return new Map(rows.map(({ node, at }) => [node, new Date(Number(at)).toISOString()]));
}
