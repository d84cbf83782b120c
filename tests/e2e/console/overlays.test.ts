import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { violationsOf, waitUntilShown } from './accessibility.ts';
import { openConsole, type ConsoleUnderTest } from './openConsole.ts';

let ui: ConsoleUnderTest;

beforeAll(async () => {
  ui = await openConsole();
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

describe('what opens over a page', () => {
  const overlays: { what: string; login?: string; path: string; open: (page: Page) => Promise<unknown> }[] = [
    {
      what: 'the menu of a row',
      path: '/tags',
      open: (page) => page.getByRole('button', { name: 'Actions for Bikes – inline' }).click(),
    },
    {
      what: 'the user menu',
      path: '/tags',
      open: (page) => page.getByRole('button', { name: /UTC/ }).click(),
    },
    {
      what: 'a question with the bulk bar behind it',
      path: '/tags',
      open: async (page) => {
        await page.getByRole('checkbox', { name: 'Select Bikes – inline' }).check();
        await page.getByRole('toolbar').getByRole('button', { name: 'Archive' }).click();
      },
    },
    {
      what: 'an error message',
      path: '/tags?open=new',
      open: async (page) => {
        await page.route('**/api/demand/tags', (route) =>
          route.request().method() === 'POST' ? route.abort() : route.continue(),
        );
        const drawer = page.getByRole('dialog').first();
        await drawer.getByRole('textbox', { name: 'Name', exact: true }).fill('Unsent');
        await drawer.getByRole('combobox', { name: 'Advertiser' }).click();
        await page.getByRole('option', { name: 'City Bikes' }).click();
        await drawer.getByRole('tab', { name: 'Endpoint' }).click();
        await drawer.getByRole('textbox', { name: 'Ad tag URL' }).fill('https://partner.example/vast');
        await drawer.getByRole('button', { name: 'Create tag' }).click();
        await page.getByText('Error on save').first().waitFor();
      },
    },
    {
      what: 'the bell',
      // Its popup would cover parts of rows, which then count as too small.
      path: '/tags?q=no-such-tag',
      open: (page) => page.getByRole('button', { name: 'Saved reports' }).click(),
    },
    {
      what: 'the palette',
      path: '/tags',
      open: async (page) => {
        await page.keyboard.press('Control+k');
        await page.keyboard.type('coffee');
        await page.getByRole('option').first().waitFor();
      },
    },
    {
      what: 'the user interface settings',
      path: '/tags',
      open: async (page) => {
        await page.getByRole('button', { name: /UTC/ }).click();
        await page.getByRole('menuitem', { name: 'Settings' }).click();
        await page.getByRole('dialog', { name: 'User Interface Settings' }).waitFor();
      },
    },
    {
      what: 'a tree that is open',
      path: '/targetings?open=1&tab=geography',
      open: async (page) => {
        await page.getByRole('combobox', { name: 'Countries', exact: true }).click();
        await page.getByRole('tree').waitFor();
      },
    },
    {
      what: 'the saved views',
      path: '/tags',
      open: (page) => page.getByRole('button', { name: 'Views' }).click(),
    },
    {
      what: 'the profile',
      path: '/tags',
      open: async (page) => {
        await page.getByRole('button', { name: /UTC/ }).click();
        await page.getByRole('menuitem', { name: 'Profile' }).click();
        await page.getByRole('dialog').getByRole('tab', { selected: true }).waitFor();
      },
    },
    {
      what: 'the application config',
      login: 'admin',
      path: '/users',
      open: async (page) => {
        await page.getByRole('button', { name: /UTC/ }).click();
        await page.getByRole('menuitem', { name: 'Config' }).click();
        await page.getByRole('dialog', { name: 'Application Config' }).getByRole('textbox').first().waitFor();
      },
    },
    {
      what: 'the list of keys',
      path: '/tags',
      open: async (page) => {
        await page.keyboard.press('?');
        await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
      },
    },
    {
      what: 'an entry of the log',
      path: '/log',
      open: async (page) => {
        await page.getByRole('row').nth(3).getByRole('link').first().click();
        await page.getByRole('dialog').waitFor();
      },
    },
    {
      what: 'the way back from a change',
      path: '/targetings?open=1&tab=history',
      open: async (page) => {
        await page.getByRole('button', { name: 'Revert' }).first().click();
        await page.getByRole('dialog', { name: 'Take this change back?' }).waitFor();
      },
    },
    {
      what: 'the saving of a report',
      path: '/report?range=today',
      open: async (page) => {
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        await page.getByRole('dialog', { name: 'Save report' }).waitFor();
      },
    },
    {
      what: 'an open choice',
      path: '/tags?open=1',
      open: (page) => page.getByRole('combobox', { name: 'Advertiser' }).click(),
    },
    {
      what: 'the choice of metrics',
      path: '/report?range=today',
      open: (page) => page.getByRole('button', { name: 'Metrics' }).click(),
    },
    {
      what: 'the choice of days',
      path: '/report?range=today',
      open: (page) => page.getByRole('button', { name: 'Today' }).click(),
    },
    {
      what: 'the editor of a filter',
      path: '/report?range=today',
      open: (page) => page.getByRole('button', { name: 'Filter' }).click(),
    },
  ];

  test.each(overlays)('$what has no WCAG 2.2 AA violation', async ({ what, login, path, open }) => {
    const page = await ui.open(login ?? 'demand', path, { reducedMotion: 'reduce' });
    await waitUntilShown(page);
    await open(page);
    await page.waitForFunction(() => document.getAnimations().every((each) => each.playState !== 'running'));
    expect(await violationsOf(page, what)).toEqual([]);
  });
});
