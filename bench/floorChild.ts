import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { readFileSync } from 'node:fs';
import { createTokenSigner, createTokenVerifier, newServeId, type SignedToken } from '#events/token/token.ts';
import { openSpool } from '#events/spool/spool.ts';
import type { TrackedEvent } from '#model/index.ts';
import type { FloorTask } from './floorTask.ts';

/**
 * Does what no response can do without, and nothing else: no routing, no auction. A request for ads gets the text of a
 * recorded response with new serve IDs and signed URLs, after its records were written; a pixel is verified and durable.
 */
const task = JSON.parse(readFileSync(process.env['FLOOR_TASK'] ?? '', 'utf8')) as FloorTask;
const key = { secret: task.secret, keyId: 1 };
const signer = createTokenSigner(key);
const verifier = createTokenVerifier({ keys: [key], lifetimeMs: 14_400_000 });
const spool = openSpool({ dir: task.spoolDir });

const server = createServer((request, response) => {
  if (request.url?.startsWith('/e/')) void answerPixel(request.url, response);
  else void answerAds(request, response);
});
server.listen(Number(process.env['FLOOR_PORT']), '127.0.0.1', () => process.stdout.write('ready\n'));

async function answerAds(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'POST') JSON.parse(await bodyOf(request));
  const at = Date.now();
  const serveIds = task.records.map(newServeId);
  const tokens = task.payloads.map((payload, index) => signer.sign({ ...payload, serveId: serveIds[index] ?? '' }));
  const written = task.records.map((record, index) => spool.append({ ...record, at, serveId: serveIds[index] ?? '' }));
  const text = filled(tokens);
  await Promise.all(written);
  response.writeHead(200, ['content-type', task.type, 'content-length', String(Buffer.byteLength(text))]);
  response.end(text);
}

function filled(tokens: readonly SignedToken[]): string {
  let text = '';
  for (const { before, ad, event } of task.parts) {
    text += before;
    if (event !== null) text += tokens[ad]?.path(event) ?? '';
  }
  return text;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  return new Promise((resolve) => {
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => resolve(Buffer.concat(chunks).toString()));
  });
}

async function answerPixel(url: string, response: ServerResponse): Promise<void> {
  const [, , event = '', token = ''] = url.split('/');
  const { verdict, payload } = verifier.verify(event, token, Date.now());
  await spool.appendDurably({
    type: 'event',
    verdict,
    payload: payload?.isTest ? null : payload,
    at: Date.now(),
    event: event as TrackedEvent,
    errorCode: 0,
  });
  response.writeHead(200, ['content-type', 'image/gif', 'content-length', '43']);
  response.end('GIF89a'.padEnd(43), 'latin1');
}
