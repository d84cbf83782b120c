import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { headersOf, httpsOnly } from '#runtime/headers/headersOf.ts';
import { closeWithResponse } from '#runtime/closeWithResponse.ts';

/** Statuses and problems by Node's error code. Any other error means that the input is not HTTP (400). */
const rejections: Readonly<Record<string, readonly [status: number, code: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'headers_too_large', 'The URL and the headers are too long'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'too_slow', 'The request was not received completely in time'],
};

/**
 * Answers input that is not a complete HTTP request and closes the connection. There is no request object to respond to.
 */
export function rejectConnection({ code = '' }: NodeJS.ErrnoException, socket: Socket, isSecure: boolean): void {
  if (code === 'ECONNRESET') return;
  const [status, name, message] = rejections[code] ?? [400, 'bad_request', 'This is not HTTP'];
  const body = JSON.stringify({ problems: [{ code: name, message, path: '' }] });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries(headersOf('ad')).map((header) => header.join(': ')),
    ...(isSecure ? [httpsOnly.join(': ')] : []),
    'Connection: close',
  ];
  closeWithResponse(socket, `${head.join('\r\n')}\r\n\r\n${body}`);
}
