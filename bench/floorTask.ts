import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { decodeRecord } from '#events/record/recordCodec.ts';
import type { ServeRecord, TokenPayload } from '#events/record/records.ts';
import { readFrames } from '#events/spool/frames.ts';
import { listSpools } from '#events/spool/spoolFiles.ts';
import { createTokenVerifier } from '#events/token/token.ts';
import type { TrackedEvent } from '#model/index.ts';

/** A recorded response and what was written for it. */
export interface FloorTask {
  secret: string;
  /** The folder to which the same records are written again. */
  spoolDir: string;
  /** Media type of the response. */
  type: string;
  /** The response: texts, each followed by a tracking URL's last two segments, of an ad by its number. */
  parts: { before: string; ad: number; event: TrackedEvent | null }[];
  payloads: TokenPayload[];
  records: ServeRecord[];
}

const tokens = /(?<=\/[en]\/)(\w+)\/([\w-]+\.[\w-]+)/g;

/** Reads from a server's response, and from its data folder, what the server did for it. */
export async function recordFloorTask(dataDir: string, text: string, type: string): Promise<FloorTask> {
  const secret = readFileSync(join(dataDir, 'secret'), 'utf8').trim();
  const verifier = createTokenVerifier({ keys: [{ secret, keyId: 1 }], lifetimeMs: 14_400_000 });
  const payloads: TokenPayload[] = [];
  const parts: FloorTask['parts'] = [];
  let from = 0;
  for (const { index, 0: found, 1: event = '', 2: token = '' } of text.matchAll(tokens)) {
    const { payload } = verifier.verify(event, token, Date.now());
    if (!payload) throw new Error(`the response has a token that does not verify: ${found}`);
    let ad = payloads.findIndex(({ serveId }) => serveId === payload.serveId);
    if (ad < 0) ad = payloads.push(payload) - 1;
    parts.push({ before: text.slice(from, index), ad, event: event as TrackedEvent });
    from = index + found.length;
  }
  parts.push({ before: text.slice(from), ad: 0, event: null });
  const serves = await servesOf(
    dataDir,
    payloads.map(({ serveId }) => serveId),
  );
  const records = payloads.map(({ serveId }) => serves.get(serveId) as ServeRecord);
  return { secret, spoolDir: join(dataDir, 'floor'), type, parts, payloads, records };
}

/** The stored serve records, with these IDs among them. Their file is complete about a second after the response. */
async function servesOf(dataDir: string, serveIds: readonly string[]): Promise<Map<string, ServeRecord>> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const serves = listSpools(join(dataDir, 'spool'))
      .sealed.flatMap(({ path }) => [...readFrames(readFileSync(path))])
      .map(decodeRecord)
      .filter((record) => record.type === 'serve');
    const found = new Map(serves.map((record) => [record.serveId, record]));
    if (serveIds.every((id) => found.has(id))) return found;
    await pause(200);
  }
  throw new Error('the records of the response were not written');
}
