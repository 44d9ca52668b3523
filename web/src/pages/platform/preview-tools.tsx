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
  /** The shortcut, the same as in the list. */
  key: string
  isOn?: boolean
  danger?: boolean
}

interface PreviewToolsProps {
  cache: ItemCache
  item: Item
  tools: OverlayTools
}

/** Actions for the previewed file, according to the user's abilities. */
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
    // Shows the next file first; the toast reports the file moved to the trash.
    await leave()
    await moveToTrash(cache, [item])
  }
  // Files in the trash have no actions here.
  const isActive = item.attributes.deleted_at === null
  const tools: Tool[] = [
    ...(can.download ? [star] : []),
    ...(can.share ? [share] : []),
    ...(can.edit ? [{ label: t('files.rename'), icon: Pencil, run: rename, key: 'F2' }] : []),
    ...(can.remove
      ? [
          {
            label: t('files.to_trash'),
            icon: Trash2,
            run: () => void trash(),
            key: 'Delete',
            danger: true,
          },
        ]
      : []),
  ].filter(() => isActive)
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

/** The field that renames the previewed file. */
export function PreviewName({ item, cache, onDone }: PreviewNameProps) {
  const [rejected, setRejected] = useState<{ name: string; message: string; attempt: number }>()
  const { name } = item.attributes
  const rename = async (newName: string) => {
    const message = await changeItem(cache, item, { name: newName })
    if (!message) return onDone()
    setRejected(earlier => ({ name: newName, message, attempt: (earlier?.attempt ?? 0) + 1 }))
  }
  return (
    <RenameField
      key={rejected?.attempt}
      name={name}
      type={item.type}
      rejected={rejected}
      onRename={newName => void rename(newName)}
      onLeave={onDone}
    />
  )
}
