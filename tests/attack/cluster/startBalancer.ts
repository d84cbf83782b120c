import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** One port of a balancer and the servers behind it. */
export interface BalancedPort {
  port: number;
  servers: readonly string[];
  /** Path that must respond with 200 for a server to get requests. Default: a connection is enough. */
  check?: string;
}

/** Starts HAProxy, which gives each request to the next server in turn, whatever is in it. */
export async function startBalancer(
  address: string,
  ports: readonly BalancedPort[],
): Promise<{ close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'bidhouse-balancer-'));
  const path = join(folder, 'haproxy.cfg');
  const sections = ports.map(({ port, servers, check }) => [
    `listen port${port}`,
    `  bind ${address}:${port}`,
    '  balance roundrobin',
    '  option forwardfor',
    ...(check === undefined ? [] : [`  option httpchk GET ${check}`]),
    ...servers.map((server, index) => `  server s${index} ${server} check inter 500ms fall 2 rise 1`),
  ]);
  const settings = [
    'defaults',
    '  mode http',
    '  timeout connect 2s',
    '  timeout client 60s',
    '  timeout server 60s',
    ...sections.flat(),
  ];
  writeFileSync(path, `${settings.join('\n')}\n`);
  const balancer = spawn('haproxy', ['-db', '-f', path], { stdio: 'ignore' });
  const exited = once(balancer, 'exit');
  await once(balancer, 'spawn').catch((error: unknown) => {
    throw new Error('This test needs HAProxy: apt-get install haproxy', { cause: error });
  });
  return {
    async close() {
      balancer.kill('SIGKILL');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
