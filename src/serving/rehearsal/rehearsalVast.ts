const events = ['start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete', 'mute', 'pause', 'resume'];

/** An inline 15-second ad as VAST 3.0, different for each number. */
export function rehearsalVast(number: number): string {
  const cdata = (path: string) => `<![CDATA[https://ads.example/${path}?i=${number}&cb=[CACHEBUSTING]]]>`;
  const tracking = events.map((event) => `<Tracking event="${event}">${cdata(event)}</Tracking>`).join('');
  const files = [
    ['video/mp4', 1280, 720, 2100],
    ['video/webm', 854, 480, 1100],
  ]
    .map(([type, width, height, bitrate]) => {
      const size = `width="${width}" height="${height}" bitrate="${bitrate}"`;
      return `<MediaFile delivery="progressive" type="${type}" ${size}>${cdata(`${height}.${type}`)}</MediaFile>`;
    })
    .join('');
  return `<?xml version="1.0" encoding="UTF-8"?>
<VAST version="3.0">
 <Ad id="${number}">
  <InLine>
   <AdSystem version="2.1">Rehearsal</AdSystem>
   <AdTitle>Ad ${number} &amp; more</AdTitle>
   <Error><![CDATA[https://ads.example/error?c=[ERRORCODE]]]></Error>
   <Impression id="bidder"><![CDATA[https://ads.example/impression?i=${number}&p=\${AUCTION_PRICE}]]></Impression>
   <Creatives>
    <Creative id="c${number}" sequence="1">
     <Linear skipoffset="00:00:05">
      <Duration>00:00:15</Duration>
      <TrackingEvents>${tracking}</TrackingEvents>
      <VideoClicks><ClickThrough>${cdata('landing')}</ClickThrough><ClickTracking>${cdata('click')}</ClickTracking></VideoClicks>
      <MediaFiles>${files}</MediaFiles>
     </Linear>
    </Creative>
   </Creatives>
  </InLine>
 </Ad>
</VAST>`;
}
