import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Profile } from '#api/contract.ts';
import { signInAs, type TestClient } from '../apiClient.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from './openConsole.ts';
import {
  chooseFromMenu,
  chooseProfile,
  field,
  info,
  openProfile,
  openTab,
  profileDialog,
  restorable,
  saveAndClose,
  tabNames,
} from './profilePage.ts';

let ui: ConsoleUnderTest;
let owner: TestClient;
let root: TestClient;
let initial: Profile;

beforeAll(async () => {
  ui = await openConsole();
  owner = await signInAs(ui.product.consoleUrl, 'demand', demoPassword);
  root = await signInAs(ui.product.consoleUrl, 'admin', demoPassword);
  initial = await read();
});
afterAll(() => ui?.close());
afterEach(async () => {
  const answer = await owner.call('PUT', info, { ...(await read()), ...restorable(initial) });
  expect(answer.status).toBe(200);
  expect(await ui.closeWindows()).toEqual([]);
});

async function read(): Promise<Profile> {
  return (await owner.call<Profile>('GET', info)).body;
}

/** The id of the account whose people the demo's demand login is one of. */
async function accountId(): Promise<number> {
  return (await owner.call<{ demandId: number }>('GET', '/api/session')).body.demandId;
}

describe('what is shown', () => {
  test.each([
    ['demand', ['Common', 'Options', 'Sellers JSON']],
    ['sub', ['Common', 'Sellers JSON']],
    ['adv', ['Common']],
    ['sdk', ['Common']],
  ] as const)('[PROF-01] the tabs of type %s', async (login, own) => {
    const page = await openProfile(ui, login);
    const common = ['General contact', 'Billing contact', 'Technical contact', 'Tag Parameters'];
    expect(await tabNames(page)).toEqual([...own, ...common]);
  });

  test('[PROF-02] the fields of the account, with its token to copy and its domain to read', async () => {
    const page = await openProfile(ui, 'demand');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    for (const name of ['Company', 'Company address', 'Contact number', 'Contact expires']) {
      expect(await field(page, name).isEditable(), name).toBe(true);
    }
    expect(await field(page, 'Company').getAttribute('maxlength')).toBe('100');
    expect(await field(page, 'Channel domain').isEditable()).toBe(false);
    expect(await field(page, 'API token').isEditable()).toBe(false);
    expect(await field(page, 'API token').inputValue()).toBe(initial.token);
    await profileDialog(page).getByRole('button', { name: 'Copy API token' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(initial.token);
    await field(page, 'Time zone').click();
    const zones = await page.getByRole('option').allTextContents();
    expect(zones).toHaveLength(25);
    expect(zones).toEqual(expect.arrayContaining(['UTC-12', 'UTC', 'UTC+12']));
  });

  test('[PROF-03] [PROF-13] the options of a demand user, whose prices it only reads', async () => {
    const page = await openProfile(ui, 'demand');
    await openTab(page, 'Options');
    for (const [name, value] of [
      ['Request CPM', initial.priceReq],
      ['DSP revenue share', String(initial.priceDsp)],
      ['Impression CPM', initial.priceImp],
      ['Postbid CPM', initial.pricePostbid],
    ] as const) {
      expect(await field(page, name).inputValue(), name).toBe(value);
      expect(await field(page, name).isEditable(), name).toBe(false);
    }
    await profileDialog(page).getByRole('slider', { name: 'Postbid percent' }).press('PageUp');
    for (const name of ['Postbid on all', 'IVT checks on all', 'Block IVT', 'Delete old creatives']) {
      await profileDialog(page).getByRole('checkbox', { name }).check();
    }
    const options = {
      postbidPercent: (initial.postbidPercent ?? 0) + 10,
      setPostbidAll: 1,
      setCheckIVTAll: 1,
      blockIVT: 1,
      delOldCreatives: 1,
    };
    expect(await saveAndClose(page)).toMatchObject(options);
    expect(await read()).toMatchObject(options);
  });

  test('[PROF-04] postbid and IVT options are there only with their flags', async () => {
    const path = `/api/demands/${await accountId()}`;
    const flags = { showPostbidPix: true, showPostbidWh: true, showCheckIVT: true };
    const shown = async (set: Partial<typeof flags>) => {
      await root.call('PATCH', path, { showPostbidPix: false, showPostbidWh: false, showCheckIVT: false, ...set });
      const page = await openProfile(ui, 'demand');
      await openTab(page, 'Options');
      const boxes = await profileDialog(page).getByRole('checkbox').count();
      const sliders = await profileDialog(page).getByRole('slider').count();
      await page.close();
      return { boxes, sliders };
    };
    try {
      expect(await shown({})).toEqual({ boxes: 1, sliders: 0 });
      expect(await shown({ showPostbidPix: true })).toEqual({ boxes: 2, sliders: 1 });
      expect(await shown({ showPostbidWh: true })).toEqual({ boxes: 2, sliders: 1 });
      expect(await shown({ showCheckIVT: true })).toEqual({ boxes: 3, sliders: 0 });
    } finally {
      await root.call('PATCH', path, flags);
    }
  });

  test.each(['adv', 'sub'] as const)('[PROF-11] [PROF-06] %s reads everything and changes nothing', async (login) => {
    const page = await openProfile(ui, login);
    for (const name of await tabNames(page)) {
      await openTab(page, name);
      for (const input of await profileDialog(page).getByRole('textbox').all()) {
        expect(await input.isVisible()).toBe(true);
        expect(await input.isEnabled()).toBe(true);
        expect(await input.isEditable()).toBe(false);
      }
      for (const each of await profileDialog(page).getByRole('switch').all()) {
        const before = await each.getAttribute('aria-checked');
        await each.click();
        expect(await each.getAttribute('aria-checked')).toBe(before);
      }
      expect(
        await profileDialog(page)
          .getByRole('button', { name: /Save|Apply to all|Add |Remove / })
          .count(),
        name,
      ).toBe(0);
    }
  });

  test('[PROF-08] a sub user has one seller', async () => {
    const page = await openProfile(ui, 'sub');
    await openTab(page, 'Sellers JSON');
    for (const name of ['Type', 'Name', 'Seller ID', 'Active', 'Confidential']) {
      expect(await field(page, name).isVisible(), name).toBe(true);
    }
  });
});

test.each(['light', 'dark'] as const)('every tab keeps to WCAG 2.2 AA at 1024 pixels, %s', async (colorScheme) => {
  const page = await ui.open('demand', '/channels', { colorScheme, viewport: { width: 1024, height: 700 } });
  await chooseProfile(page);
  await page.waitForFunction(() => document.getAnimations().every((each) => each.playState !== 'running'));
  await page.evaluate(axe.source);
  for (const name of await tabNames(page)) {
    await openTab(page, name);
    await page.waitForFunction(() => document.getAnimations().every((each) => each.playState !== 'running'));
    const found = await page.evaluate(async () => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') };
      const { violations } = await axe.run('[role=dialog]', {
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      });
      return violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ html }) => html).join(' ')}`);
    });
    expect(found, name).toEqual([]);
    const sideways = await profileDialog(page).evaluate((it) => it.scrollWidth - it.clientWidth);
    expect(sideways, name).toBe(0);
  }
});

describe('the config of an admin', () => {
  const config = (page: Page) => page.getByRole('dialog', { name: 'Application Config' });
  const imps = (page: Page) => config(page).getByLabel('Postbid Maximum Impression Amount (per month)');
  const reps = (page: Page) => config(page).getByLabel('Postbid Maximum Report Amount (per month)');

  async function openConfig(login: string): Promise<Page> {
    const page = await ui.open(login, '/demands');
    await chooseFromMenu(page, 'Config');
    await imps(page).waitFor();
    return page;
  }

  test('[CONF-01] [CONF-02] takes amounts with commas, dots and spaces, and an empty one as 0', async () => {
    const page = await openConfig('admin');
    await imps(page).fill('1.250,000 000');
    await reps(page).fill('ten');
    expect(await config(page).getByRole('button', { name: 'Save' }).isEnabled()).toBe(false);
    await config(page).getByText('Must be a whole number').waitFor();
    await reps(page).fill('');
    const body = page.waitForRequest((request) => request.method() === 'PUT');
    await config(page).getByRole('button', { name: 'Save' }).click();
    expect((await body).postDataJSON()).toEqual({ postbidMaxImps: 1_250_000_000, postbidMaxReps: 0 });
    await config(page).waitFor({ state: 'hidden' });
    expect((await root.call('GET', '/api/admin/config')).body).toEqual({
      postbidMaxImps: 1_250_000_000,
      postbidMaxReps: 0,
    });
  });

  test('[USER-03] is read-only for a disabled admin', async () => {
    const login = 'looker';
    await root.call('POST', '/api/users', { name: 'Admin who looks', login, password: demoPassword, type: 'admin' });
    const page = await openConfig(login);
    for (const input of [imps(page), reps(page)]) {
      expect(await input.isEnabled()).toBe(true);
      expect(await input.isEditable()).toBe(false);
    }
    expect(await config(page).getByRole('button', { name: 'Save' }).count()).toBe(0);
  });
});
