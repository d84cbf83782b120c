import type { FastifyInstance, FastifyReply } from 'fastify';
import { demoCreatives, type DemoCreative } from './demoCreatives.ts';
import { emptyVast, inlineVast, wrapperVast } from './partnerVast.ts';

/** Counts of a partner's pixels, to compare with the product's counts. */
export type PartnerCounts = Map<string, number>;

const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

function creativeOf(text: string | undefined): DemoCreative {
  return demoCreatives.find((each) => each.key === text)?.key ?? 'coffee';
}

function sendVast(reply: FastifyReply, body: string): FastifyReply {
  return reply.header('content-type', 'application/xml; charset=utf-8').header('cache-control', 'no-store').send(body);
}

/** Serves demand partners of every kind: inline, wrapped, priced, empty, slow, broken, failing and endless. */
export function addPartnerRoutes(app: FastifyInstance, base: string, random: () => number): PartnerCounts {
  const counts: PartnerCounts = new Map();

  // Players fetch wrappers and pixels from another origin.
  app.addHook('onRequest', async (request, reply) => {
    const origin = request.headers.origin;
    if (origin && origin !== 'null') {
      void reply.headers({
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
        vary: 'Origin',
      });
    } else {
      void reply.header('access-control-allow-origin', '*');
    }
  });

  app.get<{ Params: { creative: string } }>('/partner/inline/:creative', (request, reply) =>
    sendVast(reply, inlineVast({ base, creative: creativeOf(request.params.creative) })),
  );
  app.get<{ Params: { depth: string; creative: string } }>('/partner/wrapper/:depth/:creative', (request, reply) => {
    const creative = creativeOf(request.params.creative);
    const depth = Math.min(10, Math.max(1, Number.parseInt(request.params.depth, 10) || 1));
    const next =
      depth === 1 ? `${base}/partner/inline/${creative}` : `${base}/partner/wrapper/${depth - 1}/${creative}`;
    return sendVast(reply, wrapperVast({ base, creative }, depth, next));
  });
  app.get<{ Params: { creative: string } }>('/partner/priced/:creative', (request, reply) =>
    sendVast(
      reply,
      inlineVast({ base, creative: creativeOf(request.params.creative), cpm: (1 + random() * 5).toFixed(2) }),
    ),
  );
  app.get<{ Params: { creative: string } }>('/partner/sometimes/:creative', (request, reply) =>
    sendVast(
      reply,
      random() < 0.35 ? inlineVast({ base, creative: creativeOf(request.params.creative) }) : emptyVast(),
    ),
  );
  app.get<{ Params: { percent: string; creative: string } }>('/partner/fills/:percent/:creative', (request, reply) => {
    const { percent, creative } = request.params;
    const hasAd = random() * 100 < Number(percent);
    return sendVast(reply, hasAd ? inlineVast({ base, creative: creativeOf(creative) }) : emptyVast());
  });
  app.get<{ Params: { creative: string } }>('/partner/slow/:creative', async (request, reply) => {
    await new Promise((resolve) => setTimeout(resolve, 3000));
    return sendVast(reply, inlineVast({ base, creative: creativeOf(request.params.creative) }));
  });
  app.get('/partner/no-ad', (_request, reply) => sendVast(reply, emptyVast()));
  app.get('/partner/broken', (_request, reply) => sendVast(reply, '<VAST version="3.0"><Ad><InLine><AdSystem>Broken'));
  app.get('/partner/error', (_request, reply) => reply.code(500).send('Internal error'));
  app.get('/partner/loop', (_request, reply) =>
    sendVast(reply, wrapperVast({ base, creative: 'coffee' }, 9, `${base}/partner/loop`)),
  );
  app.get<{ Params: { source: string; event: string } }>('/partner/pixel/:source/:event', (request, reply) => {
    const key = `${request.params.source}/${request.params.event}`.slice(0, 100);
    if (counts.size < 1000 || counts.has(key)) counts.set(key, (counts.get(key) ?? 0) + 1);
    return reply.header('content-type', 'image/gif').header('cache-control', 'no-store').send(pixel);
  });
  app.get('/partner/counts', (_request, reply) => reply.send(Object.fromEntries(counts)));
  return counts;
}
