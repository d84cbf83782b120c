import { insideCdata, writeImpressions } from './compileVast.ts';
import { countedEvents } from './events.ts';
import { escapeAttribute, escapeText } from './readXml.ts';
import type { TrackingSlots, VastVersion } from './types.ts';

/** What a wrapper of ours says. */
export interface WrapperOptions {
  version: VastVersion;
  /** Ad@id. */
  adId: string;
  /** Where the player goes next; its macros are the player's to fill. */
  adTagUri: string;
  slots: TrackingSlots;
  /** Who serves: AdSystem. */
  adSystem?: string;
}

/** A response that sends the player on to another tag, with our impression, error, video events and click tracking around it (1.3). */
export function renderWrapper(options: WrapperOptions): string {
  const { version, slots } = options;
  const is42 = version === '4.2';
  const adSystem = `<AdSystem>${escapeText(options.adSystem ?? 'Bidhouse')}</AdSystem>`;
  const tagUri = element('VASTAdTagURI', options.adTagUri);
  const error = element('Error', slots.error);
  const impressions = element('Impression', slots.impression) + writeImpressions(slots.extraImpressions);
  const creatives = `<Creatives><Creative><Linear>${trackers(slots)}</Linear></Creative></Creatives>`;
  const content = is42
    ? adSystem + error + impressions + creatives + tagUri
    : adSystem + tagUri + error + impressions + creatives;
  const flags = version === '2.0' ? '' : ' followAdditionalWrappers="true" allowMultipleAds="false"';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<VAST version="${version}"${is42 ? ' xmlns="http://www.iab.com/VAST"' : ''}><Ad id="${escapeAttribute(options.adId)}"><Wrapper${flags}>${content}</Wrapper></Ad></VAST>`;
}

function trackers(slots: TrackingSlots): string {
  let events = '';
  for (const event of countedEvents) {
    events += `<Tracking event="${event}"><![CDATA[${insideCdata(slots[event])}]]></Tracking>`;
  }
  return `<TrackingEvents>${events}</TrackingEvents><VideoClicks>${element('ClickTracking', slots.click)}</VideoClicks>`;
}

function element(name: string, url: string): string {
  return `<${name}><![CDATA[${insideCdata(url)}]]></${name}>`;
}
