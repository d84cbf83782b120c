import type { WhyTraces } from '#api/why/whyContract.ts';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import { eventually, signInAs } from '../../apiClient.ts';

/** Number of a supplier's requests; all but the first have a floor of $3, above the campaign's bid of $2. */
const sent = 40;

/** Stored data arrive with a delay. */
export const longTimeout = { timeout: 90_000 };

/**
 * Creates a campaign of the demo account that bids below the floor of its requests; returns its id. The product stores
 * all traces.
 */
export async function openForecastWorld(
  { consoleUrl, adsUrl }: { consoleUrl: string; adsUrl: string },
  password: string,
): Promise<number> {
  const demand = await signInAs(consoleUrl, 'demand', password);

  async function create(path: string, body: object): Promise<{ id: number; uid: string }> {
    const answer = await demand.call<{ id: number; uid: string }>('POST', `/api/demand/${path}`, body);
    if (answer.status !== 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  const advertiser = await create('advs', { name: 'Forecast advertiser' });
  const creative = await create('creatives', {
    name: 'Forecast film',
    advertiserId: advertiser.id,
    type: 'vast',
    vastXml: buildVast({ kind: 'inline' }),
    adomain: 'forecast.example',
  });
  await demand.call('POST', `/api/demand/creatives/${creative.id}/review`, { review: 'approved' });
  const supplier = await create('sups', { name: 'Forecast supplier' });
  const campaign = await create('campaigns', {
    name: 'Forecast campaign',
    advertiserId: advertiser.id,
    creativeIds: [creative.id],
    supplierIds: [supplier.id],
    ownChannels: 'none',
    bid: '2.00',
  });
  const send = (bidfloor: number) =>
    fetch(`${adsUrl}/bid/${supplier.uid}`, {
      method: 'POST',
      headers: { connection: 'close' },
      body: JSON.stringify({
        id: 'forecast',
        imp: [{ id: '1', bidfloor, video: { mimes: ['video/mp4'], protocols: [2, 3, 5, 6], w: 640, h: 360 } }],
        site: { id: 's', page: 'https://forecast.example/', publisher: { id: 'p' } },
        device: { ua: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', ip: '203.0.113.9' },
      }),
    });
  await eventually(
    async () => (await send(0)).status,
    (status) => status === 200,
  );
  for (let count = 0; count < sent; count += 1) await send(3);
  const tracesPath = `/api/demand/why/traces?kind=supplier&id=${supplier.id}&limit=200`;
  await eventually(
    async () => (await demand.call<WhyTraces>('GET', tracesPath)).body.rows.length,
    (found) => found > sent,
    120,
  );
  return campaign.id;
}
