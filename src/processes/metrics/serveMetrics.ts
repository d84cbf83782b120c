import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { headersOf } from '#runtime/headers/headersOf.ts';
import { errorText } from '#runtime/log/describeError.ts';

/** The running endpoint. */
export interface MetricsServer {
  port: number;
  close(): Promise<void>;
}

/** Media type of Prometheus' text format. */
const textFormat = 'text/plain; version=0.0.4; charset=utf-8';

/** Serves `GET /metrics` on an address of its own. Calls during a collection get its result. */
export async function serveMetrics(
  collect: () => Promise<string>,
  { host, port }: { host: string; port: number },
): Promise<MetricsServer> {
  let collecting: Promise<string> | null = null;
  const collectOnce = () => {
    collecting ??= collect().finally(() => {
      collecting = null;
    });
    return collecting;
  };
  const server = createServer(({ url = '', method }, response) => {
    for (const header of Object.entries(headersOf('metrics'))) response.setHeader(...header);
    if (url.split('?')[0] !== '/metrics') return void response.writeHead(404).end('There is only /metrics\n');
    if (method !== 'GET' && method !== 'HEAD') return void response.writeHead(405, { allow: 'GET, HEAD' }).end();
    return void collectOnce().then(
      (text) => response.writeHead(200, { 'content-type': textFormat }).end(text),
      (error: unknown) => response.writeHead(500).end(`${errorText(error)}\n`),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
