import type { Item } from '@coffer/contract/items'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogBox } from '../../ui/dialog-box.tsx'
import { useNarrowScreen } from '../../ui/screen.ts'
import { ManageShare } from './manage-share.tsx'
import { NewShareForm } from './new-share-form.tsx'
import classes from './share-dialog.module.css'
import type { ShareCache } from './shares.api.ts'

interface ShareDialogProps {
  item: Item
  cache: ShareCache
  onClose: () => void
}

/** The dialog for the link of an item: creates it, and then shows, changes and deletes it. */
export function ShareDialog({ item, cache, onClose }: ShareDialogProps) {
  const { t } = useTranslation()
  const isNarrow = useNarrowScreen()
  const [token, setToken] = useState(item.relationships.shared.data?.attributes.token ?? null)
  return (
    <DialogBox
      opened
      onClose={onClose}
      title={t('shares.dialog', { name: item.attributes.name })}
      shape={isNarrow ? 'sheet' : 'box'}
      className={classes.dialog}
    >
      <div className={classes.body}>
        {token === null ? (
          <NewShareForm item={item} cache={cache} onCreated={setToken} onClose={onClose} />
        ) : (
          <ManageShare item={item} token={token} cache={cache} onClose={onClose} />
        )}
      </div>
    </DialogBox>
  )
}
