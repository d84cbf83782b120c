import { get } from 'node:http';

const maxAttempts = 150;
const pauseMs = 100;

/**
 * Waits until every ad-serving process fills a channel: until twice as many consecutive requests as there are
 * processes, each on a new connection, got an ad. Gives up after 15 seconds.
 */
export async function waitUntilServed(tagUrl: string, processes: number): Promise<void> {
  let consecutiveAds = 0;
  for (let attempt = 0; attempt < maxAttempts && consecutiveAds < 2 * processes; attempt += 1) {
    const markup = await read(tagUrl).catch(() => '');
    consecutiveAds = markup.includes('<Impression') ? consecutiveAds + 1 : 0;
    if (consecutiveAds === 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** Fetches a URL over a new connection. */
function read(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent: false, timeout: 2000 }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve(text));
      response.on('error', reject);
    });
    request.on('error', reject);
    request.on('timeout', () => request.destroy(new Error('no response')));
  });
}
