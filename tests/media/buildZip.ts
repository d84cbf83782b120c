import { crc32 } from 'node:zlib';

/** An entry of an archive, possibly malicious. */
export interface ZipEntry {
  name: string;
  content?: Buffer | string;
  /** A false size for the index. */
  claimedBytes?: number;
  /** Mode of the file: 0o120777 is a link. */
  mode?: number;
  isEncrypted?: boolean;
}

/** An uncompressed archive. Names are written unchanged. */
export function buildZip(entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = [];
  const index: Buffer[] = [];
  let at = 0;
  for (const { name, content = '', claimedBytes, mode = 0o100644, isEncrypted = false } of entries) {
    const body = Buffer.from(content);
    const written = Buffer.from(name);
    const bytes = claimedBytes ?? body.length;
    const flags = 0x800 | (isEncrypted ? 1 : 0);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt32LE(crc32(body), 10);
    common.writeUInt32LE(bytes, 14);
    // Encryption puts twelve bytes before the data.
    common.writeUInt32LE(isEncrypted ? bytes - 12 : bytes, 18);
    common.writeUInt16LE(written.length, 22);
    const file = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, written, body]);
    const attributes = Buffer.alloc(14);
    attributes.writeUInt32LE((mode << 16) >>> 0, 6);
    attributes.writeUInt32LE(at, 10);
    index.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0003'), common, attributes, written]));
    files.push(file);
    at += file.length;
  }
  const directory = Buffer.concat(index);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...files, directory, Buffer.from('PK\u0005\u0006'), end]);
}
