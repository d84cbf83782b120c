import type { Config } from '../config.ts';
import type { MainRole } from './startArguments.ts';

/** The settings on which it depends whether roles can work. */
export type RoleSettings = Pick<
  Config,
  'PORT' | 'ADS_PORT' | 'CONTROL_PORT' | 'CONTROL_HOST' | 'DATABASE_URL' | 'CLICKHOUSE_URL'
> & {
  SECRET?: string | undefined;
  /** As set; undefined = the default. */
  CONTROL_URL: string | undefined;
  /** Whether SECRET is set or DATA_DIR has a secret. */
  hasSecret: boolean;
};

/** A setting with which the roles cannot work, and why. */
export interface RoleFault {
  setting: string;
  message: string;
}

/** Checks the settings of the roles that start together; returns every fault. */
export function checkRoleSettings(roles: readonly MainRole[], settings: RoleSettings): RoleFault[] {
  const has = (role: MainRole) => roles.includes(role);
  const faults: RoleFault[] = [];
  const add = (setting: string, message: string) => faults.push({ setting, message });
  const { CONTROL_URL, CONTROL_HOST, CONTROL_PORT } = settings;

  if (has('api') !== has('worker')) {
    const [role, other] = has('api') ? ['api', 'worker'] : ['worker', 'api'];
    for (const setting of ['DATABASE_URL', 'CLICKHOUSE_URL'] as const) {
      if (settings[setting] === undefined)
        add(setting, `Required for ${role} without ${other}: embedded stores serve the roles of one command only`);
    }
  }
  if (has('serving') && !has('api')) {
    if (CONTROL_URL === undefined)
      add(
        'CONTROL_URL',
        'Required for serving without api: http://HOST:CONTROL_PORT of an api, or unix:///DATA_DIR/run/control.sock of one with the same DATA_DIR',
      );
    else if (!CONTROL_URL.startsWith('unix:') && settings.SECRET === undefined)
      add('SECRET', 'Required for serving that reaches the api over a network: the same as of the api');
  }
  if (has('worker') && !has('api') && !settings.hasSecret)
    add('SECRET', 'Required for worker without api: the same as of the api');
  if (has('api') && CONTROL_PORT !== undefined && !isLoopback(CONTROL_HOST) && !settings.hasSecret)
    add('SECRET', 'Required if CONTROL_HOST is an address of a network: all nodes need the same');

  const ports = [
    ...(has('api') ? (['PORT', 'CONTROL_PORT'] as const) : []),
    ...(has('serving') ? (['ADS_PORT'] as const) : []),
  ].map((setting) => ({ setting, port: settings[setting] }));
  for (const [index, { setting, port }] of ports.entries()) {
    const same = ports.slice(0, index).find((each) => each.port === port);
    if (port && same) add(setting, `Must differ from ${same.setting} (${port})`);
  }
  return faults;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}
