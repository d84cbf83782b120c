import { vastVersions } from '#standards/vast/vastVersions.ts';
import { Field } from '../../ui/field/Field.tsx';
import { Select } from '../../ui/picker/Select.tsx';
import { withVersion, versionOf, type TagChoices } from './channelTagUrlOf.ts';

const undeclared = 'undeclared';

/** Selects the highest VAST version that the player supports, which the tag declares. */
export function VersionSelect({ choices, onChange }: { choices: TagChoices; onChange: (choices: TagChoices) => void }) {
  return (
    <Field
      label="VAST version"
      hint="Highest version that the player supports. The channel’s own version applies if it is lower."
    >
      <Select
        className="max-w-72"
        options={[
          { value: undeclared, label: 'Not declared' },
          ...vastVersions.toReversed().map((version) => ({ value: version, label: `VAST ${version}` })),
        ]}
        value={versionOf(choices) ?? undeclared}
        onChange={(value) => onChange(withVersion(choices, value === undeclared ? null : value))}
      />
    </Field>
  );
}
