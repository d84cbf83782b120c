import { checkVastMedia } from './checkVastMedia.ts';
import { isWebUrl, macrosIn } from './checkVastUrl.ts';
import type { CheckSetting, VastFinding } from './checkVast.ts';
import { vastEventNames } from './events.ts';
import { trackersOf, type AdTracker } from './trackersOf.ts';
import type { InlineAd, VastAd, VastLinear, VastPricing } from './types.ts';

/** A setting with the version that the document names, such as 4.2. */
export type AdCheckSetting = CheckSetting & { version: number };

const error = (rule: string, message: string, subject?: string): VastFinding => {
  return { severity: 'error', rule, message, ...(subject === undefined ? {} : { subject }) };
};
const warning = (rule: string, message: string, subject?: string): VastFinding => {
  return { ...error(rule, message, subject), severity: 'warning' };
};

/** Findings of one ad of a document: a wrapper or an inline ad (1.2, 1.3). */
export function checkVastAd(ad: VastAd, setting: AdCheckSetting): VastFinding[] {
  return [
    ...adFindings(ad),
    ...(ad.kind === 'inline' ? inlineFindings(ad, setting) : []),
    ...trackerFindings(ad, setting),
  ];
}

function adFindings(ad: VastAd): VastFinding[] {
  const findings: VastFinding[] = [];
  if (ad.impressions.length === 0) {
    findings.push(error('impression_missing', 'There is no Impression: whoever sold this ad cannot count it.'));
  }
  if (ad.errors.length === 0) {
    findings.push(warning('error_missing', 'There is no Error URL: nobody learns why the ad did not play.'));
  }
  if (ad.adSystem.name === '') {
    findings.push(warning('ad_system_missing', 'AdSystem is missing, which VAST requires.'));
  }
  if (ad.pricing) findings.push(...pricingFindings(ad.pricing));
  return findings;
}

function pricingFindings({ value, model, currency }: VastPricing): VastFinding[] {
  const subject = [value, currency, model].filter(Boolean).join(' ');
  if (!/^\d+(\.\d+)?$/.test(value)) return [warning('pricing_unreadable', 'The price is no decimal number.', subject)];
  if (/^(CPM|CPC|CPE|CPV)$/i.test(model) && /^[A-Z]{3}$/i.test(currency)) return [];
  return [warning('pricing_unreadable', 'The price lacks a model such as CPM or a currency such as USD.', subject)];
}

function inlineFindings(ad: InlineAd, setting: AdCheckSetting): VastFinding[] {
  const findings: VastFinding[] = [];
  if (ad.adTitle === '') findings.push(warning('ad_title_missing', 'AdTitle is missing, which VAST requires.'));
  if (setting.version >= 4.1 && !ad.adServingId) {
    findings.push(warning('ad_serving_id_missing', 'AdServingId is missing, which VAST requires from 4.1 on.'));
  }
  if (setting.version >= 4 && ad.creatives.some(({ universalAdIds }) => universalAdIds.length === 0)) {
    findings.push(
      warning('universal_ad_id_missing', 'A creative has no UniversalAdId, by which broadcasters know an ad again.'),
    );
  }
  const linears = ad.creatives.map(({ linear }) => linear).filter((linear) => linear !== undefined);
  if (linears.length === 0) {
    findings.push(
      error('linear_missing', 'No creative is a linear one, so that there is nothing to play (error 403).'),
    );
  }
  return [
    ...findings,
    ...linears.flatMap((linear) => [...checkVastMedia(linear, setting), ...clickFindings(linear, setting)]),
  ];
}

function clickFindings({ clicks }: VastLinear, { isTv }: AdCheckSetting): VastFinding[] {
  if (isTv || clicks.clickThrough) return [];
  return [warning('click_through_missing', 'There is no ClickThrough: a click on the ad leads nowhere.')];
}

const knownEvents = new Set(vastEventNames.flatMap(({ aliases }) => aliases).concat('notUsed', 'timeSpentViewing'));

function trackerFindings(ad: VastAd, setting: AdCheckSetting): VastFinding[] {
  const trackers = trackersOf(ad).filter(({ url }) => url !== 'about:blank');
  const own = new Set(['impression', 'click', 'viewable', 'notViewable', 'viewUndetermined', 'error']);
  const findings: VastFinding[] = [];
  const tell = (found: readonly AdTracker[], severity: typeof error, rule: string, message: string) => {
    const [first] = found;
    if (!first) return;
    const more = found.length === 1 ? '' : ` and ${found.length - 1} more`;
    findings.push(severity(rule, message, `${first.event}: ${first.url}${more}`));
  };
  tell(
    trackers.filter(({ url }) => !isWebUrl(url)),
    error,
    'bad_tracker_url',
    'A tracker is no absolute http or https URL, so that it is never called.',
  );
  tell(
    trackers.filter(({ url }) => setting.isSecure && /^http:/i.test(url)),
    warning,
    'insecure_tracker',
    'Trackers are called by http; on https pages and in apps they are blocked and do not count.',
  );
  tell(
    // Brackets are VAST's own macros, which the player fills.
    trackers.filter(({ url }) => macrosIn(url).some((each) => !/^(\[|%5B|\$\{AUCTION_)/i.test(each))),
    warning,
    'foreign_macro',
    'A tracker has macros of an ad server, which no player fills.',
  );
  tell(
    trackers.filter(({ event }) => !own.has(event) && !knownEvents.has(event)),
    warning,
    'unknown_event',
    'A tracker is for an event that VAST does not have, so that it is never called.',
  );
  tell(
    trackers.filter(({ event, offset }) => event === 'progress' && offset === undefined),
    warning,
    'offset_missing',
    'A progress tracker does not say when it is due, so that it is never called.',
  );
  return findings;
}
