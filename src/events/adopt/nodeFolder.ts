import { join } from 'node:path';

/** Folder of a data folder in which a restore puts what other nodes had not loaded, each in a folder by its name. */
export const nodesFolder = 'nodes';

/** The data folder of another node in that of this one. */
export function nodeFolder(dataDir: string, node: string): string {
  return join(dataDir, nodesFolder, node);
}
