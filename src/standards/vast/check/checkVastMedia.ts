import { apiFramework } from '../apiFramework.ts';
import type { AdPlayback } from './adPlayback.ts';
import type { VastFinding } from './vastFinding.ts';
import { isWebUrl } from './checkVastUrl.ts';
import type { VastLinear, VastMediaFile } from '../types.ts';
import { normalizeOffset, parseVastTime } from '../vastTime.ts';

/** Minimum height in pixels that looks sharp on a TV. */
const minTvHeight = 720;

/** Findings about a linear creative's duration and media files. */
export function checkVastMedia(linear: VastLinear, playback: AdPlayback): VastFinding[] {
  return [...durationFindings(linear), ...mediaFindings(linear, playback)];
}

function durationFindings({ duration, skipoffset }: VastLinear): VastFinding[] {
  const findings: VastFinding[] = [];
  const ms = parseVastTime(duration);
  if (duration === '') {
    findings.push({
      severity: 'error',
      rule: 'duration_missing',
      message: 'The required Duration element is missing.',
    });
  } else if (ms === undefined) {
    findings.push({
      severity: 'error',
      rule: 'duration_unreadable',
      message: 'Duration is not in the format HH:MM:SS.',
      subject: duration,
    });
  }
  if (skipoffset === undefined) return findings;
  const skip = normalizeOffset(skipoffset);
  const skipMs = skip === undefined || skip.endsWith('%') ? undefined : parseVastTime(skip);
  if (skip === undefined) {
    findings.push({
      severity: 'warning',
      rule: 'skip_unreadable',
      message: 'The skipoffset attribute is neither a time nor a percentage.',
      subject: skipoffset,
    });
  } else if (ms !== undefined && skipMs !== undefined && skipMs >= ms) {
    findings.push({
      severity: 'warning',
      rule: 'skip_too_late',
      message: 'The skipoffset attribute is not before the end of the ad, so the ad can never be skipped.',
      subject: `${skipoffset} of ${duration}`,
    });
  }
  return findings;
}

function mediaFindings(linear: VastLinear, playback: AdPlayback): VastFinding[] {
  const { mediaFiles } = linear;
  if (mediaFiles.length === 0) {
    return [
      {
        severity: 'error',
        rule: 'media_missing',
        message: 'The linear creative has no MediaFile, so there is nothing to play (VAST error 403).',
      },
    ];
  }
  const findings: VastFinding[] = [];
  const addFinding = (
    severity: VastFinding['severity'],
    rule: string,
    message: string,
    found: readonly VastMediaFile[],
    subject = (file: VastMediaFile) => file.url,
  ) => {
    const [first] = found;
    if (!first) return;
    const more = found.length === 1 ? '' : ` and ${found.length - 1} more`;
    findings.push({ severity, rule, message, subject: `${subject(first)}${more}` });
  };
  addFinding(
    'error',
    'media_type_missing',
    'A MediaFile has no type attribute, so players ignore it.',
    mediaFiles.filter(({ type }) => type === ''),
  );
  addFinding(
    'error',
    'bad_media_url',
    'A MediaFile URL is not an absolute http or https URL.',
    mediaFiles.filter(({ url }) => !isWebUrl(url)),
  );
  addFinding(
    'error',
    'insecure_media',
    'A MediaFile URL uses http; players on https pages and in apps refuse to load it.',
    mediaFiles.filter(({ url }) => playback.isSecure && /^http:/i.test(url)),
  );
  addFinding(
    playback.canRunScripts ? 'warning' : 'error',
    'vpaid',
    playback.canRunScripts
      ? 'The ad has a VPAID unit, which is deprecated since VAST 4.1 and rejected by many players.'
      : 'The ad has a VPAID unit, which cannot run in this environment (VAST error 901).',
    mediaFiles.filter(isVpaid),
  );
  const videos = mediaFiles.filter((file) => !isVpaid(file) && !/^audio\//i.test(file.type));
  addFinding(
    'warning',
    'media_size_missing',
    'A MediaFile has no width and height, which players use to select a file.',
    videos.filter(({ width, height }) => width === 0 || height === 0),
  );
  addFinding(
    'warning',
    'delivery_missing',
    'A MediaFile has no valid delivery attribute; VAST requires progressive or streaming.',
    mediaFiles.filter(({ delivery }) => !/^(progressive|streaming)$/i.test(delivery)),
  );
  const isAudio = mediaFiles.every(({ type }) => /^audio\//i.test(type));
  if (!isAudio && !mediaFiles.some(({ type }) => /^video\/mp4/i.test(type))) {
    findings.push({
      severity: playback.canRunScripts ? 'warning' : 'error',
      rule: 'mp4_missing',
      message: 'No MediaFile has the type video/mp4, the only one that every device plays.',
      subject: [...new Set(mediaFiles.map(({ type }) => type || 'no type'))].join(', '),
    });
  }
  const tallest = Math.max(0, ...videos.map(({ height }) => height));
  if (playback.isTv && tallest > 0 && tallest < minTvHeight) {
    findings.push({
      severity: 'warning',
      rule: 'small_for_tv',
      message: `No MediaFile is at least ${minTvHeight} pixels high, so the ad looks blurry on a TV.`,
      subject: `Maximum height: ${tallest} pixels`,
    });
  }
  return findings;
}

/** Whether a file is a VPAID script instead of a video. */
export function isVpaid({ type, attributes }: VastMediaFile): boolean {
  return apiFramework(attributes) === 'VPAID' || /^application\/(x-)?javascript/i.test(type);
}
