import { clickMacro } from '#standards/clickMacro.ts';
import { escapeAttribute } from '#standards/vast/readXml.ts';
import type { MarkupContext, CreativeContent } from './creativeContent.ts';

/** HTML of an image that links to its landing page through our click URL; null when it has no file. */
export function imageMarkup(creative: CreativeContent, { mediaUrl }: MarkupContext): string | null {
  const file = creative.files.find(({ role }) => role === 'main');
  if (!file) return null;
  const alt = escapeAttribute(creative.adomain || 'Advertisement');
  const image = `<img src="${escapeAttribute(`${mediaUrl}/${file.file}`)}" width="${file.width}" height="${file.height}" alt="${alt}" style="display:block;border:0;max-width:100%">`;
  return creative.clickUrl === '' ? image : `<a href="${clickMacro(creative.clickUrl)}" ${opensAside}>${image}</a>`;
}

/**
 * HTML of an iframe with an HTML5 bundle, which receives its click URL as `clickTag` in its own URL. null when it has
 * no file or no size.
 */
export function bundleMarkup(creative: CreativeContent, { mediaUrl }: MarkupContext): string | null {
  const bundle = creative.files.find(({ role }) => role === 'main');
  const width = creative.width ?? bundle?.width ?? 0;
  const height = creative.height ?? bundle?.height ?? 0;
  if (!bundle || width === 0 || height === 0) return null;
  const query = creative.clickUrl === '' ? '' : `?clickTag=${clickMacro(creative.clickUrl, true)}`;
  const source = escapeAttribute(`${mediaUrl}/${bundle.file}/index.html${query}`);
  return `<iframe src="${source}" width="${width}" height="${height}" sandbox="${bundleSandbox}" scrolling="no" frameborder="0" marginwidth="0" marginheight="0" title="Advertisement" style="display:block;border:0"></iframe>`;
}

const opensAside = 'target="_blank" rel="noopener sponsored"';

/** Sandbox permissions of bundles: no access to the page, but a click may open the landing page. */
const bundleSandbox =
  'allow-scripts allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation';
