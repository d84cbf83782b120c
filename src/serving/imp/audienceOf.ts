import { mediumOfAd } from '#engine/auction/mediumOfAd.ts';
import type { Sale } from '#engine/auction/types.ts';
import type { RequestTraits } from '#engine/targeting/requestTraits.ts';
import type { Audience, Origin } from '#events/record/records.ts';
import type { RequestIntegration } from '#model/index.ts';
import { severalMediaTypes, type AdMediaType } from '#model/reference/mediaTypes.ts';
import type { MediaType } from '#standards/openrtb/types.ts';
import type { ViewerPrivacy } from './viewerPrivacy.ts';

/** The audience of a request as far as the request declares it. `mediaType` is filled in once the offer is known. */
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

/** The media type in which an imp is offered: one, several, or '' for none. */
export function offeredForm(mediaTypes: readonly MediaType[]): AdMediaType | '' {
  return mediaTypes.length > 1 ? severalMediaTypes : (mediaTypes[0] ?? '');
}

/** The origin of a sold ad: a copy with the ad's media type where it differs from the origin's. */
export function originOfSale(origin: Origin, sale: Sale): Origin {
  const { audience } = origin;
  if (!audience) return origin;
  const mediaType = formOfSale(sale, audience.mediaType);
  return mediaType === audience.mediaType ? origin : { ...origin, audience: { ...audience, mediaType } };
}

/** The media type of the markup; where it leaves that open, ads other than bids are video unless only audio was offered. */
function formOfSale({ ad, won }: Sale, offered: AdMediaType | ''): MediaType {
  const medium = mediumOfAd(ad);
  if (medium) return medium;
  if (won) return won.bid.mediaType;
  if (ad.kind === 'markup') return ad.mediaType;
  return offered === 'audio' ? 'audio' : 'video';
}
