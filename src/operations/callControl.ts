import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type ControlPlane, openControlPlane } from '#serving/snapshot/controlPlane.ts';
import { readConfig, readEnvironment } from '../config.ts';

/** The management API of these settings does not run. */
export class NotRunning extends Error {
  constructor() {
    super('The management API is not running. Start Bidhouse first, with the same settings.');
  }
}

/** Runs internal calls to the management API of an installation. Throws NotRunning if it does not run. */
export async function callControl<T>(env: NodeJS.ProcessEnv, work: (plane: ControlPlane) => Promise<T>): Promise<T> {
  const { DATA_DIR, SECRET } = readEnvironment(env, { isDemo: false });
  // Reading all settings would create a secret, in the folder of no installation.
  if (SECRET === undefined && !existsSync(join(DATA_DIR, 'secret'))) throw new NotRunning();
  const { CONTROL_URL, secret } = readConfig(env, { isDemo: false });
  const plane = openControlPlane(CONTROL_URL, secret);
  try {
    return await work(plane);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ECONNREFUSED') throw new NotRunning();
    throw error;
  } finally {
    await plane.close();
  }
}
