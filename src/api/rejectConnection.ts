import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { closeWithResponse } from '#runtime/closeWithResponse.ts';
import { headersOf, httpsOnly } from '#runtime/headers/headersOf.ts';
import { problemOfConnection } from './problems.ts';

/** Rejects input that is not a complete HTTP request, and closes the connection: there is no request to respond to. */
export function rejectConnection(error: NodeJS.ErrnoException, socket: Socket, isSecure: boolean): void {
  if (error.code === 'ECONNRESET') return;
  const { status, problem } = problemOfConnection(error.code);
  const body = JSON.stringify({ problems: [problem], requestId: crypto.randomUUID() });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries(headersOf('api')).map((header) => header.join(': ')),
    ...(isSecure ? [httpsOnly.join(': ')] : []),
    'Connection: close',
  ];
  closeWithResponse(socket, `${head.join('\r\n')}\r\n\r\n${body}`);
}
