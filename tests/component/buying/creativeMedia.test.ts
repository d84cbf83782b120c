import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildMp4, buildPng, buildSlowMp4 } from '../../media/buildMedia.ts';
import { signInAs, type TestClient } from '../../e2e/apiClient.ts';
import { creativesOf, file, filesOf } from '../../e2e/console/worlds/creativeFiles.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from '../openConsole.ts';

let ui: ConsoleUnderTest;
let client: TestClient;
let create: Awaited<ReturnType<typeof creativesOf>>;

beforeAll(async () => {
  ui = await openConsole();
  client = await signInAs(ui.product.consoleUrl, 'demand', demoPassword);
  create = await creativesOf(client);
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

describe('the files of a creative', () => {
  test('a video is uploaded and deleted; features that players would reject are shown', async () => {
    const id = await create('video');
    const page = await ui.open('demand', `/creatives?open=${id}&tab=media`);
    await page.getByText('No file yet. The creative cannot be shown without one.').waitFor();
    const input = page.getByLabel('Choose files');
    await input.setInputFiles([file('bikes.mp4', buildMp4()), file('late.mp4', buildSlowMp4())]);
    await filesOf(page).getByText('bikes.mp4').waitFor();
    await filesOf(page)
      .getByText(/^MP4 · 640 × 360 · 8\.0 s · 47 kbit\/s/)
      .waitFor();
    await page.getByText(/is at the end, so players must load the whole file/).waitFor();
    await page.getByRole('button', { name: 'Dismiss late.mp4' }).click();
    await page.getByRole('button', { name: 'Delete bikes.mp4' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No file yet. The creative cannot be shown without one.').waitFor();
  });

  test('an SVG is not accepted as an image', async () => {
    const id = await create('image');
    const page = await ui.open('demand', `/creatives?open=${id}&tab=media`);
    const input = page.getByLabel('Choose a file');
    await input.setInputFiles(file('logo.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')));
    await page.getByText('This is an SVG. Upload a JPEG, PNG, GIF or WebP image.').waitFor();
    await input.setInputFiles(file('logo.png', buildPng(300, 250)));
    await filesOf(page)
      .getByText(/^PNG · 300 × 250/)
      .waitFor();
  });

  test('a read-only user sees files and previews, and changes nothing', async () => {
    const nowhere = '<VASTAdTagURI>http://127.0.0.1:1/vast</VASTAdTagURI>';
    const vastXml = `<VAST version="3.0"><Ad><Wrapper><AdSystem>A</AdSystem>${nowhere}</Wrapper></Ad></VAST>`;
    const id = await create('vast', { clickUrl: '', vastXml });
    const page = await ui.open('demand', `/creatives?open=${id}&tab=media`);
    await page.getByRole('button', { name: 'Check the VAST' }).click();
    await page.getByText('Players would report error 301.').waitFor();
    const eye = { name: 'Eye', login: 'eye', password: demoPassword, managerRole: 'readonly' };
    expect((await client.call('POST', '/api/demand/managers', eye)).status).toBe(201);
    const looking = await ui.open('eye', `/creatives?open=${id}&tab=media`);
    await looking.getByText(/^This creative has no files/).waitFor();
    expect(await looking.getByRole('button', { name: 'Check the VAST' }).count()).toBe(0);
  });
});
