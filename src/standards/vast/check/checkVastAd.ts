import { checkOverlays } from './checkOverlays.ts';
import { checkVastMedia } from './checkVastMedia.ts';
import { isWebUrl, macrosIn } from './checkVastUrl.ts';
import type { VastFinding } from './vastFinding.ts';
import { isOverlayAd } from '../isOverlayAd.ts';
import { overlaysOf } from '../overlaysOf.ts';
import { vastEventNames } from '../vastEvents.ts';
import { overlayTrackersOf, trackersOf, type AdTracker } from '../trackersOf.ts';
import type { InlineAd, VastAd, VastLinear, VastPricing } from '../types.ts';
import type { AdPlayback } from './adPlayback.ts';

const error = (rule: string, message: string, subject?: string): VastFinding => {
  return { severity: 'error', rule, message, ...(subject === undefined ? {} : { subject }) };
};
const warning = (rule: string, message: string, subject?: string): VastFinding => {
  return { ...error(rule, message, subject), severity: 'warning' };
};

/** Findings about one ad of a document: a wrapper or an inline ad (1.2, 1.3). */
export function checkVastAd(ad: VastAd, playback: AdPlayback): VastFinding[] {
  return [
    ...adFindings(ad),
    ...(ad.kind === 'inline' ? inlineFindings(ad, playback) : []),
    ...trackerFindings(ad, playback),
  ];
}

function adFindings(ad: VastAd): VastFinding[] {
  const findings: VastFinding[] = [];
  if (ad.impressions.length === 0) {
    findings.push(
      error(
        'impression_missing',
        'The Impression element is missing, so the seller of the ad cannot count impressions.',
      ),
    );
  }
  if (ad.errors.length === 0) {
    findings.push(warning('error_missing', 'The Error element is missing, so playback errors are not reported.'));
  }
  if (ad.adSystem.name === '') {
    findings.push(warning('ad_system_missing', 'The required AdSystem element is missing.'));
  }
  if (ad.pricing) findings.push(...pricingFindings(ad.pricing));
  return findings;
}

function pricingFindings({ value, model, currency }: VastPricing): VastFinding[] {
  const subject = [value, currency, model].filter(Boolean).join(' ');
  if (!/^\d+(\.\d+)?$/.test(value))
    return [warning('pricing_unreadable', 'The Pricing value is not a decimal number.', subject)];
  if (/^(CPM|CPC|CPE|CPV)$/i.test(model) && /^[A-Z]{3}$/i.test(currency)) return [];
  return [
    warning(
      'pricing_unreadable',
      'Pricing has no valid model, such as CPM, or no valid currency, such as USD.',
      subject,
    ),
  ];
}

function inlineFindings(ad: InlineAd, playback: AdPlayback): VastFinding[] {
  const findings: VastFinding[] = [];
  if (ad.adTitle === '') findings.push(warning('ad_title_missing', 'The required AdTitle element is missing.'));
  if (playback.version >= 4.1 && !ad.adServingId) {
    findings.push(
      warning('ad_serving_id_missing', 'The AdServingId element is missing, which VAST requires from version 4.1.'),
    );
  }
  if (playback.version >= 4 && ad.creatives.some(({ universalAdIds }) => universalAdIds.length === 0)) {
    findings.push(
      warning(
        'universal_ad_id_missing',
        'A creative has no UniversalAdId, which broadcasters use to identify creatives.',
      ),
    );
  }
  if (isOverlayAd(ad)) return [...findings, ...checkOverlays(overlaysOf(ad), playback)];
  const linears = ad.creatives.flatMap(({ linear }) => linear ?? []);
  if (linears.length === 0) {
    findings.push(
      error('linear_missing', 'The ad has no linear creative, so there is nothing to play (VAST error 403).'),
    );
  }
  return [
    ...findings,
    ...linears.flatMap((linear) => [...checkVastMedia(linear, playback), ...clickFindings(linear, playback)]),
  ];
}

function clickFindings({ clicks }: VastLinear, { isTv }: AdPlayback): VastFinding[] {
  if (isTv || clicks.clickThrough) return [];
  return [warning('click_through_missing', 'The ClickThrough element is missing, so clicks on the ad open no page.')];
}

const knownEvents = new Set(vastEventNames.flatMap(({ aliases }) => aliases).concat('notUsed'));

function trackerFindings(ad: VastAd, playback: AdPlayback): VastFinding[] {
  const all = ad.kind === 'inline' && isOverlayAd(ad) ? overlayTrackersOf(ad) : trackersOf(ad);
  const trackers = all.filter(({ url }) => url !== 'about:blank');
  const own = new Set(['impression', 'click', 'viewable', 'notViewable', 'viewUndetermined', 'error']);
  const findings: VastFinding[] = [];
  const addFinding = (found: readonly AdTracker[], severity: typeof error, rule: string, message: string) => {
    const [first] = found;
    if (!first) return;
    const more = found.length === 1 ? '' : ` and ${found.length - 1} more`;
    findings.push(severity(rule, message, `${first.event}: ${first.url}${more}`));
  };
  addFinding(
    trackers.filter(({ url }) => !isWebUrl(url)),
    error,
    'bad_tracker_url',
    'A tracking URL is not an absolute http or https URL, so it is never called.',
  );
  addFinding(
    trackers.filter(({ url }) => playback.isSecure && /^http:/i.test(url)),
    warning,
    'insecure_tracker',
    'Tracking URLs use http; https pages and apps block them, so their events are not counted.',
  );
  addFinding(
    // Brackets are VAST's own macros, which the player fills.
    trackers.filter(({ url }) => macrosIn(url).some((each) => !/^(\[|%5B|\$\{AUCTION_)/i.test(each))),
    warning,
    'foreign_macro',
    'A tracking URL contains ad server macros, which players do not replace.',
  );
  addFinding(
    trackers.filter(({ event }) => !own.has(event) && !knownEvents.has(event)),
    warning,
    'unknown_event',
    'A tracking URL is for an event that VAST does not define, so it is never called.',
  );
  addFinding(
    trackers.filter(({ event, offset }) => event === 'progress' && offset === undefined),
    warning,
    'offset_missing',
    'A progress event has no offset attribute, so its tracking URL is never called.',
  );
  return findings;
}
