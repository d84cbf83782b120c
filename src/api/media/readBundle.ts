import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { getFileNameLowLevel, openPromise, validateFileName, type Entry, type ZipFile } from 'yauzl';
import type { Fault } from '#model/index.ts';
import { endingOf, isMediaEnding } from '#model/buying/mediaEndings.ts';
import { loadsPlainHttp } from '#standards/markup/loadsPlainHttp.ts';
import type { MarkupKind } from '#standards/markup/markupLoads.ts';
import { isContentOfEnding } from './isContentOfEnding.ts';
import { fileFault } from './mediaFaults.ts';
import { mediaKindOf } from './mediaKind.ts';

/** Maximum number of files in a bundle, and of their bytes in total. */
const maxFiles = 500;
const maxBytes = 10 * 1024 * 1024;
/** Maximum number of reported faults: a hostile archive could have thousands. */
const maxFaults = 20;

/** The contents of a bundle: its files by path, including index.html. */
export interface BundleContents {
  files: Map<string, Buffer>;
  bytes: number;
  /** From the meta element `ad.size`, in pixels; 0 without one. */
  width: number;
  height: number;
}

/** Reads the archive of an HTML5 ad, or returns all its faults. Nothing is written to disk. */
export async function readBundle(path: string): Promise<{ contents: BundleContents } | { faults: Fault[] }> {
  let zip: ZipFile;
  try {
    zip = await openPromise(path, { lazyEntries: true, autoClose: false, decodeStrings: false });
  } catch {
    return { faults: [unreadable] };
  }
  try {
    const { entries, faults } = await listEntries(zip);
    if (faults.length > 0) return { faults };
    const files = new Map<string, Buffer>();
    for (const [name, entry] of withoutFolder(entries)) {
      const content = await contentOf(zip, entry);
      faults.push(...contentFaults(name, content));
      if (faults.length >= maxFaults) break;
      files.set(name, content);
    }
    const index = files.get('index.html');
    if (!index) faults.push(fileFault('no_index', 'The bundle has no index.html at its top level'));
    if (!index || faults.length > 0) return { faults };
    const bytes = [...files.values()].reduce((sum, { length }) => sum + length, 0);
    return { contents: { files, bytes, ...sizeOf(index.toString('utf8')) } };
  } catch {
    return { faults: [unreadable] };
  } finally {
    zip.close();
  }
}

const unreadable = fileFault('not_readable', 'The zip file is damaged and cannot be read');

/** The files of an archive by name, and the faults that its index shows. */
async function listEntries(zip: ZipFile): Promise<{ entries: Map<string, Entry>; faults: Fault[] }> {
  const entries = new Map<string, Entry>();
  const faults: Fault[] = [];
  if (zip.entryCount > maxFiles * 2) return { entries, faults: [tooMany(zip.entryCount)] };
  let bytes = 0;
  for await (const entry of entriesOf(zip)) {
    const name = nameOf(entry);
    if (name.endsWith('/') || /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$)/.test(name)) continue;
    const fault = entryFault(name, entry, entries);
    if (fault && faults.length < maxFaults) faults.push(fault);
    bytes += entry.uncompressedSize;
    entries.set(name, entry);
  }
  if (entries.size > maxFiles) faults.push(tooMany(entries.size));
  if (bytes > maxBytes) {
    faults.push(fileFault('too_large', `The files of the bundle total ${megabytes(bytes)}. The maximum is 10 MB.`));
  }
  return { entries, faults };
}

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  for (let left = zip.entryCount; left > 0; left -= 1) {
    const entry = await new Promise<Entry | null>((resolve, reject) => {
      zip
        .once('entry', resolve)
        .once('end', () => resolve(null))
        .once('error', reject);
      zip.readEntry();
    });
    zip.removeAllListeners();
    if (!entry) return;
    yield entry;
  }
}

/** The name of an entry, with backslashes of old programs as slashes. */
function nameOf(entry: Entry): string {
  const raw = entry.fileName as unknown as Buffer;
  return getFileNameLowLevel(entry.generalPurposeBitFlag, raw, entry.extraFields, false);
}

/** Bits of the mode that hold the file type, and those of a symbolic link. */
const kindMask = 0o170_000;
const linkKind = 0o120_000;

function entryFault(name: string, entry: Entry, others: ReadonlyMap<string, Entry>): Fault | null {
  const shown = name.length > 80 ? `${name.slice(0, 80)}…` : name;
  if (validateFileName(name) !== null) return fileFault('outside', `The path “${shown}” points outside the bundle`);
  if (others.has(name)) return fileFault('duplicate', `“${shown}” is in the bundle twice`);
  if (((entry.externalFileAttributes >>> 16) & kindMask) === linkKind) {
    return fileFault('link', `“${shown}” is a link. Only files are allowed.`);
  }
  if ((entry.generalPurposeBitFlag & 1) === 1) return fileFault('encrypted', `“${shown}” is encrypted`);
  const ending = endingOf(name);
  if (ending === 'zip') return fileFault('nested', `“${shown}” is an archive, which is not allowed in a bundle`);
  if (!isMediaEnding(ending)) return fileFault('unknown_type', `The file type of “${shown}” is not allowed`);
  return null;
}

/** When all files are in one folder, as in archives of folders, that folder is the bundle. */
function withoutFolder(entries: ReadonlyMap<string, Entry>): Map<string, Entry> {
  const [first = ''] = entries.keys();
  const folder = first.slice(0, first.indexOf('/') + 1);
  const isAlone = folder !== '' && [...entries.keys()].every((name) => name.startsWith(folder));
  if (!isAlone || entries.has('index.html')) return new Map(entries);
  return new Map([...entries].map(([name, entry]) => [name.slice(folder.length), entry]));
}

async function contentOf(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const stream = await new Promise<Readable>((resolve, reject) => {
    zip.openReadStream(entry, (error, opened) => (error ? reject(error) : resolve(opened)));
  });
  const chunks: Buffer[] = [];
  // The parser aborts an entry that is longer than the index says.
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  const content = Buffer.concat(chunks);
  if (crc32(content) !== entry.crc32) throw new Error('The content is not what the index says');
  return content;
}

const textual: ReadonlyMap<string, MarkupKind> = new Map([
  ['html', 'html'],
  ['htm', 'html'],
  ['svg', 'html'],
  ['css', 'style'],
  ['js', 'script'],
  ['mjs', 'script'],
]);

function contentFaults(name: string, content: Buffer): Fault[] {
  if (mediaKindOf(content)?.form === 'zip')
    return [fileFault('nested', `“${name}” is an archive, which is not allowed in a bundle`)];
  if (!isContentOfEnding(endingOf(name), content)) {
    return [fileFault('wrong_type', `“${name}” is not of the type that its name says`)];
  }
  const kind = textual.get(endingOf(name));
  if (!kind || !loadsPlainHttp(content.toString('utf8'), kind)) return [];
  return [fileFault('plain_http', `“${name}” loads a resource over HTTP. Use HTTPS.`)];
}

/** The size in the meta element `ad.size`: `width=300,height=250`. */
function sizeOf(html: string): { width: number; height: number } {
  const meta = (html.slice(0, 65_536).match(/<meta\s[^>]{0,500}>/gi) ?? []).find((each) =>
    /\sname\s*=\s*["']?ad\.size["'\s>]/i.test(each),
  );
  const [, width = 0, height = 0] = /width\s*=\s*(\d{1,5})\D{1,5}height\s*=\s*(\d{1,5})/i.exec(meta ?? '') ?? [];
  return { width: Number(width), height: Number(height) };
}

function tooMany(count: number): Fault {
  return fileFault('too_many_files', `The bundle has ${count} files. The maximum is ${maxFiles}.`);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
