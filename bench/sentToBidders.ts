import { createServer } from 'node:http';
import { startBenchServing } from './servers.ts';

/** The bid request that a bidder receives for a request to the first channel, captured from a serving process. */
export async function sentToBidders(body: string): Promise<string> {
  let resolveOutput: (text: string) => void = () => undefined;
  const first = new Promise<string>((resolve) => (resolveOutput = resolve));
  const listener = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      resolveOutput(text);
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done));
  const address = listener.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const serving = await startBenchServing(0, { url: `http://127.0.0.1:${port}`, count: 1 });
  const auctionResponse = fetch(`${serving.url}/openrtb2/auction`, { method: 'POST', body });
  const text = await first;
  await auctionResponse;
  await serving.stop();
  listener.close();
  listener.closeAllConnections();
  return text;
}
