import type { CreativeRow, MediaFile } from '#model/index.ts';
import { formatBytes } from '../lib/format.ts';

type Type = CreativeRow['type'];

/** The files that creatives of each type take; types without files are left out. */
export const acceptedFiles: Readonly<Partial<Record<Type, { accept: string; hint: string }>>> = {
  video: {
    accept: 'video/mp4,video/webm,.mp4,.webm',
    hint: 'MP4 (H.264, fast start) or WebM, up to 120 seconds. Upload several files for several qualities of the same ad.',
  },
  audio: {
    accept: 'audio/mpeg,audio/mp4,audio/ogg,.mp3,.m4a,.ogg',
    hint: 'MP3, M4A or Ogg, up to 120 seconds. Upload several files for several qualities of the same ad.',
  },
  image: { accept: 'image/jpeg,image/png,image/gif,image/webp', hint: 'JPEG, PNG, GIF or WebP, up to 10 MB.' },
  native: { accept: 'image/jpeg,image/png,image/gif,image/webp', hint: 'JPEG, PNG, GIF or WebP, up to 10 MB.' },
  html5: {
    accept: '.zip,application/zip',
    hint: 'A ZIP file with index.html at the top level, up to 10 MB and 500 files. Clicks open the clickTag URL.',
  },
};

/** True when a creative of this type may have several files in one role. */
export function hasSeveral(type: Type): boolean {
  return type === 'video' || type === 'audio';
}

/** Summarizes a file's known properties in one line. */
export function fileSummary({ mime, width, height, durationMs, bitrate, codecs, bytes }: MediaFile): string {
  return [
    mime === 'text/html' ? 'HTML5 bundle' : (mime.split('/')[1] ?? mime).toUpperCase(),
    width > 0 ? `${width} × ${height}` : '',
    durationMs > 0 ? `${(durationMs / 1000).toFixed(1)} s` : '',
    bitrate > 0 ? `${bitrate} kbit/s` : '',
    codecs,
    formatBytes(bytes),
  ]
    .filter(Boolean)
    .join(' · ');
}
