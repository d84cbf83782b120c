import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { box, choose, drawer, errorOf, list, newTag, openTab, press } from '../../e2e/console/steps/tagForm.ts';
import { named, rtb, tagsOfDemand, type TagsOfDemand } from '../../e2e/console/worlds/tagsOfDemand.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from '../openConsole.ts';

let ui: ConsoleUnderTest;
let tags: TagsOfDemand;

beforeAll(async () => {
  ui = await openConsole();
  tags = await tagsOfDemand(ui.product.consoleUrl, demoPassword);
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

/** The facts under the picker of a partner. */
const hint = (page: Page) =>
  drawer(page)
    .getByRole('status')
    .filter({ hasText: /nown|ads\.txt/ });
const optionsOf = async (page: Page) => page.getByRole('option').allTextContents();

async function newRtbTag(page: Page, name: string): Promise<void> {
  await newTag(page, name);
  await choose(page, 'Integration', 'OpenRTB');
}

describe('[REF-07] the partner of a tag', () => {
  test('fills in what is known of it, and the form says what', async () => {
    const name = named('Known');
    const page = await ui.open('demand', '/tags?open=new');
    await newRtbTag(page, name);
    await choose(page, 'Partner', /PubMatic/, 'pubm');
    await hint(page)
      .getByText(
        'Set to the known values of PubMatic: Protocol OpenRTB 2.6, Compress bid requests on, TCF vendor ID 76.',
      )
      .waitFor();
    await hint(page).getByText('pubmatic.com', { exact: true }).waitFor();
    expect(await box(page, 'TCF vendor ID').inputValue()).toBe('76');
    // The pattern of its endpoint is a hint, never a value.
    expect(await box(page, 'Bid endpoint').inputValue()).toBe('');
    expect(await box(page, 'Bid endpoint').getAttribute('placeholder')).toBe(
      'https://hbopenbid.pubmatic.com/translator',
    );
    await press(page, 'Create tag');
    await expect.poll(() => errorOf(box(page, 'Bid endpoint'))).toBe('A bid endpoint is required');
    await box(page, 'Bid endpoint').fill(rtb.endpoint);
    await press(page, 'Create tag');
    await page.getByText('Tag created').waitFor();
    expect(await tags.tagNamed(name)).toMatchObject({
      partner: 'pubmatic',
      gvlId: 76,
      isGzipped: true,
      rtbVersion: '2.6',
    });
  });

  test('leaves values that were entered, and offers to set them', async () => {
    const name = named('Entered');
    const page = await ui.open('demand', '/tags?open=new');
    await newRtbTag(page, name);
    await box(page, 'TCF vendor ID').fill('9');
    await choose(page, 'Partner', /Criteo/, 'crit');
    await hint(page).getByText('Known of Criteo, but not set: TCF vendor ID 91.').waitFor();
    expect(await box(page, 'TCF vendor ID').inputValue()).toBe('9');
    await press(page, 'Set this');
    await expect.poll(() => box(page, 'TCF vendor ID').inputValue()).toBe('91');
    // Another partner replaces what this one has set.
    await choose(page, 'Partner', /OpenX/, 'openx');
    await expect.poll(() => box(page, 'TCF vendor ID').inputValue()).toBe('69');
    await choose(page, 'Partner', /Colossus/, 'colo');
    await expect.poll(() => box(page, 'TCF vendor ID').inputValue()).toBe('');
  });

  test('of a saved tag changes nothing else until asked to', async () => {
    const id = await tags.createTag(rtb);
    const page = await ui.open('demand', `/tags?open=${id}&tab=endpoint`);
    await choose(page, 'Partner', /PubMatic/, 'pubm');
    await hint(page).getByText('Known of PubMatic, but not set: Compress bid requests on, TCF vendor ID 76.').waitFor();
    await press(page, 'Save');
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await tags.tagOf(id)).toMatchObject({ partner: 'pubmatic', gvlId: null, isGzipped: false });
    await press(page, 'Set these');
    await press(page, 'Save');
    await expect.poll(async () => (await tags.tagOf(id))['gvlId']).toBe(76);
  });

  test('lists those of the integration first, and through Prebid only those with a variant', async () => {
    const page = await ui.open('demand', '/tags?open=new');
    await newTag(page, named('Listed'));
    await list(page, 'Partner').click();
    await page.getByRole('option').first().waitFor();
    const vast = await optionsOf(page);
    expect(vast.slice(0, 4)).toEqual([
      ...['AniviewVAST', 'Magnite SpringServeVAST', 'Magnite Streaming (Telaria)VAST', '33AcrossOpenRTB'],
    ]);
    expect(vast).toHaveLength(48);
    await page.getByRole('option', { name: /^33Across/ }).click();
    await choose(page, 'Integration', 'OpenRTB');
    await choose(page, 'Partner', /Index Exchange/, 'index');
    // The same company through Prebid, and back.
    await choose(page, 'Integration', 'Prebid');
    await expect.poll(() => list(page, 'Partner').textContent()).toBe('Index Exchange (Prebid)');
    await list(page, 'Partner').click();
    await page.getByRole('option').first().waitFor();
    const prebid = await optionsOf(page);
    expect(prebid).toHaveLength(21);
    expect(prebid.every((label) => label.includes('(Prebid)'))).toBe(true);
    await page.getByRole('option', { name: /^Index Exchange/ }).click();
    await choose(page, 'Integration', 'VAST');
    await expect.poll(() => list(page, 'Partner').textContent()).toBe('Index Exchange');
  });

  test('has a pattern for its ad tag URL, which asks for what is missing', async () => {
    const name = named('Pattern');
    const page = await ui.open('demand', '/tags?open=new');
    await newTag(page, name);
    await choose(page, 'Partner', /SpringServe/, 'spring');
    expect(await box(page, 'Ad tag URL').inputValue()).toBe('');
    await press(page, 'Fill in URL pattern');
    const url = await box(page, 'Ad tag URL').inputValue();
    expect(url).toContain('/vast/<supplyTagId>?w=[PLAYERWIDTH]');
    await press(page, 'Create tag');
    await expect
      .poll(() => errorOf(box(page, 'Ad tag URL')))
      .toBe('Replace <supplyTagId> with the value from the partner');
    await box(page, 'Ad tag URL').fill(url.replace('<supplyTagId>', '604131'));
    await press(page, 'Create tag');
    await page.getByText('Tag created').waitFor();
    expect(await tags.tagNamed(name)).toMatchObject({ partner: 'springserve' });
  });
});

describe('[REF-07] the partner of suppliers and ad exchanges', () => {
  test('is chosen in their forms', async () => {
    const page = await ui.open('demand', '/suppliers?open=new');
    const name = named('Supplier');
    await box(page, 'Name').fill(name);
    await choose(page, 'Partner', /OpenX/, 'openx');
    await hint(page).getByText('openx.com', { exact: true }).waitFor();
    await press(page, 'Create supplier');
    await page.getByText('Supplier created').waitFor();
    await page.goto('/adexchanges?open=new');
    await box(page, 'Name').fill(named('Exchange'));
    await openTab(page, 'Endpoint');
    await choose(page, 'Partner', /Teads/, 'teads');
    await hint(page).getByText('Set to the known values of Teads: Protocol OpenRTB 2.5, TCF vendor ID 132.').waitFor();
    await box(page, 'Bid endpoint').fill(rtb.endpoint);
    await press(page, 'Create ad exchange');
    await page.getByText('Ad exchange created').waitFor();
  });

  test('lists have it as a column, and find those without one', async () => {
    const [teads, none] = [named('Filtered'), named('Filtered')];
    await tags.createTag({ ...rtb, name: teads, partner: 'teads' });
    await tags.createTag({ ...rtb, name: none });
    const page = await ui.open('demand', '/tags?q=Filtered&cols=status,name,partner&partner=teads');
    await page.locator('tbody tr').filter({ hasText: teads }).getByText('Teads', { exact: true }).waitFor();
    expect(await page.locator('tbody tr').filter({ hasText: none }).count()).toBe(0);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page
      .getByRole('list', { name: 'Filter by' })
      .getByRole('button', { name: /^Partner/ })
      .click();
    const values = page.getByRole('group', { name: 'Partner' });
    await values.getByRole('checkbox', { name: /Teads/ }).uncheck();
    await values.getByRole('checkbox', { name: /^None/ }).check();
    await page.locator('tbody tr').filter({ hasText: none }).waitFor();
    await expect.poll(() => page.locator('tbody tr').filter({ hasText: teads }).count()).toBe(0);
    await page.getByRole('button', { name: 'Remove filter Partner None' }).waitFor();
  });
});

test('[REF-07] a report is grouped by partner', async () => {
  const page = await ui.open('demand', '/report?dims=partner&metrics=imps,rev');
  await page.getByRole('columnheader', { name: 'Partner' }).first().waitFor();
});
