import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pauseFor } from 'node:timers/promises';
import type { NodePauses } from '#storage/backup/nodePauses.ts';
import { isStatePath } from '#storage/backup/manifest.ts';
import { cutLimits } from './cutLimits.ts';
import { pathInNode, type NodeState, type StateFile } from './stateFiles.ts';

/** The files of another node as they were at the cut. */
export interface NodePart extends NodeState {
  /** Time in ms for which its loader stood still. */
  pausedMs: number;
}

const pollMs = 50;

/** Receives the files of other nodes (`pauseForBackups.ts` sends them) into `dir`. Throws an Error when one sends nothing for a minute. */
export async function collectParts(
  { pauses, backup, onProgress }: { pauses: NodePauses; backup: string; onProgress: () => void },
  nodes: readonly string[],
  dir: string,
): Promise<NodePart[]> {
  const parts: NodePart[] = [];
  for (const node of nodes) {
    const files = new Map<string, StateFile>();
    let silentSince = performance.now();
    for (;;) {
      const asked = (await pauses.asked(backup)).find((each) => each.node === node);
      const chunks = await pauses.takeChunks(backup, node);
      for (const { path, bytes } of chunks) append(files, join(dir, node), path, bytes);
      if (chunks.length > 0) {
        silentSince = performance.now();
        onProgress();
      } else if (asked?.state === 'sent') {
        parts.push({ node, files: [...files.values()], pausedMs: asked.pausedMs ?? 0 });
        break;
      } else if (performance.now() - silentSince > cutLimits.silence) {
        throw new Error(`The worker of ${node} has not sent its files: it stopped, or does not reach PostgreSQL.`);
      } else {
        await pauseFor(pollMs);
      }
    }
  }
  return parts;
}

function append(files: Map<string, StateFile>, dir: string, path: string, bytes: Buffer): void {
  if (!isStatePath(pathInNode(path).path)) throw new Error(`${path} is no file of a node.`);
  const linkPath = join(dir, path);
  if (!files.has(path)) mkdirSync(dirname(linkPath), { recursive: true, mode: 0o700 });
  appendFileSync(linkPath, bytes, { mode: 0o600 });
  files.set(path, { path, linkPath, bytes: (files.get(path)?.bytes ?? 0) + bytes.length });
}
