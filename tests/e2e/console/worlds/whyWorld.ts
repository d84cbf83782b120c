import { buildVast } from '#tests/support/engine/buildVast.ts';
import { signInAs, type TestClient } from '../../apiClient.ts';
import type { InProcessProduct } from '../../startProductInProcess.ts';

/** An ad that may be shown. */
export const goodAd = buildVast({ kind: 'inline' });

/** A channel with one tag. */
export interface TestChannel {
  name: string;
  channelId: number;
  tagId: number;
  uid: string;
}

/** Test data for “Why no ad?”, in the demo account. */
export interface WhyWorld {
  demand: TestClient;
  create(path: string, body: object, client?: TestClient): Promise<{ id: number; uid: string }>;
  /** Creates a channel with one tag, with faults in either of them. */
  createTestChannel(channel: object, tag?: object): Promise<TestChannel>;
  /** Requests an ad from a channel. */
  requestAd(uid: string, query?: string): Promise<string>;
}

/** Creates the test data in a product. */
export async function openWhyWorld(product: InProcessProduct, password: string): Promise<WhyWorld> {
  const demand = await signInAs(product.consoleUrl, 'demand', password);
  let made = 0;

  async function create(path: string, body: object, client = demand): Promise<{ id: number; uid: string }> {
    const answer = await client.call<{ id: number; uid: string }>('POST', path, body);
    if (answer.status !== 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  const { id: advertiserId } = await create('/api/demand/advs', { name: 'Why advertiser' });
  return {
    demand,
    create,
    async createTestChannel(channel, tag = {}) {
      made += 1;
      const name = `Why channel ${made}`;
      const own = await create('/api/demand/channels', { name, ...channel });
      const { id: tagId } = await create('/api/demand/tags', {
        name: `Why tag ${made}`,
        advertiserId,
        source: 'stored',
        vastXml: goodAd,
        rate: '2.00',
        ...tag,
      });
      await create('/api/demand/waterfall', { channelId: own.id, tagId });
      return { name, channelId: own.id, tagId, uid: own.uid };
    },
    async requestAd(uid, query = '') {
      const answer = await fetch(`${product.adsUrl}/vast/${uid}?${query}`, { headers: { connection: 'close' } });
      return answer.text();
    },
  };
}
