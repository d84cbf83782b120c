import { join } from 'node:path';
import { startLoader } from '#events/load/loader.ts';
import type { ClickHouse } from '#storage/clickhouse.ts';
import { createTestLog } from './factsFixture.ts';

/** Loads a folder's spool into the facts, and returns the lines that the loader logged: none if all is well. */
export async function loadSpool(root: string, clickhouse: ClickHouse, node = 'first'): Promise<readonly string[]> {
  const log = createTestLog();
  const loader = await startLoader({
    spoolRoot: join(root, 'spool'),
    stateDir: join(root, 'loader'),
    node,
    clickhouse,
    log,
    lifetimeMs: 4 * 3_600_000,
    factsDays: 400,
    intervalMs: 20,
  });
  await loader.drain();
  await loader.stop();
  return log.lines;
}
