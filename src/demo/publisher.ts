import type { FastifyInstance } from 'fastify';
import { demoDeals } from './rtb/buyers.ts';

/** The parts of a channel that the publisher page uses. */
export interface PublishedChannel {
  key: string;
  name: string;
  uid: string;
  format: 'video' | 'banner';
  tagUrl: string;
}

/** The publisher's bidding endpoint and its ID there. */
export interface BiddingEndpoint {
  adsUrl: string;
  publisherId: string;
}

const players = [
  { key: 'videojs', name: 'video.js with vast-client', script: '/assets/videoJsPage.js' },
  { key: 'fluid', name: 'Fluid Player', script: '/assets/fluidPage.js' },
] as const;

const notReadyHtml = '<p>The demo network is being set up. Reload in a moment.</p>';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '');

function page(title: string, body: string, head = ''): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/assets/page.css">${head}</head>
<body><header><a href="/">Daily News</a><span>a publisher of the demo network</span></header><main>${body}</main></body></html>`;
}

/** The URL of a channel's tag, with the tag parameter `player`. */
function tagUrlIn(player: string, { tagUrl }: PublishedChannel): string {
  const url = new URL(tagUrl);
  url.searchParams.set('player', player);
  return url.href;
}

/** The front page: three slots that Prebid.js fills by one request to the ads server, and their results. */
function frontPage(
  display: PublishedChannel,
  video: PublishedChannel,
  { adsUrl, publisherId }: BiddingEndpoint,
): string {
  const bidderData = {
    endpoint: `${adsUrl}/openrtb2/auction`,
    sync: `${adsUrl}/cookie_sync`,
    display: display.uid,
    video: video.uid,
    publisher: publisherId,
    deal: demoDeals.frontPage,
  };
  const data = Object.entries(bidderData).map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`);
  const columns = ['Slot', 'Bidder', 'Price bucket', 'Price', 'Size', 'Advertiser', 'Deal', 'Response time'];
  const head = columns.map((column) => `<th scope="col">${column}</th>`).join('');
  return `<div id="bidding"${data.join('')}>
<div id="billboard" class="slot billboard">Advertisement</div>
<h1>The harbor is open again</h1>
<div class="story"><div><p>After two winters of work the first ferry has left from the old pier. “I did not sleep,” said its captain, who has waited for this morning longer than most.</p>
<p>The mole is wider, the cranes are gone, and where the fish hall stood there is a café. Boats to the islands leave on the hour; bicycles travel free.</p></div>
<div id="rectangle" class="slot rectangle">Advertisement</div></div>
<div id="programme" class="stage"></div></div>
<section aria-label="Auction results"><h2>Auction results</h2><p>Prebid.js sent one request for all three slots to <code>${escapeHtml(bidderData.endpoint)}</code>.</p>
<div class="wide"><table id="results"><thead><tr>${head}</tr></thead><tbody></tbody></table></div></section>
<section aria-label="Player events"><h2>Player events</h2><ol id="events"></ol></section>`;
}

/** Serves the demo publisher's pages: an index, and one page for each player and channel. */
export function addPublisherRoutes(
  app: FastifyInstance,
  place: BiddingEndpoint,
  listChannels: () => PublishedChannel[],
): void {
  app.get('/', (_request, reply) => {
    const videos = listChannels().filter(({ format }) => format === 'video');
    const rows = videos.map((channel) => {
      const links = players
        .map((player) => `<a href="/watch/${player.key}/${channel.key}">${escapeHtml(player.name)}</a>`)
        .join('');
      return `<li><h2>${escapeHtml(channel.name)}</h2><p class="links">${links}<a href="${escapeHtml(channel.tagUrl)}">VAST</a></p></li>`;
    });
    const list = rows.length > 0 ? `<ul>${rows.join('')}</ul>` : notReadyHtml;
    return reply.type('text/html; charset=utf-8').send(
      page(
        'Daily News',
        `<h1>A page with header bidding</h1><p><a href="/bidding">The front page</a> has two banners and a video that Prebid.js sells with one request.</p>
<h1>Watch with an ad</h1><p>Each link plays the program in a real player that requests an ad from a channel.</p>${list}`,
      ),
    );
  });
  app.get('/bidding', (_request, reply) => {
    const channels = listChannels();
    const display = channels.find(({ format }) => format === 'banner');
    const video = channels.find(({ key }) => key === 'news');
    const isReady = display !== undefined && video !== undefined;
    const body = isReady ? frontPage(display, video, place) : notReadyHtml;
    const head =
      '<link rel="stylesheet" href="/assets/prebidPage.css"><script type="module" src="/assets/prebidPage.js"></script>';
    return reply.type('text/html; charset=utf-8').send(page('The front page', body, isReady ? head : ''));
  });
  app.get<{ Params: { player: string; channel: string }; Querystring: { tag?: string } }>(
    '/watch/:player/:channel',
    (request, reply) => {
      const player = players.find((each) => each.key === request.params.player);
      const channel = listChannels().find(({ key, format }) => key === request.params.channel && format === 'video');
      if (!player || !channel)
        return reply
          .code(404)
          .type('text/html; charset=utf-8')
          .send(page('Not found', '<h1>There is no such page</h1>'));
      const body = `<h1>The program</h1><p>${escapeHtml(channel.name)} · ${escapeHtml(player.name)}</p>
<div id="stage" class="stage" data-tag-url="${escapeHtml(tagUrlIn(player.key, channel))}"></div>
<section aria-label="Player events"><h2>Player events</h2><ol id="events"></ol></section>`;
      const styles = player.key === 'videojs' ? '<link rel="stylesheet" href="/assets/videoJsPage.css">' : '';
      const head = `${styles}<script type="module" src="${player.script}"></script>`;
      return reply.type('text/html; charset=utf-8').send(page(channel.name, body, head));
    },
  );
}
