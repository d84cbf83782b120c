import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { endingOf } from '#model/buying/mediaEndings.ts';
import { writeManifest } from '#model/buying/bundleManifest.ts';
import type { MediaStore } from '#storage/media/mediaStore.ts';
import type { BundleContents } from './readBundle.ts';
import type { Upload } from './processUpload.ts';

/**
 * Makes a bundle use the click URL of its frame: `?clickTag=…` becomes the variable of that name in its usual
 * spellings, and assignments by the bundle are ignored.
 */
function withClickTag(html: string): string {
  const at = startOfScripts(html);
  return html.slice(0, at) + script + html.slice(at);
}

const script =
  '<script>(function(){var m=/[?&]clickTag=([^&#]*)/.exec(location.search),u=m?decodeURIComponent(m[1]):"";' +
  'if(!/^https?:\\/\\//i.test(u))return;["clickTag","clickTAG","clicktag","ClickTag"].forEach(function(n){' +
  'Object.defineProperty(window,n,{configurable:true,get:function(){return u},set:function(){}})})})()</script>';

/** The position after the start tag of the head, or of the document, or after the doctype. */
function startOfScripts(html: string): number {
  for (const tag of [/<head(?:\s[^>]*)?>/i, /<html(?:\s[^>]*)?>/i, /<!doctype[^>]*>/i]) {
    const found = tag.exec(html);
    if (found) return found.index + found[0].length;
  }
  return 0;
}

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
