import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { nodeName } from '#storage/backup/manifest.ts';

/** Folder of a data folder in which a restore puts what other nodes had not loaded, each in a folder by its name. */
export const nodesFolder = 'nodes';

/** The data folder of another node in that of this one. */
export function nodeFolder(dataDir: string, node: string): string {
  return join(dataDir, nodesFolder, node);
}

/** Names of the nodes whose restored files are in a data folder. */
export function restoredNodes(dataDir: string): string[] {
  const folder = join(dataDir, nodesFolder);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => nodeName.safeParse(name).success)
    .toSorted();
}
