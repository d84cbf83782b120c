import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** A response as received. */
export interface RawResponse {
  /** 0 when the connection ended without one. */
  status: number;
  /** By lower-case name. */
  headers: ReadonlyMap<string, string>;
  body: string;
}

/** Sends a request line, header lines and a body unchanged, and reads until the server closes the connection. */
export async function rawRequest(
  url: string,
  requestLine: string,
  headers: readonly string[] = [],
  body = '',
): Promise<RawResponse> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write([requestLine, 'host: ads.example', 'connection: close', ...headers, '', body].join('\r\n'), 'latin1');
  const answer = await text(socket).catch(() => '');
  const end = answer.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = answer.slice(0, Math.max(0, end)).split('\r\n');
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1] ?? 0),
    headers: new Map(
      lines.map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      }),
    ),
    body: answer.slice(end + 4),
  };
}
