/** An ad as it is sketched by tests of what an ad must be. */
export interface AdSketch {
  version?: string;
  /** Type of its only media file. */
  mime?: string;
  seconds?: number;
  /** Kilobits per second. */
  bitrate?: number;
  delivery?: string;
  /** API framework of the file. */
  api?: string;
  /** URL of the file. */
  url?: string;
  /** A further media file, as XML. */
  beside?: string;
  isSkippable?: boolean;
  /** An image over the content instead of a file. */
  isOverlay?: boolean;
  /** Sizes of static companions that it requires, as in 300x250. */
  companions?: string[];
  /** Whether it requires all of them, one (the default), or none. */
  required?: 'all' | 'any' | 'none';
}

/** VAST of an inline ad: by default 15 seconds of progressive MP4 in VAST 3.0. */
export function adMarkup(sketch: AdSketch = {}): string {
  const { version = '3.0', isOverlay = false } = sketch;
  return `<VAST version="${version}"><Ad id="a"><InLine><AdSystem>Partner</AdSystem><AdTitle>Ad</AdTitle><Error><![CDATA[https://partner.example/error]]></Error><Impression><![CDATA[https://partner.example/impression]]></Impression><Creatives><Creative id="c">${isOverlay ? overlay : linear(sketch)}</Creative>${companionAds(sketch)}</Creatives></InLine></Ad></VAST>`;
}

const overlay =
  '<NonLinearAds><NonLinear width="480" height="70"><StaticResource creativeType="image/png"><![CDATA[https://cdn.example/overlay.png]]></StaticResource><NonLinearClickThrough><![CDATA[https://advertiser.example/]]></NonLinearClickThrough></NonLinear></NonLinearAds>';

function linear(sketch: AdSketch): string {
  const { mime = 'video/mp4', seconds = 15, bitrate = 2000, delivery = 'progressive', api, beside = '' } = sketch;
  const { url = 'https://cdn.example/ad', isSkippable = false } = sketch;
  const framework = api === undefined ? '' : ` apiFramework="${api}"`;
  const file = `<MediaFile delivery="${delivery}" type="${mime}" width="640" height="360" bitrate="${bitrate}"${framework}><![CDATA[${url}]]></MediaFile>`;
  const skip = isSkippable ? ' skipoffset="00:00:05"' : '';
  return `<Linear${skip}><Duration>00:00:${String(seconds).padStart(2, '0')}</Duration><MediaFiles>${file}${beside}</MediaFiles></Linear>`;
}

function companionAds({ companions = [], required = 'any' }: AdSketch): string {
  if (companions.length === 0) return '';
  const items = companions.map((size) => {
    const [width, height] = size.split('x');
    return `<Companion width="${width}" height="${height}"><StaticResource creativeType="image/png"><![CDATA[https://cdn.example/${size}.png]]></StaticResource></Companion>`;
  });
  return `<Creative id="companions"><CompanionAds required="${required}">${items.join('')}</CompanionAds></Creative>`;
}
