import { unlink } from 'node:fs/promises';
import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { controlSocketName } from '#runtime/control/controlAddress.ts';
import { makeSocketFolder, socketPathOf } from '#runtime/socketFolder.ts';
import type { Config } from '../../config.ts';

/**
 * Listens for internal calls: on CONTROL_HOST and CONTROL_PORT when a port is set, else on a Unix socket in the data
 * folder that no other user can open. Replaces the socket of a killed process. Throws when another process listens on
 * it.
 */
export async function listenForControl(
  app: FastifyInstance,
  { CONTROL_PORT, CONTROL_HOST, DATA_DIR }: Pick<Config, 'CONTROL_PORT' | 'CONTROL_HOST' | 'DATA_DIR'>,
): Promise<void> {
  if (CONTROL_PORT !== undefined) {
    await app.listen({ host: CONTROL_HOST, port: CONTROL_PORT });
    return;
  }
  const path = socketPathOf(DATA_DIR, controlSocketName);
  makeSocketFolder(path);
  if (await isListening(path)) throw new Error(`Another management API is already running with DATA_DIR ${DATA_DIR}`);
  await unlink(path).catch(unlessMissing);
  await app.listen({ path });
}

function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const settle = (exists: boolean) => {
      socket.destroy();
      resolve(exists);
    };
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
  });
}

function unlessMissing(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
