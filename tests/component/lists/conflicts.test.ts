import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { signInAs, type TestClient } from '../../e2e/apiClient.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from '../openConsole.ts';

let ui: ConsoleUnderTest;
/** The other user. */
let client: TestClient;

beforeAll(async () => {
  ui = await openConsole();
  client = await signInAs(ui.product.consoleUrl, 'harbour', demoPassword);
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

let made = 0;

/** Creates an advertiser with a unique name; returns its id. */
async function make(name: string): Promise<number> {
  const row = { name: `${name} ${(made += 1)}`, notes: 'old' };
  const answer = await client.call<{ id: number }>('POST', '/api/demand/advs', row);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body.id;
}

const dialog = (page: Page) => page.getByRole('dialog').last();

describe('two people who edit the same row', () => {
  const form = (page: Page) =>
    page
      .getByRole('dialog')
      .filter({ has: page.locator('form') })
      .first();

  test('on different fields save both their changes', async () => {
    const id = await make('Shared row');
    const page = await ui.open('harbour', `/advertisers?open=${id}`);
    const name = form(page).getByRole('textbox', { name: 'Name', exact: true });
    await expect.poll(() => name.inputValue()).toMatch(/^Shared row/);
    await client.call('PATCH', `/api/demand/advs/${id}`, { notes: 'theirs' });
    await name.fill('Shared row, mine');
    await form(page).getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect((await client.call('GET', `/api/demand/advs/${id}`)).body).toMatchObject({
      name: 'Shared row, mine',
      notes: 'theirs',
    });
    await expect.poll(() => form(page).getByRole('textbox', { name: 'Notes' }).inputValue()).toBe('theirs');
  });

  test('on the same field see both values, and choose', async () => {
    const id = await make('Fought over');
    const page = await ui.open('harbour', `/advertisers?open=${id}`);
    const notes = form(page).getByRole('textbox', { name: 'Notes' });
    await expect.poll(() => notes.inputValue()).toBe('old');
    await client.call('PATCH', `/api/demand/advs/${id}`, { notes: 'theirs' });
    await notes.fill('mine');
    await form(page).getByRole('button', { name: 'Save' }).click();
    await dialog(page).getByRole('heading', { name: 'Someone else has changed this too' }).waitFor();
    for (const words of ['Yours', 'mine', 'Theirs', 'theirs', 'Original value: old']) {
      await dialog(page)
        .getByText(words, { exact: words !== 'Original value: old' })
        .first()
        .waitFor();
    }
    expect((await client.call('GET', `/api/demand/advs/${id}`)).body).toMatchObject({ notes: 'theirs' });
    expect(await dialog(page).getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await dialog(page).getByRole('radio', { name: /Yours/ }).check();
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect((await client.call('GET', `/api/demand/advs/${id}`)).body).toMatchObject({ notes: 'mine' });
  });

  test('find a form that was lost with the page on the page where it began', async () => {
    const id = await make('Lost form');
    const page = await ui.open('harbour', `/advertisers?open=${id}`);
    const notes = () => form(page).getByRole('textbox', { name: 'Notes' });
    await expect.poll(() => notes().inputValue()).toBe('old');
    await notes().fill('mine');
    await page.waitForFunction(() => Object.keys(sessionStorage).some((key) => key.includes('draft')));
    await client.call('PATCH', `/api/demand/advs/${id}`, { notes: 'theirs' });
    await page.reload();
    await expect.poll(() => notes().inputValue()).toBe('mine');
    await form(page).getByRole('button', { name: 'Save' }).click();
    await dialog(page).getByText('Original value: old').waitFor();
    await dialog(page)
      .getByRole('radio', { name: /Theirs/ })
      .check();
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await dialog(page).getByRole('heading', { name: 'Somebody else' }).waitFor({ state: 'detached' });
    expect((await client.call('GET', `/api/demand/advs/${id}`)).body).toMatchObject({ notes: 'theirs' });
  });
});
