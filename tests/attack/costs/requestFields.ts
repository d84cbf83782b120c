/** A field of a request with a value chosen by the caller. */
export interface RequestField {
  name: string;
  /** The bytes of a request with this value, sent on a connection of its own. */
  request(value: string): Buffer;
}

const head = 'Host: a.example\r\nConnection: close\r\n';

function getRequest(target: string, line = ''): Buffer {
  return Buffer.from(`GET ${target} HTTP/1.1\r\n${head}${line}\r\n`, 'latin1');
}

/** Fields with a user agent: headers, a parameter of the tag, and bid requests. */
export function userAgentFields(channelUid: string): RequestField[] {
  const bidRequest = (path: string, ua: string) => {
    const body = JSON.stringify({
      id: '1',
      imp: [{ id: '1', banner: { w: 300, h: 250 }, tagid: channelUid }],
      site: { page: 'https://page.example/' },
      device: { ua, ip: '203.0.113.9' },
    });
    const length = Buffer.byteLength(body);
    return Buffer.from(`POST ${path} HTTP/1.1\r\n${head}Content-Length: ${length}\r\n\r\n${body}`);
  };
  return [
    ...['User-Agent', 'X-Device-User-Agent'].map((name) => headerPlace(channelUid, name)),
    parameterPlace(channelUid, 'ua'),
    ...[`/rtb/${channelUid}`, '/openrtb2/auction'].map((path) => ({
      name: `device.ua at ${path.slice(0, 5)}`,
      request: (value: string) => bidRequest(path, value),
    })),
  ];
}

/** Fields with other values: headers that ad serving reads, and parameters of the tag that it parses. */
export function otherFields(channelUid: string): RequestField[] {
  const headers = ['Referer', 'Cookie', 'X-Forwarded-For', 'Accept-Language', 'Origin', 'Sec-CH-UA', 'Authorization'];
  const parameters = 'page gdpr_consent gpp gpp_sid us_privacy schain app_bundle did ip cat'.split(' ');
  return [
    ...headers.map((name) => headerPlace(channelUid, name)),
    ...parameters.map((name) => parameterPlace(channelUid, name)),
  ];
}

function headerPlace(channelUid: string, name: string): RequestField {
  return { name, request: (value) => getRequest(`/vast/${channelUid}`, `${name}: ${value}\r\n`) };
}

function parameterPlace(channelUid: string, name: string): RequestField {
  return {
    name: `?${name}=`,
    request: (value) => getRequest(`/vast/${channelUid}?${name}=${encodeURIComponent(value)}`),
  };
}
