import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { rejectedDir, unverifiedDir } from '#events/load/insertSegment.ts';
import { loaderFolders } from '#events/loaderFolders.ts';
import { openNodeLoader } from '#events/openNodeLoader.ts';
import { listSpools } from '#events/spool/spoolFiles.ts';
import { createLogger } from '#runtime/log/createLogger.ts';
import { secretsOf } from '#runtime/log/secretsOf.ts';
import { readConfig } from '../../config.ts';
import { lockDataDir } from '../../processes/lockDataDir.ts';
import { mainRoles } from '../../processes/startArguments.ts';

/**
 * `start worker --adopt FOLDER`: loads everything that a node that is gone has left in its DATA_DIR, under its name, and
 * ends. Returns the exit code: 1 if something could not be loaded. Throws an Error when the folder is that of no node or
 * in use, or when this machine has no servers to load into.
 */
export async function adoptNode(
  folder: string,
  env: NodeJS.ProcessEnv,
  print: (line: string) => void,
): Promise<number> {
  const dataDir = resolve(folder);
  if (!existsSync(join(dataDir, 'spool')) && !existsSync(join(dataDir, 'loader')))
    throw new Error(`${dataDir} is not the DATA_DIR of a node: it has neither spool/ nor loader/.`);
  const missing = ['DATABASE_URL', 'CLICKHOUSE_URL'].filter((name) => !env[name]);
  if (missing.length > 0)
    throw new Error(`${missing.join(' and ')}: Required to load the spool of another node into the shared servers.`);
  await lockDataDir(dataDir, mainRoles, print);
  const config = readConfig({ ...env, DATA_DIR: dataDir }, { isDemo: false });
  const log = createLogger({ level: config.LOG_LEVEL, role: 'adopt', secrets: secretsOf(config) });
  const opened = await openNodeLoader(config, config.CLICKHOUSE_URL ?? '', { log });
  const { spoolRoot } = loaderFolders(config);
  const { sealed } = listSpools(spoolRoot);
  print(`Loading ${sealed.length} spool files of the node ${opened.node}`);
  await opened.loader.drain();
  await opened.close();
  const remaining = listSpools(spoolRoot);
  const left = [
    ...filesIn(join(opened.stateDir, rejectedDir)),
    ...filesIn(join(opened.stateDir, unverifiedDir)),
    ...remaining.sealed.map(({ path }) => path),
    ...remaining.later,
  ];
  if (left.length === 0) {
    print('Everything is loaded. The folder can be deleted.');
    return 0;
  }
  print(`These files could not be loaded or verified:\n${left.map((path) => `  ${path}`).join('\n')}`);
  return 1;
}

function filesIn(dir: string): string[] {
  if (!existsSync(dir)) return [];
  return readdirSync(dir)
    .map((name) => join(dir, name))
    .filter((path) => statSync(path).isFile());
}
