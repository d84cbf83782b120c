import { linkSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { nodesFolder, restoredNodes } from '../adopt/nodeFolder.ts';
import { sealedName } from '../spool/spoolNames.ts';

/** A file of the data folder as it was at the cut. */
export interface StateFile {
  /** Its path in the data folder. */
  path: string;
  /** A link to it, which also holds what was appended later. */
  linkPath: string;
  /** Its size at the cut. */
  bytes: number;
}

/** Files of a node. */
export interface NodeState {
  node: string;
  files: StateFile[];
}

/** Folders of the data folder whose files are a node's own: records that are not loaded yet, and the loader's state. */
const stateFolders = ['spool', 'loader'];

/**
 * Links the files of a node into `linkDir`, and those of other nodes that a restore has left in its folder
 * (`nodesFolder`). The loader must be empty (`whileEmpty`); ad serving continues to append to spool files, to seal them and
 * to begin new ones.
 */
export async function linkStateFiles(dataDir: string, linkDir: string): Promise<StateFile[]> {
  const files: StateFile[] = [];
  const roots = ['', ...restoredNodes(dataDir).map((node) => join(nodesFolder, node))];
  const folders = roots.flatMap((root) => stateFolders.map((folder) => join(root, folder)));
  for (const path of folders.flatMap((folder) => filesUnder(dataDir, folder))) {
    // Drafts are replaced or removed by their owners.
    if (path.endsWith('.draft')) continue;
    const file = await linkFile(dataDir, path, linkDir);
    if (file) files.push(file);
  }
  // A file that is sealed while its folder is listed can be in the list under both names.
  const paths = new Set(files.map(({ path }) => path));
  return files.filter(({ path }) => sealedName(path) === path || !paths.has(sealedName(path)));
}

/**
 * The files of each node by its name, first those of the workers that linked them. Restored files of a node are skipped if
 * its worker is among these: it is loading them, or has them itself.
 */
export function separateNodes(workers: readonly NodeState[]): NodeState[] {
  const states = new Map<string, StateFile[]>(workers.map(({ node }) => [node, []]));
  for (const { node: worker, files } of workers) {
    for (const file of files) {
      const { node = worker, path } = pathInNode(file.path);
      const isSkipped = node !== worker && workers.some((each) => each.node === node);
      if (!isSkipped) states.set(node, [...(states.get(node) ?? []), { ...file, path }]);
    }
  }
  return [...states].map(([node, files]) => ({ node, files }));
}

/** The node to which a file of a data folder belongs, unless it is the folder's own, and its path in that node’s folder. */
export function pathInNode(path: string): { node?: string; path: string } {
  const [folder, node = '', ...inNode] = path.split('/');
  return folder === nodesFolder ? { node, path: inNode.join('/') } : { path };
}

/** Paths of all files under a folder of the data folder. */
export function filesUnder(dataDir: string, folder: string): string[] {
  try {
    return readdirSync(join(dataDir, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return filesUnder(dataDir, path);
      return entry.isFile() ? [path] : [];
    });
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** A spool file may have been sealed since it was listed. Null if it no longer exists, or is linked already. */
async function linkFile(dataDir: string, path: string, linkDir: string): Promise<StateFile | null> {
  for (const name of new Set([path, sealedName(path)])) {
    const linkPath = join(linkDir, name);
    try {
      mkdirSync(dirname(linkPath), { recursive: true, mode: 0o700 });
      await link(join(dataDir, name), linkPath);
      return { path: name, linkPath, bytes: statSync(linkPath).size };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return null;
      if (!isMissing(error)) throw error;
      rmSync(linkPath, { force: true });
    }
  }
  return null;
}

/** Not every file system has links. */
async function link(path: string, linkPath: string): Promise<void> {
  try {
    linkSync(path, linkPath);
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw error;
    await copyFile(path, linkPath);
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
