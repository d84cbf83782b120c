import { unlink } from 'node:fs/promises';
import { controlSocketName } from '#runtime/control/controlAddress.ts';
import { listenFault, type Address } from '#runtime/listen/listenFault.ts';
import type { PortName } from '#runtime/listen/portName.ts';
import { makeSocketFolder, socketPathOf } from '#runtime/socketFolder.ts';
import type { Config } from '../config.ts';
import { openListener, type Listener } from './openListener.ts';
import type { PassedSockets } from './passedSockets.ts';
import type { MainRole } from './startArguments.ts';

/**
 * Listens on the ports of the roles. The data folder is locked: a socket file in it is of an ended process. Throws an
 * Error that names each setting whose port cannot be used.
 */
export async function openListeners(
  config: Config,
  roles: readonly MainRole[],
  sockets: PassedSockets = {},
): Promise<Partial<Record<PortName, Listener>>> {
  const { HOST: host, PORT, ADS_PORT, CONTROL_HOST, CONTROL_PORT, DATA_DIR } = config;
  const wanted: { name: PortName; setting: string; address: Address }[] = [];
  if (roles.includes('serving')) wanted.push({ name: 'ads', setting: 'ADS_PORT', address: { host, port: ADS_PORT } });
  if (roles.includes('api')) {
    wanted.push({ name: 'console', setting: 'PORT', address: { host, port: PORT } });
    const control =
      CONTROL_PORT === undefined ? await freeSocket(DATA_DIR) : { host: CONTROL_HOST, port: CONTROL_PORT };
    wanted.push({
      name: 'control',
      setting: CONTROL_PORT === undefined ? 'DATA_DIR' : 'CONTROL_PORT',
      address: control,
    });
  }
  for (const each of wanted) {
    const fd = sockets[each.name];
    if (fd !== undefined) each.address = { fd };
  }
  const opened = await Promise.allSettled(wanted.map(({ name, address }) => openListener(name, address)));
  const listeners: Partial<Record<PortName, Listener>> = {};
  const faults: string[] = [];
  for (const [index, { name, setting, address }] of wanted.entries()) {
    const result = opened[index];
    if (result?.status === 'fulfilled') listeners[name] = result.value;
    else faults.push(`  ${setting}: ${listenFault(result?.reason, address)}`);
  }
  if (faults.length === 0) return listeners;
  await Promise.all(Object.values(listeners).map((listener) => listener.close()));
  throw new Error(`Addresses that cannot be used:\n${faults.join('\n')}`);
}

async function freeSocket(dataDir: string): Promise<Address> {
  const path = socketPathOf(dataDir, controlSocketName);
  makeSocketFolder(path);
  await unlink(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  return { path };
}
