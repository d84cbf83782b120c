// Health check of a container: asks /healthz on the port of each role that its command names. A worker has no port: the
// main process restarts it, and the container ends with the main process.
import { readFileSync } from 'node:fs';

const command = readFileSync('/proc/1/cmdline', 'utf8').split('\0');
const named = command.slice(command.indexOf('start') + 1);
const has = (role) => named.includes(role) || !['serving', 'api', 'worker'].some((each) => named.includes(each));
const { PORT = '8080', ADS_PORT = '8090' } = process.env;
const ports = [...(has('api') ? [PORT] : []), ...(has('serving') ? [ADS_PORT] : [])];

const results = await Promise.allSettled(
  ports.map(async (port) => {
    const response = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(4000) });
    if (!response.ok) throw new Error(`port ${port}: status ${response.status}`);
  }),
);
for (const { reason } of results) if (reason) process.stderr.write(`${reason.cause ?? reason}\n`);
process.exit(results.every(({ status }) => status === 'fulfilled') ? 0 : 1);
