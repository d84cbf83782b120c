import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { adoptFolder } from '#events/adopt/adoptFolder.ts';
import { loaderFolders } from '#events/loaderFolders.ts';
import { readInstallation } from '#events/nodes/installationMark.ts';
import { readNodeName } from '#events/spool/ensureNodeName.ts';
import { listSpools } from '#events/spool/spoolFiles.ts';
import { createLogger } from '#runtime/log/createLogger.ts';
import { secretsOf } from '#runtime/log/secretsOf.ts';
import { systemAuthor } from '#storage/entities/changeLog.ts';
import { openPostgres } from '#storage/postgres.ts';
import { openSecurityLog } from '#storage/security/securityLog.ts';
import { readConfig } from '../../config.ts';
import { lockDataDir } from '../../processes/lockDataDir.ts';
import { mainRoles } from '../../processes/startArguments.ts';

/**
 * `start worker --adopt FOLDER`: loads everything that a node that is gone has left in its DATA_DIR, under its name, and
 * ends. Returns the exit code: 1 if something could not be loaded. Throws an Error when the folder is that of no node, of
 * another installation or in use, or when this machine has no servers to load into.
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
  const { spoolRoot, stateDir } = loaderFolders(config);
  if (readInstallation(stateDir) === null)
    print('The folder does not name its installation. Go on only if it is of the one that DATABASE_URL leads to.');
  print(
    `Loading ${listSpools(spoolRoot).sealed.length} spool files of ${readNodeName(stateDir) ?? 'a node without a name'}`,
  );
  // Tables of an earlier release have no security log.
  await recordAdoption(config.DATABASE_URL ?? '', readNodeName(stateDir) ?? '').catch(log.error);
  const { failed, notTaken } = await adoptFolder(config, config.CLICKHOUSE_URL ?? '', {
    log,
    stop: new AbortController().signal,
  });
  if (notTaken.length > 0)
    print(
      `These files are not loaded. Records in damaged/ and quarantine could not be read; creative files belong into the DATA_DIR of the API, or in MEDIA_URL:\n${linesOf(notTaken)}`,
    );
  if (failed.length > 0) {
    print(`These files could not be loaded or verified:\n${linesOf(failed)}`);
    return 1;
  }
  print(
    notTaken.length === 0
      ? 'Everything is loaded. The folder can be deleted.'
      : 'Everything else is loaded. The folder can be deleted if those files are of no use.',
  );
  return 0;
}

async function recordAdoption(databaseUrl: string, node: string): Promise<void> {
  const postgres = openPostgres(databaseUrl, { maxConnections: 1 });
  try {
    await openSecurityLog(postgres.db).record(systemAuthor, {
      ...{ type: 'commandRun', demandId: null },
      details: { command: 'start worker --adopt', node },
    });
  } finally {
    await postgres.close();
  }
}

/** Paths of files, the first twenty. */
function linesOf(paths: readonly string[]): string {
  const shown = paths.slice(0, 20).map((path) => `  ${path}`);
  return [...shown, ...(paths.length > 20 ? [`  and ${paths.length - 20} more`] : [])].join('\n');
}
