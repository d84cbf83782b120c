import { createServer, type Socket } from 'node:net';
import { bidVast } from './bidVast.ts';

/**
 * Bidders of a bench: each path bids at a price of its own on every imp, with markup that no other bid has. They speak
 * the HTTP that keep-alive clients need, so that the load's core has room for fifteen of them.
 */
interface ReceivedBidRequest {
  id: string;
  imp: { id: string; banner?: object }[];
}

let serial = Date.now() % 1_000_000_000;

function respond(path: string, text: string): string {
  const request = JSON.parse(text) as ReceivedBidRequest;
  const bidder = Number(/\d+$/.exec(path)?.[0] ?? 0);
  const bid = request.imp.map(({ id, banner }) => {
    serial += 1;
    return {
      id: `b${serial}`,
      impid: id,
      price: 1 + bidder / 10 + (serial % 1000) / 10_000,
      crid: `creative-${serial}`,
      adomain: [`advertiser${serial % 97}.example`],
      nurl: `https://t.bidder.example/win?i=${serial}&p=\${AUCTION_PRICE}`,
      ...(banner
        ? { w: 300, h: 250, mtype: 1, adm: bannerMarkup(serial) }
        : { dur: 15, mtype: 2, adm: bidVast(serial) }),
    };
  });
  return JSON.stringify({ id: request.id, cur: 'USD', seatbid: [{ seat: 'seat', bid }] });
}

function bannerMarkup(id: number): string {
  const pixel = `<img src="https://t.bidder.example/i?i=${id}&p=\${AUCTION_PRICE}" width="1" height="1">`;
  return `<div style="width:300px;height:250px"><a href="https://advertiser.example/${id}"><img src="https://cdn.bidder.example/${id}.jpg"></a>${pixel}</div><!--${'x'.repeat(1000)}-->`;
}

function serve(socket: Socket): void {
  let received = '';
  socket.setNoDelay(true);
  socket.setEncoding('latin1');
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: string) => {
    received += chunk;
    for (;;) {
      const headEnd = received.indexOf('\r\n\r\n');
      if (headEnd === -1) return;
      const head = received.slice(0, headEnd);
      const end = headEnd + 4 + Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
      if (received.length < end) return;
      const body = respond(head.split(' ', 2)[1] ?? '/', received.slice(headEnd + 4, end));
      received = received.slice(end);
      socket.write(
        `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
    }
  });
}

createServer(serve).listen(Number(process.env['BIDDERS_PORT']), '127.0.0.1', () => process.stdout.write('ready\n'));
