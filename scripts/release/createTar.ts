/** A file of an archive: its path with `/`, its contents, and whether it is a program. */
export interface ArchiveFile {
  path: string;
  bytes: Buffer;
  isExecutable?: boolean;
}

const blockBytes = 512;

/**
 * A tar archive (POSIX ustar) of files, in the order of their paths. The same files and time give the same bytes: owner
 * and modes do not come from the machine. `time`: of all files, in seconds since 1970. Throws for a path that ustar
 * cannot store.
 */
export function createTar(files: readonly ArchiveFile[], time: number): Buffer {
  const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const blocks = sorted.flatMap((file) => [headerOf(file, time), file.bytes, Buffer.alloc(padding(file.bytes.length))]);
  return Buffer.concat([...blocks, Buffer.alloc(2 * blockBytes)]);
}

function padding(bytes: number): number {
  return (blockBytes - (bytes % blockBytes)) % blockBytes;
}

function headerOf({ path, bytes, isExecutable }: ArchiveFile, time: number): Buffer {
  const header = Buffer.alloc(blockBytes);
  const { prefix, name } = splitPath(path);
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0');
  header.write(name, 0, 100);
  header.write(isExecutable ? '0000755' : '0000644', 100);
  header.write(octal(0, 7), 108);
  header.write(octal(0, 7), 116);
  header.write(octal(bytes.length, 11), 124);
  header.write(octal(time, 11), 136);
  // The checksum is computed with spaces in its own field.
  header.write('        ', 148);
  header.write('0', 156);
  header.write('ustar\u000000', 257);
  header.write('root', 265);
  header.write('root', 297);
  header.write(prefix, 345, 155);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${octal(sum, 6)}\u0000 `, 148);
  return header;
}

/** The two fields of a path: the name has up to 100 bytes, the folders before it up to 155. */
function splitPath(path: string): { prefix: string; name: string } {
  if (Buffer.byteLength(path) <= 100) return { prefix: '', name: path };
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)];
    if (Buffer.byteLength(prefix) <= 155 && Buffer.byteLength(name) <= 100) return { prefix, name };
  }
  throw new Error(`The path is too long for the archive: ${path}`);
}
