type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const objectsOf = (value: unknown) => listOf(value).filter(isObject);
const isWhole = (value: unknown, min = 0) => Number.isInteger(value) && (value as number) >= min;
const kinds = ['title', 'img', 'video', 'data'];
const kindsOf = (asset: Json) => kinds.filter((kind) => asset[kind] !== undefined && asset[kind] !== null);

/** The native object of JSON. */
export function nativeOf(text: string): Json {
  const root = JSON.parse(text) as Json;
  return isObject(root['native']) ? root['native'] : root;
}

/** The rules of Native 1.2, section 4, that a request violates, written down a second time: for each its section. */
export function requestViolations(request: Json): string[] {
  const found: string[] = [];
  const rule = (section: string, isMet: boolean) => {
    if (!isMet) found.push(section);
  };
  const assets = objectsOf(request['assets']);
  rule('4.1', Array.isArray(request['assets']) && assets.length > 0 && assets.length === request['assets'].length);
  rule('4.1', request['ver'] === undefined || typeof request['ver'] === 'string');
  for (const asset of assets) {
    const { title, img, video, data } = asset;
    rule('4.2', isWhole(asset['id'], -Infinity) && kindsOf(asset).length === 1);
    if (isObject(title)) rule('4.3', isWhole(title['len'], 1));
    if (isObject(img)) {
      for (const side of ['w', 'h', 'wmin', 'hmin']) rule('4.4', img[side] === undefined || isWhole(img[side]));
    }
    if (isObject(video)) {
      for (const name of ['mimes', 'protocols']) rule('4.5', listOf(video[name]).length > 0);
      for (const name of ['minduration', 'maxduration']) {
        rule('4.5', video[name] === undefined || isWhole(video[name]));
      }
    }
    if (isObject(data)) {
      rule('4.6', isWhole(data['type'], -Infinity) && (data['len'] === undefined || isWhole(data['len'])));
    }
  }
  rule('4.2', new Set(assets.map(({ id }) => id)).size === assets.length);
  for (const { event, methods } of objectsOf(request['eventtrackers'])) {
    const numbers = [event, ...listOf(methods)];
    rule('4.7', numbers.length > 1 && numbers.every((each) => isWhole(each, -Infinity)));
  }
  return found;
}

/** The rules of Native 1.2, section 5, that a response to a valid request violates: for each its section. */
export function responseViolations(response: Json, request: Json): string[] {
  const found: string[] = [];
  const rule = (section: string, isMet: boolean) => {
    if (!isMet) found.push(section);
  };
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const given = objectsOf(response['assets']);
  const isByUrl = text(response['assetsurl']) !== '' || text(response['dcourl']) !== '';
  rule('5.1', isObject(response['link']) && text(response['link']['url']) !== '');
  rule('5.1', text(response['assetsurl']) === '' || request['aurlsupport'] === 1);
  rule('5.1', text(response['dcourl']) === '' || request['durlsupport'] === 1);
  const byId = new Map(objectsOf(request['assets']).map((asset) => [asset['id'], asset]));
  for (const [id, asset] of byId) {
    if (asset['required'] === 1 && !isByUrl)
      rule(
        '5.2',
        given.some((each) => each['id'] === id && kindsOf(each).length === 1),
      );
  }
  for (const asset of given) {
    if (isByUrl && (asset['id'] === undefined || asset['id'] === null)) continue;
    const wanted = byId.get(asset['id']);
    const [kind] = kindsOf(asset);
    rule('5.2', wanted !== undefined && (kind === undefined || isObject(wanted[kind])));
    if (wanted === undefined || kind === undefined) continue;
    const [terms, content] = [wanted[kind] as Json, asset[kind] as Json];
    const length = (value: unknown) => Array.from(text(value)).length;
    if (kind === 'title') rule('5.3', length(content['text']) <= Number(terms['len']));
    if (kind === 'data' && terms['type'] !== 2 && Number(terms['len'] ?? 0) > 0)
      rule('5.5', length(content['value']) <= Number(terms['len']));
    if (kind === 'img') {
      rule('5.4', text(content['url']) !== '');
      for (const [side, min] of [
        ['w', 'wmin'],
        ['h', 'hmin'],
      ] as const) {
        if (Number(content[side] ?? 0) > 0) rule('5.4', Number(content[side]) >= Number(terms[min] ?? 0));
      }
    }
    if (kind === 'video') rule('5.6', text(content['vasttag']).includes('<VAST'));
  }
  const listed = objectsOf(request['eventtrackers']);
  if (listed.length > 0) {
    for (const { event, method } of objectsOf(response['eventtrackers'])) {
      rule(
        '5.8',
        listed.some((each) => each['event'] === event && listOf(each['methods']).includes(method)),
      );
    }
  }
  return found;
}
