/** A VAST 3.0 ad of eight seconds. */
export function inlineVast(base: string, source: string, more: { skipOffset?: string; media?: string } = {}): string {
  const pixel = (event: string) => `<![CDATA[${base}/pixel/${source}/${event}]]>`;
  const tracking = [
    'start',
    'firstQuartile',
    'midpoint',
    'thirdQuartile',
    'complete',
    'skip',
    'mute',
    'unmute',
    'pause',
    'resume',
  ]
    .map((event) => `<Tracking event="${event}">${pixel(event)}</Tracking>`)
    .join('');
  const skip = more.skipOffset === undefined ? '' : ` skipoffset="${more.skipOffset}"`;
  return `<VAST version="3.0"><Ad id="a"><InLine><AdSystem>Partner</AdSystem><AdTitle>Ad</AdTitle>
<Error>${pixel('error-[ERRORCODE]')}</Error><Impression>${pixel('impression')}</Impression>
<Creatives><Creative><Linear${skip}><Duration>00:00:08</Duration><TrackingEvents>${tracking}</TrackingEvents>
<VideoClicks><ClickThrough><![CDATA[${base}/landing]]></ClickThrough><ClickTracking>${pixel('click')}</ClickTracking></VideoClicks>
<MediaFiles><MediaFile delivery="progressive" type="video/mp4" width="640" height="360"><![CDATA[${base}/media/${more.media ?? 'coffee'}.mp4]]></MediaFile></MediaFiles>
</Linear></Creative></Creatives></InLine></Ad></VAST>`;
}

/** A VAST 3.0 wrapper around another tag. */
export function wrapperVast(base: string, source: string, to: string): string {
  const pixel = (event: string) => `<![CDATA[${base}/pixel/${source}/${event}]]>`;
  return `<VAST version="3.0"><Ad id="${source}"><Wrapper><AdSystem>Reseller</AdSystem><VASTAdTagURI><![CDATA[${to}]]></VASTAdTagURI>
<Error>${pixel('error-[ERRORCODE]')}</Error><Impression>${pixel('impression')}</Impression>
<Creatives><Creative><Linear><TrackingEvents><Tracking event="complete">${pixel('complete')}</Tracking></TrackingEvents></Linear></Creative></Creatives>
</Wrapper></Ad></VAST>`;
}
