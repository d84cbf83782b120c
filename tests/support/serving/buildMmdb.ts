import { parseAddressRange } from '#engine/lists/addressSet.ts';

type Value = string | number | readonly Value[] | { readonly [name: string]: Value };

/**
 * A MaxMind database (MMDB 2.0) with an entry for each address range. `ipVersion` 4 builds a tree of IPv4 addresses
 * only; otherwise they are in the first part of the IPv6 tree. Ranges must not overlap.
 */
export function buildMmdb(entries: Readonly<Record<string, Value>>, ipVersion: 4 | 6 = 6): Buffer {
  const nodes: [number, number][] = [[0, 0]];
  const data: Buffer[] = [];
  const leaves: { node: number; side: 0 | 1; offset: number }[] = [];
  let offset = 0;
  for (const [range, value] of Object.entries(entries)) {
    const path = pathOf(range, ipVersion);
    let node = 0;
    for (const side of path.slice(0, -1)) {
      const record = nodes[node] ?? [0, 0];
      if (record[side] === 0) record[side] = nodes.push([0, 0]) - 1;
      node = record[side];
    }
    const encoded = encode(value);
    leaves.push({ node, side: path.at(-1) ?? 0, offset });
    data.push(encoded);
    offset += encoded.length;
  }
  const count = nodes.length;
  // No node has node 0 as its child: a 0 is an empty record, which is written as the number of nodes.
  for (const record of nodes) for (const side of [0, 1] as const) record[side] ||= count;
  for (const leaf of leaves) (nodes[leaf.node] ?? [0, 0])[leaf.side] = count + 16 + leaf.offset;
  const tree = Buffer.alloc(count * 6);
  for (const [index, [left, right]] of nodes.entries()) {
    tree.writeUIntBE(left, index * 6, 3);
    tree.writeUIntBE(right, index * 6 + 3, 3);
  }
  const metadata = encode({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_780_000_000,
    database_type: 'Test',
    description: {},
    ip_version: ipVersion,
    languages: ['en'],
    node_count: count,
    record_size: 24,
  });
  const marker = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
  return Buffer.concat([tree, Buffer.alloc(16), ...data, marker, metadata]);
}

/** The bits of a range, from the root of the tree. */
function pathOf(text: string, ipVersion: 4 | 6): (0 | 1)[] {
  const range = parseAddressRange(text);
  if (!range || (ipVersion === 4 && range.isV6)) throw new RangeError(`not a range: ${text}`);
  const prefixLength = range.isV6 ? 128 : 32;
  const bits = range.first.toString(2).padStart(prefixLength, '0').slice(0, range.bits);
  const lead = ipVersion === 6 && !range.isV6 ? '0'.repeat(96) : '';
  return Array.from(`${lead}${bits}`, (bit) => (bit === '1' ? 1 : 0));
}

function encode(value: Value): Buffer {
  if (typeof value === 'string') {
    const bytes = Buffer.from(value);
    return Buffer.concat([head(2, bytes.length), bytes]);
  }
  if (typeof value === 'number') {
    const isUnsignedInteger = Number.isInteger(value) && value >= 0;
    const bytes = Buffer.alloc(isUnsignedInteger ? 4 : 8);
    if (isUnsignedInteger) bytes.writeUInt32BE(value);
    else bytes.writeDoubleBE(value);
    return Buffer.concat([head(isUnsignedInteger ? 6 : 3, bytes.length), bytes]);
  }
  if (Array.isArray(value)) return Buffer.concat([head(11, value.length), ...value.map(encode)]);
  const pairs = Object.entries(value as Record<string, Value>);
  return Buffer.concat([head(7, pairs.length), ...pairs.flatMap(([name, each]) => [encode(name), encode(each)])]);
}

/** The control bytes of a value: its type and its length, at most 284. */
function head(type: number, length: number): Buffer {
  const size = length < 29 ? [length] : [29, length - 29];
  const [short = 0, ...rest] = size;
  return Buffer.from(type < 8 ? [(type << 5) | short, ...rest] : [short, type - 7, ...rest]);
}
