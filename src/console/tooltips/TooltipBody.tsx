import { lexer, type MarkedToken, type Token } from 'marked';
import { Fragment, type ReactNode } from 'react';

/**
 * Renders a tooltip's Markdown as React nodes: paragraphs, lists, quotes, emphasis, code and http links. HTML is shown
 * as text and images as their description; nothing is inserted as HTML.
 */
export function TooltipBody({ text }: { text: string }) {
  return <div className="flex flex-col gap-2 break-words">{nodesOf(lexer(text))}</div>;
}

function nodesOf(tokens: readonly Token[] | undefined): ReactNode[] {
  return (tokens ?? []).map((token, index) => <Fragment key={index}>{nodeOf(token as MarkedToken)}</Fragment>);
}

function nodeOf(token: MarkedToken): ReactNode {
  switch (token.type) {
    case 'paragraph':
      return <p>{nodesOf(token.tokens)}</p>;
    case 'heading':
      return <p className="font-semibold text-ink">{nodesOf(token.tokens)}</p>;
    case 'list':
      return token.ordered ? (
        <ol start={token.start === '' ? 1 : token.start} className="flex list-decimal flex-col gap-1 pl-5">
          {nodesOf(token.items)}
        </ol>
      ) : (
        <ul className="flex list-disc flex-col gap-1 pl-5">{nodesOf(token.items)}</ul>
      );
    case 'list_item':
      return <li>{nodesOf(token.tokens)}</li>;
    case 'blockquote':
      return <blockquote className="flex flex-col gap-2 border-l-2 pl-3">{nodesOf(token.tokens)}</blockquote>;
    case 'strong':
      return <strong className="font-semibold text-ink">{nodesOf(token.tokens)}</strong>;
    case 'em':
      return <em>{nodesOf(token.tokens)}</em>;
    case 'del':
      return <s>{nodesOf(token.tokens)}</s>;
    case 'codespan':
      return <code className="rounded-sm bg-neutral-soft px-1 font-mono text-xs text-ink">{token.text}</code>;
    case 'code':
      return (
        <pre className="rounded-md bg-sunken px-3 py-2 font-mono text-xs whitespace-pre-wrap text-ink">
          {token.text}
        </pre>
      );
    case 'link':
      return <TooltipLink href={token.href}>{nodesOf(token.tokens)}</TooltipLink>;
    case 'br':
      return <br />;
    case 'hr':
      return <hr />;
    case 'text':
      return token.tokens ? nodesOf(token.tokens) : token.text;
    case 'escape':
    case 'image':
      return token.text;
    case 'checkbox':
      return token.checked ? '☑ ' : '☐ ';
    case 'table':
    case 'html':
      return token.raw;
    case 'space':
    case 'def':
    default:
      return null;
  }
}

/** An external link; a URL that is not http(s) stays text. */
function TooltipLink({ href, children }: { href: string; children: ReactNode }) {
  if (!/^https?:\/\//i.test(href)) return children;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className="text-accent-ink underline underline-offset-2">
      {children}
    </a>
  );
}
