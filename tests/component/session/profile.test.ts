import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { DeletionPage } from '#api/deletion/deletionContract.ts';
import type { Profile } from '#api/profile/profileContract.ts';
import type { SessionUser } from '#api/session/sessionContract.ts';
import type { SubpublisherRow } from '#model/index.ts';
import { signInAs, type TestClient } from '../../e2e/apiClient.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from '../openConsole.ts';
import {
  accountIdOf,
  chooseFromMenu,
  chooseProfile,
  field,
  openProfile,
  openTab,
  profileDialog,
  readProfile,
  restoreProfile,
  saveAndClose,
  tabNames,
} from '../../e2e/console/steps/profilePage.ts';

let ui: ConsoleUnderTest;
let owner: TestClient;
let root: TestClient;
let initial: Profile;

beforeAll(async () => {
  ui = await openConsole();
  owner = await signInAs(ui.product.consoleUrl, 'demand', demoPassword);
  root = await signInAs(ui.product.consoleUrl, 'admin', demoPassword);
  initial = await readProfile(owner);
});
afterAll(() => ui?.close());
afterEach(async () => {
  expect(await restoreProfile(owner, initial)).toBe(200);
  expect(await ui.closeWindows()).toEqual([]);
});

describe('visible fields', () => {
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

  test('[PROF-02] the fields of the account, with its token and its domain read-only', async () => {
    const page = await openProfile(ui, 'demand');
    for (const name of ['Company', 'Company address', 'Contact number', 'Contact expires']) {
      expect(await field(page, name).isEditable(), name).toBe(true);
    }
    expect(await field(page, 'Company').getAttribute('maxlength')).toBe('100');
    expect(await field(page, 'Channel domain').isEditable()).toBe(false);
    expect(await field(page, 'API token').isEditable()).toBe(false);
    expect(await field(page, 'API token').inputValue()).toBe(initial.token);
    await field(page, 'Time zone').click();
    await page.getByRole('option').first().waitFor();
    const zones = await page.getByRole('option').allTextContents();
    expect(zones).toHaveLength(25);
    expect(zones).toEqual(expect.arrayContaining(['UTC-12', 'UTC', 'UTC+12']));
  });

  test('[PROF-14] the daily mail cannot be turned on while email is not set up', async () => {
    const page = await openProfile(ui, 'demand');
    await profileDialog(page).getByText('Email is not set up on this platform.', { exact: false }).waitFor();
    const dailyMail = profileDialog(page).getByRole('switch', { name: 'Daily mail' });
    await dailyMail.click();
    expect(await dailyMail.getAttribute('aria-checked')).toBe('false');
  });

  test('[PROF-03] [PROF-13] the options of a demand user, whose prices are read-only', async () => {
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
    expect(await readProfile(owner)).toMatchObject(options);
  });

  test('[PROF-04] post-bid and IVT options are only shown with their flags', async () => {
    const path = `/api/demands/${await accountIdOf(owner)}`;
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
      for (const each of await profileDialog(page).getByRole('combobox').all()) {
        await each.click();
        expect(await page.getByRole('listbox').count()).toBe(0);
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

  test('[PROF-08] a sub user whose seller is not listed reads whom to ask', async () => {
    const sub = await signInAs(ui.product.consoleUrl, 'sub', demoPassword);
    const { body: session } = await sub.call<SessionUser>('GET', '/api/session');
    const path = `/api/demand/subs/${session.subpublisherId}`;
    const { sellersJson } = (await owner.call<SubpublisherRow>('GET', path)).body;
    try {
      expect((await owner.call('PATCH', path, { sellersJson: { ...sellersJson, status: 0 } })).status).toBe(200);
      const page = await openProfile(ui, 'sub');
      await openTab(page, 'Sellers JSON');
      await profileDialog(page)
        .getByText(`does not list this seller. Ask ${session.accountName} to list it.`)
        .waitFor();
    } finally {
      await owner.call('PATCH', path, { sellersJson });
    }
  });
});

test('[PROF-12] [USER-01] saving sends the whole form, changes the console’s time zone, and closes', async () => {
  const page = await openProfile(ui, 'demand');
  await field(page, 'Company address').fill('  2 Quay Street ');
  await field(page, 'Contact expires').fill('2027-03-31');
  await field(page, 'Time zone').click();
  await page.getByRole('option', { name: 'UTC+9', exact: true }).click();
  const changes = { companyAddress: '2 Quay Street', contactExpired: '2027-03-31', timezone: 9 };
  // The token is not part of the form: it may have been replaced since the profile was read.
  const { token: _token, ...form } = initial;
  expect(await saveAndClose(page)).toEqual({ ...form, ...changes });
  await page.locator('button').filter({ hasText: 'UTC+9' }).first().waitFor();
  expect(await readProfile(owner)).toMatchObject(changes);
  await chooseProfile(page);
  expect(await field(page, 'Company address').inputValue()).toBe('2 Quay Street');
});

describe('the API token', () => {
  test('[PROF-02] its owner sees its last four characters', async () => {
    const { token } = (await owner.call<{ token: string }>('POST', '/api/demand/token')).body;
    const page = await openProfile(ui, 'demand');
    expect(await field(page, 'API token').inputValue()).toBe(`••••${token.slice(-4)}`);
    await owner.call('DELETE', '/api/demand/token');
    await page.close();
    const next = await openProfile(ui, 'demand');
    expect(await field(next, 'API token').inputValue()).toBe('');
  });

  test('[PROF-02] managers see no token, and those of some partners only read the profile', async () => {
    const [advertiser] = (await owner.call<{ id: number }[]>('GET', '/api/demand/advs/list')).body;
    for (const [login, scopeAdvertiserIds] of [
      ['full-manager', []],
      ['scoped-manager', [advertiser?.id]],
    ] as const) {
      const manager = { name: login, login, password: demoPassword, managerRole: 'full', scopeAdvertiserIds };
      expect((await owner.call('POST', '/api/demand/managers', manager)).status).toBe(201);
      const page = await openProfile(ui, login);
      expect(await field(page, 'API token').count(), login).toBe(0);
      expect(await field(page, 'Company').isEditable(), login).toBe(login === 'full-manager');
      await page.close();
    }
  });
});

const delivery = { attempts: 2, nextAt: null, resultCode: null, outcome: '', endedAt: null };
const deletions: DeletionPage = {
  file: 'https://ssp.example/dsrdelete.json',
  partners: ['a.example', 'b.example'],
  hasMore: false,
  requests: [
    {
      id: 1,
      version: '2.0',
      requester: 'vendor.example',
      requestJti: 'rq1',
      origin: 'publisher.example',
      identifierType: 'idfa',
      identifierFormat: 'plaintext',
      identifierHash: '0123456789abcdef',
      receivedAt: '2026-03-01T10:00:00.000Z',
      dueAt: '2026-03-01T15:00:00.000Z',
      deletedAt: null,
      deliveries: [
        { ...delivery, id: 1, partner: 'a.example', state: 'waiting', outcome: 'http_503' },
        { ...delivery, id: 2, partner: 'b.example', state: 'refused', outcome: 'refused', resultCode: 14_201 },
      ],
    },
  ],
};

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

  test('shows what became of data deletion requests, and of each partner', async () => {
    const page = await openConfig('admin');
    const summary = config(page).getByText('Data deletion requests', { exact: true });
    await summary.click();
    await config(page).getByText('No requests yet').waitFor();
    await config(page).getByText('No partners are set', { exact: false }).waitFor();
    const again = await openConfig('admin');
    await again.route('**/api/admin/dataDeletions', (route) =>
      route.fulfill({ status: 200, contentType: 'application/json', body: JSON.stringify(deletions) }),
    );
    await config(again).getByText('Data deletion requests', { exact: true }).click();
    await config(again).getByText('vendor.example for publisher.example').waitFor();
    await config(again).getByText('idfa 0123456789abcdef').waitFor();
    await config(again).getByText('http_503, 2 attempts').waitFor();
    await config(again).getByText('Result code 14201').waitFor();
    await config(again).getByText('Requests are passed on to a.example, b.example.', { exact: false }).waitFor();
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
