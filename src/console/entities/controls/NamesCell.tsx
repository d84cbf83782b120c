const mostShown = 2;
const mostInTitle = 40;

/** A few names and how many more there are, all of them in the title. */
export function NamesCell({ names }: { names: readonly string[] }) {
  const rest = names.length - mostShown;
  const unsaid = names.length - mostInTitle;
  const title = names.slice(0, mostInTitle).join(', ') + (unsaid > 0 ? ` and ${unsaid} more` : '');
  return (
    <span title={title}>
      {names.slice(0, mostShown).join(', ')}
      {rest > 0 ? <span className="cell-muted"> +{rest}</span> : null}
    </span>
  );
}
