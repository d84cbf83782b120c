import { roleHelpOf } from '#model/account/apiScopes.ts';
import { roleAreas, type RolePermissions } from '#model/account/rolePermissions.ts';
import { ScopeMatrix } from './ScopeMatrix.tsx';
import type { StructureProps } from './StructureProps.ts';

const areas = roleAreas.map((each) => ({ area: each.area, label: each.label, help: roleHelpOf(each) }));

/** Editor of a custom role's permissions: the use of each area. */
export function PermissionsEditor({ value, onChange, isReadOnly }: StructureProps<RolePermissions>) {
  return <ScopeMatrix areas={areas} uses={value} onChange={onChange} isReadOnly={isReadOnly} />;
}
