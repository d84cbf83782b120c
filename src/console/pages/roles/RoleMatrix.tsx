import type { ApiArea, ApiUse } from '#model/account/apiScopes.ts';
import { roleAreas } from '#model/account/rolePermissions.ts';
import { areaUseOf, customRole, type ManagerRole, managerRoles } from '#model/index.ts';
import { useRows } from '../../entities/useEntity.ts';
import { LoadError } from '../../frame/errors/LoadError.tsx';
import { NOTHING } from '../../lib/format.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useViewAs } from './useViewAs.ts';

/** A role in the matrix, with its use of each area. */
interface MatrixRole {
  /** As in calls: a built-in role, or the ID of a custom one. Null = that of the owner. */
  role: ManagerRole | number | null;
  label: string;
  help: string;
  getUse: (area: ApiArea) => ApiUse | null;
  seesMoney: boolean;
}

const builtIn: readonly MatrixRole[] = [
  {
    role: null,
    label: 'Owner',
    help: 'everything, with managers and roles',
    getUse: (area) => areaUseOf('demand', area),
    seesMoney: true,
  },
  ...managerRoles.map(({ value, label }) => {
    const [name = value, help = ''] = label.split(': ');
    return { role: value, label: name, help, getUse: (area: ApiArea) => areaUseOf(value, area), seesMoney: true };
  }),
];

const useLabels = { read: 'Read', write: 'Write' } as const;

const cell = 'px-3 py-1.5';
const head = 'px-3 py-2';

/** Compares built-in and custom roles, area by area. */
export function RoleMatrix({ onClose }: { onClose: () => void }) {
  const rows = useRows(customRole, { status: 1, sort: 'name', page: 1, size: 200 });
  const view = useViewAs();
  const custom = (rows.data?.rows ?? []).map(({ id, name, description, permissions, seesMoney }): MatrixRole => ({
    role: id,
    label: name,
    help: description,
    getUse: (area) => permissions[area] ?? null,
    seesMoney,
  }));
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="xl"
      padding="none"
      title="Roles compared"
      description="A manager with a custom role has what both the built-in and the custom role include."
    >
      <div className="px-5 pb-5">
        <table className="w-full text-sm" aria-label="Roles and areas">
          <thead className="sticky top-0 z-10 bg-raised">
            <tr className="border-b text-xs text-muted">
              <th scope="col" className={`${head} text-left font-medium`}>
                Role
              </th>
              {roleAreas.map(({ area, label }) => (
                <th key={area} scope="col" className={`${head} text-left font-medium`}>
                  {label}
                </th>
              ))}
              <th scope="col" className={`${head} text-left font-medium`} title={customRole.fields.seesMoney.help}>
                Money
              </th>
              <th scope="col" className={head}>
                <span className="sr-only">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody className="divide-y">
            {[...builtIn, ...custom].map(({ role, label, help, getUse, seesMoney }) => (
              <tr key={role ?? 'owner'} className="align-top">
                <th scope="row" className={`${cell} max-w-48 text-left font-normal`}>
                  <span className="block truncate" title={label}>
                    {label}
                  </span>
                  <span className="block truncate text-xs text-muted" title={help}>
                    {help}
                  </span>
                </th>
                {roleAreas.map(({ area }) => {
                  const use = getUse(area);
                  return (
                    <td key={area} className={use === null ? `${cell} text-muted` : cell}>
                      {use === null ? NOTHING : useLabels[use]}
                    </td>
                  );
                })}
                <td className={seesMoney ? cell : `${cell} text-muted`}>{seesMoney ? 'Yes' : 'No'}</td>
                <td className={cell}>
                  {role === null ? null : (
                    <Button size="sm" aria-label={`View as ${label}`} onClick={() => view.mutate(role)}>
                      View as
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.isError && !rows.data ? <LoadError title="The custom roles could not be loaded" query={rows} /> : null}
      {rows.isPending ? <Skeleton className="h-12" /> : null}
    </Dialog>
  );
}
