import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { BidRequest } from '#standards/openrtb/types.ts';

/** A bidder on loopback that never bids, and that has an id for every viewer. */
export interface BidServer {
  url: string;
  /** The bid requests to a path, in order. */
  requestsAt(path: string): BidRequest[];
  close(): Promise<void>;
}

/** Starts a bidder. `GET /sync?to=…` redirects browsers to an address with `viewerId` at its end. */
export async function startBidServer(viewerId: string): Promise<BidServer> {
  const received: { path: string; request: BidRequest }[] = [];
  const server = createServer((message, response) => {
    const url = new URL(message.url ?? '/', 'http://bidder.example');
    if (message.method === 'GET') {
      const to = url.searchParams.get('to') ?? '';
      response.writeHead(302, { location: to + encodeURIComponent(viewerId) }).end();
      return;
    }
    void text(message).then((body) => {
      received.push({ path: url.pathname, request: JSON.parse(body) as BidRequest });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requestsAt: (path) => received.filter((each) => each.path === path).map(({ request }) => request),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
