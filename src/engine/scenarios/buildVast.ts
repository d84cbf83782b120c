/** What a story says about a VAST response. */
export interface VastSketch {
  kind: 'inline' | 'wrapper' | 'empty';
  /** CPM in USD, or a whole Pricing element. */
  price?: string;
  /** Where a wrapper leads. */
  to?: string;
  /** followAdditionalWrappers of a wrapper. */
  follows?: boolean;
  /** Error URL. */
  error?: string;
  impression?: string;
  hasMedia?: boolean;
}

/** A small VAST 4.2 response. */
export function buildVast(sketch: VastSketch): string {
  const error = sketch.error ? `<Error><![CDATA[${sketch.error}]]></Error>` : '';
  const start = '<VAST version="4.2" xmlns="http://www.iab.com/VAST">';
  if (sketch.kind === 'empty') return `${start}${error}</VAST>`;
  const impression = `<Impression><![CDATA[${sketch.impression ?? 'https://partner.example/impression'}]]></Impression>`;
  const pricing = sketch.price?.startsWith('<')
    ? sketch.price
    : sketch.price && `<Pricing model="CPM" currency="USD">${sketch.price}</Pricing>`;
  const common = `<AdSystem>Partner</AdSystem>${error}${impression}${pricing ?? ''}`;
  if (sketch.kind === 'wrapper') {
    const follows = sketch.follows === undefined ? '' : ` followAdditionalWrappers="${sketch.follows}"`;
    return `${start}<Ad id="w"><Wrapper${follows}>${common}<VASTAdTagURI><![CDATA[${sketch.to ?? ''}]]></VASTAdTagURI></Wrapper></Ad></VAST>`;
  }
  const file =
    '<MediaFile delivery="progressive" type="video/mp4" width="640" height="360"><![CDATA[https://cdn.example/a.mp4]]></MediaFile>';
  const media = sketch.hasMedia === false ? '' : file;
  return `${start}<Ad id="a"><InLine>${common}<AdServingId>serve-1</AdServingId><AdTitle>Ad</AdTitle><Creatives><Creative id="c"><Linear><Duration>00:00:15</Duration><MediaFiles>${media}</MediaFiles><VideoClicks><ClickThrough><![CDATA[https://advertiser.example/]]></ClickThrough></VideoClicks></Linear><UniversalAdId idRegistry="unknown">unknown</UniversalAdId></Creative></Creatives></InLine></Ad></VAST>`;
}
