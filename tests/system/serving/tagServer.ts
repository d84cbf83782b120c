import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Behavior of a path of a tag server. */
export type TagBehaviour = (request: IncomingMessage, response: ServerResponse) => void;

/** A demand partner on loopback with configurable paths, which records its requests. */
export interface TagServer {
  url: string;
  /** Requests in order: path and headers. */
  seen: { url: string; headers: IncomingMessage['headers'] }[];
  /** Sets the behavior of a path. */
  on(path: string, behaviour: TagBehaviour): void;
  close(): Promise<void>;
}

/** Starts a tag server; unknown paths return 404. */
export async function startTagServer(): Promise<TagServer> {
  const behaviours = new Map<string, TagBehaviour>();
  const seen: TagServer['seen'] = [];
  const server = createServer((request, response) => {
    seen.push({ url: request.url ?? '', headers: request.headers });
    const path = (request.url ?? '').split('?')[0] ?? '';
    const behaviour = behaviours.get(path);
    if (behaviour) behaviour(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    on: (path, behaviour) => void behaviours.set(path, behaviour),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Returns a text with status 200. */
export function answers(text: string | Buffer, headers: Record<string, string> = {}): TagBehaviour {
  return (_request, response) => response.writeHead(200, { 'content-type': 'application/xml', ...headers }).end(text);
}
