const maxShown = 2;
const maxInTitle = 40;

/** The first names and the number of others; the title lists all. */
export function NamesCell({ names }: { names: readonly string[] }) {
  const rest = names.length - maxShown;
  const hiddenCount = names.length - maxInTitle;
  const title = names.slice(0, maxInTitle).join(', ') + (hiddenCount > 0 ? ` and ${hiddenCount} more` : '');
  return (
    <span title={title}>
      {names.slice(0, maxShown).join(', ')}
      {rest > 0 ? <span className="cell-muted"> +{rest}</span> : null}
    </span>
  );
}
