import type { FastifyInstance } from 'fastify';

/** A channel as the publisher page needs it. */
export interface PublishedChannel {
  key: string;
  name: string;
  tagUrl: string;
}

const players = [
  { key: 'videojs', name: 'video.js with vast-client', script: '/assets/videoJsPage.js' },
  { key: 'fluid', name: 'Fluid Player', script: '/assets/fluidPage.js' },
] as const;

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '');

function page(title: string, body: string, head = ''): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><link rel="stylesheet" href="/assets/page.css">${head}</head>
<body><header><a href="/">Daily News</a><span>a publisher of the demo network</span></header><main>${body}</main></body></html>`;
}

/** The demo publisher's pages: an index, and one page for each player and channel. */
export function addPublisherRoutes(app: FastifyInstance, listChannels: () => PublishedChannel[]): void {
  app.get('/', (_request, reply) => {
    const rows = listChannels().map((channel) => {
      const links = players
        .map((player) => `<a href="/watch/${player.key}/${channel.key}">${escapeHtml(player.name)}</a>`)
        .join('');
      return `<li><h2>${escapeHtml(channel.name)}</h2><p class="links">${links}<a href="${escapeHtml(channel.tagUrl)}">VAST</a></p></li>`;
    });
    const list =
      rows.length > 0 ? `<ul>${rows.join('')}</ul>` : '<p>The demo network is being set up. Reload in a moment.</p>';
    return reply
      .type('text/html; charset=utf-8')
      .send(
        page(
          'Daily News',
          `<h1>Watch with an ad</h1><p>Each link plays the programme in a real player that asks a channel for an ad.</p>${list}`,
        ),
      );
  });
  app.get<{ Params: { player: string; channel: string }; Querystring: { tag?: string } }>(
    '/watch/:player/:channel',
    (request, reply) => {
      const player = players.find((each) => each.key === request.params.player);
      const channel = listChannels().find((each) => each.key === request.params.channel);
      if (!player || !channel)
        return reply
          .code(404)
          .type('text/html; charset=utf-8')
          .send(page('Not found', '<h1>There is no such page</h1>'));
      const body = `<h1>The programme</h1><p>${escapeHtml(channel.name)} · ${escapeHtml(player.name)}</p>
<div id="stage" data-tag-url="${escapeHtml(channel.tagUrl)}"></div>
<section aria-label="Player events"><h2>Player events</h2><ol id="events"></ol></section>`;
      const styles = player.key === 'videojs' ? '<link rel="stylesheet" href="/assets/videoJsPage.css">' : '';
      const head = `${styles}<script type="module" src="${player.script}"></script>`;
      return reply.type('text/html; charset=utf-8').send(page(channel.name, body, head));
    },
  );
}
