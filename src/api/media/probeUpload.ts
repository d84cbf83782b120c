import { open } from 'node:fs/promises';
import type { Fault, MediaFile } from '#model/index.ts';
import type { CreativeRow } from '#model/index.ts';
import { fileFault, formOfType, formTexts, imageFaults, timedFaults } from './mediaFaults.ts';
import { kindBytes, mediaKindOf, unknownFileText, type MediaKind } from './mediaKind.ts';
import { readBundle, type BundleContents } from './readBundle.ts';
import { readMediaProperties } from './readMediaProperties.ts';
import type { Upload } from './processUpload.ts';
import { disableTypes, imageSize, types } from 'image-size';

// Formats that cannot be uploaded are disabled: each has a parser of its own.
disableTypes(types.filter((type) => !['jpg', 'png', 'gif', 'webp'].includes(type)));

/** Bytes read of an image: its size is at the start, in photos after the embedded preview. */
const headBytes = 1024 * 1024;

/** The displayed size of an image in pixels, 0 × 0 when it cannot be read. */
async function imageSizeOf(path: string): Promise<{ width: number; height: number }> {
  const file = await open(path, 'r');
  try {
    const head = Buffer.alloc(headBytes);
    const { bytesRead } = await file.read(head, 0, headBytes, 0);
    const { width, height, orientation = 1 } = imageSize(head.subarray(0, bytesRead));
    // Photos may be stored rotated by 90°.
    return orientation >= 5 ? { width: height, height: width } : { width, height };
  } catch {
    return { width: 0, height: 0 };
  } finally {
    await file.close();
  }
}

/** The result of probing an upload: a file or the contents of a bundle with its properties, or all its faults. */
export type Probed =
  | { ending: string; about: Omit<MediaFile, 'role' | 'name' | 'file'>; bundle: BundleContents | null }
  | { faults: Fault[] };

/** Probes an uploaded file. Its content alone decides what it is; declared names and types are ignored. */
export async function probeUpload(type: CreativeRow['type'], { path, bytes }: Upload): Promise<Probed> {
  const wanted = formOfType[type];
  if (!wanted) return { faults: [fileFault('no_files', 'Creatives of this type have no files')] };
  const head = await headOf(path);
  const kind = mediaKindOf(head);
  if (!kind) return { faults: [wrongType(wanted, unknownFileText(head))] };
  // Audio in MP4 or WebM is distinguished from video by its tracks.
  const mayHaveAudio = wanted === 'audio' && kind.form === 'video';
  if (kind.form !== wanted && !mayHaveAudio) return { faults: [wrongType(wanted, formTexts[kind.form])] };
  if (kind.form === 'zip') return probeBundle(path);
  return kind.form === 'image' ? probeImage(path, bytes, kind) : probeTimed(path, bytes, kind, wanted);
}

const nothing = { width: 0, height: 0, durationMs: 0, bitrate: 0, codecs: '' };

async function probeTimed(path: string, bytes: number, kind: MediaKind, wanted: MediaKind['form']): Promise<Probed> {
  const properties = await readMediaProperties(path).catch(() => null);
  if (!properties) return { faults: [fileFault('not_playable', 'The file is damaged and cannot be read')] };
  const faults = timedFaults(wanted === 'audio' ? 'audio' : 'video', properties);
  if (wanted === 'audio' && kind.ending === 'webm') faults.push(wrongType('audio', 'a WebM file'));
  if (faults.length > 0) return { faults };
  const { width, height, durationMs, bitrate, video, audio } = properties;
  const codecs = [video?.codec, audio?.codec].filter(Boolean).join(', ');
  const isSound = wanted === 'audio' && kind.ending === 'mp4';
  return {
    ending: isSound ? 'm4a' : kind.ending,
    about: { mime: isSound ? 'audio/mp4' : kind.mime, bytes, width, height, durationMs, bitrate, codecs },
    bundle: null,
  };
}

async function probeImage(path: string, bytes: number, { ending, mime }: MediaKind): Promise<Probed> {
  const size = await imageSizeOf(path);
  const faults = imageFaults({ ...size, bytes });
  return faults.length > 0 ? { faults } : { ending, about: { ...nothing, mime, bytes, ...size }, bundle: null };
}

async function probeBundle(path: string): Promise<Probed> {
  const read = await readBundle(path);
  if ('faults' in read) return read;
  const { bytes, width, height } = read.contents;
  return { ending: '', about: { ...nothing, mime: 'text/html', bytes, width, height }, bundle: read.contents };
}

function wrongType(wanted: MediaKind['form'], found: string): Fault {
  return fileFault('wrong_type', `This is ${found}. Upload ${formTexts[wanted]}.`);
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(kindBytes), 0, kindBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
