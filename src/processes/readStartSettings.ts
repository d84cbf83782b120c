import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readEnvironment } from '../config.ts';
import { findMisspelledSettings } from '../findMisspelledSettings.ts';
import { checkRoleSettings, type RoleFault } from './checkRoleSettings.ts';
import type { MainRole } from './startArguments.ts';

type Environment = ReturnType<typeof readEnvironment>;

/**
 * Reads the settings of a start without touching DATA_DIR. Throws an Error that lists every invalid setting, and all
 * that the roles lack or that cannot work together. `print` receives a line for each setting with which the roles work,
 * but not as they should.
 */
export function readStartSettings(
  env: NodeJS.ProcessEnv,
  { isDemo, roles, print }: { isDemo: boolean; roles: readonly MainRole[]; print: (line: string) => void },
): Environment {
  const settings = readEnvironment(env, { isDemo });
  const faults = readRoleFaults(env, settings, roles);
  const refused = faults.filter(({ isRefused }) => isRefused);
  if (refused.length > 0)
    throw new Error(
      `These settings cannot work with the roles ${roles.join(', ')}:\n${refused.map((fault) => `  ${textOf(fault)}`).join('\n')}`,
    );
  for (const fault of faults) print(textOf(fault));
  return settings;
}

/** The faults of an environment for roles that start together. Reads whether DATA_DIR has a secret. */
export function readRoleFaults(env: NodeJS.ProcessEnv, settings: Environment, roles: readonly MainRole[]): RoleFault[] {
  const hasSecret = settings.SECRET !== undefined || existsSync(join(settings.DATA_DIR, 'secret'));
  return [
    ...checkRoleSettings(roles, { ...settings, CONTROL_URL: env['CONTROL_URL'] || undefined, hasSecret }),
    ...findMisspelledSettings(env).map(({ given, meant }) => ({
      setting: given,
      message: 'There is no such setting, so it has no effect',
      fix: `If you mean ${meant}, rename it.`,
      isRefused: false,
    })),
  ];
}

function textOf({ setting, message, fix }: RoleFault): string {
  return `${setting}: ${message}. ${fix}`;
}
