import { createServer } from 'node:net';
import { join } from 'node:path';
import { controlVersionHeader } from '#runtime/control/controlVersion.ts';
import { listenFault } from '#runtime/listen/listenFault.ts';
import { reachableHost } from '#runtime/listen/reachableHost.ts';
import { isLocked } from '#storage/lockFile.ts';
import type { Config } from '../../config.ts';
import type { MainRole } from '../../processes/startArguments.ts';
import { fault, passed, unchecked, type Finding } from './finding.ts';
import { isAdServing, isConsole } from './isResponding.ts';

type Ports = Pick<
  Config,
  'PORT' | 'ADS_PORT' | 'HOST' | 'CONTROL_PORT' | 'CONTROL_HOST' | 'METRICS_PORT' | 'METRICS_HOST' | 'DATA_DIR'
>;

interface CheckedPort {
  name: string;
  port: number;
  hostName: string;
  host: string;
  /** The roles, one of which listens. */
  roles: readonly MainRole[];
  /** Whether a Bidhouse responds at a base URL. */
  responds: (base: string) => Promise<boolean>;
}

const timeoutMs = 5000;

/** Checks that the ports of roles are free, or belong to the processes that run on DATA_DIR. */
export async function checkPorts(settings: Ports, roles: readonly MainRole[]): Promise<Finding[]> {
  const { PORT, ADS_PORT, HOST, CONTROL_PORT, CONTROL_HOST, METRICS_PORT, METRICS_HOST } = settings;
  const main = { hostName: 'HOST', host: HOST };
  const ports: CheckedPort[] = [
    { name: 'PORT', port: PORT, ...main, roles: ['api'], responds: isConsole },
    { name: 'ADS_PORT', port: ADS_PORT, ...main, roles: ['serving'], responds: isAdServing },
  ];
  if (CONTROL_PORT !== undefined)
    ports.push({
      name: 'CONTROL_PORT',
      port: CONTROL_PORT,
      hostName: 'CONTROL_HOST',
      host: CONTROL_HOST,
      roles: ['api'],
      responds: isControl,
    });
  if (METRICS_PORT !== undefined)
    ports.push({
      name: 'METRICS_PORT',
      port: METRICS_PORT,
      hostName: 'METRICS_HOST',
      host: METRICS_HOST,
      roles,
      responds: isMetrics,
    });
  const own = ports.filter((each) => each.roles.some((role) => roles.includes(role)));
  return Promise.all(own.map((each) => checkPort(each, settings.DATA_DIR)));
}

async function checkPort(
  { name, port, hostName, host, roles, responds }: CheckedPort,
  dataDir: string,
): Promise<Finding> {
  const isRunning = roles.some((role) => isLocked(join(dataDir, 'locks', `${role}.parent`)));
  const error = await listenOnce(port, host);
  if (error === null) {
    return isRunning
      ? unchecked(
          name,
          `${port} is free, but ${roles.join(', ')} runs on DATA_DIR: it was started with another ${name}`,
        )
      : passed(name, `${port} is free`);
  }
  if (error.code !== 'EADDRINUSE') {
    const setting = error.code === 'EADDRNOTAVAIL' ? hostName : name;
    return fault(name, listenFault(error, { host, port }), `Set ${setting} to another, or give this user the right.`);
  }
  const isBidhouse = await responds(`http://${reachableHost(host)}:${port}`);
  if (isRunning && isBidhouse) return passed(name, `${port} responds: Bidhouse runs on DATA_DIR`);
  if (isRunning)
    return fault(
      name,
      `${port} does not respond as Bidhouse, although ${roles.join(', ')} runs on DATA_DIR`,
      `Wait until it prints that it is ready; otherwise look at its log, and whether another program uses the port.`,
    );
  const other = isBidhouse
    ? 'another Bidhouse, with another DATA_DIR, uses the port'
    : listenFault(error, { host, port });
  return fault(
    name,
    `${port} is taken: ${other}`,
    `Stop that program, or set ${name} to another port. If it is the installation to check, set DATA_DIR as it has it.`,
  );
}

function listenOnce(port: number, host: string): Promise<NodeJS.ErrnoException | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', resolve);
    server.listen(port, host, () => server.close(() => resolve(null)));
  });
}

/** Whether internal calls are answered. */
async function isControl(base: string): Promise<boolean> {
  const response = await get(`${base}/internal/ping`);
  return response?.headers.has(controlVersionHeader) ?? false;
}

async function isMetrics(base: string): Promise<boolean> {
  const response = await get(`${base}/metrics`);
  return response?.status === 200 && (await response.text()).includes('bidhouse_');
}

async function get(url: string): Promise<Response | null> {
  return fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).catch(() => null);
}
