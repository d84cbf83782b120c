import type { ClickHouse } from '#storage/clickhouse.ts';
import { errorText } from '#runtime/log/describeError.ts';
import { fault, finding, type Finding } from './finding.ts';

/** The tables and the view of this check. Another check at the same time would disturb it. */
const facts = 'doctor_facts';
const sums = 'doctor_sums';
const window = 'SETTINGS non_replicated_deduplication_window = 10000';

/**
 * Proves by writing that the server counts a repeated insert once, in a table and through a view: tables of its own are
 * created, get the same rows twice under one token and once more under another, and are dropped.
 */
export async function proveDeduplication(clickhouse: ClickHouse): Promise<Finding[]> {
  const check = 'ClickHouse repeated inserts';
  try {
    await drop(clickhouse);
    await clickhouse.command(
      `CREATE TABLE IF NOT EXISTS ${facts}\n(\n  id UInt32,\n  n UInt32\n)\nENGINE = MergeTree\nORDER BY id\n${window}`,
    );
    await clickhouse.command(
      `CREATE TABLE IF NOT EXISTS ${sums}\n(\n  id UInt32,\n  n UInt64\n)\nENGINE = SummingMergeTree\nORDER BY id\n${window}`,
    );
    await clickhouse.command(
      `CREATE MATERIALIZED VIEW IF NOT EXISTS ${facts}_mv TO ${sums} AS\nSELECT id, sum(n) AS n\nFROM ${facts}\nGROUP BY id`,
    );
    const rows = Array.from({ length: 100 }, (_, id) => `{"id":${id},"n":1}\n`).join('');
    for (const token of ['doctor:1', 'doctor:1', 'doctor:2']) await clickhouse.insertRows(facts, rows, { token });
    const [found] = await clickhouse.query<{ rows: string; sum: string }>(
      `SELECT (SELECT count() FROM ${facts}) AS rows, (SELECT sum(n) FROM ${sums}) AS sum`,
    );
    return [
      finding(
        check,
        found?.rows === '200' && found.sum === '200',
        `200 rows expected: ${found?.rows} in the table, ${found?.sum} through the view`,
        'Do not start: rows would be counted twice or lost. Check the version and the user’s default settings (insert_deduplicate, async_insert, deduplicate_blocks_in_dependent_materialized_views).',
      ),
    ];
  } catch (error) {
    const fix =
      'GRANT CREATE, DROP, ALTER, SELECT and INSERT on the database, and on a cluster CLUSTER and REMOTE, to the user of CLICKHOUSE_URL.';
    return [fault(check, errorText(error), fix)];
  } finally {
    await drop(clickhouse).catch(() => undefined);
  }
}

async function drop(clickhouse: ClickHouse): Promise<void> {
  await clickhouse.command(`DROP VIEW IF EXISTS ${facts}_mv`);
  for (const table of [facts, sums]) await clickhouse.command(`DROP TABLE IF EXISTS ${table} SYNC`);
}
