import fastify from 'fastify';
import { Agent } from 'undici';

/**
 * The baseline of an auction: a Fastify route that posts given bytes to every bidder, reads their responses and returns
 * given bytes.
 */
const body = Buffer.from(process.env['FAN_OUT_BODY'] ?? '', 'base64');
const answer = Buffer.from(process.env['BARE_BODY'] ?? '', 'base64');
const origin = process.env['BIDDERS_URL'] ?? '';
const count = Number(process.env['BIDDERS']);
const agent = new Agent({ connections: 256, pipelining: 1, keepAliveTimeout: 30_000 });

const app = fastify({ logger: false });
app.addContentTypeParser('*', (_request, payload, done) => {
  payload.resume();
  payload.on('end', () => done(null));
});
app.post('/fan-out', async (_request, reply) => {
  const requests = Array.from({ length: count }, async (_, index) => {
    const headers = { 'content-type': 'application/json' };
    const response = await agent.request({ origin, path: `/bid${index}`, method: 'POST', headers, body });
    return response.body.text();
  });
  await Promise.all(requests);
  void reply.headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  return reply.send(answer);
});
await app.listen({ port: Number(process.env['BARE_PORT']), host: '127.0.0.1' });
process.stdout.write('ready\n');
