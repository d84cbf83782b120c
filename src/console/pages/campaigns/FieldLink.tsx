import { Link } from '@tanstack/react-router';
import { campaign } from '#model/index.ts';

const fields: Readonly<Record<string, { label: string }>> = campaign.fields;

/** The way from a tab of the form of a campaign to one of its fields; what is typed stays. */
export function FieldLink({ name, className }: { name: string; className: string }) {
  return (
    <Link
      to="."
      search={(before: Record<string, unknown>) => ({ ...before, tab: undefined, field: name })}
      replace
      className={className}
    >
      {fields[name]?.label ?? name}
    </Link>
  );
}
