import { createHash } from 'node:crypto';
import { escapeHtml } from './escapeHtml.ts';

/** State of the unsubscribe page: to be confirmed, unsubscribed, or an unknown link. */
export type UnsubscribeState =
  | { type: 'confirm' | 'unsubscribed'; name: string; address: string }
  | { type: 'unknown' };

const style = `
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 34rem; margin: 12vh auto; padding: 0 1.5rem; overflow-wrap: anywhere; }
h1 { font-size: 1.375rem; }
button { font: inherit; font-weight: 600; min-height: 2.75rem; padding: 0 1.25rem; border-radius: 0.5rem; cursor: pointer; }
`;

/** The page as HTML without scripts, and its only style as a source of a content security policy. */
export function unsubscribePage(state: UnsubscribeState): { text: string; style: string } {
  const hash = createHash('sha256').update(style).digest('base64');
  const [title, body] = wordsOf(state);
  return {
    text: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>${title}</title><style>${style}</style></head>
<body><main><h1>${title}</h1>${body}</main></body>
</html>
`,
    style: `'sha256-${hash}'`,
  };
}

function wordsOf(state: UnsubscribeState): [title: string, body: string] {
  if (state.type === 'unknown') {
    return [
      'This link is not valid',
      '<p>It may be incomplete, or the report was deleted. If it was deleted, no more emails are sent.</p>',
    ];
  }
  const [name, address] = [`<b><bdi>${escapeHtml(state.name)}</bdi></b>`, `<b>${escapeHtml(state.address)}</b>`];
  if (state.type === 'unsubscribed') {
    return ['You are unsubscribed', `<p>${address} will no longer receive the report ${name}.</p>`];
  }
  return [
    'Unsubscribe from this report?',
    `<p>${address} will no longer receive the report ${name}.</p>
<form method="post"><button type="submit">Unsubscribe</button></form>`,
  ];
}
