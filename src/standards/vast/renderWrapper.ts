import { countedEvents } from './vastEvents.ts';
import { escapeAttribute, escapeText, insideCdata } from '../xml/escapeXml.ts';
import type { TrackingSlots, VastVersion } from './types.ts';
import { isVersion4 } from './vastVersions.ts';

export interface WrapperOptions {
  version: VastVersion;
  /** Ad@id. */
  adId: string;
  /** The next tag; the player fills its macros. */
  adTagUri: string;
  slots: TrackingSlots;
  /** The AdSystem element. */
  adSystem?: string;
}

/** A wrapper that sends the player to another tag, with our impression, error, video event and click trackers (1.3). */
export function renderWrapper(options: WrapperOptions): string {
  const { version, slots } = options;
  const is4 = isVersion4(version);
  const adSystem = `<AdSystem>${escapeText(options.adSystem ?? 'Bidhouse')}</AdSystem>`;
  const tagUri = element('VASTAdTagURI', options.adTagUri);
  // 2.0 allows one Error, which is ours.
  const errors = elements('Error', slots.error, version === '2.0' ? undefined : slots.more?.error);
  const impressions = elements('Impression', slots.impression, slots.more?.impression);
  const creatives = `<Creatives><Creative><Linear>${trackers(slots)}</Linear></Creative></Creatives>`;
  const content = is4
    ? adSystem + errors + impressions + creatives + tagUri
    : adSystem + tagUri + errors + impressions + creatives;
  const flags = version === '2.0' ? '' : ' followAdditionalWrappers="true" allowMultipleAds="false"';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<VAST version="${version}"${is4 ? ' xmlns="http://www.iab.com/VAST"' : ''}><Ad id="${escapeAttribute(options.adId)}"><Wrapper${flags}>${content}</Wrapper></Ad></VAST>`;
}

function trackers(slots: TrackingSlots): string {
  let events = '';
  for (const event of countedEvents) {
    for (const url of [slots[event], ...(slots.more?.[event] ?? [])]) {
      events += `<Tracking event="${event}"><![CDATA[${insideCdata(url)}]]></Tracking>`;
    }
  }
  const clicks = elements('ClickTracking', slots.click, slots.more?.click);
  return `<TrackingEvents>${events}</TrackingEvents><VideoClicks>${clicks}</VideoClicks>`;
}

function elements(name: string, url: string, more: readonly string[] | undefined): string {
  let out = element(name, url);
  for (const each of more ?? []) out += element(name, each);
  return out;
}

function element(name: string, url: string): string {
  return `<${name}><![CDATA[${insideCdata(url)}]]></${name}>`;
}
