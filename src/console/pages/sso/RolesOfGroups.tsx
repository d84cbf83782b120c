import { Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { maxGroupRoles } from '#model/account/identityProvider.ts';
import { useUser } from '../../frame/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/field/Field.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Select } from '../../ui/picker/Select.tsx';
import { type ProviderForm, roleOptions } from './providerForm.ts';

/** The roles of groups, in their order, and of users without one. `claim`: the input of the claim's name. */
export function RolesOfGroups({
  form: { groupRoles, defaultRole },
  faults,
  onChange,
  claim,
}: {
  form: ProviderForm;
  faults: ReadonlyMap<string, string>;
  onChange: (values: Partial<ProviderForm>) => void;
  claim: ReactNode;
}) {
  const roles = roleOptions(useUser().type === 'admin');
  const setRow = (index: number, values: Partial<ProviderForm['groupRoles'][number]>) =>
    onChange({ groupRoles: groupRoles.map((each, at) => (at === index ? { ...each, ...values } : each)) });
  return (
    <>
      <Field
        group
        label="Roles of groups"
        error={faults.get('groupRoles')}
        hint="The first group in this list that a user is in gives the role at each sign-in. Empty = you set roles on the Managers page."
      >
        <ol className="flex flex-col gap-2" aria-label="Roles of groups">
          {groupRoles.map(({ group, role }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows have no other identity while they are edited
            <li key={index} className="flex items-center gap-2">
              <TextField
                aria-label={`Group ${index + 1}`}
                placeholder="Name or ID of the group"
                maxLength={300}
                value={group}
                onChange={(event) => setRow(index, { group: event.currentTarget.value })}
              />
              <Select
                aria-label={`Role of group ${index + 1}`}
                options={roles}
                value={role}
                onChange={(value) => setRow(index, { role: value })}
              />
              <IconButton
                icon={<Trash2 />}
                label={`Remove group ${index + 1}`}
                onClick={() => onChange({ groupRoles: groupRoles.filter((_, at) => at !== index) })}
              />
            </li>
          ))}
        </ol>
        {groupRoles.length < maxGroupRoles ? (
          <Button
            size="sm"
            icon={<Plus />}
            className="self-start"
            onClick={() =>
              onChange({ groupRoles: [...groupRoles, { group: '', role: roles.at(-1)?.value ?? 'readonly' }] })
            }
          >
            Add group
          </Button>
        ) : null}
      </Field>
      <Field label="Role without such a group" error={faults.get('defaultRole')}>
        <Select
          options={[...roles, { value: 'none' as const, label: 'None: they cannot sign in' }]}
          value={defaultRole ?? 'none'}
          onChange={(value) => onChange({ defaultRole: value === 'none' ? null : value })}
        />
      </Field>
      <Field
        label="Groups claim"
        required
        error={faults.get('groupsClaim')}
        hint="The claim with the groups of a user; may be a path: realm_access.roles"
      >
        {claim}
      </Field>
    </>
  );
}
