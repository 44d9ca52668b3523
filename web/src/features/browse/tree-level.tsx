import type { NavigationFolder, NavigationLeaf, NavigationLocation } from '@coffer/contract/browse'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApiScope } from '../../lib/api-scope.ts'
import { useFormat } from '../../lib/use-format.ts'
import classes from './folder-tree.module.css'
import { type LevelPlace, levelQuery } from './tree.api.ts'

/** A folder of the tree; one that stands for a whole group has its name. */
export type TreeFolder = NavigationLeaf & {
  folders?: readonly (NavigationLeaf | NavigationFolder)[]
  group?: NavigationLocation
  can_add?: boolean
  /** How many there are in it, where not all of them are known. */
  total?: number
}

interface TreeLevelProps {
  place: LevelPlace
  /** The first page, where it is known. */
  known: readonly TreeFolder[] | undefined
  total: number | undefined
  level: number
  children: (folder: TreeFolder) => ReactNode
}

/** The folders of a level, page by page: there may be thousands of them. */
export function TreeLevel({ place, known, total, level, children }: TreeLevelProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [goesOn, setGoesOn] = useState(false)
  const { data, isError, isFetching, refetch, fetchNextPage } = useInfiniteQuery({
    ...levelQuery(useApiScope(), place, known ? 2 : 1),
    enabled: !known || goesOn,
  })
  const pages = data?.pages ?? []
  // While pages are read anew, a folder may stand on two of them.
  const folders = new Map(
    [...(known ?? []), ...pages.flatMap(page => page.folders)].map(folder => [folder.id, folder]),
  )
  const left = (pages.at(-1)?.paginate.total ?? total ?? folders.size) - folders.size
  const next = () => {
    if (!goesOn && known) setGoesOn(true)
    else void (data ? fetchNextPage() : refetch())
  }
  return (
    <>
      {[...folders.values()].map(children)}
      {isError && !isFetching && (
        <TreeAction level={level} onAct={next}>
          {t('files.tree_failed')} <strong>{t('files.tree_again')}</strong>
        </TreeAction>
      )}
      {!isError && left > 0 && folders.size > 0 && (
        <TreeAction level={level} onAct={next}>
          {t('files.tree_more', { left: format.number(left) })}
        </TreeAction>
      )}
    </>
  )
}

interface TreeActionProps {
  level: number
  onAct: () => void
  children: ReactNode
}

/** Reached by the arrows like the folders; what it brings appears where it stands. */
function TreeAction({ level, onAct, children }: TreeActionProps) {
  const act = (element: HTMLElement) => {
    const before = element.previousElementSibling
    if (before instanceof HTMLElement) before.focus()
    onAct()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    act(event.currentTarget)
  }
  return (
    <div
      role="treeitem"
      aria-level={level}
      tabIndex={-1}
      className={classes.action}
      style={{ paddingInlineStart: 12 + (level - 1) * 16 }}
      onClick={event => act(event.currentTarget)}
      onKeyDown={onKeyDown}
    >
      {children}
    </div>
  )
}
