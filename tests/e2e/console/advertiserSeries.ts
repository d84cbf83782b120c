import { signInAs } from '../apiClient.ts';

/** How many rows the series has: more than a page shows. */
export const seriesSize = 55;

/** How many advertisers the account has then: the series and one of the demo. */
export const advertiserCount = seriesSize + 1;

/** Creates the advertisers of the series in the neighbour's account, which nothing else fills. */
export async function createAdvertisers(consoleUrl: string, password: string): Promise<void> {
  const client = await signInAs(consoleUrl, 'harbour', password);
  const series = Array.from({ length: seriesSize }, (_, index) => `Row ${String(index + 1).padStart(2, '0')}`);
  for (const name of series) {
    const answer = await client.call('POST', '/api/demand/advs', { name });
    if (answer.status >= 300) throw new Error(`creating «${name}» answered ${answer.status}`);
  }
}
