import type { Item } from '@coffer/contract/items'
import { type LucideIcon, Pencil, Share2, Star, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeItem, moveToTrash } from '../../features/items/item-actions.ts'
import { RenameField } from '../../features/items/rename-field.tsx'
import type { OverlayTools } from '../../features/previews/preview-overlay.tsx'
import { useKeys } from '../../features/previews/use-keys.ts'
import type { ItemCache } from '../../lib/item-changes.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { useNarrowScreen } from '../../ui/screen.ts'
import { MoreMenu } from './more-menu.tsx'
import classes from './preview-tools.module.css'
import { useStarItem } from './use-favourites.ts'

const ShareDialog = lazy(async () => ({
  default: (await import('../../features/shares/share-dialog.tsx')).ShareDialog,
}))

interface Tool {
  label: string
  icon: LucideIcon
  run: () => void
  /** The key that does the same, as it does in the list. */
  key: string
  isOn?: boolean
  danger?: boolean
}

interface PreviewToolsProps {
  cache: ItemCache
  item: Item
  tools: OverlayTools
}

/** What can be done with a file while it is looked at, as far as its reader may. */
export function PreviewTools({ cache, item, tools: { rename, leave } }: PreviewToolsProps) {
  const { t } = useTranslation()
  const isNarrow = useNarrowScreen()
  const starItem = useStarItem(cache)
  const [shared, setShared] = useState<Item | null>(null)
  const { can } = item.meta
  const isStarred = item.attributes.is_favourite
  const star: Tool = {
    label: t(isStarred ? 'favourites.remove' : 'favourites.add'),
    icon: Star,
    run: () => void starItem(item),
    key: 's',
    isOn: isStarred,
  }
  const share = { label: t('shares.share'), icon: Share2, run: () => setShared(item), key: 'l' }
  const trash = async () => {
    // What stands beside it is looked at next, and what is put away here is told by its toast.
    await leave()
    await moveToTrash(cache, [item])
  }
  // What lies in the trash is only looked at.
  const isThere = item.attributes.deleted_at === null
  const tools: Tool[] = [
    ...(can.download ? [star] : []),
    ...(can.share ? [share] : []),
    ...(can.edit ? [{ label: t('files.rename'), icon: Pencil, run: rename, key: 'F2' }] : []),
    ...(can.remove
      ? [
          {
            ...{ label: t('files.to_trash'), icon: Trash2, run: () => void trash() },
            ...{ key: 'Delete', danger: true },
          },
        ]
      : []),
  ].filter(() => isThere)
  useKeys(Object.fromEntries(tools.map(({ key, run }) => [key, run])))
  return (
    <>
      {tools.length > 0 &&
        (isNarrow ? (
          <MoreMenu title={t('files.more')} actions={tools} className={classes.tool} />
        ) : (
          <Row tools={tools} />
        ))}
      {shared && (
        <Suspense>
          <ShareDialog item={shared} cache={cache} onClose={() => setShared(null)} />
        </Suspense>
      )}
    </>
  )
}

const Row = ({ tools }: { tools: readonly Tool[] }) => (
  <span className={classes.row}>
    {tools.map(({ key, label, icon, run, isOn }) => (
      <IconButton
        key={key}
        icon={icon}
        label={label}
        aria-pressed={isOn}
        className={classes.tool}
        onClick={run}
      />
    ))}
  </span>
)

interface PreviewNameProps {
  item: Item
  cache: ItemCache
  onDone: () => void
}

/** The name of what is looked at, while it is being changed. */
export function PreviewName({ item, cache, onDone }: PreviewNameProps) {
  const [refused, setRefused] = useState<{ name: string; message: string }>()
  const { name } = item.attributes
  const rename = async (wanted: string) => {
    const message = await changeItem(cache, item, { name: wanted })
    if (message) setRefused({ name: wanted, message })
    else onDone()
  }
  return (
    <RenameField
      key={refused?.message}
      name={name}
      type={item.type}
      refused={refused}
      onRename={wanted => void rename(wanted)}
      onLeave={onDone}
    />
  )
}
