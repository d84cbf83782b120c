import { signInAs } from '../apiClient.ts';

/** Names that a page must show as they are. */
export const oddNames = [
  '<img src=x onerror=alert(1)>',
  '"><script>alert(2)</script>&amp;',
  '🚲 Fahrräder & Co. 自転車',
  'שוק דוגמה – مثال',
  `A name as long as it may be ${'and then some more '.repeat(20)}`.slice(0, 255).trim(),
];

/** How many rows the series has: more than a page shows. */
export const seriesSize = 55;

/** How many advertisers the account has then: the series, the odd names and one of the demo. */
export const advertiserCount = seriesSize + oddNames.length + 1;

/** Creates the advertisers of the series and of the odd names in the neighbour's account, which nothing else fills. */
export async function createAdvertisers(consoleUrl: string, password: string): Promise<void> {
  const client = await signInAs(consoleUrl, 'harbour', password);
  const series = Array.from({ length: seriesSize }, (_, index) => `Row ${String(index + 1).padStart(2, '0')}`);
  for (const name of [...series, ...oddNames]) {
    const answer = await client.call('POST', '/api/demand/advs', { name });
    if (answer.status >= 300) throw new Error(`creating «${name}» answered ${answer.status}`);
  }
}
