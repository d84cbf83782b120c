import { createServer } from 'node:http';
import { storedVast } from './servedSnapshot.ts';

/**
 * Demand of the overload bench: POST requests receive bids with VAST immediately, a tag responds with VAST after a
 * delay.
 */
const tagMs = 200;

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    if (request.method === 'GET') {
      setTimeout(() => {
        response.writeHead(200, { 'content-type': 'application/xml', 'content-length': Buffer.byteLength(storedVast) });
        response.end(storedVast);
      }, tagMs);
      return;
    }
    const bidRequest = JSON.parse(Buffer.concat(chunks).toString()) as { id: string; imp: { id: string }[] };
    const bid = { id: 'b', impid: bidRequest.imp[0]?.id, price: 1, crid: 'creative', adm: storedVast };
    const body = JSON.stringify({ id: bidRequest.id, cur: 'USD', seatbid: [{ bid: [bid] }] });
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
    response.end(body);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(Number(process.env['BIDDERS_PORT']), '127.0.0.1', () => process.stdout.write('ready\n'));
