import { createServer, type Socket } from 'node:net';
import { freePort } from '../e2e/freePort.ts';

/** Reply of a command before RESP encoding. */
type Reply = { ok: string } | string | number | null | Reply[] | { map: [string, Reply][] };

interface Entry {
  id: [number, number];
  fields: string[];
}

/**
 * A fake of the Redis commands that the product uses, for machines without a server: keys with texts, streams and sorted
 * sets in memory, behind RESP.
 */
export async function startFakeRedis(fixedPort?: number): Promise<{ url: string; close(): Promise<void> }> {
  const streams = new Map<string, Entry[]>();
  const sets = new Map<string, Map<string, number>>();
  const texts = new Map<string, { text: string; expiresAt: number }>();
  const sockets = new Set<Socket>();
  const lastId: [number, number] = [0, 0];

  const nextId = (): [number, number] => {
    const now = Date.now();
    if (now > lastId[0]) [lastId[0], lastId[1]] = [now, 0];
    else lastId[1] += 1;
    return [...lastId];
  };
  const run = ([name = '', ...args]: string[]): Reply => {
    const [key = ''] = args;
    switch (name.toUpperCase()) {
      case 'HELLO':
        return {
          map: [
            ['server', 'redis'],
            ['version', '7.0.0'],
            ['proto', Number(args[0] ?? 2)],
            ['modules', []],
          ],
        };
      case 'CLIENT':
      case 'PING':
        return { ok: 'OK' };
      case 'FLUSHALL':
        streams.clear();
        sets.clear();
        texts.clear();
        return { ok: 'OK' };
      case 'SET':
        // key value EX seconds [NX]
        if (args[4] === 'NX' && (texts.get(key)?.expiresAt ?? 0) > Date.now()) return null;
        texts.set(key, { text: args[1] ?? '', expiresAt: Date.now() + Number(args[3]) * 1000 });
        return { ok: 'OK' };
      case 'GET': {
        const stored = texts.get(key);
        return stored && stored.expiresAt > Date.now() ? stored.text : null;
      }
      case 'EXISTS':
        return streams.has(key) || sets.has(key) ? 1 : 0;
      case 'TIME':
        return [String(Math.floor(Date.now() / 1000)), String((Date.now() % 1000) * 1000)];
      case 'ZADD': {
        const set = sets.get(key) ?? new Map<string, number>();
        sets.set(key, set.set(args[2] ?? '', Number(args[1])));
        return 1;
      }
      case 'ZREMRANGEBYSCORE': {
        const set = sets.get(key) ?? new Map<string, number>();
        for (const [member, score] of set) if (score <= Number(args[2])) set.delete(member);
        return 0;
      }
      case 'ZCARD':
        return sets.get(key)?.size ?? 0;
      case 'XADD': {
        // key MAXLEN ~ count * field value
        const stream = streams.get(key) ?? [];
        streams.set(key, stream);
        const entry = { id: nextId(), fields: args.slice(5) };
        stream.push(entry);
        stream.splice(0, Math.max(0, stream.length - Number(args[3])));
        return entry.id.join('-');
      }
      case 'XRANGE': {
        // key start + COUNT count; a start in round brackets is exclusive
        const [time = 0, place = 0] = (args[1] === '-' ? '0-0' : (args[1] ?? '').replace('(', ''))
          .split('-')
          .map(Number);
        const after = (streams.get(key) ?? []).filter(({ id }) => id[0] > time || (id[0] === time && id[1] > place));
        return after.slice(0, Number(args[4])).map(({ id, fields }) => [id.join('-'), fields]);
      }
      case 'XREVRANGE': {
        // key + - COUNT count
        const newest = (streams.get(key) ?? []).slice(-Number(args[4])).toReversed();
        return newest.map(({ id, fields }) => [id.join('-'), fields]);
      }
      default:
        throw new Error(`ERR unknown command '${name}'`);
    }
  };

  const server = createServer((socket) => {
    sockets.add(socket);
    let remaining = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (chunk: Buffer) => {
      remaining = Buffer.concat([remaining, chunk]);
      for (let command = readCommand(remaining); command; command = readCommand(remaining)) {
        remaining = remaining.subarray(command.length);
        try {
          socket.write(written(run(command.parts)));
        } catch (error) {
          socket.write(`-${error instanceof Error ? error.message : 'ERR'}\r\n`);
        }
      }
    });
  });
  const port = fixedPort ?? (await freePort());
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `redis://127.0.0.1:${port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

/** A command at the start of the received bytes, as an array of bulk strings; null while it is incomplete. */
function readCommand(bytes: Buffer): { parts: string[]; length: number } | null {
  let at = 0;
  const line = (): string | null => {
    const end = bytes.indexOf('\r\n', at);
    if (end < 0) return null;
    const text = bytes.toString('utf8', at, end);
    at = end + 2;
    return text;
  };
  const head = line();
  if (head === null) return null;
  const parts: string[] = [];
  for (let index = 0; index < Number(head.slice(1)); index += 1) {
    const size = line();
    if (size === null || bytes.length < at + Number(size.slice(1)) + 2) return null;
    parts.push(bytes.toString('utf8', at, at + Number(size.slice(1))));
    at += Number(size.slice(1)) + 2;
  }
  return { parts, length: at };
}

function written(reply: Reply): string {
  if (reply === null) return '$-1\r\n';
  if (typeof reply === 'number') return `:${reply}\r\n`;
  if (typeof reply === 'string') return `$${Buffer.byteLength(reply)}\r\n${reply}\r\n`;
  if (Array.isArray(reply)) return `*${reply.length}\r\n${reply.map(written).join('')}`;
  if ('ok' in reply) return `+${reply.ok}\r\n`;
  return `%${reply.map.length}\r\n${reply.map.map(([key, value]) => written(key) + written(value)).join('')}`;
}
