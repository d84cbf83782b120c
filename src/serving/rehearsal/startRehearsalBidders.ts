import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { rehearsalVast } from './rehearsalVast.ts';

/** The bidders of a rehearsal. */
export interface RehearsalBidders {
  url: string;
  close(): void;
}

/** The fields of a bid request that the bids depend on. */
interface ReceivedRequest {
  id: string;
  imp: readonly { id: string; banner?: object }[];
}

/**
 * Starts the bidders of a rehearsal in this process: any path bids on every imp, with markup that no other bid has. Any
 * program of the machine may find their port: what is not a complete bid request loses its connection.
 */
export async function startRehearsalBidders(): Promise<RehearsalBidders> {
  let serial = 0;
  const bidFor = ({ id: impid, banner }: ReceivedRequest['imp'][number]) => {
    serial += 1;
    const adomain = [`advertiser${serial % 97}.example`];
    const bid = { id: `b${serial}`, impid, price: 1 + (serial % 1000) / 1000, crid: `c${serial}`, adomain };
    const nurl = `https://bidder.example/win?i=${serial}&p=\${AUCTION_PRICE}`;
    return banner
      ? { ...bid, nurl, w: 300, h: 250, mtype: 1, adm: `<a href="https://advertiser.example/${serial}"><img></a>` }
      : { ...bid, nurl, dur: 15, mtype: 2, adm: rehearsalVast(serial) };
  };
  const answer = (body: string): string => {
    const { id, imp } = JSON.parse(body) as ReceivedRequest;
    return JSON.stringify({ id, cur: 'USD', seatbid: [{ seat: 'seat', bid: imp.map(bidFor) }] });
  };
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    text(request)
      .then((body) => response.end(answer(body)))
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port: 0, exclusive: true }, resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
