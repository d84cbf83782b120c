import { signInAs } from '../../e2e/apiClient.ts';
import type { Product } from '../../e2e/product.ts';

/** An account with one campaign, which buys banners from one supplier. */
export interface BuyingConfiguration {
  supplierUid: string;
  campaignId: number;
}

const markup = '<a href="${CLICK_URL}https://advertiser.example/">Advertisement</a>';

/** Creates the account, with a user `ops`, in a product that only has its admin. `spendTotal`: the campaign’s, in USD. */
export async function configureBuying(
  product: Pick<Product, 'consoleUrl'>,
  password: string,
  campaign: { bid: string; spendTotal: string },
): Promise<BuyingConfiguration> {
  const admin = await signInAs(product.consoleUrl, 'admin', password);
  const { body: account } = await admin.call<{ id: number }>('POST', '/api/demands', { name: 'Buying', showDsp: true });
  const user = { name: 'Ops', login: 'ops', password, type: 'demand', demandId: account.id };
  await admin.call('POST', '/api/users', user);
  const demand = await signInAs(product.consoleUrl, 'ops', password);
  const post = async (path: string, values: object) => {
    const { status, body } = await demand.call<{ id: number; uid: string }>('POST', `/api/demand/${path}`, values);
    if (status >= 300) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  const { id: advertiserId } = await post('advs', { name: 'Advertiser' });
  const creative = await post('creatives', {
    name: 'Banner',
    advertiserId,
    type: 'tag',
    markup,
    width: 300,
    height: 250,
    adomain: 'advertiser.example',
  });
  await post(`creatives/${creative.id}/review`, { review: 'approved' });
  const supplier = await post('sups', { name: 'Supplier', mediaTypes: ['banner'] });
  const { id: campaignId } = await post('campaigns', {
    name: 'Campaign',
    advertiserId,
    type: 'banner',
    pacing: 'asap',
    creativeIds: [creative.id],
    ...campaign,
  });
  return { supplierUid: supplier.uid, campaignId };
}
