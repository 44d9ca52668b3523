import { Button } from '@mantine/core'
import { FolderPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FolderTree, type TreeGroup } from '../../features/browse/folder-tree.tsx'
import { useListingCache } from '../../features/browse/listing-cache.ts'
import type { TreeFolder } from '../../features/browse/tree-level.tsx'
import { useBranches } from '../../features/browse/use-branches.ts'
import { makeNamedFolder } from '../../features/items/item-actions.ts'
import { NewFolderField } from '../../features/items/new-folder-field.tsx'
import classes from './folder-picker.module.css'

interface Target {
  id: string
  name: string
}

interface FolderPickerProps {
  label: string
  tops: readonly TreeFolder[]
  /** What comes after them, page by page; what takes nothing from the user is left out. */
  groups?: readonly TreeGroup[]
  /** Which folder a node stands for; null is the top of the user's files. */
  folderOf: (id: string) => string | null
  target: Target | null
  onChoose: (target: Target) => void
  /** Folders that can't be chosen, with everything below them. */
  closed?: ReadonlySet<string>
}

const NOTHING: ReadonlySet<string> = new Set()

/** A tree to choose a folder in, and one can be made on the way. */
export function FolderPicker({
  label,
  tops,
  groups = [],
  folderOf,
  target,
  onChoose,
  closed = NOTHING,
}: FolderPickerProps) {
  const { t } = useTranslation()
  const cache = useListingCache()
  const [first] = tops
  const branches = useBranches(first?.id)
  const [isNaming, setNaming] = useState(false)
  const place = target ?? first
  const make = (name: string) =>
    makeNamedFolder(cache, place ? folderOf(place.id) : null, { name }, made => {
      if (place) branches.toggle(place.id, true)
      onChoose({ id: made.id, name: made.attributes.name })
    })
  return (
    <>
      <div className={classes.tree}>
        <FolderTree
          label={label}
          folders={tops}
          groups={groups}
          current={target?.id ?? null}
          onChoose={(id, name) => onChoose({ id, name })}
          closed={closed}
          branches={branches}
          isMixed
          takesOnly
        />
      </div>
      {isNaming && place ? (
        <NewFolderField folder={place.name} onSave={make} onClose={() => setNaming(false)} />
      ) : (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.new}
          disabled={!place}
          leftSection={<FolderPlus size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => setNaming(true)}
        >
          {t('files.new_folder')}
        </Button>
      )}
    </>
  )
}
