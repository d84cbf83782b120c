import { demoRegistry, registeredIdOf } from './demoInventory.ts';
import { demoCreatives, type DemoCreative } from './demoCreatives.ts';

/** The content of a demo partner's response. `base` is the demo server's URL, without a trailing slash. */
export interface PartnerAd {
  base: string;
  creative: DemoCreative;
  /** Price per 1,000 impressions in the response, in USD. */
  cpm?: string;
  /** The name in the partner's counts; the creative by default. */
  source?: string;
  /** The price parameter of its impression pixel: a macro for the paid price. */
  price?: string;
}

const cdata = (text: string) => `<![CDATA[${text}]]>`;

/** Returns a function that builds the tracker of an event. */
function trackerOf({ base, price }: PartnerAd, source: string): (event: string) => string {
  return (event) => {
    const paid = price !== undefined && event === 'impression' ? `&price=${price}` : '';
    return cdata(`${base}/partner/pixel/${source}/${event}?cb=[CACHEBUSTING]${paid}`);
  };
}

/** A VAST 3.0 document with one inline linear ad and the partner's own trackers. */
export function inlineVast(ad: PartnerAd): string {
  const { base, creative, cpm, source = creative } = ad;
  const { title, advertiser, landing, media } = demoCreatives.find((each) => each.key === creative) ?? demoCreatives[0];
  const id = registeredIdOf(creative);
  const tracker = trackerOf(ad, source);
  const tracking = ['start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete']
    .map((event) => `<Tracking event="${event}">${tracker(event)}</Tracking>`)
    .join('');
  return `<?xml version="1.0" encoding="UTF-8"?>
<VAST version="3.0"><Ad id="${creative}"><InLine>
<AdSystem version="1.0">Demo partner</AdSystem><AdTitle>${title}</AdTitle><Advertiser>${advertiser}</Advertiser>
${cpm === undefined ? '' : `<Pricing model="CPM" currency="USD">${cdata(cpm)}</Pricing>`}
<Error>${cdata(`${base}/partner/pixel/${source}/error?code=[ERRORCODE]`)}</Error>
<Impression id="partner">${tracker('impression')}</Impression>
<Creatives><Creative id="${creative}-8s"><Linear><Duration>00:00:08</Duration>
<TrackingEvents>${tracking}</TrackingEvents>
<VideoClicks><ClickThrough>${cdata(landing)}</ClickThrough><ClickTracking>${tracker('click')}</ClickTracking></VideoClicks>
<MediaFiles><MediaFile delivery="progressive" type="video/mp4" width="640" height="360" bitrate="40">${cdata(`${base}/media/${media}.mp4`)}</MediaFile></MediaFiles>
</Linear></Creative></Creatives>
<Extensions><Extension type="UniversalAdId"><UniversalAdId idRegistry="${demoRegistry}">${id}</UniversalAdId></Extension>
<Extension type="adomain">${cdata(new URL(landing).hostname)}</Extension></Extensions></InLine></Ad></VAST>`;
}

/** A VAST 3.0 wrapper that leads to another tag, with trackers of its own. */
export function wrapperVast(ad: PartnerAd, hop: number, nextUrl: string): string {
  const { base, creative, source = `${creative}-hop${hop}` } = ad;
  const tracker = trackerOf(ad, source);
  return `<?xml version="1.0" encoding="UTF-8"?>
<VAST version="3.0"><Ad id="${creative}-hop${hop}"><Wrapper>
<AdSystem>Demo reseller ${hop}</AdSystem><VASTAdTagURI>${cdata(nextUrl)}</VASTAdTagURI>
<Error>${cdata(`${base}/partner/pixel/${source}/error?code=[ERRORCODE]`)}</Error>
<Impression>${tracker('impression')}</Impression>
<Creatives><Creative><Linear><TrackingEvents><Tracking event="start">${tracker('start')}</Tracking><Tracking event="complete">${tracker('complete')}</Tracking></TrackingEvents></Linear></Creative></Creatives>
</Wrapper></Ad></VAST>`;
}

/** An empty VAST response: no ad. */
export function emptyVast(): string {
  return '<?xml version="1.0" encoding="UTF-8"?>\n<VAST version="3.0"/>';
}
