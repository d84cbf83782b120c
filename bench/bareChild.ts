import fastify from 'fastify';

/** The baseline: a Fastify route that returns given bytes, and one that returns 204. A request's body is received. */
const body = Buffer.from(process.env['BARE_BODY'] ?? '', 'base64');
const noQuery = {};
const app = fastify({ logger: false, routerOptions: { querystringParser: () => noQuery } });
app.removeAllContentTypeParsers();
app.addContentTypeParser('*', (_request, payload, done) => {
  payload.resume();
  payload.on('end', () => done(null));
});
app.route({
  method: ['GET', 'POST'],
  url: '/bytes',
  handler: (_request, reply) => {
    void reply.headers({
      'content-type': 'application/xml; charset=utf-8',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
    });
    return reply.send(body);
  },
});
app.get('/none', (_request, reply) => reply.code(204).send());
await app.listen({ port: Number(process.env['BARE_PORT']), host: '127.0.0.1' });
process.stdout.write('ready\n');
