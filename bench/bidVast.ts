const trackedEvents = [
  'start',
  'firstQuartile',
  'midpoint',
  'thirdQuartile',
  'complete',
  'mute',
  'unmute',
  'pause',
  'resume',
];

const serialMark = '{serial}';

const common = `<Error><![CDATA[https://t.bidder.example/error?c=[ERRORCODE]&i=${serialMark}]]></Error><Impression id="bidder"><![CDATA[https://t.bidder.example/impression?i=${serialMark}&p=\${AUCTION_PRICE}]]></Impression><Impression id="verification"><![CDATA[https://verify.example/i?cb=[CACHEBUSTING]&i=${serialMark}]]></Impression>`;

/** VAST documents of 1.4 to 2 kB, in which `{serial}` stands for a number of the bid's own: two inline ads, a wrapper. */
export function bidVastTemplates(): string[] {
  return [inlineVast('00:00:15', 7), inlineVast('00:00:30', 9), wrapperVast()];
}

const templates = bidVastTemplates();

/** The VAST of one bid, which differs from that of every other serial number. */
export function bidVast(serial: number): string {
  return (templates[serial % templates.length] ?? '').replaceAll(serialMark, String(serial));
}

function inlineVast(duration: string, events: number): string {
  const media = [
    ['video/mp4', 1280, 720, 2100],
    ['video/mp4', 640, 360, 700],
    ['video/webm', 854, 480, 1100],
  ] as const;
  const files = media
    .map(
      ([type, width, height, bitrate]) =>
        `<MediaFile delivery="progressive" type="${type}" width="${width}" height="${height}" bitrate="${bitrate}"><![CDATA[https://cdn.bidder.example/v/${serialMark}/${height}.${type.slice(6)}]]></MediaFile>`,
    )
    .join('');
  return `<?xml version="1.0" encoding="UTF-8"?>
<VAST version="3.0">
 <Ad id="${serialMark}">
  <InLine>
   <AdSystem version="2.1">Bidder</AdSystem>
   <AdTitle>Creative ${serialMark} &amp; sons</AdTitle>
   ${common}
   <Creatives>
    <Creative id="c${serialMark}" sequence="1">
     <Linear skipoffset="00:00:05">
      <Duration>${duration}</Duration>
      <TrackingEvents>${tracking(events)}</TrackingEvents>
      <VideoClicks>
       <ClickThrough><![CDATA[https://advertiser${serialMark}.example/landing?c=${serialMark}&utm_source=video]]></ClickThrough>
       <ClickTracking><![CDATA[https://t.bidder.example/click?i=${serialMark}]]></ClickTracking>
      </VideoClicks>
      <MediaFiles>${files}</MediaFiles>
     </Linear>
    </Creative>
   </Creatives>
  </InLine>
 </Ad>
</VAST>`;
}

function wrapperVast(): string {
  return `<VAST version="3.0"><Ad id="${serialMark}"><Wrapper><AdSystem>Bidder</AdSystem><VASTAdTagURI><![CDATA[https://ads.bidder.example/vast?i=${serialMark}&s=${serialMark}&cb=[CACHEBUSTING]]]></VASTAdTagURI>${common}<Creatives><Creative><Linear><TrackingEvents>${tracking(9)}</TrackingEvents><VideoClicks><ClickTracking><![CDATA[https://t.bidder.example/click?i=${serialMark}]]></ClickTracking></VideoClicks></Linear></Creative></Creatives><Extensions><Extension type="bidder"><Placement id="${serialMark}">instream</Placement></Extension></Extensions></Wrapper></Ad></VAST>`;
}

function tracking(count: number): string {
  return trackedEvents
    .slice(0, count)
    .map(
      (event) =>
        `<Tracking event="${event}"><![CDATA[https://t.bidder.example/e?e=${event}&i=${serialMark}]]></Tracking>`,
    )
    .join('');
}
