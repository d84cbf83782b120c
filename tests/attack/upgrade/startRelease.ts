import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { eventually } from '../../e2e/apiClient.ts';
import { startClusterNode, type ClusterNode } from '../cluster/startClusterNode.ts';
import type { Release } from './releases.ts';

/** The product or some of its roles, whose release can be replaced. */
export interface ReplaceableNode extends ClusterNode {
  /** Stops it and starts another release in its place. */
  restart(release: Release): Promise<void>;
  /** Replaces its processes by those of another release while it runs (SIGHUP). */
  reload(release: Release): Promise<void>;
}

const reloadTries = 2400;

/** Starts a release in a folder, through a link as an installation does, and waits until it is ready. */
export async function startRelease(
  release: Release,
  dataDir: string,
  settings: Record<string, string>,
  roles: readonly string[] = [],
): Promise<ReplaceableNode> {
  const name = roles.join('-') || 'node';
  const link = join(dataDir, '..', 'current', name);
  const switchTo = ({ folder }: Release) => {
    mkdirSync(dirname(link), { recursive: true });
    rmSync(link, { force: true });
    symlinkSync(folder, link);
  };
  switchTo(release);
  const program = join(link, 'dist/server/main.js');
  const node = await startClusterNode({ on: () => ['env'] }, name, dataDir, settings, { program, roles });
  return {
    ...node,
    async restart(next) {
      await node.stop();
      switchTo(next);
      await node.startAgain();
    },
    async reload(next) {
      switchTo(next);
      const from = node.output().length;
      const parent = (await node.processes()).find(({ role }) => role === 'parent');
      if (parent) process.kill(parent.pid, 'SIGHUP');
      const outcome = /All processes have been replaced|The processes were not all replaced.*/;
      const read = async () => outcome.exec(node.output().slice(from))?.[0] ?? '';
      const text = await eventually(read, (found) => found !== '', reloadTries);
      if (!text.startsWith('All')) throw new Error(`${name}: ${text}\n${node.output().slice(from)}`);
    },
  };
}
