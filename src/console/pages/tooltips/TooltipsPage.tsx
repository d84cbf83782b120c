import { useQueryClient } from '@tanstack/react-query';
import { Download, ListPlus, MessageCircleQuestionMark, Upload } from 'lucide-react';
import { Suspense, use, useEffect, useState } from 'react';
import { isAllowed, tooltip } from '#model/index.ts';
import { EntityPage } from '../../entities/EntityPage.tsx';
import { lazyChunk } from '../../frame/errors/lazyChunk.ts';
import { useUser } from '../../frame/session.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import { isSignedOut } from '../../lib/query.ts';
import { loadErrorToast } from '../../lib/errorToast.ts';
import { shownTooltipsKey } from '../../tooltips/useShownTooltips.ts';
import { Button } from '../../ui/Button.tsx';
import { useToast } from '../../ui/overlay/ToastProvider.tsx';

const intro = {
  icon: <MessageCircleQuestionMark />,
  text: 'A tooltip is the help behind the question mark next to a field. Its key names the field: entity.field.',
};

const MissingDrawer = lazyChunk(() => import('./MissingDrawer.tsx'), 'MissingDrawer');
const ImportTooltips = lazyChunk(() => import('./ImportTooltips.tsx'), 'ImportTooltips');

/** The tooltips of fields. Admins view them; the super admin edits them. */
export function TooltipsPage() {
  const { role } = useUser();
  const api = use(ApiContext);
  const queryClient = useQueryClient();
  const toast = useToast();
  const [open, setOpen] = useState<'missing' | 'import' | null>(null);
  const canCreate = isAllowed(role, 'tooltip', 'create');

  // Forms opened later must show the new tooltips.
  useEffect(() => () => void queryClient.invalidateQueries({ queryKey: shownTooltipsKey }), [queryClient]);

  async function download() {
    try {
      saveJson('tooltips.json', await api.get('/api/tooltips/export'));
    } catch (error) {
      if (!isSignedOut(error)) toast.error(loadErrorToast(error));
    }
  }

  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="min-h-0 flex-1">
        <EntityPage entity={tooltip} intro={intro} />
      </div>
      <aside
        aria-label="All tooltips"
        className="flex min-h-12 shrink-0 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t bg-sunken px-6 py-2 text-xs text-muted"
      >
        Fields without a tooltip show only the built-in hint.
        <div className="flex items-center gap-2">
          <Button size="sm" icon={<ListPlus />} onClick={() => setOpen('missing')}>
            Missing keys
          </Button>
          <Button size="sm" icon={<Download />} onClick={() => void download()}>
            Export
          </Button>
          {canCreate ? (
            <Button size="sm" icon={<Upload />} onClick={() => setOpen('import')}>
              Import
            </Button>
          ) : null}
        </div>
      </aside>
      <Suspense fallback={null}>
        {open === 'missing' ? <MissingDrawer canCreate={canCreate} onClose={() => setOpen(null)} /> : null}
        {open === 'import' ? <ImportTooltips onClose={() => setOpen(null)} /> : null}
      </Suspense>
    </div>
  );
}

function saveJson(name: string, content: unknown): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
