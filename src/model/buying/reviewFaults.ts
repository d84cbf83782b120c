import type { Fault } from '../entity/fault.ts';
import { contentFields } from './contentFields.ts';
import type { ScanState } from '../scan/scanFinding.ts';
import type { MediaFile } from './shapes.ts';

/** The parts of a creative that are checked before approval. */
export interface ReviewedCreative {
  type: string;
  adomain: string;
  clickUrl: string;
  vastUrl: string;
  vastXml: string;
  markup: string;
  files: readonly MediaFile[];
  scan: ScanState;
}

/** Maximum duration of an ad, in seconds. */
const maxDurationS = 120;

/** The MIME type prefix of the main files, by creative type; other types have no files. */
const mimeOf: Readonly<Record<string, string>> = {
  video: 'video/',
  audio: 'audio/',
  image: 'image/',
  html5: '',
  native: 'image/',
};

/** The messages about missing ads, by field. */
const missing = {
  vastUrl: 'A VAST tag URL is required',
  vastXml: 'VAST is required',
  markup: 'Markup is required',
} as const;

/** Every fault that prevents the approval of a creative. */
export function reviewFaults({
  type,
  adomain,
  clickUrl,
  vastUrl,
  vastXml,
  markup,
  files,
  scan,
}: ReviewedCreative): Fault[] {
  const faults: Fault[] = [];
  const fault = (path: string, code: string, message: string) => faults.push({ code, message, path });
  if (adomain === '') fault('adomain', 'required', 'The advertiser domain is missing');
  for (const [path, url] of Object.entries({ clickUrl, vastUrl })) {
    if (/^http:/i.test(url)) fault(path, 'insecure', 'Must be an https URL; secure pages and apps do not load http');
  }
  if (scan === 'blocked') fault('scan', 'blocked', 'Its scan has findings that block it. Fix or accept them first');
  const texts = { vastUrl, vastXml, markup };
  const path = contentFields[type] ?? 'files';
  if (path !== 'files' && texts[path] === '') fault(path, 'required', missing[path]);
  const mime = mimeOf[type];
  if (mime !== undefined) faults.push(...fileFaults(files, { mime, plays: type === 'video' || type === 'audio' }));
  return faults;
}

function fileFaults(files: readonly MediaFile[], { mime, plays }: { mime: string; plays: boolean }): Fault[] {
  const main = files.filter(({ role }) => role === 'main');
  if (main.length === 0) return [{ code: 'required', message: 'The creative has no file', path: 'files' }];
  return main.flatMap((file): Fault[] => {
    const fault = (code: string, message: string) => ({ code, message: `${file.name} ${message}`, path: 'files' });
    return [
      ...(file.mime.startsWith(mime)
        ? []
        : [fault('wrong_type', `is ${file.mime}, which this creative type does not support`)]),
      ...(plays && file.durationMs === 0 ? [fault('no_duration', 'has no readable duration')] : []),
      ...(file.durationMs > maxDurationS * 1000 ? [fault('too_long', `is longer than ${maxDurationS} seconds`)] : []),
    ];
  });
}
