import { createServer, type Server } from 'node:http';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readManifest } from '#model/buying/bundleManifest.ts';
import type { CreativeRow } from '#model/index.ts';
import { deleteUnusedMedia } from '#storage/media/deleteUnusedMedia.ts';
import { buildMp3, buildMp4, buildPng, buildSlowMp4, buildWebm } from '../../../media/buildMedia.ts';
import { buildZip, type ZipEntry } from '../../../media/buildZip.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import {
  type ApiResponse,
  type Caller,
  idOf,
  password,
  problemsOf,
  startTestApi,
  type TestApi,
} from '../startTestApi.ts';
import { adMarkup } from '../../../vast/adMarkup.ts';

let api: TestApi;
let own: TestAccount;
let demand: Caller;
beforeAll(async () => {
  api = await startTestApi({ env: { MEDIA_MAX_MB: '2', ALLOW_PRIVATE_ADDRESSES: '1' } });
  own = await buildAccount(api, 'alpha');
  demand = await api.signIn(own.logins.demand);
});
afterAll(() => api.close());

type Type = CreativeRow['type'];
const needs: Partial<Record<Type, object>> = {
  image: { clickUrl: 'https://brand.example/' },
  native: { clickUrl: 'https://brand.example/', title: 'Spring' },
};
let made = 0;

async function create(type: Type, more: object = {}): Promise<number> {
  made += 1;
  const values = { name: `${type} ${made}`, advertiserId: own.ids.advertiser, type, ...needs[type], ...more };
  return idOf(await demand('POST', '/api/demand/creatives', values));
}

function upload(id: number, content: Buffer, query = 'name=a.bin', caller = demand): Promise<ApiResponse> {
  const path = `/api/demand/creatives/${id}/files?${query}`;
  return caller('POST', path, content, { 'content-type': 'application/octet-stream' });
}

const filesOf = (answer: ApiResponse) => (answer.body as CreativeRow).files;

async function stored(name: string): Promise<string | null> {
  const stream = await api.deps.media.read(name);
  if (!stream) return null;
  let text = '';
  for await (const chunk of stream as AsyncIterable<Buffer>) text += chunk.toString('latin1');
  return text;
}

describe('a file of a creative', () => {
  test.each<[string, Type, () => Buffer, object]>([
    ['an MP4', 'video', buildMp4, { mime: 'video/mp4', width: 640, height: 360, durationMs: 8000, bitrate: 47 }],
    ['a WebM', 'video', () => buildWebm(), { mime: 'video/webm', width: 320, durationMs: 10_000, codecs: 'vp8' }],
    ['an MP3', 'audio', () => buildMp3(), { mime: 'audio/mpeg', width: 0, bitrate: 128, codecs: 'mp3' }],
    ['a PNG', 'image', () => buildPng(300, 250), { mime: 'image/png', width: 300, height: 250, durationMs: 0 }],
  ])('is recognized by its content: %s', async (_, type, build, expected) => {
    const content = build();
    const answer = await upload(await create(type), content, 'name=fr%C3%BChling.txt');
    expect(answer.status, answer.text).toBe(201);
    const [file] = filesOf(answer);
    expect(file).toMatchObject({ role: 'main', name: 'frühling.txt', bytes: content.length, ...expected });
    expect(await stored(file?.file ?? '')).toBe(content.toString('latin1'));
  });

  test.each<[string, Type, () => Buffer, string]>([
    ['an SVG', 'image', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'wrong_type'],
    ['HTML declared as an image', 'image', () => Buffer.from('<!doctype html><script>1</script>'), 'wrong_type'],
    ['a picture for a video', 'video', () => buildPng(2, 2), 'wrong_type'],
    ['a video for a picture', 'image', buildMp4, 'wrong_type'],
    ['a truncated image', 'image', () => buildPng(300, 250).subarray(0, 18), 'not_playable'],
    ['a truncated video', 'video', () => buildMp4().subarray(0, 400), 'not_playable'],
    ['a video that begins late', 'video', buildSlowMp4, 'moov_at_end'],
    ['a long video', 'video', () => buildWebm({ seconds: 121 }), 'too_long'],
    ['a video with an unsupported codec', 'video', () => buildWebm({ codec: 'V_MPEG2' }), 'codec'],
    ['a video as sound', 'audio', buildMp4, 'no_audio_track'],
    ['nothing', 'video', () => Buffer.alloc(0), 'empty'],
    ['something', 'video', () => Buffer.alloc(5000, 7), 'wrong_type'],
  ])('is refused when it is %s', async (_, type, build, code) => {
    const id = await create(type);
    const answer = await upload(id, build());
    expect(answer.status, answer.text).toBe(422);
    expect(problemsOf(answer)).toContain(`file: ${code}`);
    expect(filesOf(await demand('GET', `/api/demand/creatives/${id}`))).toEqual([]);
  });

  test('is refused with all its faults at once', async () => {
    const answer = await upload(await create('video'), buildWebm({ seconds: 200, codec: 'V_MPEG2' }));
    expect(problemsOf(answer).toSorted()).toEqual(['file: codec', 'file: too_long']);
  });

  test('is refused when it is larger than the platform’s limit, and leaves nothing behind', async () => {
    const answer = await upload(await create('video'), Buffer.alloc(2 * 1024 * 1024 + 1));
    expect(answer.status).toBe(413);
    expect(await readdir(join(api.deps.config.DATA_DIR, 'uploads'))).toEqual([]);
  });

  test('is refused by creatives without files, and as an icon by those without icons', async () => {
    const tag = await create('vastUrl', { vastUrl: 'https://third.example/vast' });
    expect(problemsOf(await upload(tag, buildMp4()))).toEqual(['file: no_files']);
    expect(problemsOf(await upload(await create('image'), buildPng(9, 9), 'role=icon'))).toEqual(['role: no_icon']);
    expect(problemsOf(await upload(tag, buildMp4(), 'role=cover&replace=x'))).toEqual([
      'role: invalid_value',
      'replace: invalid_format',
    ]);
  });

  test('resets the review, is in the log, and cannot be uploaded by read-only users', async () => {
    const id = await create('image');
    await api.sql(`update creatives set review = 'approved', review_note = 'fine' where id = ${id}`);
    const answer = await upload(id, buildPng(300, 250));
    expect(answer.body).toMatchObject({ review: 'pending', reviewNote: '' });
    const entries = await api.sql(
      `select fields from changes where entity = 'creative' and row_id = ${id} order by id desc limit 1`,
    );
    expect(JSON.stringify(entries)).toContain('files');
    await demand('POST', '/api/demand/managers', { name: 'Eye', login: 'eye', password, managerRole: 'readonly' });
    const eye = await api.signIn('eye');
    expect((await upload(id, buildPng(1, 1), '', eye)).status).toBe(403);
    expect((await eye('GET', `/api/demand/creatives/${id}/preview`)).status).toBe(200);
  });

  test('belongs to its account: for others the creative does not exist', async () => {
    const other = await buildAccount(api, 'bravo');
    const otherUser = await api.signIn(other.logins.demand);
    const id = await create('image');
    const file = filesOf(await upload(id, buildPng(3, 3)))[0]?.file;
    expect((await upload(id, buildPng(4, 4), '', otherUser)).status).toBe(404);
    expect((await otherUser('DELETE', `/api/demand/creatives/${id}/files/${file}`)).status).toBe(404);
    expect((await otherUser('POST', `/api/demand/creatives/${id}/probe`)).status).toBe(404);
    expect((await otherUser('GET', `/api/demand/creatives/${id}/preview`)).status).toBe(404);
    expect(filesOf(await demand('GET', `/api/demand/creatives/${id}`))).toHaveLength(1);
  });
});

describe('files of a creative', () => {
  test('are several for videos: renditions are added, replaced in their place, and removed', async () => {
    const id = await create('video');
    const [first] = filesOf(await upload(id, buildMp4()));
    await upload(id, buildWebm({ width: 640 }));
    // The same file again is not a second one.
    expect(filesOf(await upload(id, buildMp4()))).toHaveLength(2);
    const replaced = filesOf(await upload(id, buildWebm({ width: 960 }), `replace=${first?.file}`));
    expect(replaced.map(({ width }) => width)).toEqual([960, 640]);
    const answer = await demand('DELETE', `/api/demand/creatives/${id}/files/${replaced[0]?.file}`);
    expect(filesOf(answer).map(({ width }) => width)).toEqual([640]);
    expect((await demand('DELETE', `/api/demand/creatives/${id}/files/${replaced[0]?.file}`)).status).toBe(404);
  });

  test('that are uploaded at the same time are all stored', async () => {
    const id = await create('video');
    const answers = await Promise.all([320, 640, 960].map((width) => upload(id, buildWebm({ width }))));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(filesOf(await demand('GET', `/api/demand/creatives/${id}`))).toHaveLength(3);
  });

  test('are an image and an icon of native ads, one of each', async () => {
    const id = await create('native');
    await upload(id, buildPng(600, 314));
    await upload(id, buildPng(80, 80), 'role=icon');
    const files = filesOf(await upload(id, buildPng(1200, 627)));
    expect(files.map(({ role, width }) => [role, width])).toEqual([
      ['main', 1200],
      ['icon', 80],
    ]);
  });

  test('are at most ten', async () => {
    const id = await create('video');
    for (let width = 100; width < 110; width += 1) await upload(id, buildWebm({ width }));
    expect(problemsOf(await upload(id, buildWebm({ width: 110 })))).toEqual(['file: too_many']);
  });
});

describe('a bundle', () => {
  const html = '<!doctype html><head><meta name="ad.size" content="width=300,height=600"></head><img src="a/b.png">';
  const good: ZipEntry[] = [
    { name: 'index.html', content: html },
    { name: 'a/b.png', content: buildPng(2, 2) },
    { name: '__MACOSX/._index.html', content: 'x' },
  ];

  test('is stored as its files under one name, with its size and click URL', async () => {
    const answer = await upload(await create('html5'), buildZip(good), 'name=banner.zip');
    expect(answer.status, answer.text).toBe(201);
    const [bundle] = filesOf(answer);
    expect(bundle).toMatchObject({ mime: 'text/html', width: 300, height: 600, name: 'banner.zip' });
    const manifest = readManifest((await stored(bundle?.file ?? '')) ?? '');
    expect(Object.keys(manifest?.files ?? {})).toEqual(['a/b.png', 'index.html']);
    expect(await stored(manifest?.files['index.html'] ?? '')).toContain(
      '<head><script>(function(){var m=/[?&]clickTag',
    );
    expect(await stored(manifest?.files['a/b.png'] ?? '')).toBe(buildPng(2, 2).toString('latin1'));
  });

  test('may be a folder', async () => {
    const zip = buildZip([
      { name: 'banner/index.html', content: 'Hello' },
      { name: 'banner/x.css', content: '' },
    ]);
    const [bundle] = filesOf(await upload(await create('html5', { width: 300, height: 250 }), zip));
    expect(bundle?.width).toBe(0);
    const manifest = readManifest((await stored(bundle?.file ?? '')) ?? '');
    expect(Object.keys(manifest?.files ?? {})).toEqual(['index.html', 'x.css']);
  });

  const index: ZipEntry = { name: 'index.html', content: html };
  test.each<[string, ZipEntry[], string]>([
    ['has no index.html', [{ name: 'main.html', content: html }], 'no_index'],
    ['has a path outside of it', [index, { name: '../../evil.js', content: '1' }], 'outside'],
    ['has an absolute path', [index, { name: '/etc/evil.js', content: '1' }], 'outside'],
    ['contains an archive', [index, { name: 'more.zip', content: '1' }], 'nested'],
    ['hides an archive', [index, { name: 'x.png', content: buildZip([index]) }], 'nested'],
    ['contains a program', [index, { name: 'x.php', content: '1' }], 'unknown_type'],
    ['contains a page as a picture', [index, { name: 'x.png', content: html }], 'wrong_type'],
    ['contains a link', [index, { name: 'x.js', content: '/etc/passwd', mode: 0o120777 }], 'link'],
    ['has a name twice', [index, index], 'duplicate'],
    ['is encrypted', [{ ...index, isEncrypted: true }], 'encrypted'],
    ['has too many files', Array.from({ length: 501 }, (_, n) => ({ name: `${n}.js` })), 'too_many_files'],
    ['unpacks to too much', [index, { name: 'x.js', claimedBytes: 20_000_000 }], 'too_large'],
    ['declares a false size', [{ ...index, claimedBytes: 3 }], 'not_readable'],
    ['loads by http', [{ name: 'index.html', content: '<script src="http://x.example/a.js">' }], 'plain_http'],
  ])('is refused when it %s', async (_, entries, code) => {
    const answer = await upload(await create('html5'), buildZip(entries));
    expect(answer.status, answer.text).toBe(422);
    expect(problemsOf(answer)).toContain(`file: ${code}`);
  });

  test('that is not an archive is refused', async () => {
    const answer = await upload(await create('html5'), Buffer.from(`PK\u0003\u0004${'x'.repeat(100)}`));
    expect(problemsOf(answer)).toEqual(['file: not_readable']);
  });
});

describe('files that no creative references any more', () => {
  const names = async () => {
    const found = [];
    for await (const { name } of api.deps.media.list()) found.push(name);
    return found;
  };
  const pruneOlderThan = (days: number) =>
    deleteUnusedMedia(api.db, {
      media: api.deps.media,
      uploads: join(api.deps.config.DATA_DIR, 'uploads'),
      now: Date.now() + days * 86_400_000,
    });

  test('are removed after a week, while referenced ones stay, in bundles too', async () => {
    const image = await create('image');
    const [retainedFile] = filesOf(await upload(image, buildPng(31, 31)));
    const [prunedFile] = filesOf(await upload(await create('image'), buildPng(32, 32)));
    const bundleId = await create('html5');
    const [bundle] = filesOf(await upload(bundleId, buildZip([{ name: 'index.html', content: 'own' }])));
    const inside = Object.values(readManifest((await stored(bundle?.file ?? '')) ?? '')?.files ?? {});
    await api.sql(`update creatives set status = 2 where id = ${bundleId}`);
    await api.sql(`update creatives set files = '[]' where files::text like '%${prunedFile?.file}%'`);
    expect(await pruneOlderThan(6.9)).toBe(0);
    expect(await pruneOlderThan(7.1)).toBeGreaterThan(0);
    const left = await names();
    expect(left).toEqual(expect.arrayContaining([retainedFile?.file, bundle?.file, ...inside]));
    expect(left).not.toContain(prunedFile?.file);
  });

  test('unfinished uploads of an ended process are removed after a day', async () => {
    const path = join(api.deps.config.DATA_DIR, 'uploads', 'left');
    await writeFile(path, 'half');
    await pruneOlderThan(0.5);
    expect(await readFile(path, 'utf8')).toBe('half');
    await pruneOlderThan(1.1);
    await expect(readFile(path)).rejects.toThrow('ENOENT');
  });
});

describe('a probe of a VAST creative', () => {
  let server: Server;
  let base: string;
  const wrapper = (to: string) =>
    `<VAST version="3.0"><Ad><Wrapper><AdSystem>A</AdSystem><VASTAdTagURI><![CDATA[${to}]]></VASTAdTagURI></Wrapper></Ad></VAST>`;
  beforeAll(async () => {
    server = createServer((request, response) => {
      if (request.url === '/film.mp4') return response.end('film');
      response.setHeader('content-type', 'application/xml');
      const media = `<MediaFile delivery="progressive" type="video/mp4" width="640" height="360">${base}/film.mp4</MediaFile>`;
      const inline = `<VAST version="3.0"><Ad id="1"><InLine><AdSystem>B</AdSystem><AdTitle>T</AdTitle><Impression>http://x.example/</Impression><Creatives><Creative><Linear><Duration>00:00:15</Duration><MediaFiles>${media}</MediaFiles></Linear></Creative></Creatives></InLine></Ad></VAST>`;
      return response.end(request.url === '/inline' ? inline : wrapper(`${base}/inline`));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());

  test.each<[Type, () => object, number]>([
    ['vastUrl', () => ({ vastUrl: `${base}/wrapper?cb=[CACHEBUSTING]` }), 1],
    ['vast', () => ({ vastXml: wrapper(`${base}/wrapper`) }), 2],
  ])('of the type %s shows its target', async (type, values, depth) => {
    const answer = await demand('POST', `/api/demand/creatives/${await create(type, values())}/probe`);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({ errorCode: null, depth, durationS: 15, isSecure: false });
    expect(answer.body).toMatchObject({ media: [{ type: 'video/mp4', isReachable: true }], isOverlay: false });
  });

  test('VAST 4.3, NonLinear: says that an ad without a video is an overlay', async () => {
    const vastXml = adMarkup({ isOverlay: true });
    const answer = await demand('POST', `/api/demand/creatives/${await create('vast', { vastXml })}/probe`);
    expect(answer.body).toMatchObject({ errorCode: null, isOverlay: true, media: [], faults: [] });
  });

  test('reports the error of players when there is no ad, and is refused without VAST', async () => {
    const id = await create('vastUrl', { vastUrl: 'http://127.0.0.1:1/nothing' });
    const answer = await demand('POST', `/api/demand/creatives/${id}/probe`);
    expect(answer.body).toMatchObject({ errorCode: 301, media: [] });
    const image = await demand('POST', `/api/demand/creatives/${await create('image')}/probe`);
    expect(problemsOf(image)).toEqual([': no_vast']);
  });
});
