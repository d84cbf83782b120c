import { connect } from 'node:net';

/** Result of a request. */
export interface RawResponse {
  /** The last status received; 0 = none. */
  status: number;
  /** All statuses in the order of the responses. */
  statuses: number[];
  /** The beginning of the response. */
  text: string;
  outcome: 'answered' | 'closed' | 'refused' | 'timeout';
}

/** Target of a request, and the timeout of its response. */
export interface RawTarget {
  port: number;
  /** Source address: sign-ins are limited by it. */
  localAddress?: string;
  timeoutMs: number;
}

const maxText = 16_384;

/** Sends arbitrary bytes on a connection of their own and reads the responses. Never throws. */
export function sendRaw(
  bytes: Buffer,
  method: string,
  { port, localAddress, timeoutMs }: RawTarget,
): Promise<RawResponse> {
  return new Promise((resolve) => {
    let received: Buffer = Buffer.alloc(0);
    const socket = connect({ port, host: '127.0.0.1', ...(localAddress ? { localAddress } : {}) });
    const settle = (outcome: RawResponse['outcome']) => {
      clearTimeout(timer);
      socket.destroy();
      const statuses = statusesOf(received, method);
      resolve({
        status: statuses.at(-1) ?? 0,
        statuses,
        text: received.toString('latin1', 0, maxText),
        outcome: statuses.length > 0 && outcome !== 'timeout' ? 'answered' : outcome,
      });
    };
    const timer = setTimeout(() => settle('timeout'), timeoutMs);
    socket.on('connect', () => socket.write(bytes));
    socket.on('data', (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      if (countComplete(received, method) > 0) settle('answered');
    });
    socket.on('close', () => settle('closed'));
    socket.on('error', () => settle('refused'));
  });
}

/** The responses in the received bytes: status, and offset of the end; -1 = not complete. */
function readAnswers(bytes: Buffer, method: string): { status: number; end: number }[] {
  const found: { status: number; end: number }[] = [];
  for (let at = 0; at < bytes.length;) {
    const headEnd = bytes.indexOf('\r\n\r\n', at);
    const head = bytes.toString('latin1', at, headEnd < 0 ? bytes.length : headEnd);
    const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1] ?? 0);
    if (status === 0) break;
    const end = headEnd < 0 ? -1 : endOfBody(bytes, headEnd + 4, head, status, method);
    if (status >= 200) found.push({ status, end });
    if (end < 0) break;
    at = end;
  }
  return found;
}

function endOfBody(bytes: Buffer, start: number, head: string, status: number, method: string): number {
  if (method === 'HEAD' || status < 200 || status === 204 || status === 304) return start;
  const length = /^content-length: *(\d+)/im.exec(head)?.[1];
  if (length !== undefined) return bytes.length >= start + Number(length) ? start + Number(length) : -1;
  if (!/^transfer-encoding: *chunked/im.test(head)) return -1;
  const last = bytes.indexOf('0\r\n\r\n', start);
  return last < 0 ? -1 : last + 5;
}

function countComplete(bytes: Buffer, method: string): number {
  return readAnswers(bytes, method).filter(({ end }) => end >= 0).length;
}

function statusesOf(bytes: Buffer, method: string): number[] {
  return readAnswers(bytes, method).map(({ status }) => status);
}
