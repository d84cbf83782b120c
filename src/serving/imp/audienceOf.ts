import type { Sale } from '#engine/auction/types.ts';
import type { RequestTraits } from '#engine/targeting/requestTraits.ts';
import type { Audience, Origin } from '#events/record/records.ts';
import { severalMediaTypes, type RequestIntegration } from '#model/index.ts';
import type { AdMediaType } from '#model/reference/mediaTypes.ts';
import type { MediaType } from '#standards/openrtb/types.ts';
import type { ViewerPrivacy } from './viewerPrivacy.ts';

/** Whom an ad is asked for, as far as the request tells; the form of the ad follows from what is offered. */
export function audienceOf(
  traits: Pick<RequestTraits, 'country' | 'device' | 'operatingSystem' | 'family'>,
  privacy: Pick<ViewerPrivacy, 'consent'>,
  integration: RequestIntegration,
): Audience {
  return {
    country: traits.country,
    deviceKind: traits.device as Audience['deviceKind'],
    os: traits.operatingSystem as Audience['os'],
    browser: traits.family,
    mediaType: '',
    integration,
    consent: privacy.consent(),
  };
}

/** The form in which an impression is offered. */
export function offeredForm(mediaTypes: readonly MediaType[]): AdMediaType | '' {
  return mediaTypes.length > 1 ? severalMediaTypes : (mediaTypes[0] ?? '');
}

/** The origin of an ad that was sold: one of its own where the ad has another form than what the origin tells. */
export function originOfSale(origin: Origin, sale: Sale): Origin {
  const { audience } = origin;
  if (!audience) return origin;
  const mediaType = formOfSale(sale, audience.mediaType);
  return mediaType === audience.mediaType ? origin : { ...origin, audience: { ...audience, mediaType } };
}

/** Ads that are no bids are VAST: a video, or audio where nothing else was offered. */
function formOfSale({ ad, won }: Sale, offered: AdMediaType | ''): MediaType {
  if (won) return won.bid.mediaType;
  if (ad.kind === 'markup') return ad.mediaType;
  return offered === 'audio' ? 'audio' : 'video';
}
