import { createServer } from 'node:http';

/** Bidders of the bench: each path bids immediately at its own price on every imp. */
const markup = '<div style="width:300px;height:250px">An ad</div>'.padEnd(1200, ' ');

interface ReceivedBidRequest {
  id: string;
  imp: { id: string }[];
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const bidRequest = JSON.parse(Buffer.concat(chunks).toString()) as ReceivedBidRequest;
    const price = 1 + Number(request.url?.slice(-1)) / 10;
    const bid = bidRequest.imp.map(({ id }) => ({
      id: `b${id}`,
      impid: id,
      price,
      crid: 'creative',
      adomain: ['advertiser.example'],
      w: 300,
      h: 250,
      mtype: 1,
      adm: markup,
    }));
    const body = JSON.stringify({ id: bidRequest.id, cur: 'USD', seatbid: [{ seat: 'seat', bid }] });
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
    response.end(body);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(Number(process.env['BIDDERS_PORT']), '127.0.0.1', () => process.stdout.write('ready\n'));
