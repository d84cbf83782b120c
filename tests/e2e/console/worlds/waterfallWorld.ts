import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { signInAs, type TestClient } from '../../apiClient.ts';

/** Tags by name with their rates; Alpha and Bravo belong to one advertiser, the others to another. */
const tags = { Alpha: '9.00', Bravo: '7.00', Charlie: '5.00', Delta: '3.00', Echo: '3.00' };

/** Names of tags by tier. */
export type Tiers = Record<number, string[]>;

interface StoredRow {
  id: number;
  tier: number;
  weight: number;
  isEnabled: boolean;
  tag: { name: string };
}

/** Waterfalls of the demo account, and their tags. */
export interface WaterfallWorld {
  client: TestClient;
  /** Ids of the advertisers and of the tags, by name. */
  ids: Record<string, number>;
  /** Creates a channel with tags by tier; channels are named `Waterfall 1` and so on. */
  createChannel(waterfall: Tiers): Promise<number>;
  /** Number of channels created. */
  channelCount(): number;
  storedRows(channelId: number): Promise<StoredRow[]>;
  /** The tags of a channel by tier, as stored. */
  storedTiers(channelId: number): Promise<Tiers>;
}

/** Creates the tags of waterfalls. */
export async function openWaterfallWorld(consoleUrl: string, password: string): Promise<WaterfallWorld> {
  const client = await signInAs(consoleUrl, 'demand', password);
  const ids: Record<string, number> = {};
  let channels = 0;

  async function create(path: string, values: Record<string, unknown>): Promise<number> {
    const { status, body } = await client.call<{ id: number }>('POST', `/api/demand/${path}`, values);
    if (status !== 201) throw new Error(`POST ${path} answered ${status}: ${JSON.stringify(body)}`);
    return body.id;
  }

  async function storedRows(channelId: number): Promise<StoredRow[]> {
    const path = `/api/demand/waterfall?channelId=${channelId}&size=1000`;
    return (await client.call<{ rows: StoredRow[] }>('GET', path)).body.rows;
  }

  for (const name of ['North Sea Foods', 'Southern Cycles']) ids[name] = await create('advs', { name });
  for (const [name, rate] of Object.entries(tags)) {
    const advertiserId = ids[name === 'Alpha' || name === 'Bravo' ? 'North Sea Foods' : 'Southern Cycles'];
    ids[name] = await create('tags', { name, rate, advertiserId, url: 'https://partner.example/vast' });
  }
  return {
    client,
    ids,
    async createChannel(waterfall) {
      channels += 1;
      const channelId = await create('channels', { name: `Waterfall ${channels}` });
      for (const [tier, names] of Object.entries(waterfall)) {
        for (const name of names) await create('waterfall', { channelId, tagId: ids[name], tier: Number(tier) });
      }
      return channelId;
    },
    channelCount: () => channels,
    storedRows,
    async storedTiers(channelId) {
      const tiers: Tiers = {};
      for (const { tier, tag } of await storedRows(channelId))
        tiers[tier] = [...(tiers[tier] ?? []), tag.name].toSorted();
      return tiers;
    },
  };
}

/** The tags by tier, as the page shows them. */
export async function shownTiers(page: Page): Promise<Tiers> {
  const tiers: Tiers = {};
  for (const body of await page.locator('tbody[data-target^="tier:"]').all()) {
    const tier = Number((await body.getAttribute('data-target'))?.split(':')[1]);
    tiers[tier] = (await body.locator('a.cell-link').allTextContents()).toSorted();
  }
  return tiers;
}

/** The form of the channel. */
export const drawer = (page: Page): Locator => page.getByRole('dialog').filter({ has: page.locator('form') });

/** The waterfall of the open channel. */
export const table = (page: Page): Locator => page.getByRole('table', { name: 'Waterfall' });

/** The drag handle of a tag. */
export const dragHandle = (page: Page, name: string): Locator =>
  page.getByRole('button', { name: `Move ${name}`, exact: true });

/** Undoes the last edit; the message of the one before disappears first. */
export async function undo(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Undo' });
  await expect.poll(() => button.count()).toBe(1);
  await button.click();
}
