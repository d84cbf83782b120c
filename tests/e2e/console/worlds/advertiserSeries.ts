import { signInAs } from '../../apiClient.ts';

/** Number of rows of the series: more than a page shows. */
export const seriesSize = 55;

/** Number of advertisers of the account then: the series and one of the demo. */
export const advertiserCount = seriesSize + 1;

/** Creates the advertisers of the series in the neighbour's account, which has no other new objects. */
export async function createAdvertisers(consoleUrl: string, password: string): Promise<void> {
  const client = await signInAs(consoleUrl, 'harbour', password);
  const series = Array.from({ length: seriesSize }, (_, index) => `Row ${String(index + 1).padStart(2, '0')}`);
  for (const name of series) {
    const answer = await client.call('POST', '/api/demand/advs', { name });
    if (answer.status >= 300) throw new Error(`creating «${name}» answered ${answer.status}`);
  }
}
