import type { ChannelTag } from '#api/entities/channelTagContract.ts';

/** Ad formats of the SDK. */
export type PageFormat = 'display' | 'outstream' | 'instream';

type Addressed = Pick<ChannelTag, 'adsUrl' | 'uid'>;

/** A script tag that shows a banner at its own place. */
export function displayTagOf({ adsUrl, uid }: Addressed): string {
  return `<script async src="${adsUrl}/tag/${uid}.js?size=300x250"></script>`;
}

const places: Record<PageFormat, string> = {
  display: '<div id="ad-1"></div>',
  outstream: '<div id="ad-1"></div>',
  instream: '<video id="film" src="film.mp4" controls></video>',
};

/** The ad's target element, and the SDK options in addition to the channel. */
const options: Record<PageFormat, { target: string; more: readonly string[] }> = {
  display: { target: '#ad-1', more: [`sizes: '300x250,300x600'`, 'refresh: 30'] },
  outstream: { target: '#ad-1', more: [] },
  instream: { target: '#film', more: ['midRolls: [300, 600]', 'postRoll: true'] },
};

/** The HTML with which a page shows ads of a channel through the SDK. */
export function pageSnippet({ adsUrl, uid }: Addressed, format: PageFormat): string {
  const { target, more } = options[format];
  const optionLines = [`target: '${target}'`, `channel: '${uid}'`, ...more].map((option) => `      ${option},`);
  return `${places[format]}

<script async src="${adsUrl}/adtag.js"></script>
<script>
  window.bidhouse = window.bidhouse || { cmd: [] };
  bidhouse.cmd.push(function () {
    bidhouse.${format}({
${optionLines.join('\n')}
    });
  });
</script>`;
}
