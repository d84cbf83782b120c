import { endingOf } from '#model/buying/mediaEndings.ts';
import { readManifest } from '#model/buying/bundleManifest.ts';
import type { MediaFile } from '#model/buying/shapes.ts';
import type { CreativeRow } from '#model/index.ts';
import type { ScannedPart } from '#engine/scan/scanParts.ts';
import type { MediaStore } from '#storage/media/mediaStore.ts';

/** Kinds of the files of a bundle that are scanned, by their ending; of others only the digest is. */
const kindOfEnding: Readonly<Record<string, 'html' | 'script' | 'style'>> = {
  html: 'html',
  htm: 'html',
  svg: 'html',
  js: 'script',
  mjs: 'script',
  css: 'style',
  json: 'style',
  xml: 'style',
  txt: 'style',
};

/** The parts of a creative that are scanned. The files of bundles are read. */
export async function partsOfCreative(row: CreativeRow, media: Pick<MediaStore, 'read'>): Promise<ScannedPart[]> {
  const { adomain, clickUrl, vastUrl, vastXml, markup, files } = row;
  const texts: { kind: 'html' | 'vast' | 'url'; place: string; text: string }[] = [
    { kind: 'url', place: 'Advertiser domain', text: adomain === '' ? '' : `//${adomain}` },
    { kind: 'url', place: 'Click-through URL', text: clickUrl },
    { kind: 'url', place: 'VAST tag URL', text: vastUrl },
    { kind: 'vast', place: 'VAST', text: vastXml },
    { kind: 'html', place: 'Markup', text: markup },
  ];
  const parts: ScannedPart[] = texts.filter(({ text }) => text !== '');
  for (const file of files) {
    if (row.type === 'html5') parts.push(...(await partsOfBundle(file, media)));
    else parts.push({ kind: 'file', place: file.name, sha256: file.file.slice(0, 64) });
  }
  return parts;
}

async function partsOfBundle({ file, name }: MediaFile, media: Pick<MediaStore, 'read'>): Promise<ScannedPart[]> {
  const manifest = readManifest((await readText(media, file)) ?? '');
  if (!manifest) return [{ kind: 'unread', place: name }];
  const parts: ScannedPart[] = [];
  for (const [path, stored] of Object.entries(manifest.files)) {
    parts.push({ kind: 'file', place: path, sha256: stored.slice(0, 64) });
    const kind = kindOfEnding[endingOf(path)];
    if (!kind) continue;
    const text = await readText(media, stored);
    parts.push(text === null ? { kind: 'unread', place: path } : { kind, place: path, text });
  }
  return parts;
}

async function readText(media: Pick<MediaStore, 'read'>, name: string): Promise<string | null> {
  const stream = await media.read(name);
  if (!stream) return null;
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
