import { request, type IncomingMessage } from 'node:http';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { backupSocketName, type BackupOrder, type BackupReply } from '#events/backup/startBackups.ts';
import { warningsOf } from '#events/backup/warningsOf.ts';
import { checkSocketFolder, socketPathOf } from '#runtime/socketFolder.ts';
import { readEnvironment } from '../../config.ts';
import type { Operation } from '../operations.ts';
import { sizeText } from '../sizeText.ts';

/** `backup [folder or bucket]`: makes a backup of the installation that runs in DATA_DIR. Default: BACKUP_TO. */
export const backup: Operation = async (args, env) => {
  const { DATA_DIR, BACKUP_TO, CLICKHOUSE_CLUSTER } = readEnvironment(env, { isDemo: false });
  if (CLICKHOUSE_CLUSTER !== undefined)
    throw new Error('Tables that are distributed over shards are not backed up: use BACKUP of ClickHouse.');
  const [given = BACKUP_TO, ...others] = args;
  if (given === undefined || given.startsWith('-') || others.length > 0)
    throw new Error('Usage: npm run backup -- <folder or s3 URL>');
  const to = given.startsWith('s3:') ? given : resolve(given);
  if (`${to}/`.startsWith(`${resolve(DATA_DIR)}/`))
    throw new Error(`${to} is inside DATA_DIR. A backup has to be on another disk or machine.`);
  const reply = await order(DATA_DIR, { to });
  if ('error' in reply) throw new Error(`No backup was made: ${reply.error}`);
  const { name, elapsedMs, pausedMs, bytes, bytesPut, nodes } = reply.report;
  const pause = nodes === 1 ? 'The loader stood still for' : `The loaders of ${nodes} nodes stood still for up to`;
  process.stdout.write(
    `Backup ${name} is complete: ${sizeText(bytes)}, of which ${sizeText(bytesPut)} are new, ` +
      `in ${(elapsedMs / 1000).toFixed(1)} s. ${pause} ${Math.round(pausedMs)} ms.\n`,
  );
  for (const warning of warningsOf(reply.report)) process.stdout.write(`${warning}.\n`);
  return 0;
};

/** Gives the order to the worker that runs in the data folder. Resolves when it is done, however long that takes. */
async function order(dataDir: string, { to }: BackupOrder): Promise<BackupReply> {
  const socketPath = socketPathOf(dataDir, backupSocketName);
  try {
    checkSocketFolder(socketPath);
    const response = await new Promise<IncomingMessage>((done, fail) => {
      const call = request({ socketPath, method: 'POST', path: '/' }, done);
      call.once('error', fail);
      call.end(JSON.stringify({ to } satisfies BackupOrder));
    });
    return JSON.parse(await text(response)) as BackupReply;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ECONNREFUSED') throw error;
    throw new Error(`No worker runs in ${dataDir}. Start Bidhouse first, or set DATA_DIR to its folder.`, {
      cause: error,
    });
  }
}
