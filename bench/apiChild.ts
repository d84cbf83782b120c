import { startApiRole } from '#api/startApiRole.ts';
import { readConfig } from '../src/config.ts';

// One process of the management API on its own, on the stores of the bench.
await startApiRole(readConfig(process.env, { isDemo: false }), {
  databaseUrl: process.env['BENCH_DATABASE_URL'] ?? '',
  clickhouseUrl: process.env['BENCH_CLICKHOUSE_URL'] ?? '',
});
process.stdout.write('ready\n');
