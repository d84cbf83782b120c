import type { Playback, VastFinding } from './vastFinding.ts';

/** Macros of VAST, OpenRTB and ad servers, plain or with percent-encoded brackets. */
const macro =
  /(?:\[|%5B)[A-Z][A-Z0-9_]{2,40}(?:\]|%5D)|%%[A-Z0-9_:.]{2,60}%%|(?:\$|%24)(?:\{|%7B)[\w.:]{1,60}(?:\}|%7D)|\{\{[^{}]{1,60}\}\}|(?<!\$)\{[a-z][\w.]{1,40}\}|__[A-Z][A-Z0-9_]{1,40}__/gi;

/** The macros left in a URL, each once. */
export function macrosIn(url: string): string[] {
  return [...new Set(url.match(macro) ?? [])];
}

/** Whether a URL is absolute and uses http or https. */
export function isWebUrl(url: string): boolean {
  return /^https?:\/\/[^\s/?#]/i.test(url) && !/\s/.test(url);
}

/** Findings about a tag URL as called, its macros filled. */
export function checkTagUrl(url: string, playback: Pick<Playback, 'isSecure'>): VastFinding[] {
  if (!isWebUrl(url)) {
    return [
      {
        severity: 'error',
        rule: 'bad_tag_url',
        message: 'The tag URL is not an absolute http or https URL, so it cannot be called.',
        subject: url,
      },
    ];
  }
  const findings: VastFinding[] = [];
  const left = macrosIn(url);
  if (left.length > 0) {
    findings.push({
      severity: 'error',
      rule: 'unfilled_macro',
      message:
        'The tag URL contains macros that were not replaced; the partner receives their names instead of values.',
      subject: left.join(' '),
    });
  }
  if (playback.isSecure && /^http:/i.test(url)) {
    findings.push({
      severity: 'warning',
      rule: 'insecure_tag',
      message: 'The tag URL uses http; players on https pages and in apps refuse to call it.',
      subject: url,
    });
  }
  return findings;
}
