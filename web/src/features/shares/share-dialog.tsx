import type { Item } from '@coffer/contract/items'
import type { TFunction } from 'i18next'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogBox } from '../../ui/dialog-box.tsx'
import { confirmPopup } from '../../ui/popups/popups.ts'
import { useNarrowScreen } from '../../ui/screen.ts'
import { ManageShare } from './manage-share.tsx'
import { NewShareForm } from './new-share-form.tsx'
import classes from './share-dialog.module.css'
import type { UnsavedSettings } from './share-settings.tsx'
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
  const settings = useRef<UnsavedSettings>(null)
  const commit = async () => (await settings.current?.commit()) ?? true
  const done = async () => {
    if (await commit()) onClose()
  }
  const dismiss = async () => {
    if ((await commit()) || (await confirmDiscard(t))) onClose()
  }
  return (
    <DialogBox
      opened
      onClose={() => void dismiss()}
      title={t('shares.dialog', { name: item.attributes.name })}
      shape={isNarrow ? 'sheet' : 'box'}
      className={classes.dialog}
    >
      <div className={classes.body}>
        {token === null ? (
          <NewShareForm item={item} cache={cache} onCreated={setToken} onClose={onClose} />
        ) : (
          <ManageShare
            item={item}
            token={token}
            cache={cache}
            settings={settings}
            onDone={() => void done()}
            onClose={onClose}
          />
        )}
      </div>
    </DialogBox>
  )
}

const confirmDiscard = (t: TFunction): Promise<boolean> =>
  confirmPopup({
    title: t('shares.discard_title'),
    message: t('shares.discard_text'),
    confirm: t('shares.discard'),
    danger: true,
  })
