import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startRehearsalBidders } from './startRehearsalBidders.ts';

const bidRequest = { id: 'r1', imp: [{ id: '1', video: {} }] };

test.each([
  ['without a body', 'GET / HTTP/1.1\r\nhost: a.example\r\n\r\n'],
  ['that is no bid request', 'POST / HTTP/1.1\r\nhost: a.example\r\ncontent-length: 2\r\n\r\n{}'],
  ['that breaks off', 'POST / HTTP/1.1\r\nhost: a.example\r\ncontent-length: 9\r\n\r\n{"id"'],
])('a request %s loses its connection, and the bidders go on', async (_what, request) => {
  const bidders = await startRehearsalBidders();
  const socket = connect(Number(new URL(bidders.url).port), '127.0.0.1');
  socket.resume().end(request);
  await once(socket, 'close');
  const response = await fetch(bidders.url, { method: 'POST', body: JSON.stringify(bidRequest) });
  expect(await response.json()).toMatchObject({ id: 'r1', seatbid: [{ bid: [{ impid: '1' }] }] });
  bidders.close();
});
