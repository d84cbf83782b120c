import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ClusterFigures } from './clusterChild.ts';

/** Runs the child, whose engine has a configuration of its own. */
async function run(mode: 'rows' | 'replicated'): Promise<Partial<ClusterFigures>> {
  const folder = await mkdtemp(join(tmpdir(), 'bidhouse-cluster-'));
  const child = fork(join(import.meta.dirname, 'clusterChild.ts'), [folder, mode], { execArgv: [] });
  try {
    return await new Promise((resolve, reject) => {
      child.once('message', (figures) => resolve(figures as Partial<ClusterFigures>));
      child.once('exit', () => reject(new Error('The engine ended')));
    });
  } finally {
    child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
}

test(
  'the tables of a cluster load a retried segment once, survive migrations, and are repaired',
  { timeout: 120_000 },
  async () => {
    const figures = await run('rows');
    const once = { rows: '600', facts: '179700', rollup: '179700' };
    const twice = { rows: '1200', facts: '359400', rollup: '359400' };
    expect(figures.before).toEqual(once);
    expect(figures.after).toEqual(once);
    expect(figures.retried).toEqual(twice);
    expect(figures.damaged).toEqual({ ...twice, rollup: '240000' });
    expect(figures.rebuilt).toHaveLength(20);
    expect(figures.rebuilt?.[0]).toBe('hourly_audience 2026-03-10');
    expect(figures.repaired).toEqual(twice);
    expect(figures.hasTtl).toBe(true);
  },
);

test(
  'every statement of a cluster is read by the engine, and tables are created with replicated engines',
  { timeout: 120_000 },
  async () => {
    const figures = await run('replicated');
    expect(figures.parsed).toBeGreaterThan(150);
    expect(figures.replicatedTables).toBe(14);
  },
);
