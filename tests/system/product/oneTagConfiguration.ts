import { signInAs, type TestClient } from '../../e2e/apiClient.ts';
import type { Product } from '../../e2e/product.ts';

/** A video ad as a tag stores it. */
export const storedVast = `<VAST version="3.0"><Ad id="a"><InLine><AdSystem>Test</AdSystem><AdTitle>Test</AdTitle>
<Impression><![CDATA[https://partner.example/i]]></Impression><Creatives><Creative><Linear><Duration>00:00:10</Duration>
<MediaFiles><MediaFile delivery="progressive" type="video/mp4" width="640" height="360"><![CDATA[https://partner.example/a.mp4]]></MediaFile></MediaFiles>
</Linear></Creative></Creatives></InLine></Ad></VAST>`;

/** An account with one channel, filled by one tag with a stored ad at 2.00 CPM. */
export interface OneTagConfiguration {
  /** Signed in as the account. */
  demand: TestClient;
  tagId: number;
  channel: { id: number; uid: string };
  /** Creates an object of the account. */
  create: (path: string, body: object) => Promise<{ id: number; uid: string }>;
}

/** Creates the configuration in a product that only has its admin. */
export async function buildOneTagConfiguration(
  product: Pick<Product, 'consoleUrl'>,
  adminPassword: string,
  account: { name: string; timezone?: number },
): Promise<OneTagConfiguration> {
  const admin = await signInAs(product.consoleUrl, 'admin', adminPassword);
  const { body } = await admin.call<{ id: number }>('POST', '/api/demands', account);
  await admin.call('POST', '/api/users', {
    name: 'Ops',
    login: 'ops',
    password: adminPassword,
    type: 'demand',
    demandId: body.id,
  });
  const demand = await signInAs(product.consoleUrl, 'ops', adminPassword);
  const create = async (path: string, values: object) => {
    const answer = await demand.call<{ id: number; uid: string }>('POST', path, values);
    if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const advertiser = await create('/api/demand/advs', { name: 'Advertiser' });
  const { id: tagId } = await create('/api/demand/tags', {
    name: 'Tag',
    advertiserId: advertiser.id,
    source: 'stored',
    vastXml: storedVast,
    rate: '2.00',
  });
  const channel = await create('/api/demand/channels', { name: 'Channel' });
  await create('/api/demand/waterfall', { channelId: channel.id, tagId });
  return { demand, tagId, channel, create };
}
