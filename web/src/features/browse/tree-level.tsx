import type { NavigationFolder, NavigationLeaf, NavigationLocation } from '@coffer/contract/browse'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApiScope } from '../../lib/api-scope.ts'
import { useFormat } from '../../lib/use-format.ts'
import classes from './folder-tree.module.css'
import { levelQuery, type TreeParent } from './tree.api.ts'

/** A folder of the tree. A node for a group has the group's name. */
export type TreeFolder = NavigationLeaf & {
  folders?: readonly (NavigationLeaf | NavigationFolder)[]
  group?: NavigationLocation
  can_add?: boolean
  /** The number of its subfolders, where not all of them are loaded. */
  total?: number
}

interface TreeLevelProps {
  parent: TreeParent
  /** The first page, if it is loaded already. */
  firstPage: readonly TreeFolder[] | undefined
  total: number | undefined
  level: number
  children: (folder: TreeFolder) => ReactNode
}

/** A level of the tree, loaded page by page because it may contain thousands of folders. */
export function TreeLevel({ parent, firstPage, total, level, children }: TreeLevelProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [isExpanded, setExpanded] = useState(false)
  const { data, isError, isFetching, refetch, fetchNextPage } = useInfiniteQuery({
    ...levelQuery(useApiScope(), parent, firstPage ? 2 : 1),
    enabled: !firstPage || isExpanded,
  })
  const pages = data?.pages ?? []
  // While pages are refetched, a folder may be on two of them.
  const folders = new Map(
    [...(firstPage ?? []), ...pages.flatMap(page => page.folders)].map(folder => [
      folder.id,
      folder,
    ]),
  )
  const remaining = (pages.at(-1)?.paginate.total ?? total ?? folders.size) - folders.size
  const loadNext = () => {
    if (!isExpanded && firstPage) setExpanded(true)
    else void (data ? fetchNextPage() : refetch())
  }
  return (
    <>
      {[...folders.values()].map(children)}
      {isError && !isFetching && (
        <TreeAction level={level} onActivate={loadNext}>
          {t('files.tree_failed')} <strong>{t('files.tree_again')}</strong>
        </TreeAction>
      )}
      {!isError && remaining > 0 && folders.size > 0 && (
        <TreeAction level={level} onActivate={loadNext}>
          {t('files.tree_more', { left: format.number(remaining) })}
        </TreeAction>
      )}
    </>
  )
}

interface TreeActionProps {
  level: number
  onActivate: () => void
  children: ReactNode
}

/** An action among the folders, reachable by arrow keys; the loaded folders appear in its place. */
function TreeAction({ level, onActivate, children }: TreeActionProps) {
  const activate = (element: HTMLElement) => {
    const before = element.previousElementSibling
    if (before instanceof HTMLElement) before.focus()
    onActivate()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    activate(event.currentTarget)
  }
  return (
    <div
      role="treeitem"
      aria-level={level}
      tabIndex={-1}
      className={classes.action}
      style={{ paddingInlineStart: 12 + (level - 1) * 16 }}
      onClick={event => activate(event.currentTarget)}
      onKeyDown={onKeyDown}
    >
      {children}
    </div>
  )
}
