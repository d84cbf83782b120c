import type { FastifyInstance } from 'fastify';

/** The advertising system in the demo's files, as the account has no domain of its own. */
const system = 'bidhouse.example';

/**
 * Files on the demo publishers' domains, by host and path: some authorize the demo to sell, one lacks its entry, and
 * one has no app-ads.txt. The demo's crawler requests all of them from this server.
 */
const files: Readonly<Record<string, string>> = {
  'news.example/ads.txt': `# Daily News
OWNERDOMAIN=news.example
CONTACT=adops@news.example
${system}, daily-news, DIRECT
exchange.example, 20417, RESELLER
`,
  'weather.example/ads.txt': `# Weather: its sellers of last year
exchange.example, 20417, RESELLER
`,
  'recipes.example/ads.txt': `OWNERDOMAIN=recipes.example
${system}, cooking-videos, DIRECT
`,
  'recipes.example/app-ads.txt': `${system}, cooking-videos, DIRECT
`,
};

/** The developer sites that app stores name, by bundle. */
const developers: Readonly<Record<string, string>> = {
  'com.example.recipes': 'https://recipes.example/apps',
  'com.example.recipes.lite': 'https://recipes.example/apps',
  'tv.example.livingroom': 'https://www.livingroom.example/',
};

/** Serves what the demo's crawler requests: owners' files and store pages. */
export function addOwnerFileRoutes(app: FastifyInstance): void {
  for (const path of ['/ads.txt', '/app-ads.txt']) {
    app.get(path, ({ hostname }, reply) => {
      const file = files[`${hostname}${path}`];
      return file === undefined ? reply.code(404).send() : reply.type('text/plain; charset=utf-8').send(file);
    });
  }
  const storePage = (bundle: string) => {
    const developer = developers[bundle];
    return developer === undefined
      ? null
      : `<!doctype html><title>${bundle}</title>
<meta name="appstore:developer_url" content="${developer}">
<meta name="appstore:bundle_id" content="${bundle}">`;
  };
  app.get<{ Querystring: { id?: string } }>('/store/apps/details', ({ query }, reply) => {
    const page = storePage(query.id ?? '');
    return page ? reply.type('text/html; charset=utf-8').send(page) : reply.code(404).send();
  });
  app.get<{ Params: { id: string } }>('/details/:id', ({ params }, reply) => {
    const page = storePage(params.id);
    return page ? reply.type('text/html; charset=utf-8').send(page) : reply.code(404).send();
  });
}
