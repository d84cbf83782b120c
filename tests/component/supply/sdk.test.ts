import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eventually, signInAs, type TestClient } from '../../e2e/apiClient.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from '../openConsole.ts';

let ui: ConsoleUnderTest;
let sdk: TestClient;

beforeAll(async () => {
  ui = await openConsole();
  sdk = await signInAs(ui.product.consoleUrl, 'sdk', demoPassword);
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

const drawer = (page: Page) => page.getByRole('dialog').filter({ has: page.getByRole('tablist') });
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const versions = (page: Page) => page.getByRole('list', { name: 'Versions' }).getByRole('listitem');

interface SdkAnswer {
  status: number;
  body: { version?: string | null; forceOff?: boolean; config?: { cacheMb: number }; placements?: { name: string }[] };
}

let apps = 0;

/** Creates an app with a unique name; returns its id. */
async function makeApp(): Promise<number> {
  apps += 1;
  const row = { name: `App ${apps}`, bundle: `com.example.app${apps}` };
  const answer = await sdk.call<{ id: number }>('POST', '/api/sdk/apps', row);
  expect(answer.status).toBe(201);
  return answer.body.id;
}

async function keyOf(appId: number): Promise<string> {
  return (await sdk.call<{ uid: string }>('GET', `/api/sdk/apps/${appId}`)).body.uid;
}

/** Calls ad serving as an SDK does. */
async function requestConfig(key: string, more = ''): Promise<SdkAnswer> {
  const response = await fetch(`${ui.product.adsUrl}/sdk/v1/config?key=${key}${more}`);
  return { status: response.status, body: (await response.json()) as SdkAnswer['body'] };
}

describe('SDK Admin', () => {
  test('a placement is created in its app’s drawer, behind a channel of the account, and reaches devices', async () => {
    const app = await makeApp();
    const page = await ui.open('sdk', `/sdk?open=${app}&tab=placements`);
    await drawer(page).getByRole('button', { name: 'New placement' }).click();
    const form = dialog(page, 'New placement');
    await form.getByRole('button', { name: 'Create placement' }).click();
    await form.getByText('Required').first().waitFor();
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('start-screen');
    await form.getByRole('combobox', { name: 'Channel' }).click();
    await page.getByRole('option', { name: 'Recipes app – mid-roll' }).click();
    await form.getByRole('textbox', { name: 'Width' }).fill('640');
    await form.getByRole('button', { name: 'Create placement' }).click();
    await page.getByText('Placement created').waitFor();
    const row = page.getByRole('list', { name: 'Placements' }).getByRole('listitem');
    await expect.poll(() => row.textContent()).toContain('Recipes app – mid-roll · 640 × any px');
    const key = await keyOf(app);
    const names = async () => (await requestConfig(key)).body.placements?.map(({ name }) => name);
    await eventually(names, (found) => found?.includes('start-screen') === true);
    await row.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Placement paused').waitFor();
    await eventually(names, (found) => found?.length === 0);
  });

  test('settings are written as JSON, faults are shown at their paths, and a published version is fixed', async () => {
    const app = await makeApp();
    const key = await keyOf(app);
    const page = await ui.open('sdk', `/sdk?open=${app}&tab=config`);
    await drawer(page).getByRole('button', { name: 'New version' }).click();
    const editor = dialog(page, 'New version');
    const text = editor.getByRole('textbox', { name: 'Settings' });
    const create = editor.getByRole('button', { name: 'Create draft' });
    await text.fill('{ "cacheMb": ');
    await editor.getByText(/Invalid JSON/).waitFor();
    await text.fill('{ "cacheMb": 9999, "privacy": { "gdpr": 1 } }');
    await editor.getByText(/cacheMb: At most 1,024\. privacy\.gdpr: Must be true or false/).waitFor();
    expect(await create.isDisabled()).toBe(true);
    await text.fill('{ "cacheMb": 80 }');
    await editor.getByRole('region', { name: 'Compared with the defaults' }).getByText('cacheMb').waitFor();
    await create.click();
    await page.getByText('Draft created').waitFor();
    await versions(page).getByText('Draft').waitFor();
    expect((await requestConfig(key)).body).toMatchObject({ version: null });

    await versions(page).getByRole('button', { name: 'Publish…' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click();
    await versions(page).getByText('Live', { exact: true }).waitFor();
    await eventually(
      async () => (await requestConfig(key)).body,
      ({ version, config }) => version === 'v1' && config?.cacheMb === 80,
    );
    await versions(page).getByRole('button', { name: 'Rollout' }).click();
    const published = dialog(page, 'Version v1');
    expect(await published.getByRole('textbox', { name: 'Settings' }).isEditable()).toBe(false);
    await page.keyboard.press('Escape');

    // Closing does not discard the input.
    await drawer(page).getByRole('button', { name: 'New version' }).click();
    await text.fill('{ "cacheMb": 1 }');
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard changes' }).click();
    await editor.waitFor({ state: 'hidden' });

    // The next version starts from the live one, and shows its changes.
    await drawer(page).getByRole('button', { name: 'New version' }).click();
    expect(await editor.getByRole('textbox', { name: 'Version' }).inputValue()).toBe('v2');
    await text.fill('{ "cacheMb": 20, "forceOff": true }');
    const changes = editor.getByRole('region', { name: 'Compared with v1 (live)' }).getByRole('listitem');
    expect(await changes.allTextContents()).toEqual(['cacheMb from 80 to 20', 'forceOff from false to true']);
    await editor.getByRole('textbox', { name: 'Rollout' }).fill('0');
    await create.click();
    await versions(page).filter({ hasText: 'v2' }).getByRole('button', { name: 'Publish…' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click();
    await versions(page).filter({ hasText: 'v2' }).getByText('Test devices').waitFor();
    expect((await requestConfig(key)).body.version).toBe('v1');
    await versions(page).filter({ hasText: 'v2' }).getByRole('button', { name: 'Rollout' }).click();
    await dialog(page, 'Version v2').getByRole('textbox', { name: 'Rollout' }).fill('100');
    await dialog(page, 'Version v2').getByRole('button', { name: 'Save' }).click();
    await versions(page).filter({ hasText: 'v1' }).getByText('Replaced').waitFor();
    await eventually(
      async () => (await requestConfig(key)).body,
      ({ forceOff }) => forceOff === true,
    );
  });

  test('a new key is created after a confirmation, and both keys work at first', async () => {
    const app = await makeApp();
    const before = await keyOf(app);
    const page = await ui.open('sdk', `/sdk?open=${app}&tab=key`);
    await drawer(page).getByText(`/sdk/v1/config?key=${before}`).waitFor();
    await drawer(page).getByRole('button', { name: 'New key…' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Create key' }).click();
    await page.getByText('New key created').waitFor();
    await drawer(page).getByText('The previous key').waitFor();
    const after = await keyOf(app);
    expect(after).not.toBe(before);
    await drawer(page).getByText(`/sdk/v1/config?key=${after}`).waitFor();
    for (const key of [before, after])
      await eventually(
        () => requestConfig(key),
        ({ status }) => status === 200,
      );
  });
});
