/** The viewer on whose behalf a tag is called. */
export interface ForwardedViewer {
  /** IP address; empty when unknown. */
  address: string;
  agent: string | undefined;
  page: string | undefined;
  language: string | undefined;
  /** X-Requested-With of the viewer's request: an app's ID. */
  requestedWith: string | undefined;
  /** Whether the viewer has Global Privacy Control. */
  hasGpc: boolean;
}

/** Headers of a call on behalf of a viewer (standards 1.4), with `Sec-GPC` as its browser sends it (GPC, 3.2). */
export function callHeaders({
  address,
  agent,
  page,
  language,
  requestedWith,
  hasGpc,
}: ForwardedViewer): Record<string, string> {
  const given: Record<string, string | undefined> = {
    'x-device-ip': address,
    'x-forwarded-for': address,
    'x-device-user-agent': agent,
    'x-device-referer': page,
    'x-device-accept-language': language,
    'x-device-requested-with': requestedWith,
    'sec-gpc': hasGpc ? '1' : undefined,
  };
  const sent: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    // A header is one line of printable ASCII, whatever the parameter contains.
    const line = value?.replace(/[^\x20-\x7e]/g, '').slice(0, 2048);
    if (line) sent[name] = line;
  }
  return sent;
}
