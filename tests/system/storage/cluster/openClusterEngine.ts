import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Session } from 'chdb';
import { insertStatement, type ClickHouse } from '#storage/clickhouse.ts';
import { clusterStatements } from '#storage/cluster/clusterStatements.ts';
import { bindParameters } from '#storage/store/queryParameters.ts';

/** A cluster of one shard with one replica, which is the embedded engine itself. Keeper is in its memory. */
const config = `<clickhouse>
  <tcp_port>9000</tcp_port>
  <zookeeper><implementation>testkeeper</implementation></zookeeper>
  <macros><shard>1</shard><replica>1</replica></macros>
  <remote_servers>
    <one>
      <shard>
        <internal_replication>true</internal_replication>
        <replica><host>127.0.0.1</host><port>9000</port></replica>
      </shard>
    </one>
  </remote_servers>
</clickhouse>`;

/**
 * Opens an empty cluster in a folder, one per process. Tables are created with their replicated engines if `isReplicated`,
 * and then accept no rows: the embedded engine runs no replication. Else they have the plain engines. It has no queue of
 * statements either, so each runs without ON CLUSTER.
 */
export function openClusterEngine(folder: string, { isReplicated }: { isReplicated: boolean }): ClickHouse {
  mkdirSync(folder, { recursive: true });
  const configFile = join(folder, 'config.xml');
  writeFileSync(configFile, config);
  const session = new Session(join(folder, 'engine'), { connectionArgs: [`--config-file=${configFile}`] });
  const run = (sql: string) => session.query(sql, 'JSONEachRow');
  run(
    "SET distributed_product_mode = 'global', distributed_foreground_insert = 1, parallel_distributed_insert_select = 0",
  );
  run('SET output_format_json_quote_64bit_integers = 1, optimize_skip_unused_shards = 1');
  return {
    cluster: 'one',
    async query<T>(sql: string, params: Record<string, unknown> = {}): Promise<T[]> {
      const values = new Map(Object.entries(params).map(([name, value]) => [name, String(value)]));
      const lines = run(bindParameters(sql, values)).split('\n');
      return lines.flatMap((line) => (line === '' ? [] : [JSON.parse(line) as T]));
    },
    async *stream() {},
    // Only backups use these.
    readNative: () => Promise.reject(new Error('not available')),
    writeNative: () => Promise.reject(new Error('not available')),
    async command(sql) {
      for (const statement of clusterStatements(sql, 'one')) {
        const alone = statement.replace(/ ON CLUSTER '\w+'/, '');
        if (isReplicated) run(withUuid(alone));
        else if (!alone.startsWith('SYSTEM SYNC REPLICA')) run(withoutReplication(alone));
      }
    },
    async insertRows(table, rows, options) {
      const statement = insertStatement(table, options, 'one').replace(", insert_quorum = 'auto'", '');
      run(`${statement}\n${String(rows)}`);
    },
    ping: async () => true,
    close: async () => session.close(),
  };
}

/** The path of a replicated table in Keeper contains its UUID, which ON CLUSTER would give it. */
function withUuid(statement: string): string {
  return statement.replace(/^(CREATE TABLE (?:IF NOT EXISTS )?\w+)/, `$1 UUID '${randomUUID()}'`);
}

function withoutReplication(statement: string): string {
  return statement
    .replace('ENGINE = Replicated', 'ENGINE = ')
    .replace(
      /replicated_deduplication_window = \d+, replicated_deduplication_window_seconds = \d+/,
      'non_replicated_deduplication_window = 10000',
    );
}
