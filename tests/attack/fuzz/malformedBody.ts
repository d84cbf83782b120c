import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { Random } from '../createRandom.ts';

/** A body with its headers. */
export interface MalformedBody {
  bytes: Buffer;
  headers: [name: string, value: string][];
}

const nested = (open: string, close: string, depth: number) => Buffer.from(open.repeat(depth) + close.repeat(depth));
/** Compression bombs by coding and size: 200 MB in 200 kB. */
const bombs = new Map<string, Buffer>();

function bomb(coding: 'gzip' | 'deflate' | 'br', megabytes: number): Buffer {
  const name = `${coding} ${megabytes}`;
  const cached = bombs.get(name);
  if (cached) return cached;
  const spaces = Buffer.alloc(megabytes * 1_048_576, ' ');
  const packed = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }[coding](spaces);
  bombs.set(name, packed);
  return packed;
}

const malformedBodies: readonly ((random: Random) => MalformedBody | Buffer | string)[] = [
  () => '',
  () => ' \r\n\t',
  () => 'null',
  () => '[]',
  () => '"text"',
  () => '1e999',
  () => 'NaN',
  () => '{"id":"a","id":"b","imp":[{}],"imp":[]}',
  () => '{"__proto__":{"status":1},"constructor":{"prototype":{"isSuper":true}}}',
  () => '\ufeff{"name":"x"}',
  () => '{"name":"\\ud800\\udc00\\udc00","q":"\\u0000"}',
  () => Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x80, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d]),
  () => Buffer.from([0, 0, 0, 0]),
  (random) => Buffer.from(Array.from({ length: 1 + random.below(400) }, () => random.below(256))),
  (random) => nested('[', ']', random.pick([100, 5000, 200_000])),
  (random) => nested('{"a":', '}', random.pick([100, 5000, 100_000])),
  (random) => Buffer.alloc(random.pick([70_000, 1_100_000, 2_200_000]), 'a'),
  () => `{"name":"${'\\"'.repeat(300_000)}"}`,
  () => `{${Array.from({ length: 20_000 }, (_, index) => `"k${index}":${index}`).join()}}`,
  () =>
    'a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c]\n',
  () => 'bidhouse: 1\ntags:\n  - { id: 1, name: ~ }\n  - *missing\n? [x]\n: y\n',
  () => 'id,name\r\n"1,"x""\r\n2,\u0000\r\n,,,,,\r\n"',
  () => `id;name\n${'1;x\n'.repeat(5000)}`,
  (random) => ({
    bytes: bomb(random.pick(['gzip', 'deflate', 'br']), random.pick([1, 30, 200])),
    headers: [['Content-Encoding', random.pick(['gzip', 'deflate', 'br', 'GZIP', 'gzip, gzip'])]],
  }),
  (random) => ({
    bytes: gzipSync('{"id":"1","imp":[{"id":"1","video":{}}]}').subarray(0, 10 + random.below(40)),
    headers: [['Content-Encoding', 'gzip']],
  }),
  () => ({ bytes: gzipSync(gzipSync('{}')), headers: [['Content-Encoding', 'gzip, gzip']] }),
  () => ({
    bytes: Buffer.from('--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n'),
    headers: [['Content-Type', 'multipart/form-data; boundary=x']],
  }),
];

/** A body that no valid client sends. */
export function malformedBody(random: Random): MalformedBody {
  const made = random.pick(malformedBodies)(random);
  if (typeof made === 'string') return { bytes: Buffer.from(made), headers: [] };
  return Buffer.isBuffer(made) ? { bytes: made, headers: [] } : made;
}
