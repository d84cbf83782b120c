import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { endingOf } from '#model/buying/mediaTypes.ts';
import { writeManifest } from '#model/buying/bundleManifest.ts';
import type { MediaStore } from '#storage/media/mediaStore.ts';
import { withClickTag } from './clickTag.ts';
import type { BundleContents } from './readBundle.ts';
import type { Upload } from './processUpload.ts';

/** Moves a file into the store. Returns its name there. */
export async function storeFile(media: MediaStore, { path, sha256 }: Upload, ending: string): Promise<string> {
  const name = `${sha256}.${ending}`;
  await media.put(name, path);
  return name;
}

/** Writes the files of a bundle into the store, and last the index that names them. Returns the bundle's name there. */
export async function storeBundle(media: MediaStore, { path }: Upload, { files }: BundleContents): Promise<string> {
  const names = new Map<string, string>();
  for (const [at, content] of files) {
    const stored = at === 'index.html' ? Buffer.from(withClickTag(content.toString('utf8'))) : content;
    names.set(at, await put(media, `${path}.part`, stored, `.${endingOf(at)}`));
  }
  return put(media, `${path}.part`, Buffer.from(writeManifest(names)), '');
}

async function put(media: MediaStore, path: string, content: Buffer, ending: string): Promise<string> {
  const name = createHash('sha256').update(content).digest('hex') + ending;
  try {
    await writeFile(path, content);
    await media.put(name, path);
  } finally {
    await rm(path, { force: true });
  }
  return name;
}
