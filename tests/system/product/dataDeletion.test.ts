import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProduct, type Product } from '../../e2e/product.ts';
import { type PublisherServer, startPublisherServer } from '../crawler/publisherServer.ts';
import { buildParticipant, claimsOf, originToken, publish, requestToken } from '../deletion/participant.ts';

const publisher = buildParticipant('publisher.example');
const partner = buildParticipant('bidder.example');

let server: PublisherServer;
let product: Product;
/** Requests that the partner received. */
const received: string[] = [];

beforeAll(async () => {
  server = await startPublisherServer();
  publish(server, publisher);
  publish(server, partner);
  server.answers.set('bidder.example /delete', async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { rqJWT } = JSON.parse(Buffer.concat(chunks).toString()) as { rqJWT: string };
    received.push(rqJWT);
    const claims = { version: '2.0', rqJWT, jti: 'ac1', iss: partner.domain, iat: 1, raResultCode: 10_000 };
    response.writeHead(202).end(partner.key.sign(claims));
  });
  product = await startProduct('start', {
    SELLER_DOMAIN: 'ssp.example',
    CRAWL_VIA: server.url,
    DELETION_PARTNERS: partner.domain,
    SERVING_WORKERS: '1',
  });
});
afterAll(async () => {
  await product.stop();
  await server.close();
});

test('a request that the product acknowledged before all its processes were killed is passed on', async () => {
  const now = Math.floor(Date.now() / 1000);
  const orJWT = originToken(publisher, now);
  const rqJWT = requestToken(publisher, orJWT, now);
  const response = await fetch(`${product.adsUrl}/data-deletion`, { method: 'POST', body: JSON.stringify({ rqJWT }) });
  expect(response.status).toBe(202);
  const { acJWT } = (await response.json()) as { acJWT: string };
  expect(claimsOf(acJWT)).toMatchObject({ iss: 'ssp.example', rqJWT, raResultCode: 10_000 });
  for (const { pid } of await product.processes()) process.kill(pid, 'SIGKILL');
  await expect.poll(() => product.isRunning()).toBe(false);
  await product.startAgain();
  await expect.poll(() => received.length).toBe(1);
  expect(claimsOf(received[0])).toMatchObject({ iss: 'ssp.example', orJWT, identifierType: 'idfa' });
});
