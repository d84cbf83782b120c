import { draftAd } from './draftAd.ts';
import { asciiInsideCdata, insideCdata } from '../xml/escapeXml.ts';
import type { ElementShape } from './check/shape.ts';
import { shape20 } from './check/shape20.ts';
import { shape30 } from './check/shape30.ts';
import { shapes4 } from './check/shape4.ts';
import { writeTemplate } from './templateWriter.ts';
import type { TrackingSlots, VastAd, VastTemplate, VastVersion } from './types.ts';

const shapes: Readonly<Record<VastVersion, ElementShape>> = { '2.0': shape20, '3.0': shape30, ...shapes4 };

/**
 * The ad as a stand-alone response of `version`, with slots for our trackers before its own; its pod position is
 * removed. Required parts that it lacks are added; parts that the version lacks are left out or written as the
 * extensions of 1.2. 2.0 allows one Error, which is ours. Runs once per ad; `renderTemplate` runs per request.
 */
export function compileVast(ad: VastAd, version: VastVersion): VastTemplate {
  return writeTemplate(draftAd(ad, version), shapes[version], version);
}

/** The response with these trackers. Where the version allows only one element, it is ours. */
export function renderTemplate(template: VastTemplate, slots: TrackingSlots): string {
  const { parts } = template;
  const { more } = slots;
  let out = parts[0] ?? '';
  let index = 0;
  for (const { name, between } of template.slots) {
    out += asciiInsideCdata(slots[name]);
    if (more && between !== null && name !== 'adServingId') {
      for (const url of more[name] ?? []) out += between + insideCdata(url);
    }
    index += 1;
    out += parts[index] ?? '';
  }
  return out;
}
