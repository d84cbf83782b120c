import type { Locator, Page } from 'playwright-core';
import type { WhyTraces } from '#api/why/whyContract.ts';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import { eventually, signInAs, type TestClient } from '../../apiClient.ts';

/** Channels of the demo account with requests that could have had other results. */
export interface WhatIfWorld {
  demand: TestClient;
  /** A channel that a tag of 2.00 USD CPM fills, followed by one of 1.00, with this number of requests. */
  serve(requests: number): Promise<{ channelId: number; name: string; tags: { highRate: number; lowRate: number } }>;
}

/** Creates the advertiser of the tags. The product stores all traces. */
export async function openWhatIfWorld(
  { consoleUrl, adsUrl }: { consoleUrl: string; adsUrl: string },
  password: string,
): Promise<WhatIfWorld> {
  const demand = await signInAs(consoleUrl, 'demand', password);
  let made = 0;

  async function create(path: string, body: object): Promise<{ id: number; uid: string }> {
    const answer = await demand.call<{ id: number; uid: string }>('POST', path, body);
    if (answer.status !== 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  const advertiserId = (await create('/api/demand/advs', { name: 'What-if advertiser' })).id;
  return {
    demand,
    async serve(requests) {
      made += 1;
      const name = `What-if channel ${made}`;
      const channel = await create('/api/demand/channels', { name, status: 0 });
      const placed = async (kind: string, rate: string, tier: number) => {
        const tag = {
          name: `${kind} ${made}`,
          advertiserId,
          source: 'stored',
          vastXml: buildVast({ kind: 'inline' }),
          rate,
        };
        const { id } = await create('/api/demand/tags', tag);
        await create('/api/demand/waterfall', { channelId: channel.id, tagId: id, tier });
        return id;
      };
      const tags = { highRate: await placed('Dear', '2.00', 1), lowRate: await placed('Cheap', '1.00', 2) };
      // Serving receives changes in order: when ads are served, the whole waterfall has arrived.
      await demand.call('PATCH', `/api/demand/channels/${channel.id}`, { status: 1 });
      const path = `/api/demand/why/traces?kind=channel&id=${channel.id}&outcome=filled`;
      const requestAd = async () => {
        const answer = await fetch(`${adsUrl}/vast/${channel.uid}`, { headers: { connection: 'close' } });
        const impression = /\/e\/impression\/[^\]"]+/.exec(await answer.text())?.[0];
        if (impression) await fetch(adsUrl + impression, { headers: { connection: 'close' } });
      };
      const countTraces = async () => (await demand.call<WhyTraces>('GET', path)).body.rows.length;
      await eventually(
        async () => {
          await requestAd();
          return countTraces();
        },
        (count) => count > 0,
      );
      for (let count = 0; count < requests; count += 1) await requestAd();
      await eventually(countTraces, (count) => count >= requests);
      return { channelId: channel.id, name, tags };
    },
  };
}

/** A cell of a figure: 1 before, 2 after, 3 the difference, 4 the interval. */
export const cell = (page: Page, table: string, row: RegExp | string, column: number): Locator =>
  page
    .getByRole('table', { name: table })
    .getByRole('row', { name: row })
    .getByRole('cell')
    .nth(column - 1);

/** Selects an option of a list, of which there may be several with this label. */
export async function choose(page: Page, label: string, option: RegExp | string, place = 0): Promise<void> {
  await page.getByRole('combobox', { name: label }).nth(place).click();
  await page.getByRole('option', { name: option }).first().click();
}
