import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { playTag } from '../e2e/playTag.ts';
import { openConsole, type ConsoleUnderTest } from './openConsole.ts';

let ui: ConsoleUnderTest;
/** An ad tag URL that returns an ad. */
let vastUrl: string;

beforeAll(async () => {
  ui = await openConsole({ DEMO_HISTORY_DAYS: '1' });
  vastUrl = `${ui.product.demoUrl}/partner/inline/coffee`;
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

/** A user of a page, whose clicks and groups of typing are counted. */
function userOf(page: Page) {
  let clicks = 0;
  let texts = 0;
  return {
    async click(target: Locator): Promise<void> {
      clicks += 1;
      await target.click();
    },
    async type(target: Locator, text: string): Promise<void> {
      texts += 1;
      await target.fill(text);
    },
    /** Types what a picker is searched for, and takes the first match. */
    async pick(search: string): Promise<void> {
      texts += 1;
      await page.getByRole('combobox', { name: 'Search: Options' }).pressSequentially(search);
      await page.keyboard.press('Enter');
    },
    effort: () => ({ clicks, texts }),
  };
}

type User = ReturnType<typeof userOf>;

const form = (page: Page, name: string) => page.getByRole('form', { name });
const textIn = (page: Page, formName: string, name: string) =>
  form(page, formName).getByRole('textbox', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Creates a channel, and in its waterfall a tag that pays $5; chooses the advertiser of the tag by `pick`. */
async function addChannelAndTag(page: Page, user: User, name: string, pick: () => Promise<void>): Promise<void> {
  await user.type(textIn(page, 'New channel', 'Name'), `${name} channel`);
  await user.click(button(page, 'Create channel'));
  await user.click(button(page, 'New tag'));
  await user.type(textIn(page, 'New tag', 'Name'), `${name} tag`);
  await user.click(form(page, 'New tag').getByRole('combobox', { name: 'Advertiser' }));
  await pick();
  await user.click(form(page, 'New tag').getByRole('tab', { name: 'Endpoint' }));
  await user.type(textIn(page, 'New tag', 'Ad tag URL'), vastUrl);
  await user.click(form(page, 'New tag').getByRole('tab', { name: 'Price' }));
  await user.type(textIn(page, 'New tag', 'Rate'), '5');
  await user.click(button(page, 'Create tag'));
  await page.getByText(`${name} tag attached in tier 1`).waitFor();
}

/** Copies the URL of the shown channel, as it is put into a player. */
async function copyTagUrl(page: Page, user: User): Promise<string> {
  await user.click(page.getByRole('tab', { name: 'Get tag' }));
  await user.click(button(page, 'Copy URL'));
  await button(page, 'Copied').first().waitFor();
  const url = await page.evaluate(() => navigator.clipboard.readText());
  return url.replaceAll(/\[\w+\]/g, '1');
}

describe('[START-02] the first hour', () => {
  test('[START-01] leads from an empty account to its first counted ad in 20 clicks', async () => {
    const page = await ui.open('admin', '/demands');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const user = userOf(page);
    await user.click(button(page, 'New demand account'));
    await user.type(textIn(page, 'New demand account', 'Name'), 'First Light');
    await user.click(button(page, 'Create demand account'));
    await user.click(page.getByRole('link', { name: 'View users' }));
    await user.click(button(page, 'New user'));
    await user.type(textIn(page, 'New user', 'Name'), 'Owner');
    await user.type(textIn(page, 'New user', 'Login'), 'firstlight');
    await user.click(form(page, 'New user').getByRole('combobox', { name: 'Type' }));
    await user.click(page.getByRole('option', { name: 'Demand', exact: true }));
    await user.click(button(page, 'Create user'));
    await user.click(button(page, 'Actions'));
    await user.click(page.getByRole('menuitem', { name: 'Act as' }));

    const steps = page.getByRole('list', { name: 'First steps' });
    const done = () => steps.getByRole('img', { name: 'Done' });
    await user.click(steps.getByRole('link', { name: 'Add a channel' }));
    await addChannelAndTag(page, user, 'First', async () => {
      await user.pick('Sunrise');
      await user.click(button(page, 'Create advertiser'));
      await page.getByText('Advertiser created').waitFor();
    });
    const tagUrl = await copyTagUrl(page, user);
    await page.goto('/');
    await expect.poll(() => done().count()).toBe(2);
    await playTag(tagUrl, ui.product);
    await expect.poll(() => done().count(), { timeout: 30_000 }).toBe(4);
    await page.getByText('The first ad was served and counted.').waitFor();
    const { clicks, texts } = user.effort();
    expect(clicks).toBeLessThanOrEqual(20);
    expect(texts).toBeLessThanOrEqual(10);
  });

  test('sets up a channel with a new tag, live, in 10 clicks', async () => {
    const page = await ui.open('demand', '/channels');
    const user = userOf(page);
    await user.click(button(page, 'New channel'));
    await addChannelAndTag(page, user, 'Evening', () => user.pick('City Bikes'));
    const tagUrl = await copyTagUrl(page, user);
    await expect.poll(async () => (await fetch(tagUrl)).text()).toContain('<Ad ');
    expect(user.effort().clicks).toBeLessThanOrEqual(10);
  });
});
