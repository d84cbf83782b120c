/**
 * A pod of several of our responses with one ad each, of one version above 2.0: the ads in the order of the responses,
 * with their positions (1.4).
 */
export function renderPod(responses: readonly string[]): string {
  const [first = ''] = responses;
  let out = first.slice(0, first.indexOf(adStart));
  responses.forEach((xml, index) => {
    const ad = xml.slice(xml.indexOf(adStart) + adStart.length, xml.lastIndexOf(end));
    out += `${adStart} sequence="${index + 1}"${ad}`;
  });
  return out + end;
}

/** The ad is the first element of a response, and the last before the end of the root. */
const adStart = '<Ad';
const end = '</VAST>';
