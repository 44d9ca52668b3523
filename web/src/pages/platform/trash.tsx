import { Button } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyingProgress } from '../../features/trash/emptying-progress.tsx'
import { TrashNotice } from '../../features/trash/trash-notice.tsx'
import { config } from '../../lib/config.ts'
import { ListPage } from './list-page.tsx'
import { ListPreview } from './list-preview.tsx'
import { TrashList } from './trash-list.tsx'
import { useTrash } from './use-trash.ts'

const KeysDialog = lazy(async () => ({
  default: (await import('../../features/items/keys-dialog.tsx')).KeysDialog,
}))

/** The page /platform/trash/:id? (APP-3). */
export function TrashPage() {
  const { t } = useTranslation()
  const { id = null } = useParams({ strict: false })
  const trash = useTrash(id)
  const isFilled = trash.listing.rows.total > 0
  return (
    <ListPage
      list={trash}
      top={t('places.trash')}
      actions={trash.actions}
      more={trash.more}
      head={
        isFilled &&
        id === null &&
        !trash.emptying &&
        !trash.isNarrow && (
          <Button
            variant="default"
            leftSection={<Trash2 size={17} strokeWidth={1.75} aria-hidden />}
            onClick={trash.clear}
          >
            {t('trash.clear')}
          </Button>
        )
      }
    >
      {trash.emptying && <EmptyingProgress {...trash.emptying} />}
      {isFilled && !trash.emptying && <TrashNotice days={config().trashDays} />}
      <TrashList trash={trash} />
      <ListPreview list={trash} />
      {trash.showsKeys && (
        <Suspense>
          <KeysDialog onClose={trash.hideKeys} />
        </Suspense>
      )}
    </ListPage>
  )
}
