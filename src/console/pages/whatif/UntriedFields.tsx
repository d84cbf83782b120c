/** The fields that change when the user saves, but not in a forecast. */
export function UntriedFields({ labels }: { labels: readonly string[] }) {
  if (labels.length === 0) return null;
  return (
    <p className="text-sm">
      Not in this forecast, but saved: {labels.join(', ')}. The effect of {labels.length === 1 ? 'it' : 'them'} on past
      requests cannot be replayed.
    </p>
  );
}
