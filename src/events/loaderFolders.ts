import { join } from 'node:path';
import type { Config } from '../config.ts';

/** The folders of a node’s spools and of its loader. */
export function loaderFolders({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): { spoolRoot: string; stateDir: string } {
  return { spoolRoot: join(DATA_DIR, 'spool'), stateDir: join(DATA_DIR, 'loader') };
}
