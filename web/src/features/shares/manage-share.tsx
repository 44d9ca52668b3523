import type { Item } from '@coffer/contract/items'
import type { Share } from '@coffer/contract/shares'
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { linkState } from '../../lib/link-state.ts'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { endLinks } from './ending.ts'
import { ShareAddress } from './share-address.tsx'
import classes from './share-dialog.module.css'
import { ShareSettings, type UnsavedSettings } from './share-settings.tsx'
import { ShareTimeline } from './share-timeline.tsx'
import { type ShareCache, shareQuery } from './shares.api.ts'

interface ManageShareProps {
  item: Item
  token: string
  cache: ShareCache
  settings: Ref<UnsavedSettings>
  /** Saves the settings and closes the dialog. */
  onDone: () => void
  onClose: () => void
}

/** The settings of an existing link. */
export function ManageShare(props: ManageShareProps) {
  const { item, token, cache, settings, onDone, onClose } = props
  const { t } = useTranslation()
  const { data: share, isError, refetch } = useQuery(shareQuery(token))
  if (!share)
    return isError ? (
      <Failure retry={() => void refetch()} onClose={onClose} />
    ) : (
      <div className={classes.fields} aria-busy>
        <Skeleton height="var(--control)" radius="md" />
        <Skeleton height={34} radius="md" />
        <Skeleton height={120} radius="md" />
      </div>
    )
  const endLink = async () => {
    // Uses the current link, because the list may have shown the item without it.
    if (await endLinks(cache, [withLink(item, share)])) onClose()
  }
  return (
    <div className={classes.fields}>
      <ClosedNotice share={share} />
      <ShareAddress share={share} cache={cache} name={item.attributes.name} />
      <ShareSettings key={token} ref={settings} share={share} cache={cache} />
      <ShareTimeline share={share} />
      <DialogButtons>
        <Button
          variant="subtle"
          color="danger"
          className={classes.end}
          onClick={() => void endLink()}
        >
          {t('shares.end')}
        </Button>
        <Button onClick={onDone}>{t('shares.done')}</Button>
      </DialogButtons>
    </div>
  )
}

const withLink = (item: Item, { attributes }: Share): Item => ({
  ...item,
  relationships: {
    ...item.relationships,
    shared: { data: { id: attributes.token, type: 'share', attributes } },
  },
})

/** Why the link is closed, and how to open it again. */
function ClosedNotice({ share }: { share: Share }) {
  const { t } = useTranslation()
  const state = linkState(share.attributes, Date.now())
  if (state === 'open') return null
  return (
    <p className={classes.closed} role="status">
      <CircleAlert size={18} strokeWidth={1.75} aria-hidden />
      {t(`shares.${state}_text`)}
    </p>
  )
}

function Failure({ retry, onClose }: { retry: () => void; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <>
      <p role="alert">{t('shares.failed')}</p>
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {t('popups.close')}
        </Button>
        <Button onClick={retry}>{t('files.retry')}</Button>
      </DialogButtons>
    </>
  )
}
