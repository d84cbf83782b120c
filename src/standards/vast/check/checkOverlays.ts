import type { VastOverlay } from '../overlaysOf.ts';
import type { AdPlayback } from './adPlayback.ts';
import { isWebUrl } from './checkVastUrl.ts';
import type { VastFinding } from './vastFinding.ts';

/** Findings about an ad that has overlays (NonLinear) and no video: it is one, and players may not show it. */
export function checkOverlays(overlays: readonly VastOverlay[], { isSecure, isTv }: AdPlayback): VastFinding[] {
  const findings: VastFinding[] = [
    {
      severity: 'warning',
      rule: 'overlay_only',
      message: 'The ad is an overlay (non-linear) without a video; only players that accept overlays show it.',
    },
  ];
  const addFinding = (severity: VastFinding['severity'], rule: string, message: string, subject?: string) =>
    findings.push({ severity, rule, message, ...(subject === undefined ? {} : { subject }) });
  if (overlays.some(({ resource }) => resource === null)) {
    addFinding(
      'error',
      'overlay_resource_missing',
      'An overlay has no StaticResource, IFrameResource or HTMLResource, so there is nothing to show.',
    );
  }
  const urls = overlays.filter(({ resource }) => resource === 'StaticResource' || resource === 'IFrameResource');
  const broken = urls.find(({ content }) => !isWebUrl(content));
  if (broken) {
    addFinding(
      'error',
      'bad_overlay_url',
      'The URL of an overlay is not an absolute http or https URL.',
      broken.content,
    );
  }
  const insecure = isSecure ? urls.find(({ content }) => /^http:/i.test(content)) : undefined;
  if (insecure) {
    addFinding(
      'error',
      'insecure_overlay',
      'The URL of an overlay uses http; players on https pages and in apps refuse to load it.',
      insecure.content,
    );
  }
  if (!isTv && overlays.every(({ resource, clickThrough }) => resource === 'StaticResource' && clickThrough === null)) {
    addFinding(
      'warning',
      'overlay_click_through_missing',
      'The NonLinearClickThrough element is missing, so clicks on the overlay open no page.',
    );
  }
  return findings;
}
