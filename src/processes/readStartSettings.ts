import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readEnvironment } from '../config.ts';
import { checkRoleSettings } from './checkRoleSettings.ts';
import type { MainRole } from './startArguments.ts';

/**
 * Reads the settings of a start without touching DATA_DIR. Throws an Error that lists every invalid setting, and all
 * that the roles lack or that cannot work together.
 */
export function readStartSettings(
  env: NodeJS.ProcessEnv,
  { isDemo, roles }: { isDemo: boolean; roles: readonly MainRole[] },
): ReturnType<typeof readEnvironment> {
  const settings = readEnvironment(env, { isDemo });
  const hasSecret = settings.SECRET !== undefined || existsSync(join(settings.DATA_DIR, 'secret'));
  const faults = checkRoleSettings(roles, { ...settings, CONTROL_URL: env['CONTROL_URL'] || undefined, hasSecret });
  if (faults.length === 0) return settings;
  const lines = faults.map(({ setting, message }) => `  ${setting}: ${message}`);
  throw new Error(`These settings cannot work with the roles ${roles.join(', ')}:\n${lines.join('\n')}`);
}
