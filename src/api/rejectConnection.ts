import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { closeWithResponse } from '#runtime/closeWithResponse.ts';
import { problemOfConnection } from './problems.ts';

/** Rejects input that is not a complete HTTP request, and closes the connection: there is no request to respond to. */
export function rejectConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET') return;
  const { status, problem } = problemOfConnection(error.code);
  const body = JSON.stringify({ problems: [problem], requestId: crypto.randomUUID() });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ];
  closeWithResponse(socket, `${head.join('\r\n')}\r\n\r\n${body}`);
}
