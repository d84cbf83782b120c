import type { ClickHouse } from '#storage/clickhouse.ts';
import { identifierLiteral } from '#storage/cluster/localTable.ts';
import { fault, finding, passed, unchecked, type Finding } from './finding.ts';

/** Seconds that a replica may be behind. */
const maxDelaySeconds = 300;

/** Checks the servers of a cluster: definition, macros, versions and the state of replicas. Reads only. */
export async function checkCluster(clickhouse: ClickHouse, cluster: string): Promise<Finding[]> {
  const servers = await clickhouse.query<{ shard_num: number; errors_count: number; internal_replication?: number }>(
    'SELECT * FROM system.clusters WHERE cluster = {cluster:String}',
    { cluster },
  );
  if (servers.length === 0) {
    return [
      fault(
        'cluster',
        `${cluster} is not in system.clusters`,
        'Correct CLICKHOUSE_CLUSTER, or define the cluster on every server.',
      ),
    ];
  }
  const shards = new Map<number, number>();
  for (const { shard_num } of servers) shards.set(shard_num, (shards.get(shard_num) ?? 0) + 1);
  const everyServer = `clusterAllReplicas(${identifierLiteral(cluster)}`;
  const macros = await clickhouse.query<{ host: string; shard: string; replica: string }>(
    `SELECT hostName() AS host, anyIf(substitution, macro = 'shard') AS shard, anyIf(substitution, macro = 'replica') AS replica
     FROM ${everyServer}, system.macros) GROUP BY host`,
  );
  const complete = macros.filter(({ shard, replica }) => shard !== '' && replica !== '');
  const places = new Set(complete.map(({ shard, replica }) => `${shard} ${replica}`));
  const versions = await clickhouse.query<{ version: string }>(
    `SELECT DISTINCT value AS version FROM ${everyServer}, system.build_options) WHERE name = 'VERSION_DESCRIBE'`,
  );
  return [
    finding(
      'cluster',
      [...shards.values()].every((replicas) => replicas >= 2),
      `${shards.size} shards, ${servers.length} servers`,
      'Add a second replica to each shard: with one, a lost server loses its rows.',
    ),
    checkInternalReplication(servers),
    finding(
      'cluster macros',
      places.size === servers.length,
      `${places.size} of ${servers.length} servers have macros shard and replica of their own`,
      'Set the macros shard and replica on every server, no two with the same pair.',
    ),
    finding(
      'cluster versions',
      versions.length === 1,
      versions.map(({ version }) => version).join(', '),
      'Run the same version on all servers.',
    ),
    await checkReplicas(clickhouse, everyServer),
  ];
}

/** The column is newer than the oldest supported version. */
function checkInternalReplication(servers: readonly { internal_replication?: number }[]): Finding {
  const check = 'cluster internal_replication';
  if (servers.some((server) => server.internal_replication === undefined)) {
    return unchecked(check, 'this version does not show it: make sure that every shard has internal_replication true');
  }
  const isSet = servers.every((server) => server.internal_replication === 1);
  return finding(
    check,
    isSet,
    isSet ? 'true for every shard' : 'false for a shard',
    'Set internal_replication to true for every shard: rows would be inserted once per replica.',
  );
}

async function checkReplicas(clickhouse: ClickHouse, everyServer: string): Promise<Finding> {
  const bad = await clickhouse.query<{ place: string }>(
    `SELECT concat(hostName(), ' ', table, if(is_readonly, ' is read-only', concat(' is ', toString(absolute_delay), ' s behind'))) AS place
     FROM ${everyServer}, system.replicas)
     WHERE database = currentDatabase() AND (is_readonly OR absolute_delay > ${maxDelaySeconds})`,
  );
  if (bad.length === 0) return passed('cluster replication', 'no replica is read-only or behind');
  return fault(
    'cluster replication',
    bad.map(({ place }) => place).join(', '),
    'Check Keeper and the network of these servers (system.replication_queue).',
  );
}
