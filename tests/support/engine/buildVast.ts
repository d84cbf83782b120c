/** A VAST response of a scenario. */
export interface VastInput {
  kind: 'inline' | 'wrapper' | 'empty';
  /** CPM in USD, or a complete Pricing element. */
  price?: string;
  /** Target of a wrapper. */
  to?: string;
  /** followAdditionalWrappers of a wrapper. */
  follows?: boolean;
  /** Error URL. */
  error?: string;
  impression?: string;
  hasMedia?: boolean;
  /** For a pod: its ads in order. */
  pod?: Omit<VastInput, 'pod'>[];
  /** allowMultipleAds of a wrapper. */
  takesPods?: boolean;
  /** Seconds; default 15. */
  seconds?: number;
  /** Name of the file that is its creative. */
  file?: string;
  advertiser?: string;
  category?: string;
  /** Categories that a wrapper blocks. */
  blocked?: string;
  /** fallbackOnNoAd of a wrapper. */
  fallsBack?: boolean;
  /** Further stand-alone ads of the response. */
  beside?: VastInput[];
}

const start = '<VAST version="4.2" xmlns="http://www.iab.com/VAST">';

/** A small VAST 4.2 response. */
export function buildVast(sketch: VastInput): string {
  if (sketch.pod) {
    const beside = (sketch.beside ?? []).map((ad) => buildAd(ad, ''));
    const ads = sketch.pod.map((ad, index) => buildAd(ad, ` sequence="${index + 1}"`));
    return `${start}${[...ads, ...beside].join('')}</VAST>`;
  }
  const error = sketch.error ? `<Error><![CDATA[${sketch.error}]]></Error>` : '';
  return sketch.kind === 'empty'
    ? `${start}${error}</VAST>`
    : `${start}${[sketch, ...(sketch.beside ?? [])].map((ad) => buildAd(ad, '')).join('')}</VAST>`;
}

function buildAd(sketch: VastInput, sequence: string): string {
  const error = sketch.error ? `<Error><![CDATA[${sketch.error}]]></Error>` : '';
  const impression = `<Impression><![CDATA[${sketch.impression ?? 'https://partner.example/impression'}]]></Impression>`;
  const pricing = sketch.price?.startsWith('<')
    ? sketch.price
    : sketch.price && `<Pricing model="CPM" currency="USD">${sketch.price}</Pricing>`;
  const common = `<AdSystem>Partner</AdSystem>${error}${impression}${pricing ?? ''}`;
  if (sketch.kind === 'wrapper') {
    const follows = sketch.follows === undefined ? '' : ` followAdditionalWrappers="${sketch.follows}"`;
    const multiple = sketch.takesPods === undefined ? '' : ` allowMultipleAds="${sketch.takesPods}"`;
    const fallback = sketch.fallsBack === undefined ? '' : ` fallbackOnNoAd="${sketch.fallsBack}"`;
    const blocked = sketch.blocked
      ? `<BlockedAdCategories authority="https://iabtechlab.com">${sketch.blocked}</BlockedAdCategories>`
      : '';
    return `<Ad id="w"${sequence}><Wrapper${follows}${multiple}${fallback}>${common}${blocked}<VASTAdTagURI><![CDATA[${sketch.to ?? ''}]]></VASTAdTagURI></Wrapper></Ad>`;
  }
  const file = `<MediaFile delivery="progressive" type="video/mp4" width="640" height="360"><![CDATA[https://cdn.example/${sketch.file ?? 'a'}.mp4]]></MediaFile>`;
  const media = sketch.hasMedia === false ? '' : file;
  const advertiser = sketch.advertiser ? `<Advertiser>${sketch.advertiser}</Advertiser>` : '';
  const category = sketch.category ? `<Category authority="https://iabtechlab.com">${sketch.category}</Category>` : '';
  return `<Ad id="a"${sequence}><InLine>${common}<AdServingId>serve-1</AdServingId><AdTitle>Ad</AdTitle>${advertiser}${category}<Creatives><Creative id="c"><Linear><Duration>${durationOf(sketch)}</Duration><MediaFiles>${media}</MediaFiles><VideoClicks><ClickThrough><![CDATA[https://advertiser.example/]]></ClickThrough></VideoClicks></Linear><UniversalAdId idRegistry="unknown">unknown</UniversalAdId></Creative></Creatives></InLine></Ad>`;
}

function durationOf({ seconds = 15 }: VastInput): string {
  return `00:${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
}
