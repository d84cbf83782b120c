import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Response of a host at a path. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** A server that replaces those of site owners and stores. */
export interface PublisherServer {
  url: string;
  /** Requests as "host path", in order. */
  requestedPaths: string[];
  /** Responses by "host path"; all others are 404. */
  answers: Map<string, RequestHandler>;
  close(): Promise<void>;
}

/** Starts the server on a free port. */
export async function startPublisherServer(): Promise<PublisherServer> {
  const requestedPaths: string[] = [];
  const answers = new Map<string, RequestHandler>();
  const server = createServer((request, response) => {
    const name = `${request.headers.host} ${request.url}`;
    requestedPaths.push(name);
    const answer = answers.get(name);
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requestedPaths,
    answers,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** A text with its type. */
export function text(
  body: string | Buffer,
  type = 'text/plain; charset=utf-8',
  more: Record<string, string> = {},
): RequestHandler {
  return (_request, response) => void response.writeHead(200, { 'content-type': type, ...more }).end(body);
}

/** A redirect. */
export function redirect(location: string, status = 302): RequestHandler {
  return (_request, response) => void response.writeHead(status, { location }).end();
}

/** A status with a page. */
export function status(code: number): RequestHandler {
  return (_request, response) => void response.writeHead(code, { 'content-type': 'text/html' }).end('<h1>No</h1>');
}
